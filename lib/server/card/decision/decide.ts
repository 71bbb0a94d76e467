import 'server-only';
import type { DecisionReason, StoredReply } from '../../db/card-decision-tables';
import { areaPool } from '../../db/database';
import { noteFullDisk } from '../../db/outage';
import type { Receipt } from '../../http/issuer-handler';
import type { ApprovalRequest } from '../../issuer/facts';
import { describeError, log } from '../../log';
import { countDecision } from '../../metrics/count';
import { announceCardOwners } from '../announce';
import { type DecisionRow, decisionStatement } from './decision-statement';
import { decisionTerms } from './decision-terms';

/** Time from the receipt of a request until it is declined without a result. The issuer gives up after 2 s. */
const DEADLINE_MS = 1_200;
/** A statement that gets its locks later declines, so that it has time to commit. */
const STATEMENT_DEADLINE_MS = 1_100;
/** Only a second one is needed: then, the connection that handles the same event at the same time has committed. */
const ATTEMPTS = 2;

/** A decision. `amount` is the approved part in minor units, or null for the requested amount. */
type DecisionResult = { isApproved: boolean; amount: bigint | null; reason: DecisionReason };

const UNAVAILABLE: DecisionResult = { isApproved: false, amount: null, reason: 'unavailable' };

const replyOf = ({ amount, ...reply }: StoredReply): DecisionResult => ({
  ...reply,
  amount: amount === null ? null : BigInt(amount),
});

const elapsed = ({ startedAt }: Receipt) => performance.now() - startedAt;

/** Runs the statement on a connection, and notifies the owner. Returns null if it isn't sent, because the deadline has passed. */
async function runStatement(request: ApprovalRequest, receipt: Receipt): Promise<DecisionResult | null> {
  const terms = await decisionTerms();
  const client = await areaPool('card').connect();
  try {
    let reply: DecisionResult | null = null;
    for (let attempt = 0; attempt < ATTEMPTS && !reply; attempt += 1) {
      const waitedMs = Math.round(elapsed(receipt));
      if (waitedMs > STATEMENT_DEADLINE_MS) break;
      const given = { terms, at: receipt.at, waitedMs, deadlineMs: STATEMENT_DEADLINE_MS };
      const { rows } = await client.query<DecisionRow>(decisionStatement(request, given));
      const [row] = rows;
      reply = row ? replyOf(row.reply) : null;
      if (row?.owner) announceCardOwners([row.owner]);
    }
    client.release();
    return reply;
  } catch (error) {
    // The connection's state is unknown.
    client.release(true);
    throw error;
  }
}

/**
 * Decides on a purchase: reserves its amount and queues its hold, or declines. The same event again gets the same reply. Declines
 * if there is no result before the deadline.
 *
 * The statement can commit after that, or before the reply is lost. Then the request is stored as approved, although the issuer
 * has declined it. The issuer's facts decide: see `releaseRequest`.
 */
export async function decide(request: ApprovalRequest, receipt: Receipt): Promise<DecisionResult> {
  const { eventId, cardId } = request;
  const running = runStatement(request, receipt).catch((error: unknown) => {
    noteFullDisk(error);
    log.error({ eventId, cardId, err: describeError(error) }, 'a card decision failed');
    return UNAVAILABLE;
  });
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<null>((resolve) => {
    timer = setTimeout(resolve, Math.max(DEADLINE_MS - elapsed(receipt), 0), null);
  });
  const reply = await Promise.race([running, late]);
  clearTimeout(timer);
  countDecision((reply ?? UNAVAILABLE).reason);
  if (reply) return reply;
  log.warn({ eventId, cardId, ms: Math.round(elapsed(receipt)) }, 'a card decision was too late');
  return UNAVAILABLE;
}
