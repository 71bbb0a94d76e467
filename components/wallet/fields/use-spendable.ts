import { useEstimateFeesPerGas } from 'wagmi';
import { NATIVE_TOKEN } from '@/lib/evm/address';
import type { Balance } from '@/lib/wallet/balances/use-balances';

/**
 * What a transaction of up to `gas` units can spend, in base units: the balance, less the network fee for a chain's own
 * coin. `failed` says that the fee could not be estimated; it is asked for again meanwhile.
 */
export function useSpendable(
  balance: Pick<Balance, 'chainId' | 'token' | 'inWallet'> | undefined,
  gas: bigint,
): {
  spendable: bigint | undefined;
  failed: boolean;
} {
  const isNative = balance?.token === NATIVE_TOKEN;
  const { data: fees, errorUpdateCount } = useEstimateFeesPerGas({
    ...(balance ? { chainId: balance.chainId } : {}),
    query: { enabled: isNative, refetchInterval: 12_000 },
  });
  // Not isError: that falls back to pending whenever the estimate is asked for again.
  const failed = isNative && !fees && errorUpdateCount > 0;
  if (balance?.inWallet === undefined) return { spendable: undefined, failed };
  if (!isNative) return { spendable: balance.inWallet, failed };
  if (!fees) return { spendable: undefined, failed };
  const reserve = fees.maxFeePerGas * gas;
  return { spendable: balance.inWallet > reserve ? balance.inWallet - reserve : 0n, failed };
}
