import type { Address, Hex } from 'viem';
import { useEstimateFeesPerGas, useEstimateGas } from 'wagmi';

/** The most that the network takes for a transaction, in wei; undefined while unknown, and where the chain would refuse it. */
export function useNetworkFee(
  chainId: number,
  account: Address,
  { to, value, data }: { to: Address; value: bigint; data: Hex },
): bigint | undefined {
  const { data: gas } = useEstimateGas({ chainId, account, to, value, data });
  const { data: fees } = useEstimateFeesPerGas({ chainId, query: { refetchInterval: 12_000 } });
  return gas === undefined || fees === undefined ? undefined : gas * fees.maxFeePerGas;
}
