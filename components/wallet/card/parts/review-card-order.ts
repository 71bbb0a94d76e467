import type { Address, Hash } from 'viem';
import { openReview } from '@/components/wallet/transaction-sheet/sheet';
import { type CardOrder, cardPlan } from '@/lib/wallet/card/card-plan';
import type { CardPlace } from '@/lib/wallet/card/use-card-funds';
import type { ListedToken } from '@/lib/wallet/tokens/listed-token';

/** Opens the review of an action in the contract for cards. `onSent` gets the ID of its entry in the ledger. */
export function reviewCardOrder(
  account: Address,
  place: CardPlace,
  token: ListedToken,
  order: CardOrder,
  onSent?: (id: Hash) => void,
): void {
  const plan = cardPlan(place, token, account, order);
  openReview({ account, plan, ...(onSent ? { onSent } : {}) });
}
