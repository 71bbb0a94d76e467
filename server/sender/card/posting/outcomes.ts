import { and, eq, type SQL } from 'drizzle-orm';
import { cardOperations } from '@/lib/server/db/card-decision-tables';
import type { Queryable } from '@/lib/server/db/database';
import { log } from '@/lib/server/log';
import type { OutcomeHandlers } from '../../outbox';

const change = (
  db: Queryable,
  outboxId: number,
  from: 'queued' | 'sent',
  to: 'queued' | 'sent',
): Promise<unknown> =>
  db
    .update(cardOperations)
    .set({ state: to })
    .where(and(eq(cardOperations.outboxId, outboxId), eq(cardOperations.state, from)) as SQL);

const isFreezeOf = (outboxId: number, state: 'sent' | 'posted') =>
  and(
    eq(cardOperations.outboxId, outboxId),
    eq(cardOperations.kind, 'freeze'),
    eq(cardOperations.state, state),
  );

/**
 * Returns operations to the queue whose transaction reverted or can't be mined any more, and ends freezes, each of which is a
 * transaction. All else follows from the contract's events (`CardMirror`). Operations keep the transaction until another one has them.
 */
export const cardOutcomes: OutcomeHandlers = {
  onMined: async (db, { id, chainId, nonce }, { status, transactionHash: txHash, blockNumber }) => {
    if (status === 'success') {
      await db
        .update(cardOperations)
        .set({ state: 'posted', txHash, blockNumber })
        .where(isFreezeOf(id, 'sent'));
      return;
    }
    log.error({ chainId, outboxNonce: nonce }, 'a transaction for cards reverted');
    await change(db, id, 'sent', 'queued');
  },
  onUnmined: async (db, { id }) => {
    await change(db, id, 'queued', 'sent');
    await db
      .update(cardOperations)
      .set({ state: 'sent', txHash: null, blockNumber: null })
      .where(isFreezeOf(id, 'posted'));
  },
  onLost: async (db, { id }) => {
    await change(db, id, 'sent', 'queued');
  },
};
