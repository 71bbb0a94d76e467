import { and, asc, eq, isNull, lte, max } from 'drizzle-orm';
import type { NodePgDatabase } from 'drizzle-orm/node-postgres';
import type { LimitFunction } from 'p-limit';
import {
  type Address,
  type Hex,
  keccak256,
  type PrivateKeyAccount,
  type TransactionReceipt,
  TransactionReceiptNotFoundError,
} from 'viem';
import { paidFee } from '@/lib/evm/paid-fee';
import { type ServerChain, withNode } from '@/lib/server/chain/node';
import type { Queryable } from '@/lib/server/db/database';
import { outbox, type SenderRole } from '@/lib/server/db/sender-tables';
import { describeError, log } from '@/lib/server/log';
import { currentFees, type Fees, replacementFees } from './fees';
import { type ChainView, findLost } from './view';

type OutboxRow = typeof outbox.$inferSelect;
/** What is needed to follow a transaction, without its data: that of a batch has tens of kilobytes. */
const TRACKED = {
  id: outbox.id,
  chainId: outbox.chainId,
  nonce: outbox.nonce,
  to: outbox.to,
  hashes: outbox.hashes,
  blockNumber: outbox.blockNumber,
  blockHash: outbox.blockHash,
};
type TrackedRow = Pick<OutboxRow, keyof typeof TRACKED>;
export type Call = { to: Address; data: Hex; gas: bigint };

/** Blocks without a receipt after which a transaction is replaced. */
const REPLACE_AFTER_BLOCKS = 3n;
/** Interval at which transactions that aren't mined are sent again, in case that the node has lost them (ms). */
const SEND_AGAIN_MS = 3_000;

/** Returns the most that a transaction can cost, in base units of the native currency. */
export const costOf = ({ gas, maxFee }: Pick<OutboxRow, 'gas' | 'maxFee'>): bigint => gas * maxFee;

/** Where and as whom a sender sends. It writes only over the connection that holds its lock. */
export type SenderContext = {
  role: SenderRole;
  chain: ServerChain;
  account: PrivateKeyAccount;
  db: NodePgDatabase;
  inTurn: LimitFunction;
};

/** What a role does when the outcome of its transactions changes, in the same database transaction. */
export type OutcomeHandlers = {
  onMined: (db: Queryable, row: TrackedRow, receipt: TransactionReceipt) => Promise<void>;
  /** Its block left the chain. It is sent again. */
  onUnmined: (db: Queryable, row: TrackedRow) => Promise<void>;
  /** Its nonce was used by a transaction that isn't in the outbox, so it can't be mined any more. */
  onLost: (db: Queryable, row: TrackedRow) => Promise<void>;
};

/**
 * The transactions of one key on one chain. Each is committed with its nonce before it is broadcast, so that a kill at
 * any point loses none, and none is sent twice with different nonces.
 */
export class Outbox {
  #sentAt = Number.NEGATIVE_INFINITY;
  /** Whether the last attempt couldn't replace a transaction. */
  #isCapped = false;

  constructor(
    private readonly context: SenderContext,
    private readonly handlers: OutcomeHandlers,
  ) {}

  /** Runs queries in one transaction over the connection that holds the lock. */
  write<Result>(run: (db: Queryable) => Promise<Result>): Promise<Result> {
    const { db, inTurn } = this.context;
    return inTurn(() => db.transaction(run));
  }

  #mine() {
    const { role, chain, account } = this.context;
    return and(eq(outbox.role, role), eq(outbox.chainId, chain.id), eq(outbox.sender, account.address));
  }

  /** Transactions whose outcome isn't settled. */
  #open() {
    return and(this.#mine(), isNull(outbox.settledAt));
  }

  /** Returns the transactions that aren't mined, by nonce. */
  waiting(): Promise<OutboxRow[]> {
    const { db, inTurn } = this.context;
    return inTurn(() =>
      db
        .select()
        .from(outbox)
        .where(and(this.#open(), isNull(outbox.blockNumber)))
        .orderBy(asc(outbox.nonce)),
    );
  }

  /** Returns the next nonce, or null if the transactions before it are missing, so that it could never be mined. */
  async #nextNonce(db: Queryable, { count }: ChainView, waiting: number): Promise<number | null> {
    const [row] = await db
      .select({ last: max(outbox.nonce) })
      .from(outbox)
      .where(this.#mine());
    const next = Math.max((row?.last ?? -1) + 1, count);
    return next > count + waiting ? null : next;
  }

  #sign(nonce: number, { to, data, gas }: Call, { maxFee, maxTip }: Fees): Promise<Hex> {
    const { chain, account } = this.context;
    return account.signTransaction({
      type: 'eip1559',
      chainId: chain.id,
      nonce,
      to,
      data,
      gas,
      maxFeePerGas: maxFee,
      maxPriorityFeePerGas: maxTip,
    });
  }

  /**
   * Stores and broadcasts a transaction. `claim` locks what it carries and returns the call, or null if nothing is left;
   * `attach` stores the transaction's ID there. Returns false if its nonce could never be mined.
   */
  async put(
    view: ChainView,
    { fees, waiting }: { fees: Fees; waiting: number },
    claim: (db: Queryable) => Promise<{ call: Call; attach: (outboxId: number) => Promise<unknown> } | null>,
  ): Promise<boolean> {
    const { role, chain, account } = this.context;
    const row = await this.write(async (db) => {
      const nonce = await this.#nextNonce(db, view, waiting);
      if (nonce === null) return false;
      const claimed = await claim(db);
      if (!claimed) return null;
      const raw = await this.#sign(nonce, claimed.call, fees);
      const [stored] = await db
        .insert(outbox)
        .values({
          ...{ role, chainId: chain.id, sender: account.address, nonce, ...claimed.call, ...fees },
          ...{ raw, hashes: [keccak256(raw)], signedAtBlock: view.number },
        })
        .returning();
      if (!stored) throw new Error('the outbox returned no row');
      await claimed.attach(stored.id);
      return stored;
    });
    if (row) await this.#broadcast(row);
    return row !== false;
  }

  /** Sends a stored transaction. The chain decides what became of it, so an error of the node is only logged. */
  async #broadcast({ raw, nonce }: OutboxRow): Promise<void> {
    const { chain } = this.context;
    try {
      await withNode(chain, (node) => node.sendRawTransaction({ serializedTransaction: raw }));
    } catch (error) {
      log.info(
        { chainId: chain.id, outboxNonce: nonce, err: describeError(error) },
        'a node did not take a transaction',
      );
    }
  }

  /** Returns the receipt of a transaction on the chain up to `view`, whichever of its versions was mined, or null. */
  async #receiptOf({ hashes }: TrackedRow, view: ChainView): Promise<TransactionReceipt | null> {
    for (const hash of [...hashes].reverse()) {
      const receipt = await withNode(this.context.chain, (node) =>
        node.getTransactionReceipt({ hash }).catch((error: unknown) => {
          if (error instanceof TransactionReceiptNotFoundError) return null;
          throw error;
        }),
      );
      if (receipt && receipt.blockNumber <= view.number) return receipt;
    }
    return null;
  }

  /** Updates the stored outcomes from the chain. `isReorganized` is whether blocks may have left it since the last call. */
  async track(view: ChainView, isReorganized: boolean): Promise<void> {
    const { db, inTurn, chain } = this.context;
    const open = await inTurn(() =>
      db.select(TRACKED).from(outbox).where(this.#open()).orderBy(asc(outbox.nonce)),
    );
    const blocks = open.flatMap(({ blockNumber, blockHash }) =>
      blockNumber !== null && blockHash !== null ? [{ blockNumber, blockHash }] : [],
    );
    const lost = isReorganized ? await findLost(chain, blocks, view) : new Set<Hex>();
    for (const row of open) {
      const isLost = row.blockHash !== null && lost.has(row.blockHash);
      if (isLost) await this.#unmine(row, view);
      if ((isLost || row.blockHash === null) && row.nonce < view.count) await this.#trackUsed(row, view);
    }
    const { settled } = view;
    if (!settled) return;
    const isSettled = and(this.#open(), lte(outbox.blockNumber, settled.number));
    await inTurn(() => db.update(outbox).set({ settledAt: new Date() }).where(isSettled));
  }

  /** Returns a transaction whose block left the chain to those that wait. */
  async #unmine(row: TrackedRow, view: ChainView): Promise<void> {
    log.warn({ chainId: row.chainId, outboxNonce: row.nonce }, 'the block of a transaction left the chain');
    await this.write(async (db) => {
      const unmined = { minedHash: null, blockNumber: null, blockHash: null, feePaid: null };
      await db
        .update(outbox)
        .set({ ...unmined, signedAtBlock: view.number })
        .where(eq(outbox.id, row.id));
      await this.handlers.onUnmined(db, row);
    });
    // The node may have dropped it with its block.
    this.#sentAt = Number.NEGATIVE_INFINITY;
  }

  async #isUsedForGood({ nonce }: TrackedRow, { settled }: ChainView): Promise<boolean> {
    if (!settled) return false;
    const { chain, account } = this.context;
    const { address } = account;
    return withNode(
      chain,
      async (node) => nonce < (await node.getTransactionCount({ address, blockNumber: settled.number })),
    );
  }

  /** Updates a transaction whose nonce was used. */
  async #trackUsed(row: TrackedRow, view: ChainView): Promise<void> {
    const receipt = await this.#receiptOf(row, view);
    // A node without a receipt proves nothing. A nonce that was used at a settled block, without one of ours, does.
    if (!receipt && !(await this.#isUsedForGood(row, view))) return;
    await this.write(async (db) => {
      if (!receipt) {
        log.error(
          { chainId: row.chainId, outboxNonce: row.nonce },
          'a nonce was used by something else: does another program have the key?',
        );
        await db.update(outbox).set({ settledAt: new Date() }).where(eq(outbox.id, row.id));
        await this.handlers.onLost(db, row);
        return;
      }
      const { transactionHash: minedHash, blockNumber, blockHash } = receipt;
      const mined = { minedHash, blockNumber, blockHash, feePaid: paidFee(receipt) };
      await db.update(outbox).set(mined).where(eq(outbox.id, row.id));
      await this.handlers.onMined(db, row, receipt);
    });
  }

  /**
   * Sends transactions that aren't mined again, and replaces those that wait too long or whose fee is below the base fee.
   * Returns whether one can't be replaced because of the fee cap.
   */
  async sendAgain(view: ChainView, unmined: readonly OutboxRow[]): Promise<boolean> {
    const waiting = unmined.filter(({ nonce }) => nonce >= view.count);
    if (waiting.length === 0) return false;
    if (performance.now() - this.#sentAt < SEND_AGAIN_MS) return this.#isCapped;
    this.#sentAt = performance.now();
    let isCapped = false;
    const total = waiting.reduce((sum, row) => sum + costOf(row), 0n);
    for (const row of waiting) {
      const isLate = view.number - row.signedAtBlock >= REPLACE_AFTER_BLOCKS || row.maxFee < view.baseFee;
      const replaced = isLate ? await this.#replace(row, view, total - costOf(row)) : row;
      if (replaced === null) isCapped = true;
      await this.#broadcast(replaced ?? row);
    }
    this.#isCapped = isCapped;
    return isCapped;
  }

  /**
   * Replaces a transaction at the same nonce with higher fees. `others` is what the other waiting ones can cost. Returns null if
   * the fees would be above the cap, or the balance doesn't cover them: nodes would take neither, and the fees never fall again.
   */
  async #replace(row: OutboxRow, view: ChainView, others: bigint): Promise<OutboxRow | null> {
    const { chain } = this.context;
    const current = await currentFees(chain, view);
    const fees = current && replacementFees(chain, row, current);
    if (!fees || others + costOf({ ...row, ...fees }) > view.balance) return null;
    const raw = await this.#sign(row.nonce, row, fees);
    const change = { ...fees, raw, hashes: [...row.hashes, keccak256(raw)], signedAtBlock: view.number };
    await this.write((db) => db.update(outbox).set(change).where(eq(outbox.id, row.id)));
    log.info({ chainId: chain.id, outboxNonce: row.nonce, maxFee: fees.maxFee }, 'a transaction is replaced');
    return { ...row, ...change };
  }
}
