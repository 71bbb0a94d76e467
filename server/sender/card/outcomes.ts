import { and, eq, type SQL } from 'drizzle-orm';
import { cardOperations } from '@/lib/server/db/card-decision-tables';
import type { Queryable } from '@/lib/server/db/database';
import { log } from '@/lib/server/log';
import type { OutcomeHandlers } from '../outbox';

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

/**
 * Returns operations to the queue whose transaction reverted or can't be mined any more. All else follows from the contract's
 * events (`CardMirror`). Operations keep the transaction until another one has them.
 */
export const cardOutcomes: OutcomeHandlers = {
  onMined: async (db, { id, chainId, nonce }, { status }) => {
    if (status === 'success') return;
    log.error({ chainId, outboxNonce: nonce }, 'a transaction for cards reverted');
    await change(db, id, 'sent', 'queued');
  },
  onUnmined: async (db, { id }) => {
    await change(db, id, 'queued', 'sent');
  },
  onLost: async (db, { id }) => {
    await change(db, id, 'sent', 'queued');
  },
};
