import { and, desc, eq, inArray, isNotNull, isNull } from 'drizzle-orm';
import { max } from '@/lib/evm/bigint';
import { cardOperations, OFFSET } from '@/lib/server/db/card-decision-tables';
import { cardAccounts, cards } from '@/lib/server/db/card-tables';
import type { Queryable } from '@/lib/server/db/database';
import type { OperationRow } from '../contract/contract';

const cardsOf = (db: Queryable, accountId: number) =>
  db.select({ id: cards.id }).from(cards).where(eq(cards.accountId, accountId));

/** Cancels credits that have lowered what an account owes, the latest first, until they are at least `amount`. Returns them. */
async function cancelOffsets(db: Queryable, accountId: number, amount: bigint): Promise<OperationRow[]> {
  const offsets = await db
    .select()
    .from(cardOperations)
    .where(
      and(
        ...[eq(cardOperations.kind, 'credit'), eq(cardOperations.state, 'refused')],
        ...[eq(cardOperations.reason, OFFSET), inArray(cardOperations.cardId, cardsOf(db, accountId))],
      ),
    )
    .orderBy(desc(cardOperations.id));
  let left = amount;
  const canceled = offsets.filter(({ amountRaw }) => {
    if (left <= 0n) return false;
    left -= amountRaw;
    return true;
  });
  const ids = canceled.map(({ id }) => id);
  await db.update(cardOperations).set({ state: 'canceled' }).where(inArray(cardOperations.id, ids));
  return canceled;
}

/**
 * Changes what a locked account owes. Returns credits that have to be queued again: because they lower what is owed now, or because
 * they have lowered what isn't owed any more, after a reorganization.
 */
export async function changeOwed(db: Queryable, accountId: number, change: bigint): Promise<OperationRow[]> {
  if (change === 0n) return [];
  const ofAccount = eq(cardAccounts.id, accountId);
  const [account] = await db.select({ owed: cardAccounts.owed }).from(cardAccounts).where(ofAccount);
  const after = (account?.owed ?? 0n) + change;
  const offsets = after < 0n ? await cancelOffsets(db, accountId, -after) : [];
  const owed = offsets.reduce((sum, { amountRaw }) => sum + amountRaw, after);
  await db
    .update(cardAccounts)
    .set({ owed: max(owed, 0n) })
    .where(ofAccount);
  if (change < 0n) return offsets;
  return db
    .update(cardOperations)
    .set({ state: 'canceled' })
    .where(
      and(
        ...[eq(cardOperations.kind, 'credit'), eq(cardOperations.state, 'queued')],
        inArray(cardOperations.cardId, cardsOf(db, accountId)),
        // One that was sent may still be mined, and the purchase of one without a reference isn't known.
        ...[isNull(cardOperations.chainHoldId), isNotNull(cardOperations.reference)],
      ),
    )
    .returning();
}
