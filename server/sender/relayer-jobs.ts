import { and, desc, eq, gte, inArray, isNull, lt, lte, ne, notInArray, type SQL, sql } from 'drizzle-orm';
import type { Hex } from 'viem';
import type { Queryable } from '@/lib/server/db/database';
import { outbox, transfers } from '@/lib/server/db/sender-tables';
import { describeError, log } from '@/lib/server/log';
import { accountFaultOf } from '@/lib/server/transfers/read-events';
import { NONCE_USED, type TransferRow } from '@/lib/server/transfers/route';
import { routes } from '@/lib/server/transfers/routes';
import { EventSearch, firstBlockOf } from './event-search';
import type { OutcomeHandlers, SenderContext } from './outbox';
import { recordTransfers } from './transfer-records';
import { type ChainView, type Change, findLost } from './view';

/** Transactions that may revert with a transfer before it counts as refused. */
const MAX_REVERTS = 3;
/** Transfers that are followed at once, open ones first. More wait in the queue. */
const MAX_OPEN = 10_000;
/** How often a node may fail to read what used a nonce, and the time between two attempts (ms). */
const MAX_READS = 3;
const READ_INTERVAL_MS = 5_000;
/** Reason of a confirmed transfer that its owner had canceled: it isn't sent again if its block leaves the chain. */
const CANCELED_BEFORE = 'CanceledBefore';

const ofTransaction = (outboxId: number) =>
  and(eq(transfers.outboxId, outboxId), eq(transfers.state, 'sent'));
const back = { blockNumber: null, blockHash: null, txHash: null, reason: null };

/** Records that transfers were refused. If the nonce was used, events decide, so only the reason is recorded. */
export async function refuseTransfers(db: Queryable, refused: ReadonlyMap<Hex, string>): Promise<void> {
  for (const [id, reason] of refused)
    await db
      .update(transfers)
      .set({ reason, ...(reason === NONCE_USED ? {} : { state: 'refused' as const }) })
      .where(and(eq(transfers.id, id), inArray(transfers.state, ['queued', 'sent'])));
}

/**
 * Returns transfers to the queue whose transaction, or part of it, reverted or would revert. Each then gets a transaction of
 * its own, whose simulation can show the reason.
 */
export async function returnFailed(db: Queryable, failed: readonly TransferRow[]): Promise<void> {
  if (failed.length === 0) return;
  const which = inArray(
    transfers.id,
    failed.map(({ id }) => id),
  );
  await db
    .update(transfers)
    .set({ state: 'queued', outboxId: null, reverts: sql`${transfers.reverts} + 1` })
    .where(and(which, inArray(transfers.state, ['queued', 'sent'])));
  await db
    .update(transfers)
    .set({ state: 'refused', reason: 'TransactionReverted' })
    .where(and(which, eq(transfers.state, 'queued'), gte(transfers.reverts, MAX_REVERTS)));
}

/** Updates transfers when their transaction is mined, or when its block leaves the chain. */
export const transferOutcomes: OutcomeHandlers = {
  onMined: async (db, row, { logs, transactionHash: txHash, blockNumber, blockHash }) => {
    const batch = await db.select().from(transfers).where(eq(transfers.outboxId, row.id));
    const [first] = batch;
    if (!first) return;
    const { executed, refused } = routes[first.route].readOutcomes(batch, logs);
    if (executed.size > 0)
      await db
        .update(transfers)
        .set({ state: 'confirmed', reason: null, txHash, blockNumber, blockHash })
        .where(and(eq(transfers.outboxId, row.id), inArray(transfers.id, [...executed])));
    await refuseTransfers(db, refused);
    const failed = batch.filter(({ id, state }) => state === 'sent' && !executed.has(id) && !refused.has(id));
    await returnFailed(db, failed);
  },
  onUnmined: async (db, row) => {
    await db
      .update(transfers)
      .set({ state: 'sent', ...back })
      .where(
        and(
          eq(transfers.outboxId, row.id),
          isNull(transfers.settledAt),
          inArray(transfers.state, ['confirmed', 'refused']),
        ),
      );
  },
  onLost: async (db, row) => {
    await db.update(transfers).set({ state: 'queued', outboxId: null }).where(ofTransaction(row.id));
  },
};

/** Returns what to store as the reason of a transfer that was executed. */
const reasonOf = ({ state }: TransferRow) => (state === 'canceled' ? CANCELED_BEFORE : null);

/**
 * Follows the transfers of a chain by their events, because anyone can send the transaction. Only the event of the vault or
 * token, a nonce that something else used, or a settled block later than the deadline ends a transfer.
 */
export class TransferTracker {
  readonly #search: EventSearch;
  /** How often a node couldn't read the end of a transfer, and when it's read again. */
  readonly #unreadable = new Map<Hex, { times: number; at: number }>();

  constructor(private readonly context: SenderContext) {
    this.#search = new EventSearch(context.chain);
  }

  #read<Result>(run: (db: Queryable) => Promise<Result>): Promise<Result> {
    const { db, inTurn } = this.context;
    return inTurn(() => run(db));
  }

  /** Updates the stored outcomes from the chain. Returns whether a transfer is open. */
  async track(view: ChainView, { isNew, isReorganized }: Change): Promise<boolean> {
    if (isReorganized) await this.#returnLost(view);
    const undecided = await this.#read((db) =>
      db
        .select()
        .from(transfers)
        .where(this.#unsettled(ne(transfers.state, 'confirmed')))
        .orderBy(desc(inArray(transfers.state, ['queued', 'sent'])), transfers.createdAt)
        .limit(MAX_OPEN),
    );
    if (isReorganized) this.#search.restart(undecided);
    await this.#applyEvents(undecided, view);
    if (isNew) await this.#settle(view, await recordTransfers(this.context, view));
    this.#search.forgetOthers(undecided);
    return undecided.some(({ state }) => state === 'queued' || state === 'sent');
  }

  #unsettled(which: SQL | undefined): SQL | undefined {
    return and(eq(transfers.chainId, this.context.chain.id), isNull(transfers.settledAt), which);
  }

  /** Returns confirmed transfers whose block left the chain to the queue, or to their transaction if it can be mined. */
  async #returnLost(view: ChainView): Promise<void> {
    const isConfirmed = this.#unsettled(eq(transfers.state, 'confirmed'));
    const blocks = await this.#read((db) =>
      db
        .select({ blockNumber: transfers.blockNumber, blockHash: transfers.blockHash })
        .from(transfers)
        .where(isConfirmed)
        .groupBy(transfers.blockNumber, transfers.blockHash),
    );
    const known = blocks.flatMap(({ blockNumber, blockHash }) =>
      blockNumber !== null && blockHash !== null ? [{ blockNumber, blockHash }] : [],
    );
    const lost = await findLost(this.context.chain, known, view);
    if (lost.size === 0) return;
    const waits = sql`exists (select 1 from ${outbox} where ${outbox.id} = ${transfers.outboxId} and ${outbox.blockNumber} is null and ${outbox.settledAt} is null)`;
    await this.#read((db) =>
      db
        .update(transfers)
        .set({
          ...back,
          state: sql`case when ${transfers.reason} = ${CANCELED_BEFORE} then 'canceled' when ${waits} then 'sent' else 'queued' end`,
          outboxId: sql`case when ${waits} then ${transfers.outboxId} end`,
        })
        .where(and(isConfirmed, inArray(transfers.blockHash, [...lost]))),
    );
  }

  /** Confirms transfers whose event is on the chain, and ends those whose nonce something else used. */
  async #applyEvents(undecided: readonly TransferRow[], view: ChainView): Promise<void> {
    const found = await this.#search.find(undecided, view);
    for (const row of undecided) {
      const event = found.get(row.id);
      if (event)
        await this.#read((db) =>
          db
            .update(transfers)
            .set({ state: 'confirmed', reason: reasonOf(row), ...event })
            .where(eq(transfers.id, row.id)),
        );
      else if (row.reason === NONCE_USED && ['queued', 'sent'].includes(row.state))
        await this.#endUsed(row, view);
    }
  }

  /**
   * Returns what to store of a transfer whose nonce is used at a block, or null if it's unused. Undefined if the nonce's use
   * couldn't be read. After MAX_READS failures, the transfer counts as refused.
   */
  async #endOf(row: TransferRow, toBlock: bigint): Promise<Partial<TransferRow> | null | undefined> {
    const { chain } = this.context;
    const used = { state: 'refused', reason: NONCE_USED } as const;
    const { times, at } = this.#unreadable.get(row.id) ?? { times: 0, at: 0 };
    if (at > performance.now()) return undefined;
    this.#unreadable.delete(row.id);
    try {
      const end = await routes[row.route].readEnd(chain, row, { fromBlock: firstBlockOf(row), toBlock });
      if (end?.kind === 'executed') {
        const { txHash, blockNumber, blockHash } = end;
        return { state: 'confirmed', reason: reasonOf(row), txHash, blockNumber, blockHash };
      }
      if (end?.kind === 'canceled') return { state: 'canceled', reason: 'NonceCanceled' };
      return end && used;
    } catch (error) {
      const cause = await accountFaultOf(chain, error);
      log.warn(
        { chainId: chain.id, owner: row.owner, err: describeError(cause) },
        'the outcome of a transfer could not be read',
      );
      if (times + 1 >= MAX_READS) return used;
      this.#unreadable.set(row.id, { times: times + 1, at: performance.now() + READ_INTERVAL_MS });
      return undefined;
    }
  }

  /** Ends a transfer whose simulation says that its nonce is used. */
  async #endUsed(row: TransferRow, view: ChainView): Promise<void> {
    const end = await this.#endOf(row, view.number);
    if (end === undefined) return;
    // Otherwise, the block that used it left the chain.
    const change = end ?? { state: 'queued' as const, outboxId: null, reason: null };
    // Its owner may have canceled it meanwhile.
    const isUnchanged = and(eq(transfers.id, row.id), eq(transfers.state, row.state));
    await this.#read((db) => db.update(transfers).set(change).where(isUnchanged));
  }

  /** Ends what no reorganization can change any more, except transfers in transactions that wait to be recorded. */
  async #settle({ settled }: ChainView, unrecorded: Hex[]): Promise<void> {
    if (!settled) return;
    const settledAt = new Date();
    await this.#read((db) =>
      db
        .update(transfers)
        .set({ settledAt })
        .where(
          this.#unsettled(
            and(
              eq(transfers.state, 'confirmed'),
              lte(transfers.blockNumber, settled.number),
              notInArray(transfers.txHash, unrecorded),
            ),
          ),
        ),
    );
    const late = await this.#read((db) =>
      db
        .select()
        .from(transfers)
        .where(
          this.#unsettled(
            and(ne(transfers.state, 'confirmed'), lt(transfers.deadline, Number(settled.timestamp))),
          ),
        ),
    );
    for (const row of late) {
      const isOpen = row.state === 'queued' || row.state === 'sent';
      const found = await this.#endOf(row, settled.number);
      if (found === undefined) continue;
      // Somebody may have submitted a signature that its owner canceled, or that the relayer refused.
      const isNews = isOpen || found?.state === 'confirmed';
      const end = isNews ? (found ?? { state: 'expired' as const }) : {};
      await this.#read((db) =>
        db
          .update(transfers)
          .set({ settledAt, ...end })
          .where(eq(transfers.id, row.id)),
      );
    }
  }
}
