import { useEstimateFeesPerGas } from 'wagmi';
import { CONTRACT_POLL_MS } from './read-many';

/** React hook that returns what a unit of gas costs on a chain now, in wei. Without a chain, it's the connected wallet's. */
export const useFeesPerGas = (chainId: number | undefined, enabled = true) =>
  useEstimateFeesPerGas({
    ...(chainId === undefined ? {} : { chainId }),
    query: { enabled, refetchInterval: CONTRACT_POLL_MS },
  });
