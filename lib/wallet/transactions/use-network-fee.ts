import type { Address, Hex } from 'viem';
import { useEstimateGas } from 'wagmi';
import { useFeesPerGas } from '@/lib/evm/use-fees-per-gas';

type FeeRequest = { to: Address | null; value: bigint; data: Hex };
/**
 * The gas limit, which is null if it must be estimated and undefined until it is known, and the price per unit of gas in
 * wei.
 */
type GivenFee = { gas: bigint | null | undefined; perGas: bigint | undefined };

/**
 * React hook that returns the maximum network fee of a transaction, in wei. The fee is undefined while it is being
 * estimated, and if the estimate fails. In the latter case, `error` is set.
 */
export function useNetworkFee(
  chainId: number,
  account: Address,
  { to, value, data }: FeeRequest,
  given: GivenFee = { gas: null, perGas: undefined },
): { fee: bigint | undefined; error: Error | null } {
  const estimate = useEstimateGas({
    chainId,
    account,
    value,
    data,
    ...(to === null ? {} : { to }),
    query: { enabled: given.gas === null },
  });
  const fees = useFeesPerGas(chainId);
  const gas = given.gas ?? estimate.data;
  const perGas = given.perGas ?? fees.data?.maxFeePerGas;
  return {
    fee: gas === undefined || perGas === undefined ? undefined : gas * perGas,
    error: (given.gas === null ? estimate.error : null) ?? fees.error,
  };
}
