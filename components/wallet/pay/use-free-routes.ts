import { useLocale, useTranslations } from 'next-intl';
import { type Address, isAddressEqual } from 'viem';
import { useOwnText } from '@/components/wallet/display/own-amounts';
import { useDebounced } from '@/components/wallet/display/use-debounced';
import type { Nature } from '@/components/wallet/fields/use-recipient';
import { useFreeSheet } from '@/components/wallet/free-transfer/free-sheet';
import type { TransferRoute } from '@/lib/api/schemas/transfer';
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
  /** What each route can send, in base units, or undefined while unknown. */
  balances: Readonly<Record<TransferRoute, bigint | undefined>>;
};

/** A way to make a payment without a fee, and the contract that executes what is signed. */
export type FreeRoute = { route: TransferRoute; contract: Address; operator: string; balance: bigint };

/** The ways to make a payment without a fee, the preferred one first, or one sentence why there is none. */
export type FreeRoutes = {
  routes: readonly FreeRoute[];
  why: string | null;
  /** Whether the ways may still change because something loads. */
  isChecking: boolean;
};

/**
 * React hook that returns how a payment can be made without a fee. From the wallet comes first, because the recipient gets
 * it in their wallet. No sentence if it isn't offered for this token at all, or while it's unknown.
 */
export function useFreeRoutes({
  account,
  chainId,
  token,
  recipient,
  amount,
  nature,
  contracts,
  balances,
}: Asked): FreeRoutes {
  const t = useTranslations('wallet.free.why');
  const locale = useLocale();
  const hasFailed = useFreeSheet(({ unable }) => unable === account);
  const largest = [balances.wallet, balances.vault].reduce<bigint>(
    (most, one) => (one !== undefined && one > most ? one : most),
    0n,
  );
  // Native currency can be sent from the vault only, so an empty vault is what the reason names.
  const needsVault = balances.wallet === undefined && balances.vault === 0n;
  const isAnother = !isAddressEqual(account, recipient) && (largest > 0n || needsVault);
  const isPossible = isAnother && nature !== 'checking';
  // Without an amount, the quote is for the most that could be sent.
  const amountRaw = useDebounced(String(amount ?? (largest > 0n ? largest : 1n)), QUOTE_WAIT_MS);
  const { data, error, isLoading } = useTransferQuote(
    isPossible && amountRaw !== '0' ? { chainId, coinId: token.coinId, to: recipient, amountRaw } : null,
  );
  const own = useOwnText();
  const written = (value: bigint) => `${formatAmount(value, token.decimals, locale)} ${token.symbol}`;

  /** Returns a route, one sentence why it isn't available, or null if it isn't offered for this token at all. */
  const consider = (name: TransferRoute): FreeRoute | string | null => {
    const quoted = data?.quote.routes.find(({ route }) => route === name);
    const contract = name === 'vault' ? vaultOf(contracts, chainId) : token.address;
    const balance = balances[name];
    if (!data || !quoted || quoted.reason === 'unsupported' || !contract || balance === undefined)
      return null;
    // What is signed comes from this site's own data, so a quote for another contract isn't for this payment.
    const { verifyingContract, reason } = quoted;
    if (verifyingContract === null || !isAddressEqual(verifyingContract, contract)) return t('unknown');
    if (name === 'vault' && nature !== 'account') return t(nature === 'contract' ? 'contract' : 'unknown');
    if (hasFailed) return t('cannotSign');
    const minimum = BigInt(quoted.minimumRaw ?? 0);
    if (reason !== null && reason !== 'belowMinimum') return t(reason);
    if (balance > 0n && (amount ?? balance) < minimum)
      return t('belowMinimum', { minimum: written(minimum) });
    if (balance === 0n || (amount !== null && amount > balance))
      return t(`balance.${name}`, { balance: own(written(balance)) });
    return { route: name, contract, operator: data.quote.operator, balance };
  };

  if (!isPossible) return { routes: [], why: null, isChecking: isAnother };
  const asked = data?.request;
  const isCurrent = asked?.chainId === chainId && asked.coinId === token.coinId && asked.to === recipient;
  if (!isCurrent)
    return { routes: [], why: error && !needsVault ? t('unknown') : null, isChecking: isLoading };
  const considered = [consider('wallet'), consider('vault')];
  const routes = considered.filter((one) => one !== null && typeof one === 'object');
  const why = considered.findLast((one) => typeof one === 'string') ?? null;
  return { routes, why: routes.length > 0 ? null : why, isChecking: false };
}
