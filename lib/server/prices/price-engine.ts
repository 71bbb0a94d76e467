import 'server-only';
import type { LimitFunction } from 'p-limit';
import { listCoins } from '../coins/coins';
import type { Queryable } from '../db/database';
import { type Loop, startLoop } from '../loop';
import type { PriceSettings } from '../seed/price-settings';
import { type CombinedPrice, combine, type Quote } from './combine';
import { Dex } from './dex/dex';
import { FiatRates } from './fiat/fiat-rates';
import { Health, type SourceReport } from './health';
import { activePegs } from './peg';
import type { Feed } from './platforms/feed';
import { dollarPrices, makeFeeds, platformQuotes } from './platforms/feeds';
import { publishPrices, storePoints, storePrices } from './store-prices';

const PUBLISH_INTERVAL_MS = 1_000;
/** How often an unchanged price is stored again, to show that it's still confirmed. */
const CONFIRM_INTERVAL_MS = 5_000;
const POINT_INTERVAL_MS = 30_000;
const RATE_INTERVAL_MS = 30 * 60_000;

/** Runs all price sources and writes the combined prices over the connection that holds the leader lock. */
export class PriceEngine {
  readonly #health = new Health();
  readonly #dex: Dex;
  readonly #feeds: Feed[];
  readonly #published = new Map<number, CombinedPrice>();
  #loops: Loop[] = [];

  constructor(
    private readonly settings: PriceSettings,
    private readonly db: Queryable,
    /** Serializes the writes, because they share one connection. */
    private readonly inTurn: LimitFunction,
  ) {
    this.#dex = new Dex(settings, this.#health);
    this.#feeds = makeFeeds(settings, this.#health);
  }

  start(): void {
    this.#dex.start();
    for (const feed of this.#feeds) feed.start();
    const rates = new FiatRates(this.db, this.inTurn, this.#health);
    this.#loops = [
      startLoop(PUBLISH_INTERVAL_MS, () => this.#publish()),
      startLoop(POINT_INTERVAL_MS, () => this.inTurn(() => storePoints(this.db))),
      startLoop(RATE_INTERVAL_MS, () => rates.update()),
    ];
  }

  /** Returns the health of each source. */
  sources(): SourceReport[] {
    return this.#health.report();
  }

  /** Stops all sources and writes. */
  async stop(): Promise<void> {
    await Promise.all([this.#dex, ...this.#feeds, ...this.#loops].map((part) => part.stop()));
  }

  #combined(
    coin: { id: number; symbol: string },
    quotes: readonly Quote[],
    now: number,
  ): CombinedPrice | null {
    const minSources = this.settings.coins[coin.symbol]?.minSources ?? this.settings.minSources;
    return combine(quotes, now, { ...this.settings, minSources });
  }

  async #publish(): Promise<void> {
    const { coins: known, pegBandBps } = this.settings;
    const pegged = Object.entries(known).flatMap(([symbol, { pegged }]) => (pegged ? [symbol] : []));
    const coins = await listCoins();
    const now = performance.now();
    const inDollars = dollarPrices(this.settings, this.#feeds, now);
    const pegs = activePegs(pegged, inDollars, this.#dex.crossRates(), pegBandBps);
    const dexQuotes = this.#dex.quotes(pegs);
    const fresh = coins.flatMap((coin) => {
      const dexQuote = dexQuotes.get(coin.id);
      const quotes = platformQuotes(coin.symbol, this.settings, this.#feeds, pegs);
      const price = this.#combined(coin, dexQuote ? [...quotes, dexQuote] : quotes, now);
      return price && this.#isNews(coin.id, price) ? [{ coinId: coin.id, price }] : [];
    });
    if (fresh.length === 0) return;
    await this.inTurn(async () => {
      await storePrices(
        this.db,
        fresh.map(({ coinId, price }) => ({ ...price, coinId, ageMs: now - price.at })),
      );
      // Records a point right away, so that a coin's chart starts with its first price.
      if (fresh.some(({ coinId }) => !this.#published.has(coinId))) await storePoints(this.db);
      await publishPrices(this.db);
    });
    for (const { coinId, price } of fresh) this.#published.set(coinId, price);
  }

  #isNews(coinId: number, { price, sources, at }: CombinedPrice): boolean {
    const last = this.#published.get(coinId);
    return (
      !last ||
      last.price !== price ||
      last.sources.join() !== sources.join() ||
      at - last.at >= CONFIRM_INTERVAL_MS
    );
  }
}
