import { and, eq } from 'drizzle-orm';
import { announceCardOwners } from '@/lib/server/card/announce';
import { withNode } from '@/lib/server/chain/node';
import { cardMirrors } from '@/lib/server/db/card-chain-tables';
import { greater, lesser } from '../fees';
import type { Outbox, SenderContext } from '../outbox';
import { type ChainView, type Change, finalBlock, SETTLED_DEPTH } from '../view';
import { type CardContract, readAccount, readCard, readGrace } from './contract';
import { type Account, readFacts } from './events';
import { findChanges, type MirrorChanges } from './find-changes';
import { RefusedPurchases } from './refused-purchases';
import type { AccountState } from './store-account';
import { storeChanges } from './store-changes';

/** Blocks per request for events, which nodes limit. */
const LOG_BLOCKS = 2_000n;
/** Blocks that are read again, because a lagging node returns no events for blocks that it doesn't have. */
const READ_AGAIN = 8n;
/** Accounts that are read at once. */
const ACCOUNTS_AT_ONCE = 50;
/** Age of the latest block above which a chain that produces blocks all the time has stopped, or its node (s). */
const HEAD_MAX_AGE_S = 60;
/** Interval at which the time of the mirror is stored while the chain has no new block (ms). */
const TOUCH_MS = 1_000;

/**
 * Follows the contract for cards: its events decide what became of operations and withdrawals, and accounts and cards are read at
 * the latest block. Everything about an account is stored in one transaction, so an amount that leaves `unplaced` is in `held`.
 */
export class CardMirror {
  readonly #accountsByCard = new Map<number, Account>();
  readonly #refused: RefusedPurchases;
  #grace: number | null = null;
  #touchedAt = Number.NEGATIVE_INFINITY;

  constructor(
    private readonly context: SenderContext,
    private readonly outbox: Outbox,
  ) {
    this.#refused = new RefusedPurchases(context, outbox);
  }

  /** Updates what is stored to the chain at `view`. @throws ApiError 503, or Error if the chain changes meanwhile. */
  async follow(
    contract: CardContract,
    view: ChainView,
    { isNew, isReorganized, canPost }: Change & { canPost: boolean },
  ): Promise<void> {
    const readAt = canPost && this.#hasRecentHead(view) ? new Date() : null;
    const cursor = await this.#cursor(contract);
    if (isNew || cursor !== view.number) {
      const first = this.#firstBlock(cursor, view, isReorganized);
      for (let fromBlock = first; fromBlock <= view.number; fromBlock += LOG_BLOCKS) {
        const toBlock = lesser(fromBlock + LOG_BLOCKS - 1n, view.number);
        await this.#apply(contract, view, { fromBlock, toBlock, isReorganized });
        await this.#store(contract, toBlock, toBlock === view.number ? { view, readAt } : null);
      }
    } else {
      const changes = await findChanges(this.context, contract, null, { view, isReorganized: false });
      await this.#write(contract, view, changes);
      if (performance.now() - this.#touchedAt > TOUCH_MS)
        await this.#store(contract, view.number, { view, readAt });
    }
    await this.#refused.settle();
  }

  /** Returns whether the chain goes on. A local one, which finalizes no blocks, may be idle. */
  #hasRecentHead({ timestamp }: ChainView): boolean {
    return this.context.chain.finality === null || Number(timestamp) > Date.now() / 1_000 - HEAD_MAX_AGE_S;
  }

  /** Returns the latest block that was followed, or -1. */
  async #cursor({ chain, address }: CardContract): Promise<bigint> {
    const { db, inTurn } = this.context;
    const [row] = await inTurn(() =>
      db
        .select({ blockNumber: cardMirrors.blockNumber })
        .from(cardMirrors)
        .where(and(eq(cardMirrors.chainId, chain.id), eq(cardMirrors.contract, address))),
    );
    return row?.blockNumber ?? -1n;
  }

  #firstBlock(cursor: bigint, { number }: ChainView, isReorganized: boolean): bigint {
    const known = lesser(cursor, number);
    return greater(isReorganized ? known - SETTLED_DEPTH : lesser(cursor + 1n, number - READ_AGAIN), 0n);
  }

  async #apply(
    contract: CardContract,
    view: ChainView,
    { isReorganized, ...range }: { fromBlock: bigint; toBlock: bigint; isReorganized: boolean },
  ): Promise<void> {
    const facts = await readFacts(contract, range, this.#accountsByCard);
    const changes = await findChanges(this.context, contract, { facts, ...range }, { view, isReorganized });
    await this.#write(contract, view, changes);
  }

  /** Reads the accounts that changed, and stores them. */
  async #write(contract: CardContract, view: ChainView, changes: MirrorChanges): Promise<void> {
    const { accounts } = changes;
    if (accounts.length === 0) return;
    const states: AccountState[] = [];
    for (let start = 0; start < accounts.length; start += ACCOUNTS_AT_ONCE)
      states.push(
        ...(await Promise.all(
          accounts.slice(start, start + ACCOUNTS_AT_ONCE).map(async ({ account, cards }) => ({
            account,
            funds: await readAccount(contract, account),
            cards: new Map(
              await Promise.all(cards.map(async (card) => [card, await readCard(contract, card)] as const)),
            ),
          })),
        )),
      );
    const { chain } = this.context;
    const { hash } = await withNode(chain, (node) => node.getBlock({ blockNumber: view.number }));
    // The reads may mix blocks from before and after a reorganization.
    if (hash !== view.hash) throw new Error(`the chain ${chain.id} was reorganized while it was read`);
    const final = finalBlock(chain, view);
    for (const state of states)
      for (const refused of await storeChanges(this.outbox, contract, { changes, state, view, final }))
        this.#refused.add(refused);
    announceCardOwners(states.map(({ account }) => account.owner));
  }

  /** Stores how far the chain was followed, and, once that is its latest block, when that began if operations can be posted. */
  async #store(
    contract: CardContract,
    blockNumber: bigint,
    latest: { view: ChainView; readAt: Date | null } | null,
  ): Promise<void> {
    const { db, inTurn } = this.context;
    this.#grace ??= await readGrace(contract);
    const row = {
      ...{ contract: contract.address, blockNumber, grace: this.#grace },
      ...(latest ? { blockAt: new Date(Number(latest.view.timestamp) * 1_000) } : {}),
      ...(latest?.readAt ? { readAt: latest.readAt } : {}),
    };
    await inTurn(() =>
      db
        .insert(cardMirrors)
        .values({ chainId: contract.chain.id, blockAt: new Date(0), ...row })
        .onConflictDoUpdate({ target: cardMirrors.chainId, set: row }),
    );
    this.#touchedAt = performance.now();
  }
}
