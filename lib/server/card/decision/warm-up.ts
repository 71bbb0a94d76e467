import 'server-only';
import { randomUUID } from 'node:crypto';
import type { PoolClient } from 'pg';
import { areaPool, CARD_CONNECTIONS } from '../../db/database';
import type { ApprovalRequest } from '../../issuer/facts';
import { describeError, log } from '../../log';
import { CARD_CURRENCY } from '../currency';
import { decisionStatement } from './decision-statement';
import { decisionTerms } from './decision-terms';

/** After five runs, PostgreSQL keeps a plan of a prepared statement. */
const RUNS = 6;
const DEADLINE_MS = 1_000;

/** Returns a request for a card that nobody has. */
function unknownRequest(): ApprovalRequest {
  const id = `warm-up:${randomUUID()}`;
  return {
    ...{ eventId: id, authorizationId: id, cardId: id, position: 0, createdAt: new Date() },
    ...{
      amount: 1n,
      currency: CARD_CURRENCY,
      merchantAmount: 1n,
      merchantCurrency: CARD_CURRENCY,
      isAmountControllable: false,
    },
    merchant: { id: '', name: null, category: '', city: null, country: null },
  };
}

/** Runs the statement on a connection, and undoes it. */
async function prepare(client: PoolClient): Promise<void> {
  const given = { terms: await decisionTerms(), at: new Date(), waitedMs: 0, deadlineMs: DEADLINE_MS };
  await client.query('begin');
  for (let run = 0; run < RUNS; run += 1) await client.query(decisionStatement(unknownRequest(), given));
  await client.query('rollback');
}

/**
 * Opens all connections that decide on purchases, and prepares the statement on each, so that the first purchases don't wait for
 * that. A failure is only logged, because decisions work without it.
 */
export async function warmUpDecisions(): Promise<void> {
  const pool = areaPool('card');
  const connections = await Promise.allSettled(
    Array.from({ length: CARD_CONNECTIONS }, () => pool.connect()),
  );
  const prepared = await Promise.allSettled(
    connections.map(async (connection) => {
      if (connection.status === 'rejected') throw connection.reason;
      const client = connection.value;
      try {
        await prepare(client);
        client.release();
      } catch (error) {
        // The connection's state is unknown.
        client.release(true);
        throw error;
      }
    }),
  );
  const failed = prepared.find(({ status }) => status === 'rejected');
  if (failed?.status === 'rejected')
    log.warn({ err: describeError(failed.reason) }, 'connections for card decisions were not prepared');
}
