import { useChainMapping, useCoinsQuietly } from '@/lib/api/hooks';

/** React hook that returns a listed token's icon and the name of its network. */
export function useTokenDetails(coinId: number | undefined, chainId: number | null) {
  const { data: coins } = useCoinsQuietly();
  const { data: chains } = useChainMapping();
  return {
    icon: coins?.find(({ id }) => id === coinId)?.icon,
    network: chains?.find(({ id }) => id === chainId)?.name,
  };
}
