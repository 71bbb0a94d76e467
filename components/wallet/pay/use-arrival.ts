import { useLocale, useTranslations } from 'next-intl';
import { useEffect, useEffectEvent, useRef } from 'react';
import { type Address, erc20Abi } from 'viem';
import { useBalance, useReadContract } from 'wagmi';
import type { ChainMapping } from '@/lib/api/types';
import { notify } from '@/lib/browser/notices';
import { NATIVE_TOKEN } from '@/lib/evm/native-token';
import { formatAmount } from '@/lib/format/amount';
import type { ListedToken } from '@/lib/wallet/tokens/listed-token';

/** Somebody stands beside the one who pays and waits. */
const ARRIVAL_POLL_MS = 2_000;

/** What the account holds of a token, in base units, while somebody may be paying it; what arrives is told. */
export function useArrival({
  account,
  chain,
  token,
}: {
  account: Address;
  chain: ChainMapping | undefined;
  token: ListedToken | undefined;
}): bigint | undefined {
  const t = useTranslations('wallet.pay');
  const locale = useLocale();
  const isNative = token?.address === NATIVE_TOKEN;
  const at = chain ? { chainId: chain.id } : {};
  const coin = useBalance({
    ...at,
    address: account,
    query: { enabled: isNative && chain !== undefined, refetchInterval: ARRIVAL_POLL_MS },
  });
  const held = useReadContract({
    ...at,
    ...(token ? { address: token.address } : {}),
    abi: erc20Abi,
    functionName: 'balanceOf',
    args: [account],
    query: { enabled: token !== undefined && !isNative, refetchInterval: ARRIVAL_POLL_MS },
  });
  const balance = isNative ? coin.data?.value : held.data;

  const seen = useRef<{ of: string; balance: bigint } | null>(null);
  const of = `${chain?.id} ${token?.address}`;
  const tell = useEffectEvent((arrived: bigint) => {
    if (!token) return;
    const amount = formatAmount(arrived, token.decimals, locale);
    notify('success', t('arrived', { amount, symbol: token.symbol }));
  });
  useEffect(() => {
    if (balance === undefined) return;
    const before = seen.current;
    if (before?.of === of && balance > before.balance) tell(balance - before.balance);
    seen.current = { of, balance };
  }, [balance, of]);
  return balance;
}
