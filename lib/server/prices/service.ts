import 'server-only';
import { describeError, log } from '@/lib/server/log';
import { Leader } from '../db/leader';
import { Listener } from '../db/listener';
import { StreamHub } from '../http/stream-hub';
import { startLoop } from '../loop';
import { readPriceSettings } from '../seed/config-files';
import { type BoardEntry, invalidateBoard, readBoard } from './board';
import type { SourceReport } from './health';
import { PriceEngine } from './price-engine';
import { PRICE_CHANNEL } from './store-prices';

/** Maximum number of price stream readers per instance. */
const PRICE_STREAM_LIMIT = 5_000;

/**
 * How often to check for changes even without a notification, because the connection may be down or a price may have
 * become stale.
 */
const REFRESH_INTERVAL_MS = 5_000;

const looks = ({ price, sources, at, stale }: BoardEntry) =>
  [price, sources.join(), at.getTime(), stale].join(' ');

const complain = (error: unknown) => log.warn({ err: describeError(error) }, 'the price stream failed');

/** Notifies this instance's readers of new prices. */
export class PriceHub extends StreamHub<number> {
  readonly #known = new Map<number, string>();

  constructor(limit = PRICE_STREAM_LIMIT) {
    super(limit);
  }

  protected listen() {
    invalidateBoard();
    const listener = new Listener(PRICE_CHANNEL, () => {
      invalidateBoard();
      this.#spread().catch(complain);
    });
    listener.start();
    return [listener, startLoop(REFRESH_INTERVAL_MS, () => this.#spread())];
  }

  async #spread(): Promise<void> {
    const { entries } = await readBoard();
    const changed = entries.filter((entry) => this.#known.get(entry.coinId) !== looks(entry));
    for (const entry of changed) this.#known.set(entry.coinId, looks(entry));
    const coinIds = changed.map(({ coinId }) => coinId);
    for (const reader of this.readers) reader.mark(coinIds);
  }
}

/** Advisory lock of the instance that reads the price sources. */
const PRICE_LOCK = 7_433_906n;

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
  const leader = new Leader({
    lock: PRICE_LOCK,
    work: 'the price service',
    makeTask: (db, inTurn) => {
      engine = new PriceEngine(settings, db, inTurn);
      return engine;
    },
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
