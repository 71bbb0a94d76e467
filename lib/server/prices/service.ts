import 'server-only';
import { setTimeout as delay } from 'node:timers/promises';
import { describeError, log } from '@/lib/server/log';
import { PRICE_STREAM_LIFETIME_MS, PRICE_STREAM_LIMIT } from '@/lib/server-constants';
import { type Loop, startLoop } from '../loop';
import { readPriceSettings } from '../seed/config-files';
import { type BoardEntry, invalidateBoard, readBoard } from './board';
import { PriceEngine } from './engine';
import type { SourceReport } from './health';
import { Leader } from './leader';
import { PRICE_CHANNEL } from './store';
import { Listener } from './stream/listener';

/**
 * A reader of the price stream. It has no queue, only a set of the coins that have changed, so a slow reader gets the
 * latest price of each coin at its next read.
 */
class Subscriber {
  readonly #news = new Set<number>();
  #wake: (() => void) | null = null;
  #hasEnded = false;

  constructor(private readonly onEnd: (subscriber: Subscriber) => void) {}

  /** Marks coins as changed. */
  mark(coinIds: Iterable<number>): void {
    for (const id of coinIds) this.#news.add(id);
    if (this.#news.size > 0) this.#wake?.();
  }

  /** Ends the stream. A read that is waiting resolves immediately. */
  end(): void {
    if (this.#hasEnded) return;
    this.#hasEnded = true;
    this.#wake?.();
    this.onEnd(this);
  }

  /** Resolves to the IDs of changed coins, an empty list after `patienceMs` without changes, or null at the end. */
  async next(patienceMs: number): Promise<number[] | null> {
    if (!this.#hasEnded && this.#news.size === 0) {
      const patience = new AbortController();
      await Promise.race([
        new Promise<void>((resolve) => {
          this.#wake = resolve;
        }),
        delay(patienceMs, undefined, { signal: patience.signal, ref: false }).catch(() => undefined),
      ]);
      this.#wake = null;
      patience.abort();
    }
    if (this.#hasEnded) return null;
    const ids = [...this.#news];
    this.#news.clear();
    return ids;
  }
}

/**
 * How often to check for changes even without a notification, because the connection may be down or a price may have
 * become stale.
 */
const REFRESH_INTERVAL_MS = 5_000;

const looks = ({ price, sources, at, stale }: BoardEntry) =>
  [price, sources.join(), at.getTime(), stale].join(' ');

const complain = (error: unknown) => log.warn({ err: describeError(error) }, 'the price stream failed');

/** Notifies this instance's readers of new prices. Listens to the database only while there are readers. */
export class PriceHub {
  /** Each reader's client, and the timer that ends its stream. */
  readonly #readers = new Map<Subscriber, { client: string; timer: NodeJS.Timeout }>();
  readonly #known = new Map<number, string>();
  #parts: (Loop | Listener)[] = [];
  #hasEnded = false;

  constructor(
    private readonly limit = PRICE_STREAM_LIMIT,
    private readonly lifetimeMs = PRICE_STREAM_LIFETIME_MS,
  ) {}

  /** Returns how many streams a client has open. */
  readersOf(client: string): number {
    return [...this.#readers.values()].filter((reader) => reader.client === client).length;
  }

  get size(): number {
    return this.#readers.size;
  }

  /**
   * Adds a reader for a client. Its stream ends after `lifetimeMs` at the latest. Returns null if there are too many
   * readers or the server is stopping.
   */
  subscribe(client: string): Subscriber | null {
    if (this.#hasEnded || this.#readers.size >= this.limit) return null;
    const reader = new Subscriber((ended) => this.#leave(ended));
    const timer = setTimeout(() => reader.end(), this.lifetimeMs).unref();
    this.#readers.set(reader, { client, timer });
    if (this.#parts.length === 0) {
      invalidateBoard();
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
      invalidateBoard();
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

/** Stored on globalThis, because Next loads this module separately for routes and instrumentation. */
const key = Symbol.for('tidewell.prices');
type Parts = { leader: Leader; hub: PriceHub; sources: () => SourceReport[] };
const registry = globalThis as typeof globalThis & { [key]?: Parts };

async function end(parts: Parts | undefined): Promise<void> {
  await Promise.all([parts?.hub.stop(), parts?.leader.stop()]);
}

/**
 * Starts this instance's price service. Only one instance at a time reads the price sources, on behalf of all.
 * @throws if config/prices.json is invalid.
 */
export async function startPrices(): Promise<void> {
  const settings = await readPriceSettings();
  const before = registry[key];
  let engine: PriceEngine | undefined;
  const leader = new Leader((db, inTurn) => {
    engine = new PriceEngine(settings, db, inTurn);
    return engine;
  });
  registry[key] = { leader, hub: new PriceHub(), sources: () => engine?.sources() ?? [] };
  leader.start();
  await end(before);
}

/** Ends this instance's price streams, and leaves the price sources to other instances. */
export async function stopPrices(): Promise<void> {
  const parts = registry[key];
  delete registry[key];
  await end(parts);
}

/** Returns the hub that notifies readers, or undefined before the price service has started. */
export const priceHub = (): PriceHub | undefined => registry[key]?.hub;

/** Returns the state of each price source, or null if this instance doesn't read the sources. */
export function priceSources(): SourceReport[] | null {
  const parts = registry[key];
  return parts?.leader.isLeading ? parts.sources() : null;
}
