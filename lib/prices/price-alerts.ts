import { createStoredList } from '@/lib/preferences/stored-list';
import { PRICE_ALERT_LIMIT } from '@/lib/wallet-constants';

export type AlertSide = 'above' | 'below';

/** A price alert, in the currency in which it was set. */
export type PriceAlert = {
  id: string;
  coinId: number;
  symbol: string;
  /** ISO 4217. */
  currency: string;
  side: AlertSide;
  /** Decimal text. */
  price: string;
  /** Time of the notification (ms since the epoch); null while waiting. */
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

/** Marks an alert as told, as it stands in storage now. Says whether it still waited: if not, another tab was first. */
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

/** Notifies of an alert once across all tabs, using Web Locks if available. */
export async function notifyOnce(id: string, at: number, tell: () => void): Promise<void> {
  const take = () => {
    if (takeAlert(id, at)) tell();
  };
  if (navigator.locks === undefined) take();
  else await navigator.locks.request(KEY, take);
}
