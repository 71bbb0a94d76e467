import { useQueryClient } from '@tanstack/react-query';
import { reportReachable } from '@/lib/evm/node-transport';
import { storeOwnNode } from './own-nodes';

/**
 * React hook that returns a function to choose a chain's node: an own one by its address, or null for the site's. What is on
 * the page is read again. The function returns whether the choice was stored.
 */
export function useChooseNode(): (chainId: number, url: string | null) => boolean {
  const queries = useQueryClient();
  return (chainId, url) => {
    const isStored = storeOwnNode(chainId, url);
    // Nothing is known of the other node yet. Its first answer shows whether it can be reached.
    reportReachable(chainId, true);
    void queries.invalidateQueries();
    return isStored;
  };
}
