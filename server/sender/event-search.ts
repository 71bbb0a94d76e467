import type { Address, Hex } from 'viem';
import type { ServerChain } from '@/lib/server/chain/node';
import type { Executed, TransferRow } from '@/lib/server/transfers/route';
import { routes } from '@/lib/server/transfers/routes';
import { greater, lesser } from './fees';
import { type ChainView, SETTLED_DEPTH } from './view';

/** Blocks that are searched again, because a node behind the others answers for blocks that it doesn't have with no events. */
const SEARCHED_AGAIN = 8n;
/** Time after which an account whose events couldn't be read is read again. It doubles with each attempt (ms). */
const FIRST_WAIT_MS = 60_000;

/** Returns the first block that can have a transfer's event. After a reorganization, it can be one before it was queued. */
export const firstBlockOf = ({ queuedAtBlock }: TransferRow) => greater(queuedAtBlock - SETTLED_DEPTH, 0n);

/** Searches the events of transfers, because anyone can send their transactions. */
export class EventSearch {
  /** Latest block that needs no search for each transfer's event any more. */
  readonly #searched = new Map<Hex, bigint>();
  /** Accounts whose events couldn't be read, and when they are read again. */
  readonly #unread = new Map<Address, { at: number; waitMs: number }>();

  constructor(private readonly chain: ServerChain) {}

  /** Searches all blocks again: on another chain, an event can be in an earlier block than before. */
  restart(rows: readonly TransferRow[]): void {
    for (const row of rows) this.#searched.set(row.id, firstBlockOf(row) - 1n);
  }

  /** Forgets transfers that aren't among those that are followed. */
  keep(rows: readonly TransferRow[]): void {
    const known = new Set(rows.map(({ id }) => id));
    for (const id of this.#searched.keys()) if (!known.has(id)) this.#searched.delete(id);
    const owners = new Set(rows.map(({ owner }) => owner));
    for (const owner of this.#unread.keys()) if (!owners.has(owner)) this.#unread.delete(owner);
  }

  /** Leaves an account out for some time, because a node can't read its events. */
  postpone(owner: Address): void {
    const waitMs = (this.#unread.get(owner)?.waitMs ?? FIRST_WAIT_MS / 2) * 2;
    this.#unread.set(owner, { at: performance.now() + waitMs, waitMs });
  }

  /** Returns whether an account is left out at the moment. */
  isPostponed = (owner: Address): boolean => (this.#unread.get(owner)?.at ?? 0) > performance.now();

  /** Returns those of the transfers whose event is on the chain, by ID. @throws ApiError 503 */
  async find(followed: readonly TransferRow[], view: ChainView): Promise<Map<Hex, Executed>> {
    const found = new Map<Hex, Executed>();
    const due = followed.filter(({ owner }) => !this.isPostponed(owner));
    // Apart, so that accounts that couldn't be read don't delay the search for the others.
    const again = due.filter(({ owner }) => this.#unread.has(owner));
    const usual = due.filter(({ owner }) => !this.#unread.has(owner));
    for (const rows of [usual, again])
      for (const contract of new Set(rows.map((row) => row.contract)))
        await this.#findIn(
          rows.filter((row) => row.contract === contract),
          view,
          found,
        );
    return found;
  }

  async #findIn(rows: readonly TransferRow[], view: ChainView, found: Map<Hex, Executed>): Promise<void> {
    const [first] = rows;
    if (!first) return;
    const from = (row: TransferRow) => (this.#searched.get(row.id) ?? row.queuedAtBlock) + 1n;
    const range = { fromBlock: rows.map(from).reduce(lesser, view.number + 1n), toBlock: view.number };
    const { executed, unread } = await routes[first.route].findExecuted(this.chain, rows, range);
    for (const [id, event] of executed) found.set(id, event);
    for (const owner of new Set(rows.map((row) => row.owner)))
      if (unread.has(owner)) this.postpone(owner);
      else this.#unread.delete(owner);
    for (const { id, owner } of rows)
      if (!unread.has(owner)) this.#searched.set(id, greater(view.number - SEARCHED_AGAIN, 0n));
  }
}
