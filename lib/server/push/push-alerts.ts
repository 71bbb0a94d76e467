import 'server-only';
import { readBoard } from '../prices/board';
import { multiply, parsePrice } from '../prices/fixed-point';
import { sendPush } from './send-push';
import { pendingAlerts, takeAlerts } from './subscriptions';

/** Pushes to the browsers whose price alerts have reached their target. Stale prices never trigger an alert. */
export async function pushAlerts(): Promise<void> {
  const pending = await pendingAlerts();
  if (pending.length === 0) return;
  const { entries, rates } = await readBoard();
  const prices = new Map(entries.flatMap(({ coinId, price, stale }) => (stale ? [] : [[coinId, price]])));
  const due = pending.filter(({ alert: { coinId, currency, side, price } }) => {
    const [dollars, rate, target] = [prices.get(coinId), rates.get(currency), parsePrice(price)];
    if (dollars === undefined || rate === undefined || target === null) return false;
    const now = multiply(dollars, rate);
    return side === 'above' ? now >= target : now <= target;
  });
  if (due.length === 0) return;
  const taken = await takeAlerts(due.map(({ alert }) => alert));
  const targets = new Map(due.map(({ alert: _, ...target }) => [target.endpoint, target]));
  await sendPush(
    [...targets.values()].filter(({ endpoint }) => taken.has(endpoint)),
    'alerts',
  );
}
