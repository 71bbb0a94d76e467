import type { Address, Hash } from 'viem';
import { openReview } from '@/components/wallet/transaction-sheet/sheet';
import { type CardOrder, cardPlan } from '@/lib/wallet/card/card-plan';
import type { CardPlace } from '@/lib/wallet/card/use-card-funds';
import type { ListedToken } from '@/lib/wallet/tokens/listed-token';

type Extras = { onSent?: (id: Hash) => void };

/** React hook that returns a function to review an action in the contract for cards. */
export function useCardOrder(
  account: Address,
  place: CardPlace,
  token: ListedToken,
): (order: CardOrder, extras?: Extras) => void {
  return (order, extras = {}) =>
    openReview({ account, plan: cardPlan(place, token, account, order), ...extras });
}
