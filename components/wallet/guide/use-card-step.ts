import { useChainMapping, useContracts } from '@/lib/api/hooks';
import { useCardList } from '@/lib/api/use-card';
import { claims } from '@/lib/content/website';

/**
 * React hook that returns whether the signed-in account has a card, or undefined if it can't get one here: the site doesn't
 * offer cards, the first network has no contract for them, or the issuer is unavailable. `isKnown` is false until the server
 * has answered or failed. Reads nothing unless `isRead`.
 */
export function useCardStep(isRead: boolean): { hasCard: boolean | undefined; isKnown: boolean } {
  const { data: chains } = useChainMapping();
  const { data: contracts } = useContracts();
  const chainId = chains?.[0]?.id;
  const isOffered =
    claims.card !== null &&
    contracts?.some((contract) => contract.chainId === chainId && contract.name === 'card_contract') === true;
  const { data: list, error } = useCardList(isRead && isOffered);
  const isKnown = !isRead || !isOffered || Boolean(list ?? error);
  if (!isOffered || (error && !list)) return { hasCard: undefined, isKnown };
  if (!list) return { hasCard: false, isKnown };
  return { hasCard: list.cards.length > 0 || (list.program.isAvailable ? false : undefined), isKnown };
}
