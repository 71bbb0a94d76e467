import { useQuery } from '@tanstack/react-query';
import type { Address } from 'viem';
import { getDelegation } from 'viem/actions';
import { useConfig } from 'wagmi';
import { CONTRACT_POLL_MS } from '@/lib/evm/read-many';
import { hasFailed } from '@/lib/evm/use-log-scan';

/**
 * React hook that returns the address whose code an account runs on a chain (EIP-7702): null if it runs none, also if it
 * is a contract itself, and undefined until it is known.
 */
export function useDelegation(chainId: number, account: Address) {
  const config = useConfig();
  const delegation = useQuery({
    queryKey: ['delegation', chainId, account],
    queryFn: async () => (await getDelegation(config.getClient({ chainId }), { address: account })) ?? null,
    retry: false,
    refetchInterval: CONTRACT_POLL_MS,
  });
  return {
    delegate: delegation.data,
    isFailed: hasFailed(delegation),
    retry: () => void delegation.refetch(),
  };
}
