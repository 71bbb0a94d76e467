import { useQuery } from '@tanstack/react-query';
import { useConfig, useConnection } from 'wagmi';
import { batchingQuery } from './batching';

/** Whether the connected wallet takes an approval and what needs it in one prompt, on a chain; false until it is known. */
export function useBatching(chainId: number): boolean {
  const config = useConfig();
  // The question is another one for another wallet.
  useConnection();
  return useQuery(batchingQuery(config, chainId)).data ?? false;
}
