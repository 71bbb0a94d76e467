import { useQuery } from '@tanstack/react-query';
import { useConfig } from 'wagmi';
import { type DataCall, hasL1Fee, largestCall, maxL1Fee } from './l1-fee';
import { CONTRACT_POLL_MS } from './read-many';

/**
 * React hook that returns the maximum fee for a transaction's data on another chain, in wei: 0 on chains that don't charge
 * one, and undefined until it is known. If its calldata isn't known, `call` is its maximum size in bytes.
 */
export function useL1Fee(
  chainId: number | undefined,
  call: DataCall | number,
): { fee: bigint | undefined; error: Error | null; errorUpdateCount: number } {
  const config = useConfig();
  const isCharged = hasL1Fee(config.chains.find(({ id }) => id === chainId));
  const { data, error, errorUpdateCount } = useQuery({
    queryKey: ['l1 fee', chainId, typeof call === 'number' ? call : [call.to, String(call.value), call.data]],
    queryFn: () =>
      maxL1Fee(config.getClient({ chainId }), typeof call === 'number' ? largestCall(call) : call),
    enabled: isCharged,
    refetchInterval: CONTRACT_POLL_MS,
  });
  return { fee: isCharged ? data : 0n, error: isCharged ? error : null, errorUpdateCount };
}
