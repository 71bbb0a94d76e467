import { useChainMapping, useCoinsQuietly } from '@/lib/api/hooks';

/** React hook that returns what to display of a listed token: its icon and the name of its network. */
export function useTokenDetails(coinId: number | undefined, chainId: number | null) {
  const { data: coins } = useCoinsQuietly();
  const { data: chains } = useChainMapping();
  return {
    icon: coins?.find(({ id }) => id === coinId)?.icon,
    network: chains?.find(({ id }) => id === chainId)?.name,
  };
}
