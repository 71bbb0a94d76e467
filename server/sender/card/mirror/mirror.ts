import { and, eq } from 'drizzle-orm';
import { max, min } from '@/lib/evm/bigint';
import type { BlockRange } from '@/lib/evm/scan-logs';
import { announceCardOwners } from '@/lib/server/card/announce';
import { withNode } from '@/lib/server/chain/node';
import { cardMirrors } from '@/lib/server/db/card-chain-tables';
import type { Outbox, SenderContext } from '../../outbox';
import { type ChainView, type Change, finalBlock, SETTLED_DEPTH } from '../../view';
import { type CardContract, readAccount, readCard, readGrace } from '../contract/contract';
import { type Account, type CardFacts, readFacts } from '../contract/events';
import type { FullBlock } from '../contract/read-logs';
import { findStored } from './find-accounts';
import { findChanges, type MirrorChanges } from './find-changes';
import { RefusedPurchases } from './refused-purchases';
import { type ChangedAccount, storeChanges, storeOthers } from './store-changes';

/** Blocks per request for events, which nodes limit. */
const LOG_BLOCKS = 2_000n;
/** Blocks that each round reads again, because a lagging node returns no events for blocks that it doesn't have. */
const READ_AGAIN = 8n;
/** Age at which each block is read once more, in seconds: the longest that a node may lag. */
const LAG_S = 60n;
/** Interval of these reads, in seconds. */
const AGED_STEP_S = 30n;
/** Blocks that a start reads again: more than a minute of a chain with four blocks per second. */
const START_AGAIN = 256n;
/** Accounts that are read at once. */
const ACCOUNTS_AT_ONCE = 50;
/** Maximum age of the latest block, in seconds. If it's older, the chain or its node has stopped. */
const HEAD_MAX_AGE_S = 60;
/** Interval at which the time of the mirror is stored while the chain has no new block (ms). */
const TOUCH_MS = 1_000;

type Head = Pick<ChainView, 'number' | 'timestamp'>;

/**
 * Follows the contract for cards: its events decide what became of operations and withdrawals, and accounts and cards are read at
 * the latest block. Everything about an account is stored in one transaction, so an amount that leaves `unplaced` is in `held`.
 */
export class CardMirror {
  readonly #accountsByCard = new Map<number, Account>();
  readonly #refused: RefusedPurchases;
  #grace: number | null = null;
  /** Events of the blocks that are read again, whose facts are stored. */
  #seen = new Set<string>();
  /** Full blocks that don't have the chain's confirmations yet. */
  #fullBlocks: FullBlock[] = [];
  /** Latest block that was read at the age of LAG_S, or null before the first round. */
  #aged: bigint | null = null;
  /** Later blocks that were the chain's latest. */
  #heads: Head[] = [];
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
      const { first, aged } = this.#plan(cursor, view, isReorganized);
      const seen = isReorganized ? new Set<string>() : this.#seen;
      this.#seen = new Set();
      let blocks = LOG_BLOCKS;
      for (let fromBlock = max(first, 0n); fromBlock <= view.number; ) {
        const range = { fromBlock, toBlock: min(fromBlock + blocks - 1n, view.number) };
        const { toBlock } = await this.#apply(contract, view, { range, seen, isReorganized });
        await this.#store(contract, toBlock, toBlock === view.number ? { view, readAt } : null);
        blocks = min((toBlock - fromBlock + 1n) * 2n, LOG_BLOCKS);
        fromBlock = toBlock + 1n;
      }
      this.#aged = aged;
      this.#heads = [...this.#heads.filter(({ number }) => number > aged), view];
    } else {
      const changes = await findChanges(this.context, contract, null, { view, isReorganized: false });
      await this.#write(contract, view, changes);
      if (performance.now() - this.#touchedAt > TOUCH_MS)
        await this.#store(contract, view.number, { view, readAt });
    }
    await this.#refused.settle();
  }

  /** Returns whether the latest block is recent. Always true for a local chain, which may be idle. */
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

  /** Returns the first block to read, and the latest one that is then read at the age of LAG_S. */
  #plan(cursor: bigint, view: ChainView, isReorganized: boolean): { first: bigint; aged: bigint } {
    const { number, timestamp } = view;
    const known = min(cursor, number);
    if (this.#aged === null) {
      // Which blocks are full isn't stored, and matters until they have the chain's confirmations.
      const first = min(known - START_AGAIN, finalBlock(this.context.chain, view));
      return { first, aged: first - 1n };
    }
    const usual = isReorganized ? known - SETTLED_DEPTH : min(cursor + 1n, number - READ_AGAIN);
    const age = (head: Head | undefined) => timestamp - (head?.timestamp ?? timestamp);
    // In steps: otherwise, each round would read a minute of blocks.
    if (age(this.#heads[0]) < LAG_S + AGED_STEP_S) return { first: usual, aged: this.#aged };
    const aged = this.#heads.findLast((head) => age(head) >= LAG_S)?.number ?? this.#aged;
    return { first: min(usual, this.#aged + 1n), aged };
  }

  async #apply(
    contract: CardContract,
    view: ChainView,
    { range, seen, isReorganized }: { range: BlockRange; seen: ReadonlySet<string>; isReorganized: boolean },
  ): Promise<CardFacts> {
    const { context } = this;
    const facts = await readFacts(contract, range, {
      ...{ accounts: this.#accountsByCard, seen },
      stored: () => findStored(context, contract),
    });
    const { fromBlock, toBlock, fullBlock } = facts;
    const others = this.#fullBlocks.filter(({ number }) => number < fromBlock || number > toBlock);
    this.#fullBlocks = fullBlock ? [...others, fullBlock] : others;
    await this.#write(contract, view, await findChanges(context, contract, facts, { view, isReorganized }));
    if (toBlock + READ_AGAIN >= view.number) for (const name of facts.names) this.#seen.add(name);
    return facts;
  }

  /** Reads the accounts that changed, and stores them. */
  async #write(contract: CardContract, view: ChainView, changes: MirrorChanges): Promise<void> {
    const { accounts, others } = changes;
    await storeOthers(this.outbox, contract, others);
    if (accounts.length === 0) return;
    const states: Omit<ChangedAccount, 'isComplete'>[] = [];
    for (let start = 0; start < accounts.length; start += ACCOUNTS_AT_ONCE)
      states.push(
        ...(await Promise.all(
          accounts.slice(start, start + ACCOUNTS_AT_ONCE).map(async ({ cards, ...own }) => ({
            ...own,
            funds: await readAccount(contract, own.account),
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
    this.#fullBlocks = this.#fullBlocks.filter(({ number }) => number > final);
    for (const state of states) {
      const isUnread = ({ owners }: FullBlock) => owners !== null && !owners.has(state.account.owner);
      const isComplete = !this.#fullBlocks.some(isUnread);
      const refused = await storeChanges(this.outbox, contract, {
        changed: { ...state, isComplete },
        view,
        final,
      });
      for (const operation of refused) this.#refused.add(operation);
    }
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
