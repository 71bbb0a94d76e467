import { formatUnits, parseUnits } from 'viem';
import { type AmountProblem, parseAmount, truncate } from '@/lib/format/amount';
import { createStoredList } from '@/lib/preferences/stored-list';

/** Maximum number of price alerts. */
export const PRICE_ALERT_LIMIT = 20;

export type AlertSide = 'above' | 'below';

/** A price alert. Its currency is the display currency at the time it was set. */
export type PriceAlert = {
  id: string;
  coinId: number;
  symbol: string;
  /** ISO 4217. */
  currency: string;
  side: AlertSide;
  /** Decimal text. */
  price: string;
  /** Time of the notification (ms since the epoch), or null while the alert is pending. */
  toldAt: number | null;
};

const isText = (value: unknown, pattern: RegExp): boolean => typeof value === 'string' && pattern.test(value);

function isPriceAlert(value: unknown): value is PriceAlert {
  if (typeof value !== 'object' || value === null) return false;
  const { id, coinId, symbol, currency, side, price, toldAt } = value as Record<string, unknown>;
  return (
    isText(id, /^[\w-]{1,64}$/) &&
    Number.isInteger(coinId) &&
    isText(symbol, /^.{1,32}$/) &&
    isText(currency, /^[A-Z]{3}$/) &&
    (side === 'above' || side === 'below') &&
    isText(price, /^\d{1,20}(\.\d{1,18})?$/) &&
    (toldAt === null || Number.isInteger(toldAt))
  );
}

const KEY = 'tidewell.priceAlerts';
const list = createStoredList(KEY, isPriceAlert, PRICE_ALERT_LIMIT);

export const usePriceAlerts = list.useList;
export const watchPriceAlerts = list.watch;

/** Adds an alert. Returns whether it was stored. */
export const addPriceAlert = (alert: Omit<PriceAlert, 'id'>): boolean =>
  list.change((alerts) => [...alerts, { ...alert, id: crypto.randomUUID() }]);

export function removePriceAlert(id: string): void {
  list.change((alerts) => alerts.filter((alert) => alert.id !== id));
}

/** Marks a pending alert as notified. Returns false if it wasn't pending, for example if another tab was faster. */
function takeAlert(id: string, at: number): boolean {
  let waited = false;
  list.change((alerts) =>
    alerts.map((alert) => {
      if (alert.id !== id || alert.toldAt !== null) return alert;
      waited = true;
      return { ...alert, toldAt: at };
    }),
  );
  return waited;
}

/** Returns the alerts that are stored on this device and haven't been reached. */
export const readPendingAlerts = (): readonly PriceAlert[] =>
  list.read().filter(({ toldAt }) => toldAt === null);

/** Marks alerts as notified, each at a time (ms since the epoch). */
export function markAlertsTold(times: ReadonlyMap<string, number>): void {
  if (times.size > 0)
    list.change((alerts) =>
      alerts.map((alert) => ({ ...alert, toldAt: alert.toldAt ?? times.get(alert.id) ?? null })),
    );
}

/** Calls `tell` for an alert only once across all tabs, using Web Locks if available. */
export async function notifyOnce(id: string, at: number, tell: () => void): Promise<void> {
  const take = () => {
    if (takeAlert(id, at)) tell();
  };
  if (navigator.locks === undefined) take();
  else await navigator.locks.request(KEY, take);
}

/** Number of decimals used to compare prices. */
export const ALERT_DECIMALS = 18;
/** Maximum digits before the decimal point. */
const MAX_DIGITS = 20;

const fixed = (price: string) => parseUnits(truncate(price, ALERT_DECIMALS), ALERT_DECIMALS);

/** Returns whether a price, in units of 1e-18 of the alert's currency, has reached the alert's target. */
const isReached = ({ side, price }: Pick<PriceAlert, 'side' | 'price'>, now: bigint): boolean =>
  side === 'above' ? now >= fixed(price) : now <= fixed(price);

/** Market data for alerts: reliable prices in the display currency, and exchange rates. */
export type AlertMarket = {
  /** ISO 4217. */
  currency: string;
  /** Returns a coin's price as decimal text, or null if it is missing or stale. */
  priceOf: (coinId: number) => string | null;
  /** Returns units of a currency per US dollar as decimal text, or undefined if unknown. */
  rateOf: (currency: string) => string | undefined;
};

/** Returns a coin's price in units of 1e-18 of an alert's currency, truncated, or null if unknown. */
function priceFor({ coinId, currency }: PriceAlert, market: AlertMarket): bigint | null {
  const price = market.priceOf(coinId);
  if (price === null || currency === market.currency) return price === null ? null : fixed(price);
  const [from, to] = [market.rateOf(market.currency), market.rateOf(currency)];
  if (from === undefined || to === undefined || fixed(from) === 0n) return null;
  return (fixed(price) * fixed(to)) / fixed(from);
}

/**
 * Returns the pending alerts that have reached their target, each with the current price (in units of 1e-18 of its
 * currency).
 */
export const dueAlerts = (alerts: readonly PriceAlert[], market: AlertMarket) =>
  alerts.flatMap((alert) => {
    const price = alert.toldAt === null ? priceFor(alert, market) : null;
    return price !== null && isReached(alert, price) ? [{ alert, price }] : [];
  });

export type AlertProblem = AmountProblem | 'reached' | 'known' | 'full';

/**
 * Parses an entered price into an alert, or returns the problem with it. `now` is the live price, or null if
 * unreliable.
 */
export function readAlert(
  text: string,
  wish: Pick<PriceAlert, 'coinId' | 'symbol' | 'currency' | 'side'>,
  now: string | null,
  known: readonly PriceAlert[],
): { alert: Omit<PriceAlert, 'id'> } | { problem: AlertProblem } {
  const read = parseAmount(text, ALERT_DECIMALS);
  if ('problem' in read) return read;
  const alert = { ...wish, price: formatUnits(read.value, ALERT_DECIMALS), toldAt: null };
  if (read.value >= 10n ** BigInt(MAX_DIGITS + ALERT_DECIMALS)) return { problem: 'tooLarge' };
  if (now !== null && isReached(alert, fixed(now))) return { problem: 'reached' };
  const isSame = (other: PriceAlert) =>
    other.toldAt === null &&
    other.coinId === wish.coinId &&
    other.currency === wish.currency &&
    other.side === wish.side &&
    fixed(other.price) === read.value;
  if (known.some(isSame)) return { problem: 'known' };
  return known.length < PRICE_ALERT_LIMIT ? { alert } : { problem: 'full' };
}
