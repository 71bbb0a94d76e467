import { and, eq, inArray, isNull, lt, lte, ne, notInArray, type SQL, sql } from 'drizzle-orm';
import { type Hex, parseEventLogs } from 'viem';
import { vaultAbi } from '@/lib/evm/abi/vault';
import { withNode } from '@/lib/server/chain/node';
import type { Queryable } from '@/lib/server/db/database';
import { outbox, transfers } from '@/lib/server/db/sender-tables';
import {
  findExecuted,
  isNonceUsed,
  readOutcomes,
  type TransferRow,
} from '@/lib/server/transfers/vault-route';
import { greater, lesser } from './fees';
import type { OutcomeHandlers, SenderContext } from './outbox';
import { recordTransfers } from './transfer-records';
import { type ChainView, type Change, isCanonical, SETTLED_DEPTH } from './view';

/** Transactions that may revert with a transfer before it counts as refused. */
const MAX_REVERTS = 3;
/** Transfers that are followed at once. More wait in the queue. */
const MAX_OPEN = 10_000;
/** Refusal after which only the chain's events show what used the nonce. */
export const NONCE_USED = 'NonceUsed';

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

/** Updates transfers when their transaction is mined, or when its block leaves the chain. */
export const transferOutcomes: OutcomeHandlers = {
  onMined: async (db, row, { logs, status, transactionHash: txHash, blockNumber, blockHash }) => {
    if (status !== 'success') {
      await db
        .update(transfers)
        .set({ state: 'queued', outboxId: null, reverts: sql`${transfers.reverts} + 1` })
        .where(ofTransaction(row.id));
      await db
        .update(transfers)
        .set({ state: 'refused', reason: 'TransactionReverted' })
        .where(
          and(
            eq(transfers.chainId, row.chainId),
            eq(transfers.state, 'queued'),
            sql`${transfers.reverts} >= ${MAX_REVERTS}`,
          ),
        );
      return;
    }
    const { executed, refused } = readOutcomes(logs, row.to);
    if (executed.size > 0)
      await db
        .update(transfers)
        .set({ state: 'confirmed', reason: null, txHash, blockNumber, blockHash })
        .where(and(eq(transfers.outboxId, row.id), inArray(transfers.id, [...executed])));
    await refuseTransfers(db, refused);
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

/**
 * Follows the transfers of a chain by their events, because anyone can send the transaction. Only the vault's `Transferred` event, a
 * nonce that something else used, or a settled block later than the deadline ends a transfer.
 */
export class TransferTracker {
  /** Latest block that was searched for each transfer's event. */
  readonly #searched = new Map<Hex, bigint>();

  constructor(private readonly context: SenderContext) {}

  #read<Result>(run: (db: Queryable) => Promise<Result>): Promise<Result> {
    const { db, inTurn } = this.context;
    return inTurn(() => run(db));
  }

  async track(view: ChainView, { isNew, isReorganized }: Change): Promise<void> {
    if (isReorganized) await this.#returnLost();
    const undecided = await this.#read((db) =>
      db
        .select()
        .from(transfers)
        .where(this.#unsettled(ne(transfers.state, 'confirmed')))
        .orderBy(transfers.createdAt)
        .limit(MAX_OPEN),
    );
    // On the new chain, an event can be in an earlier block than before.
    if (isReorganized)
      for (const { id, queuedAtBlock } of undecided)
        this.#searched.set(id, greater(queuedAtBlock - SETTLED_DEPTH, -1n));
    await this.#findEvents(undecided, view);
    if (isNew) await this.#settle(view, await recordTransfers(this.context, view));
    const known = new Set(undecided.map(({ id }) => id));
    for (const id of this.#searched.keys()) if (!known.has(id)) this.#searched.delete(id);
  }

  #unsettled(which: SQL | undefined): SQL | undefined {
    return and(eq(transfers.chainId, this.context.chain.id), isNull(transfers.settledAt), which);
  }

  /** Returns confirmed transfers whose block left the chain to the queue, or to their transaction if it can be mined. */
  async #returnLost(): Promise<void> {
    const { chain } = this.context;
    const blocks = await this.#read((db) =>
      db
        .select({ blockNumber: transfers.blockNumber, blockHash: transfers.blockHash })
        .from(transfers)
        .where(this.#unsettled(eq(transfers.state, 'confirmed')))
        .groupBy(transfers.blockNumber, transfers.blockHash),
    );
    const waits = sql`exists (select 1 from ${outbox} where ${outbox.id} = ${transfers.outboxId} and ${outbox.blockNumber} is null and ${outbox.settledAt} is null)`;
    for (const { blockNumber, blockHash } of blocks) {
      if (blockNumber === null || blockHash === null) continue;
      if (await isCanonical(chain, { blockNumber, blockHash })) continue;
      await this.#read((db) =>
        db
          .update(transfers)
          .set({
            ...back,
            state: sql`case when ${waits} then 'sent' else 'queued' end`,
            outboxId: sql`case when ${waits} then ${transfers.outboxId} end`,
          })
          .where(
            this.#unsettled(
              and(
                eq(transfers.state, 'confirmed'),
                eq(transfers.blockNumber, blockNumber),
                eq(transfers.blockHash, blockHash),
              ),
            ),
          ),
      );
    }
  }

  /** Confirms transfers whose event is on the chain, and ends those whose nonce something else used. */
  async #findEvents(undecided: readonly TransferRow[], view: ChainView): Promise<void> {
    for (const contract of new Set(undecided.map((row) => row.contract))) {
      const rows = undecided.filter((row) => row.contract === contract);
      const from = (row: TransferRow) => (this.#searched.get(row.id) ?? row.queuedAtBlock) + 1n;
      const fromBlock = rows.map(from).reduce(lesser, view.number + 1n);
      const owners = [...new Set(rows.map(({ owner }) => owner))];
      const executed = await findExecuted(this.context.chain, contract, {
        owners,
        fromBlock,
        toBlock: view.number,
      });
      for (const row of rows) {
        const event = executed.get(row.id);
        if (event)
          await this.#read((db) =>
            db
              .update(transfers)
              .set({ state: 'confirmed', reason: null, ...event })
              .where(eq(transfers.id, row.id)),
          );
        else if (row.reason === NONCE_USED && ['queued', 'sent'].includes(row.state))
          await this.#endUsed(row, view);
        else this.#searched.set(row.id, view.number);
      }
    }
  }

  /** Ends a transfer whose nonce was used by something else: canceled by its owner, or used by another transfer. */
  async #endUsed(row: TransferRow, view: ChainView): Promise<void> {
    const isUsed = await isNonceUsed(this.context.chain, row.contract, row, view.number);
    const isCanceled = isUsed && (await this.#wasCanceled(row, view));
    await this.#read((db) =>
      db
        .update(transfers)
        .set(
          isUsed
            ? {
                state: isCanceled ? 'canceled' : 'refused',
                reason: isCanceled ? 'NonceCanceled' : NONCE_USED,
              }
            : // The block that used it left the chain.
              { state: 'queued', outboxId: null, reason: null },
        )
        .where(eq(transfers.id, row.id)),
    );
  }

  #wasCanceled({ contract, owner, nonce, queuedAtBlock }: TransferRow, view: ChainView): Promise<boolean> {
    return withNode(this.context.chain, async (node) => {
      const logs = await node.getContractEvents({
        address: contract,
        abi: vaultAbi,
        eventName: 'NonceCanceled',
        args: { owner },
        fromBlock: queuedAtBlock,
        toBlock: view.number,
      });
      return parseEventLogs({ abi: vaultAbi, eventName: 'NonceCanceled', logs }).some(
        ({ args }) => args.nonce === nonce,
      );
    });
  }

  /** Ends what no reorganization can change any more, except transfers in transactions that wait to be recorded. */
  async #settle({ settled }: ChainView, unrecorded: Hex[]): Promise<void> {
    if (!settled) return;
    const { chain } = this.context;
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
      const isUsed = isOpen && (await isNonceUsed(chain, row.contract, row, settled.number));
      const end = isUsed ? { state: 'refused' as const, reason: NONCE_USED } : { state: 'expired' as const };
      await this.#read((db) =>
        db
          .update(transfers)
          .set({ settledAt, ...(isOpen ? end : {}) })
          .where(eq(transfers.id, row.id)),
      );
    }
  }
}
