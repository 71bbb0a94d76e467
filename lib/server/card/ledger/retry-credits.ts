import 'server-only';
import { and, asc, eq, lte, sql } from 'drizzle-orm';
import { cardMirrors } from '../../db/card-chain-tables';
import { cardOperations } from '../../db/card-decision-tables';
import { database, inTransaction } from '../../db/database';
import { describeError, log } from '../../log';
import { announceCards } from '../announce';
import { type DecisionTerms, decisionTerms } from '../decision/decision-terms';
import { lockCard } from './card-lock';
import { purchaseKeyOf } from './read-purchase';
import { settle } from './settle';

/** Blocks after which a refusal stays, as for the sender. Before that, the refused transaction could still be accepted. */
const SETTLED_BLOCKS = 64;
const BATCH = 100;

type Credit = Pick<typeof cardOperations.$inferSelect, 'authorizationId' | 'cardId' | 'id' | 'reference'>;

/** Cancels a refused credit, and queues it again under another identifier: both or nothing. */
async function retry(credit: Credit, terms: DecisionTerms): Promise<void> {
  await inTransaction('transaction', async (db) => {
    const key = await purchaseKeyOf(db, credit);
    if (!key) return;
    const card = await lockCard(db, credit.cardId);
    const canceled = await db
      .update(cardOperations)
      .set({ state: 'canceled' })
      .where(and(eq(cardOperations.id, credit.id), eq(cardOperations.state, 'refused')))
      .returning({ id: cardOperations.id });
    if (canceled.length > 0) await settle(db, { card, terms }, key);
  });
  announceCards([credit.cardId]);
}

/**
 * Queues credits again that the contract has refused because what was collected, less what was credited, didn't suffice. That is so
 * until purchases or the operator (`fund`) have raised it. One that fails is tried again the next time.
 */
export async function retryCredits(): Promise<void> {
  const credits = await database('transaction')
    .select({
      id: cardOperations.id,
      cardId: cardOperations.cardId,
      authorizationId: cardOperations.authorizationId,
      reference: cardOperations.reference,
    })
    .from(cardOperations)
    .innerJoin(cardMirrors, eq(cardMirrors.chainId, cardOperations.chainId))
    .where(
      and(
        ...[eq(cardOperations.kind, 'credit'), eq(cardOperations.state, 'refused')],
        eq(cardOperations.reason, 'InsufficientSettled'),
        lte(cardOperations.blockNumber, sql`${cardMirrors.blockNumber} - ${SETTLED_BLOCKS}`),
      ),
    )
    .orderBy(asc(cardOperations.id))
    .limit(BATCH);
  const terms = await decisionTerms();
  for (const credit of credits)
    try {
      await retry(credit, terms);
    } catch (error) {
      log.warn(
        { operationId: credit.id, err: describeError(error) },
        'a refused credit was not queued again',
      );
    }
}
