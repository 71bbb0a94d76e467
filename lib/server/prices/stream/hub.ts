import 'server-only';
import { PRICE_STREAM_LIFETIME_MS, PRICE_STREAM_LIMIT } from '@/lib/server-constants';
import { describeError, log } from '../../log';
import { type BoardEntry, readBoard, refreshBoard } from '../board';
import { type Loop, startLoop } from '../loop';
import { PRICE_CHANNEL } from '../store';
import { Listener } from './listener';
import { Subscriber } from './subscriber';

/** News are looked for this often even when no notice comes: the connection may be down, or a price grown stale. */
const REFRESH_INTERVAL_MS = 5_000;

const looks = ({ price, sources, at, stale }: BoardEntry) =>
  [price, sources.join(), at.getTime(), stale].join(' ');

const complain = (error: unknown) => log.warn({ err: describeError(error) }, 'the price stream failed');

/** Tells an instance's readers of new prices. Listens to the database while there is a reader. */
export class PriceHub {
  /** Each with whose it is and what ends it when its time is over. */
  readonly #readers = new Map<Subscriber, { client: string; timer: NodeJS.Timeout }>();
  readonly #known = new Map<number, string>();
  #parts: (Loop | Listener)[] = [];
  #hasEnded = false;

  constructor(
    private readonly limit = PRICE_STREAM_LIMIT,
    private readonly lifetimeMs = PRICE_STREAM_LIFETIME_MS,
  ) {}

  /** How many readers a client has. */
  readersOf(client: string): number {
    return [...this.#readers.values()].filter((reader) => reader.client === client).length;
  }

  /** Readers at this moment. */
  get size(): number {
    return this.#readers.size;
  }

  /**
   * Adds a reader of a client, for its lifetime at most; null where there are too many, or the server is about to stop.
   */
  subscribe(client: string): Subscriber | null {
    if (this.#hasEnded || this.#readers.size >= this.limit) return null;
    const reader = new Subscriber((ended) => this.#leave(ended));
    const timer = setTimeout(() => reader.end(), this.lifetimeMs).unref();
    this.#readers.set(reader, { client, timer });
    if (this.#parts.length === 0) {
      refreshBoard();
      this.#listen();
    }
    return reader;
  }

  async stop(): Promise<void> {
    this.#hasEnded = true;
    for (const reader of [...this.#readers.keys()]) reader.end();
    await this.#rest();
  }

  #listen(): void {
    const listener = new Listener(PRICE_CHANNEL, () => {
      refreshBoard();
      this.#spread().catch(complain);
    });
    listener.start();
    this.#parts = [listener, startLoop(REFRESH_INTERVAL_MS, () => this.#spread())];
  }

  #leave(reader: Subscriber): void {
    clearTimeout(this.#readers.get(reader)?.timer);
    this.#readers.delete(reader);
    if (this.#readers.size === 0) this.#rest().catch(complain);
  }

  async #rest(): Promise<void> {
    const parts = this.#parts;
    this.#parts = [];
    await Promise.all(parts.map((part) => part.stop()));
  }

  async #spread(): Promise<void> {
    const { entries } = await readBoard();
    const changed = entries.filter((entry) => this.#known.get(entry.coinId) !== looks(entry));
    for (const entry of changed) this.#known.set(entry.coinId, looks(entry));
    for (const reader of this.#readers.keys()) reader.mark(changed.map(({ coinId }) => coinId));
  }
}
