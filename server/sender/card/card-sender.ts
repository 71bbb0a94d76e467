import { and, eq, inArray } from 'drizzle-orm';
import type { Address, Hex } from 'viem';
import { answerOrNull } from '@/lib/evm/answer-or-null';
import { max } from '@/lib/evm/bigint';
import { withNode } from '@/lib/server/chain/node';
import { cardOperations } from '@/lib/server/db/card-decision-tables';
import type { SenderState } from '@/lib/server/db/sender-tables';
import { log } from '@/lib/server/log';
import { dailyBudget, spentToday } from '@/lib/server/transfers/limits';
import { findContract } from '@/lib/server/transfers/listed-token';
import { currentFees, type Fees } from '../fees';
import { costOf, Outbox, type SenderContext } from '../outbox';
import type { ChainView, Change } from '../view';
import { type CardContract, CHAIN_STATUS, type OperationRow, readCard } from './contract/contract';
import { CardMirror } from './mirror/mirror';
import { type Batch, encodeBatch, MAX_CALLS, nextBatches } from './posting/batches';
import { cardOutcomes } from './posting/outcomes';
import { WithdrawalSigner } from './sign-withdrawals';

/** Gas of a call and of each item, if all are possible. The state can change between the simulation and the block. */
const BASE_GAS = 80_000n;
const ITEM_GAS = 90_000n;

/** Interval at which is read what was spent today (ms). */
const BUDGET_MS = 5_000;

/** Transactions that aren't mined yet, and the most that they can cost together. */
type Waiting = { count: number; cost: bigint };
/** Result of sending a batch: its maximum cost, or why it wasn't sent. */
type Result = bigint | 'balanceLow' | 'nonceGap' | 'wouldRevert';

/** Posts to the contract for cards as its operator, and follows the contract. */
export class CardSender {
  readonly #outbox: Outbox;
  readonly #mirror: CardMirror;
  readonly #signer: WithdrawalSigner;
  /** Fees at the latest block, by its hash. */
  #fees: { hash: Hex; fees: Fees | null } | null = null;
  /** Whether the day's budget was spent, and when that was read (ms). */
  #budget = { isUsedUp: false, readAt: Number.NEGATIVE_INFINITY };
  #isIdle = false;
  #state: SenderState = 'ready';

  constructor(private readonly context: SenderContext) {
    this.#outbox = new Outbox(context, cardOutcomes);
    this.#mirror = new CardMirror(context, this.#outbox);
    this.#signer = new WithdrawalSigner(context, this.#outbox);
  }

  get isIdle(): boolean {
    return this.#isIdle;
  }

  async run(view: ChainView, change: Change): Promise<SenderState> {
    const state = await this.#round(view, change);
    this.#state = state === 'ready' && (await this.#isBudgetUsedUp()) ? 'budgetUsedUp' : state;
    return this.#state;
  }

  /**
   * Whether the day's budget is spent. Then no purchases are approved, because `follow` needs a role that is ready. What was approved,
   * and freezes, are posted all the same.
   */
  async #isBudgetUsedUp(): Promise<boolean> {
    const { db, inTurn, role, chain } = this.context;
    const now = performance.now();
    if (now - this.#budget.readAt > BUDGET_MS) {
      const spent = await inTurn(() => spentToday(db, role, chain.id));
      this.#budget = { isUsedUp: spent >= dailyBudget(role, chain.id), readAt: now };
    }
    return this.#budget.isUsedUp;
  }

  async #round(view: ChainView, change: Change): Promise<SenderState> {
    const address = await findContract(this.context.chain.id, 'card_contract');
    if (change.isNew) await this.#outbox.track(view, change.isReorganized);
    const waiting = await this.#outbox.waiting();
    if (!address) {
      this.#isIdle = waiting.length === 0;
      return 'ready';
    }
    const contract = { chain: this.context.chain, address, blockNumber: view.number };
    // While nothing can be posted, purchases must not be approved.
    await this.#mirror.follow(contract, view, { ...change, canPost: this.#state === 'ready' });
    await this.#signer.sign(contract, view);
    if (await this.#outbox.sendAgain(view, waiting)) return 'feeAboveCap';
    const cost = waiting.reduce((sum, row) => sum + costOf(row), 0n);
    return this.#sendQueued(contract, view, { count: waiting.length, cost });
  }

  async #feesAt(view: ChainView): Promise<Fees | null> {
    if (this.#fees?.hash !== view.hash)
      this.#fees = { hash: view.hash, fees: await currentFees(this.context.chain, view) };
    return this.#fees.fees;
  }

  async #sendQueued(contract: CardContract, view: ChainView, already: Waiting): Promise<SenderState> {
    const fees = await this.#feesAt(view);
    let waiting = already;
    let state: SenderState = fees ? 'ready' : 'feeAboveCap';
    const skipped = new Set<OperationRow['kind']>();
    for (;;) {
      const most = MAX_CALLS - waiting.count;
      const batches = most > 0 ? await nextBatches(this.context, contract, { most, skipped }) : [];
      this.#isIdle = batches.length === 0 && waiting.count === 0 && skipped.size === 0;
      if (!fees || batches.length === 0) return state;
      for (const batch of batches) {
        const result = await this.#send(contract, batch, view, { fees, waiting });
        if (result === 'wouldRevert') {
          state = result;
          const [first] = batch.items;
          if (first) skipped.add(first.operation.kind);
        } else if (typeof result === 'string') return result;
        else if (result > 0n) waiting = { count: waiting.count + 1, cost: waiting.cost + result };
      }
      // What comes after operations that can't be sent may be possible.
      if (state !== 'wouldRevert' || skipped.size === 0) return state;
    }
  }

  /** Cancels a freeze of a card that is frozen or closed already. Returns whether it is. */
  async #isFrozen(contract: CardContract, { kind, items }: Batch): Promise<boolean> {
    const operation = items[0]?.operation;
    if (kind !== 'freeze' || !operation) return false;
    const { status } = await readCard(contract, operation.chainCard);
    if (status === CHAIN_STATUS.active) return false;
    await this.#outbox.write((db) =>
      db.update(cardOperations).set({ state: 'canceled' }).where(eq(cardOperations.id, operation.id)),
    );
    return true;
  }

  /** Returns the gas limit of a call, or null if it would revert. @throws ApiError 503 */
  async #gasOf(to: Address, data: Hex, size: number): Promise<bigint | null> {
    const { chain, account } = this.context;
    const estimated = await withNode(chain, (node) =>
      answerOrNull(node.estimateGas({ account: account.address, to, data })),
    );
    return estimated === null ? null : max((estimated * 5n) / 4n, BASE_GAS + ITEM_GAS * BigInt(size));
  }

  async #send(
    contract: CardContract,
    batch: Batch,
    view: ChainView,
    { fees, waiting }: { fees: Fees; waiting: Waiting },
  ): Promise<Result> {
    const { chain } = this.context;
    if (await this.#isFrozen(contract, batch)) return 0n;
    const to = contract.address;
    const gas = await this.#gasOf(to, encodeBatch(batch, view), batch.items.length);
    if (gas === null) {
      log.warn({ chainId: chain.id, kind: batch.kind }, 'the contract for cards would revert');
      return 'wouldRevert';
    }
    const cost = gas * fees.maxFee;
    if (view.balance < waiting.cost + cost) return 'balanceLow';
    const isPut = await this.#outbox.put(view, { fees, waiting: waiting.count }, async (db) => {
      const ids = batch.items.map(({ operation }) => operation.id);
      // A hold that is canceled now isn't sent, or is sent and gets a release.
      const claimed = await db
        .select({ id: cardOperations.id })
        .from(cardOperations)
        .where(and(inArray(cardOperations.id, ids), eq(cardOperations.state, 'queued')))
        .for('update', { skipLocked: true });
      const items = batch.items.filter(({ operation }) => claimed.some(({ id }) => id === operation.id));
      if (items.length === 0) return null;
      const attach = async (outboxId: number) => {
        for (const { operation, id: chainHoldId, sequence } of items)
          await db
            .update(cardOperations)
            .set({ state: 'sent', outboxId, chainHoldId, sequence })
            .where(eq(cardOperations.id, operation.id));
      };
      return { call: { to, data: encodeBatch({ ...batch, items }, view), gas }, attach };
    });
    return isPut ? cost : 'nonceGap';
  }
}
