import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { getBlockNumber } from 'viem/actions';
import { useConfig } from 'wagmi';
import { isUnreachable } from '@/lib/evm/node-transport';
import { NODE_CHECK_MS } from '@/lib/wallet-constants';

/**
 * For as long as a chain is out of reach: tries its nodes, whose transport writes down the first answer, and then has
 * every figure on the screen read anew.
 */
export function useNodeCheck(chainId: number): void {
  const config = useConfig();
  const queryClient = useQueryClient();
  useQuery({
    queryKey: ['nodeCheck', chainId],
    queryFn: () => getBlockNumber(config.getClient({ chainId }), { cacheTime: 0 }),
    refetchInterval: NODE_CHECK_MS,
    retry: false,
    gcTime: 0,
  });
  useEffect(
    () => () => {
      if (!isUnreachable(chainId)) void queryClient.invalidateQueries({}, { cancelRefetch: false });
    },
    [chainId, queryClient],
  );
}
