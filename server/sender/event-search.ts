import type { Hex } from 'viem';
import { max, min } from '@/lib/evm/bigint';
import type { ServerChain } from '@/lib/server/chain/node';
import type { Executed, TransferRow } from '@/lib/server/transfers/route';
import { routes } from '@/lib/server/transfers/routes';
import { type ChainView, SETTLED_DEPTH } from './view';

/** Blocks that are searched again, because a lagging node returns no events for blocks that it doesn't have. */
const SEARCHED_AGAIN = 8n;
/** Time after which an account whose events couldn't be read is read again. It doubles with each attempt (ms). */
const FIRST_WAIT_MS = 60_000;
/** Time after which a search stops splitting failed requests (ms). Sending waits for the search. */
const SEARCH_MS = 5_000;

/** Returns the first block that can have a transfer's event. After a reorganization, it can be one before it was queued. */
export const firstBlockOf = ({ queuedAtBlock }: TransferRow) => max(queuedAtBlock - SETTLED_DEPTH, 0n);

/** The account and contract of a transfer's events. */
const keyOf = ({ owner, contract }: TransferRow) => `${owner} ${contract}`;

/** Searches the events of transfers, because anyone can send their transactions. */
export class EventSearch {
  /** For each transfer, the latest block that needn't be searched again. */
  readonly #searched = new Map<Hex, bigint>();
  /** Accounts whose events of a contract couldn't be read, and when they are read again. */
  readonly #unread = new Map<string, { at: number; waitMs: number }>();

  constructor(private readonly chain: ServerChain) {}

  /** Searches all blocks again: after a reorganization, an event can be in an earlier block than before. */
  restart(rows: readonly TransferRow[]): void {
    for (const row of rows) this.#searched.set(row.id, firstBlockOf(row) - 1n);
  }

  /** Forgets transfers that aren't among those that are followed. */
  forgetOthers(rows: readonly TransferRow[]): void {
    const known = new Set(rows.map(({ id }) => id));
    for (const id of this.#searched.keys()) if (!known.has(id)) this.#searched.delete(id);
    const keys = new Set(rows.map(keyOf));
    for (const key of this.#unread.keys()) if (!keys.has(key)) this.#unread.delete(key);
  }

  /** Returns those of the transfers whose event is on the chain, by ID. @throws ApiError 503 */
  async find(followed: readonly TransferRow[], view: ChainView): Promise<Map<Hex, Executed>> {
    const found = new Map<Hex, Executed>();
    const now = performance.now();
    const due = followed.filter((row) => (this.#unread.get(keyOf(row))?.at ?? 0) <= now);
    // Apart, so that accounts that couldn't be read don't delay the search for the others.
    const again = due.filter((row) => this.#unread.has(keyOf(row)));
    const usual = due.filter((row) => !this.#unread.has(keyOf(row)));
    for (const rows of [usual, again])
      for (const contract of new Set(rows.map((row) => row.contract))) {
        const own = rows.filter((row) => row.contract === contract);
        await this.#findIn(own, { view, found, until: now + SEARCH_MS });
      }
    return found;
  }

  async #findIn(
    rows: readonly TransferRow[],
    { view, found, until }: { view: ChainView; found: Map<Hex, Executed>; until: number },
  ): Promise<void> {
    const [first] = rows;
    if (!first) return;
    const from = (row: TransferRow) => (this.#searched.get(row.id) ?? row.queuedAtBlock) + 1n;
    const range = { fromBlock: rows.map(from).reduce(min, view.number + 1n), toBlock: view.number, until };
    const { executed, unread } = await routes[first.route].findExecuted(this.chain, rows, range);
    for (const [id, event] of executed) found.set(id, event);
    for (const [key, { owner }] of new Map(rows.map((row) => [keyOf(row), row])))
      if (unread.has(owner)) this.#postpone(key);
      else this.#unread.delete(key);
    for (const { id, owner } of rows)
      if (!unread.has(owner)) this.#searched.set(id, max(view.number - SEARCHED_AGAIN, 0n));
  }

  #postpone(key: string): void {
    const waitMs = (this.#unread.get(key)?.waitMs ?? FIRST_WAIT_MS / 2) * 2;
    this.#unread.set(key, { at: performance.now() + waitMs, waitMs });
  }
}
