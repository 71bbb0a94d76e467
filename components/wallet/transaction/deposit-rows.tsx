import { useTranslations } from 'next-intl';
import { type Address, formatUnits, getAddress, isAddressEqual, type Log, parseEventLogs } from 'viem';
import type { Coin } from '@/lib/api/types';
import { vaultAbi } from '@/lib/chain/abi/vault';
import { NATIVE_TOKEN } from '@/lib/chain/native-token';
import { DetailRow } from './detail-row';

/** The deposits that the chain's own vault logged; any other contract can log the same event. */
export function DepositRows({
  chainId,
  vault,
  logs,
  coins,
}: {
  chainId: number;
  vault: Address;
  logs: Log[];
  coins: readonly Coin[];
}) {
  const t = useTranslations('wallet.transaction');
  const deposits = parseEventLogs({
    abi: vaultAbi,
    eventName: 'Deposited',
    logs: logs.filter(({ address }) => isAddressEqual(address, vault)),
  });
  return deposits.map(({ logIndex, args, address }) => {
    const listed = coins
      .flatMap(({ symbol, tokens }) => tokens.map((token) => ({ symbol, ...token })))
      .find(
        (token) =>
          token.chainId === chainId && isAddressEqual(getAddress(token.address ?? NATIVE_TOKEN), args.token),
      );
    return (
      <DetailRow key={logIndex} label={t('deposited')}>
        {listed ? formatUnits(args.amount, listed.decimals) : args.amount.toString()}{' '}
        {listed?.symbol ?? args.token}
        <span className="block text-muted">{t('vault', { address: getAddress(address) })}</span>
      </DetailRow>
    );
  });
}
