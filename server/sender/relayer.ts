import { and, asc, eq, gt, inArray, isNull, not, or, type SQL } from 'drizzle-orm';
import type { Hex } from 'viem';
import { type SenderState, transfers } from '@/lib/server/db/sender-tables';
import { describeError, log } from '@/lib/server/log';
import { dailyBudget, isSentFor, spentToday } from '@/lib/server/transfers/limits';
import { accountFaultOf } from '@/lib/server/transfers/read-events';
import type { TransferRow } from '@/lib/server/transfers/route';
import { routes } from '@/lib/server/transfers/routes';
import { currentFees, type Fees } from './fees';
import { costOf, Outbox, type SenderContext } from './outbox';
import { returnFailed, TransferTracker, transferOutcomes } from './relayer-jobs';
import { findExecutable, gasLimitOf } from './simulate-transfers';
import type { ChainView, Change } from './view';

/** A batch is sent once it has this many transfers, or its first one has waited this long (ms). */
const BATCH_SIZE = 50;
const COLLECT_MS = 1_000;
/** Transactions that aren't mined yet. More would make an error expensive. */
const MAX_WAITING = 4;

const isAlone = or(eq(transfers.proof, 'contract'), gt(transfers.reverts, 0)) as SQL;

/** Transactions that aren't mined yet, and the most that they can cost together. */
type Waiting = { count: number; cost: bigint };

/** Sends signed transfers in batches, one per contract. Accounts whose checks can be expensive get a transaction each. */
export class Relayer {
  readonly outbox: Outbox;
  readonly #tracker: TransferTracker;
  /** Fees at the latest block, by its hash, so that an idle sender asks for them once per block. */
  #fees: { hash: Hex; fees: Fees | null } | null = null;
  #isIdle = false;

  constructor(private readonly context: SenderContext) {
    this.outbox = new Outbox(context, transferOutcomes);
    this.#tracker = new TransferTracker(context);
  }

  /** Whether the last run found no open transfer and no transaction that waits. */
  get isIdle(): boolean {
    return this.#isIdle;
  }

  /** Updates what is stored from the chain, and sends what waits. Returns what it can't do at the moment. */
  async run(view: ChainView, change: Change): Promise<SenderState> {
    if (change.isNew) await this.outbox.track(view, change.isReorganized);
    const hasOpen = await this.#tracker.track(view, change);
    const waiting = await this.outbox.waiting();
    this.#isIdle = !hasOpen && waiting.length === 0;
    if (await this.outbox.sendAgain(view, waiting)) return 'feeAboveCap';
    const cost = waiting.reduce((sum, row) => sum + costOf(row), 0n);
    return this.#sendQueued(view, {
      waiting: { count: waiting.length, cost },
      batches: hasOpen ? await this.#batches(view) : [],
    });
  }

  #queued(view: ChainView, which: SQL, limit: number): Promise<TransferRow[]> {
    const { db, inTurn, chain } = this.context;
    return inTurn(() =>
      db
        .select()
        .from(transfers)
        .where(
          and(
            eq(transfers.chainId, chain.id),
            eq(transfers.state, 'queued'),
            isNull(transfers.reason),
            isNull(transfers.settledAt),
            gt(transfers.deadline, Number(view.timestamp)),
            isSentFor,
            which,
          ),
        )
        .orderBy(asc(transfers.createdAt))
        .limit(limit),
    );
  }

  /** Returns the transfers of each transaction to send now. While there are others, one that needs its own is sent at a time. */
  async #batches(view: ChainView): Promise<TransferRow[][]> {
    const [first, ...alone] = (await this.#queued(view, isAlone, MAX_WAITING)).map((row) => [row]);
    const together = await this.#queued(view, not(isAlone), BATCH_SIZE * MAX_WAITING);
    const contracts = [...new Set(together.map(({ contract }) => contract))];
    const due = contracts.flatMap((contract) => {
      const own = together.filter((row) => row.contract === contract);
      const isDue = own[0] && Date.now() - own[0].createdAt.getTime() >= COLLECT_MS;
      return Array.from({ length: Math.ceil(own.length / BATCH_SIZE) }, (_, index) =>
        own.slice(index * BATCH_SIZE, (index + 1) * BATCH_SIZE),
      ).filter(({ length }) => isDue || length === BATCH_SIZE);
    });
    return [...(first ? [first] : []), ...due, ...alone];
  }

  async #sendQueued(
    view: ChainView,
    { waiting, batches: all }: { waiting: Waiting; batches: readonly TransferRow[][] },
  ): Promise<SenderState> {
    const { chain } = this.context;
    const batches = all.slice(0, Math.max(MAX_WAITING - waiting.count, 0));
    if (this.#fees?.hash !== view.hash)
      this.#fees = { hash: view.hash, fees: await currentFees(chain, view) };
    const { fees } = this.#fees;
    if (!fees) return 'feeAboveCap';
    let sent = waiting;
    let isBlocked = batches.length === 0;
    for (const batch of batches) {
      const result = await this.#trySend(batch, view, { fees, waiting: sent });
      if (result === 'nonceGap') return result;
      if (typeof result === 'string') isBlocked = true;
      else if (result > 0n) sent = { count: sent.count + 1, cost: sent.cost + result };
    }
    // One that doesn't fit may be an expensive one. What counts is whether an ordinary one fits.
    const ordinary = isBlocked ? await this.#sendBatch([], view, { fees, waiting: sent }) : 0n;
    return typeof ordinary === 'string' ? ordinary : 'ready';
  }

  /** Sends a batch. If the node can't simulate it, but isn't busy and answers another request, the batch counts as failed. */
  async #trySend(
    batch: TransferRow[],
    view: ChainView,
    terms: { fees: Fees; waiting: Waiting },
  ): Promise<bigint | Exclude<SenderState, 'ready'>> {
    const { chain } = this.context;
    try {
      return await this.#sendBatch(batch, view, terms);
    } catch (error) {
      const cause = await accountFaultOf(chain, error);
      log.warn({ chainId: chain.id, err: describeError(cause) }, 'a batch could not be simulated');
      await this.outbox.write((db) => returnFailed(db, batch));
      return 0n;
    }
  }

  /** Sends a batch. Returns the most that it can cost, or why it can't be sent at the moment. */
  async #sendBatch(
    batch: TransferRow[],
    view: ChainView,
    { fees, waiting }: { fees: Fees; waiting: Waiting },
  ): Promise<bigint | Exclude<SenderState, 'ready'>> {
    const { db, inTurn, chain, role } = this.context;
    const executable = await findExecutable(this.context, this.outbox, batch);
    const gas = await gasLimitOf(this.context, executable);
    const cost = (gas ?? 0n) * fees.maxFee;
    const spent = await inTurn(() => spentToday(db, role, chain.id));
    const isLow = view.balance < waiting.cost + cost;
    if (gas === null || isLow || spent + cost > dailyBudget(role, chain.id)) {
      // Try half of it. Only a single transfer counts as failed, or stops the others.
      const half = executable.slice(0, Math.ceil(executable.length / 2));
      if (half.length < executable.length) return this.#sendBatch(half, view, { fees, waiting });
      if (gas !== null) return isLow ? 'balanceLow' : 'budgetUsedUp';
      await this.outbox.write((write) => returnFailed(write, executable));
      return 0n;
    }
    if (executable.length === 0) return 0n;
    const isPut = await this.outbox.put(view, { fees, waiting: waiting.count }, async (write) => {
      const ids = executable.map(({ id }) => id);
      // A transfer that its owner cancels now isn't sent, or is sent and can't be canceled.
      const claimed = await write
        .select()
        .from(transfers)
        .where(and(inArray(transfers.id, ids), eq(transfers.state, 'queued')))
        .orderBy(asc(transfers.createdAt))
        .for('update', { skipLocked: true });
      const [first] = claimed;
      if (!first) return null;
      const attach = (outboxId: number) =>
        write
          .update(transfers)
          .set({ state: 'sent', outboxId })
          .where(
            inArray(
              transfers.id,
              claimed.map(({ id }) => id),
            ),
          );
      const route = routes[first.route];
      const to = await route.findTarget(chain, first.contract);
      return { call: { to, data: route.encodeBatch(claimed), gas }, attach };
    });
    return isPut ? cost : 'nonceGap';
  }
}
