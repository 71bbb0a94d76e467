import 'server-only';
import { and, eq, inArray } from 'drizzle-orm';
import { identifierOf } from '@/lib/evm/card-account';
import { cardOperations } from '../db/card-decision-tables';
import { cards } from '../db/card-tables';
import type { Queryable } from '../db/database';
import type { LockedCard } from './ledger/card-lock';

/**
 * Freezes a locked card: purchases are declined from the commit on, and the sender's role for cards freezes it in the contract. Only
 * its owner can end that, in the contract. Repeating it changes nothing.
 */
export async function queueFreeze(db: Queryable, { id, chainId, chainCard }: LockedCard): Promise<void> {
  await db
    .update(cards)
    .set({ status: 'frozen' })
    .where(and(eq(cards.id, id), eq(cards.status, 'active')));
  if (chainCard === null) return;
  const [open] = await db
    .select({ id: cardOperations.id })
    .from(cardOperations)
    .where(
      and(
        eq(cardOperations.cardId, id),
        eq(cardOperations.kind, 'freeze'),
        inArray(cardOperations.state, ['queued', 'sent']),
      ),
    );
  if (open) return;
  await db.insert(cardOperations).values({
    ...{ kind: 'freeze', chainId, cardId: id, chainCard, amountRaw: 0n },
    holdId: identifierOf(`freeze:${id}`),
  });
}
