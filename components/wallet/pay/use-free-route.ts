import { useLocale, useTranslations } from 'next-intl';
import { type Address, isAddressEqual } from 'viem';
import { useDebounced } from '@/components/wallet/display/use-debounced';
import type { Nature } from '@/components/wallet/fields/use-recipient';
import { useFreeSheet } from '@/components/wallet/free-transfer/free-sheet';
import type { Contract } from '@/lib/api/types';
import { useTransferQuote } from '@/lib/api/use-transfers';
import { formatAmount } from '@/lib/format/amount';
import type { ListedToken } from '@/lib/wallet/tokens/listed-token';
import { vaultOf } from './payment-plan';

/** Wait after the last keystroke before a quote is requested. */
const QUOTE_WAIT_MS = 300;

type Asked = {
  account: Address;
  chainId: number;
  token: ListedToken;
  recipient: Address;
  /** In base units, or null if there is none yet. */
  amount: bigint | null;
  nature: Nature;
  contracts: readonly Contract[];
  /** Vault balance in base units, or undefined while unknown. */
  balance: bigint | undefined;
};

/** Whether a payment can be made from the vault balance without a fee: how, or one sentence why not. */
export type FreeRoute =
  | { isAvailable: true; vault: Address; operator: string; balance: bigint }
  /** No sentence if it isn't offered for this token at all, or while it's unknown. */
  | { isAvailable: false; why: string | null };

/** React hook that returns whether a payment can be made from the vault balance without a fee. */
export function useFreeRoute({
  account,
  chainId,
  token,
  recipient,
  amount,
  nature,
  contracts,
  balance,
}: Asked): FreeRoute {
  const t = useTranslations('wallet.free.why');
  const locale = useLocale();
  const hasFailed = useFreeSheet(({ unable }) => unable === account);
  const vault = vaultOf(contracts, chainId);
  const isToSelf = isAddressEqual(account, recipient);
  // Without an amount, the quote is for the most that could be sent.
  const amountRaw = useDebounced(String(amount ?? balance ?? 0n), QUOTE_WAIT_MS);
  const { data, error } = useTransferQuote(
    vault && balance !== undefined && !isToSelf && amountRaw !== '0'
      ? { chainId, coinId: token.coinId, to: recipient, amountRaw }
      : null,
  );
  const unavailable = (why: string | null): FreeRoute => ({ isAvailable: false, why });
  const written = (value: bigint) => `${formatAmount(value, token.decimals, locale)} ${token.symbol}`;

  if (!vault || balance === undefined || isToSelf || nature === 'checking') return unavailable(null);
  const asked = data?.request;
  const isCurrent = asked?.chainId === chainId && asked.coinId === token.coinId && asked.to === recipient;
  if (!isCurrent) return unavailable(error ? t('unknown') : null);
  const route = data?.quote.routes.find((one) => one.route === 'vault');
  if (!data || !route || route.reason === 'unsupported') return unavailable(null);
  if (nature !== 'account') return unavailable(t(nature === 'contract' ? 'contract' : 'unknown'));
  if (hasFailed) return unavailable(t('cannotSign'));
  const minimum = BigInt(route.minimumRaw ?? 0);
  const isBelow = amount !== null && amount < minimum;
  if (isBelow || (route.reason === 'belowMinimum' && (amount ?? balance) < minimum))
    return unavailable(t('belowMinimum', { minimum: written(minimum) }));
  if (route.reason !== null && route.reason !== 'belowMinimum') return unavailable(t(route.reason));
  if (amount !== null && amount > balance) return unavailable(t('balance', { balance: written(balance) }));
  // What is signed comes from this site's own data, so a quote for another contract isn't for this payment.
  if (route.verifyingContract === null || !isAddressEqual(route.verifyingContract, vault))
    return unavailable(t('unknown'));
  return { isAvailable: true, vault, operator: data.quote.operator, balance };
}
