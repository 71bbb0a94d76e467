import { and, asc, eq, gt, inArray, isNull } from 'drizzle-orm';
import type { Hex } from 'viem';
import { withUntrustedReads } from '@/lib/server/chain/node';
import { outbox, type SenderState, transfers } from '@/lib/server/db/sender-tables';
import { dailyBudget, spentToday } from '@/lib/server/transfers/limits';
import { encodeBatch, simulateBatch, type TransferRow } from '@/lib/server/transfers/vault-route';
import { currentFees, type Fees } from './fees';
import { Outbox, type SenderContext } from './outbox';
import { refuseTransfers, TransferTracker, transferOutcomes } from './relayer-jobs';
import type { ChainView, Change } from './view';

/** A batch is sent once it has this many transfers, or its first one has waited this long (ms). */
const BATCH_SIZE = 50;
const COLLECT_MS = 1_000;
/** Transactions that aren't mined yet. More would make an error expensive. */
const MAX_WAITING = 4;

/** Upper bounds of gas: of a transaction, of a transfer, of a recipient's first balance, and of a contract's check. */
const BASE_GAS = 60_000n;
const TRANSFER_GAS = 70_000n;
const FIRST_BALANCE_GAS = 17_100n;
/** The vault requires 1/32 more than the 200,000 that the contract gets. */
const CHECK_GAS = 210_000n;

const needsOwnTransaction = ({ proof, reverts }: TransferRow) => proof === 'contract' || reverts > 0;

/** Sends signed transfers in batches. Transfers of contracts, whose checks are expensive, get a transaction each. */
export class Relayer {
  readonly outbox: Outbox;
  readonly #tracker: TransferTracker;
  /** Fees at the latest block, by its hash, so that an idle sender asks for them once per block. */
  #fees: { hash: Hex; fees: Fees | null } | null = null;

  constructor(private readonly context: SenderContext) {
    this.outbox = new Outbox(context, transferOutcomes);
    this.#tracker = new TransferTracker(context);
  }

  /** Updates what is stored from the chain, and sends what waits. Returns what it can't do at the moment. */
  async run(view: ChainView, change: Change): Promise<SenderState> {
    if (change.isNew) await this.outbox.track(view, change.isReorganized);
    await this.#tracker.track(view, change);
    if (await this.outbox.sendAgain(view)) return 'feeAboveCap';
    return this.#sendQueued(view);
  }

  #queued(view: ChainView): Promise<TransferRow[]> {
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
          ),
        )
        .orderBy(asc(transfers.createdAt))
        .limit(BATCH_SIZE * MAX_WAITING),
    );
  }

  /** Returns the transfers of each transaction to send now. */
  #batches(queued: readonly TransferRow[]): TransferRow[][] {
    const alone = queued.filter(needsOwnTransaction).map((row) => [row]);
    const together = queued.filter((row) => !needsOwnTransaction(row));
    const isDue =
      together.length >= BATCH_SIZE ||
      (together[0] && Date.now() - together[0].createdAt.getTime() >= COLLECT_MS);
    return [...(isDue ? [together.slice(0, BATCH_SIZE)] : []), ...alone];
  }

  async #sendQueued(view: ChainView): Promise<SenderState> {
    const { chain } = this.context;
    const waiting = (await this.outbox.open()).filter(({ blockNumber }) => blockNumber === null);
    const batches = this.#batches(await this.#queued(view)).slice(
      0,
      Math.max(MAX_WAITING - waiting.length, 0),
    );
    if (this.#fees?.hash !== view.hash)
      this.#fees = { hash: view.hash, fees: await currentFees(chain, view) };
    const { fees } = this.#fees;
    if (!fees) return 'feeAboveCap';
    let sent = waiting.length;
    for (const batch of batches.length > 0 ? batches : [[]]) {
      const state = await this.#sendBatch(batch, view, { fees, waiting: sent });
      if (state !== 'ready') return state;
      sent += 1;
    }
    return 'ready';
  }

  async #inFlight(): Promise<TransferRow[]> {
    const { db, inTurn, chain } = this.context;
    const rows = await inTurn(() =>
      db
        .select({ transfer: transfers })
        .from(transfers)
        .innerJoin(outbox, eq(outbox.id, transfers.outboxId))
        .where(and(eq(transfers.chainId, chain.id), eq(transfers.state, 'sent'), isNull(outbox.blockNumber)))
        .orderBy(asc(outbox.nonce), asc(transfers.createdAt)),
    );
    return rows.map(({ transfer }) => transfer);
  }

  /** Returns the transfers that would be executed after those that are in flight, and refuses the others. */
  async #executable(batch: TransferRow[]): Promise<TransferRow[]> {
    const [first] = batch;
    if (!first) return [];
    const { contract } = first;
    const own = batch.filter((row) => row.contract === contract);
    const before = (await this.#inFlight()).filter((row) => row.contract === contract);
    const refusals = (await simulateBatch(this.context.chain, contract, [...before, ...own])).slice(
      before.length,
    );
    const refused = new Map<Hex, string>();
    for (const [index, { id }] of own.entries()) {
      const reason = refusals[index];
      // Only a settled block later than the deadline shows that a transfer has expired.
      if (reason && reason !== 'ExpiredSignature') refused.set(id, reason);
    }
    if (refused.size > 0) await this.outbox.write((db) => refuseTransfers(db, refused));
    return own.filter((_, index) => !refusals[index]);
  }

  async #gasOf(batch: readonly TransferRow[]): Promise<bigint> {
    const { chain, account } = this.context;
    const size = BigInt(batch.length);
    const checks = BigInt(batch.filter(({ proof }) => proof === 'contract').length) * CHECK_GAS;
    const [first] = batch;
    const estimated = first
      ? await withUntrustedReads(chain, (node) =>
          node.estimateGas({ account: account.address, to: first.contract, data: encodeBatch(batch) }),
        )
      : 0n;
    const margin = FIRST_BALANCE_GAS * size + checks;
    const bound = BASE_GAS + TRANSFER_GAS * size + checks;
    return estimated + margin > bound ? estimated + margin : bound;
  }

  async #sendBatch(
    batch: TransferRow[],
    view: ChainView,
    { fees, waiting }: { fees: Fees; waiting: number },
  ): Promise<SenderState> {
    const { db, inTurn, chain, role } = this.context;
    const executable = await this.#executable(batch);
    const gas = await this.#gasOf(executable);
    const cost = gas * fees.maxFee;
    if (view.balance < cost * BigInt(waiting + 1)) return 'balanceLow';
    if ((await inTurn(() => spentToday(db, role, chain.id))) + cost > dailyBudget(chain.id))
      return 'budgetUsedUp';
    if (executable.length === 0) return 'ready';
    const isPut = await this.outbox.put(view, { fees, waiting }, async (write) => {
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
      return { call: { to: first.contract, data: encodeBatch(claimed), gas }, attach };
    });
    return isPut ? 'ready' : 'nonceGap';
  }
}
