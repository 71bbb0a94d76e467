import { useReadContract } from 'wagmi';
import type { Card } from '@/lib/api/types';
import { cardAccountAbi } from '@/lib/evm/abi/card-account';
import { cardStatus } from '@/lib/wallet/transactions/effect-events';
import type { PlacedFunds } from './card-params';

/**
 * React hook that returns whether a closed card is still open in the contract, as a replaced one is. Undefined until that is read,
 * and for cards that aren't closed.
 */
export function useContractCard({ status, number }: Card, own: PlacedFunds | undefined) {
  const { data, isError, refetch } = useReadContract({
    chainId: own?.place.chainId,
    address: own?.place.address,
    abi: cardAccountAbi,
    functionName: 'cardOf',
    args: [number],
    query: { enabled: own !== undefined && status === 'closed' },
  });
  const isOpen = data && (data.status === cardStatus.active || data.status === cardStatus.frozen);
  return { isOpen, isError, refetch };
}
