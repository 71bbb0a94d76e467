import 'server-only';
import { and, eq, lt } from 'drizzle-orm';
import type { LimitFunction } from 'p-limit';
import { truncate } from '@/lib/format/amount';
import type { DollarRate } from '@/lib/server/prices/fixed-point';
import { fetchText } from '@/lib/server/prices/platforms/timing';
import { serverEnv } from '@/lib/settings/env';
import type { RateSource } from '@/lib/settings/settings-schema';
import { clearCache } from '../../cached';
import { currencies } from '../../db/config-tables';
import type { Queryable } from '../../db/database';
import { parsePrice, priceText } from '../fixed-point';
import type { Health } from '../health';
import { readCbcRates } from './cbc';
import { readEcbRates } from './ecb';

const TIMEOUT_MS = 20_000;
/** Maximum size of a response. The Taiwan central bank returns the rates for every day since 1993. */
const BYTES_LIMIT = 8 * 1024 * 1024;
const RATE_DECIMALS = 10;
/** How long to wait before querying a bank again. A bank that didn't respond is queried again in the next round. */
const REFRESH_MS = 20 * 60 * 60_000;

const readers: Record<RateSource, (text: string) => DollarRate[]> = { ecb: readEcbRates, cbc: readCbcRates };

async function fetchRates(source: RateSource): Promise<DollarRate[]> {
  const { ECB_RATES_URL, CBC_RATES_URL } = serverEnv();
  const url = { ecb: ECB_RATES_URL, cbc: CBC_RATES_URL }[source];
  return readers[source](await fetchText(url, TIMEOUT_MS, BYTES_LIMIT));
}

/** Returns whether a rate is plausible. A currency doesn't halve or double between two updates. */
const isPlausible = (rate: bigint, known: bigint) => rate * 2n >= known && rate <= known * 2n;

/**
 * Selects the rates of listed currencies and marks implausible ones. Skips the US dollar, whose rate is always 1.
 * @throws if a rate is dated in the future, because then nothing in the document can be trusted.
 */
function listed(rates: readonly DollarRate[], known: ReadonlyMap<string, bigint | null>) {
  return rates.flatMap((entry) => {
    const before = known.get(entry.currency);
    if (!before || entry.currency === 'USD') return [];
    if (entry.at.getTime() > Date.now()) throw new Error('the rates are dated in the future');
    return [{ ...entry, isOdd: !isPlausible(entry.rate, before) }];
  });
}

/** Updates currencies to the exchange rates that central banks publish once every working day. */
export class FiatRates {
  readonly #askedAt = new Map<RateSource, number>();

  constructor(
    private readonly db: Queryable,
    private readonly inTurn: LimitFunction,
    private readonly health: Health,
  ) {}

  /** Queries every bank that is due. If a bank doesn't respond or a rate is implausible, the known rate is kept. */
  async update(): Promise<void> {
    for (const source of serverEnv().RATE_SOURCES) {
      const askedAt = this.#askedAt.get(source);
      if (askedAt !== undefined && performance.now() - askedAt < REFRESH_MS) continue;
      const rows = await this.inTurn(() =>
        this.db.select({ name: currencies.name, rate: currencies.rate }).from(currencies),
      );
      const known = new Map(rows.map(({ name, rate }) => [name, parsePrice(rate)]));
      const rates = await this.#ask(source, known);
      for (const { currency, rate, at } of rates)
        await this.inTurn(() =>
          this.db
            .update(currencies)
            .set({ rate: truncate(priceText(rate), RATE_DECIMALS), rateAt: at })
            .where(and(eq(currencies.name, currency), lt(currencies.rateAt, at))),
        );
      if (rates.length > 0) clearCache();
    }
  }

  async #ask(source: RateSource, known: ReadonlyMap<string, bigint | null>): Promise<DollarRate[]> {
    try {
      const rates = listed(await fetchRates(source), known);
      this.#askedAt.set(source, performance.now());
      this.health.set(source, 'up');
      for (const { currency, isOdd } of rates)
        this.health.set(
          `${source} ${currency}`,
          isOdd ? 'down' : 'up',
          isOdd ? new Error('the rate is not plausible') : undefined,
        );
      return rates.filter(({ isOdd }) => !isOdd);
    } catch (error) {
      this.health.set(source, 'down', error);
      return [];
    }
  }
}
