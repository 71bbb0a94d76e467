import { NATIVE_TOKEN } from '@/lib/evm/address';
import { useFeesPerGas } from '@/lib/evm/use-fees-per-gas';
import { useL1Fee } from '@/lib/evm/use-l1-fee';
import type { Balance } from '@/lib/wallet/balances/use-balances';

/** Maximum size of the calldata of this site's own transactions, in bytes. Even a swap through three pools has less. */
export const MOST_CALLDATA = 1_024;

/**
 * React hook that returns how much a transaction that uses up to `gas` units can spend, in base units: the balance,
 * minus the network fee if the token is the native currency. `failed` is true if the fee could not be estimated. The
 * estimate is then retried.
 */
export function useSpendable(
  balance: Pick<Balance, 'chainId' | 'token' | 'inWallet'> | undefined,
  gas: bigint,
): {
  spendable: bigint | undefined;
  failed: boolean;
} {
  const isNative = balance?.token === NATIVE_TOKEN;
  const { data: fees, errorUpdateCount } = useFeesPerGas(balance?.chainId, isNative);
  const l1 = useL1Fee(isNative ? balance?.chainId : undefined, MOST_CALLDATA);
  // Don't use isError, because it resets on every retry.
  const failed =
    isNative && ((!fees && errorUpdateCount > 0) || (l1.fee === undefined && l1.errorUpdateCount > 0));
  if (balance?.inWallet === undefined) return { spendable: undefined, failed };
  if (!isNative) return { spendable: balance.inWallet, failed };
  if (!fees || l1.fee === undefined) return { spendable: undefined, failed };
  const reserve = fees.maxFeePerGas * gas + l1.fee;
  return { spendable: balance.inWallet > reserve ? balance.inWallet - reserve : 0n, failed };
}
