import type { Address } from 'viem';
import { useEstimateGas } from 'wagmi';
import type { DataCall } from '@/lib/evm/l1-fee';
import { useFeesPerGas } from '@/lib/evm/use-fees-per-gas';
import { useL1Fee } from '@/lib/evm/use-l1-fee';

/**
 * The gas limit, which is null if it must be estimated and undefined until it is known, and the price per unit of gas in
 * wei.
 */
type GivenFee = { gas: bigint | null | undefined; perGas: bigint | undefined };

/**
 * React hook that returns the maximum network fee of a transaction, in wei, with what its chain charges for data on another
 * chain. The fee is undefined while it is being estimated, and if the estimate fails. In the latter case, `error` is set.
 */
export function useNetworkFee(
  chainId: number,
  account: Address,
  { to, value, data }: DataCall,
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
  const l1 = useL1Fee(chainId, { to, value, data });
  const gas = given.gas ?? estimate.data;
  const perGas = given.perGas ?? fees.data?.maxFeePerGas;
  return {
    fee:
      gas === undefined || perGas === undefined || l1.fee === undefined ? undefined : gas * perGas + l1.fee,
    error: (given.gas === null ? estimate.error : null) ?? fees.error ?? l1.error,
  };
}
