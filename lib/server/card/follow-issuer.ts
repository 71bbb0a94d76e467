import 'server-only';
import { and, asc, eq, isNull, lte, or, sql } from 'drizzle-orm';
import { LRUCache } from 'lru-cache';
import { cardAccounts, cards, isToFollow, wantedIssuerStatus } from '../db/card-tables';
import { database } from '../db/database';
import { prices } from '../db/price-tables';
import type { Issuer } from '../issuer/issuer';
import { describeError, log } from '../log';
import { parsePrice } from '../prices/fixed-point';
import { announceCards } from './announce';
import { issuerLimitsOf, MAX_MINOR } from './issuer-limits';
import { type CardRetirer, retireCard } from './retire-card';

const BATCH = 100;
/** Longest pause between two attempts for a card, in seconds. */
const MAX_PAUSE_S = 600;

type Failure = { attempts: number; nextAt: number };
/** Failed attempts on this instance, by what was attempted. */
const failures = new LRUCache<string, Failure>({ max: 10_000 });

/** Runs `task` unless it has failed recently. Logs a failure, and returns whether it succeeded. */
async function attempt(what: string, task: () => Promise<void>): Promise<boolean> {
  const { attempts, nextAt } = failures.get(what) ?? { attempts: 0, nextAt: 0 };
  if (performance.now() < nextAt) return false;
  try {
    await task();
    failures.delete(what);
    return true;
  } catch (error) {
    const pauseS = Math.min(2 ** Math.min(attempts, 20), MAX_PAUSE_S);
    failures.set(what, { attempts: attempts + 1, nextAt: performance.now() + pauseS * 1_000 });
    log.warn({ what, attempts, err: describeError(error) }, 'a card was not changed at the issuer');
    return false;
  }
}

type StatusSetter = Pick<Issuer, 'setStatus'> & CardRetirer;
const wanted = sql<'active' | 'inactive' | 'canceled'>`${wantedIssuerStatus(cards)}`;
const selectToFollow = () =>
  database('transaction').select({ id: cards.id, wanted, replaces: cards.replaces }).from(cards);
type ToFollow = Awaited<ReturnType<typeof selectToFollow>>[number];

async function setStatus(issuer: StatusSetter, { id, wanted: status, replaces }: ToFollow): Promise<void> {
  // Two cards with the same number are never active at once.
  if (status === 'active' && replaces !== null) await retireCard(issuer, replaces, null);
  const sentAt = new Date();
  const ofCard = eq(cards.id, id);
  // The outcome is unknown until the answer, so any later change of the card is sent, too.
  await database('transaction').update(cards).set({ issuerSetStatus: null }).where(ofCard);
  const set = await issuer.setStatus(id, status);
  await database('transaction').update(cards).set({ issuerSetStatus: set.status }).where(ofCard);
  await database('transaction')
    .update(cards)
    .set({ issuerStatus: set.status, shippingStatus: set.shipping, readAt: sentAt })
    .where(and(ofCard, or(isNull(cards.readAt), lte(cards.readAt, sentAt))));
  announceCards([id]);
}

/**
 * Sets the status of a card at the issuer to what the owner or the operator has set, if that is another one than was set there.
 * Returns false if that failed: the job repeats it.
 */
export async function followStatus(issuer: StatusSetter, cardId: string): Promise<boolean> {
  const [card] = await selectToFollow().where(and(eq(cards.id, cardId), isToFollow(cards)));
  return !card || attempt(`status:${cardId}`, () => setStatus(issuer, card));
}

/** Sets the status of all cards whose status has changed at the issuer. */
export async function followStatuses(issuer: StatusSetter): Promise<void> {
  // In the order of the index, which the planner would not use otherwise.
  const due = await selectToFollow().where(isToFollow(cards)).orderBy(asc(cards.createdAt)).limit(BATCH);
  for (const card of due) await attempt(`status:${card.id}`, () => setStatus(issuer, card));
}

/** Cards whose limits are compared at once. */
const LIMITS_BATCH = 500;

type LimitRow = {
  id: string;
  decimals: number;
  dayLimit: string;
  monthLimit: string;
  price: string;
  isLow: boolean;
};

/** Value of an amount at the current price in minor units, at most what the issuer accepts. */
const valueInMinor = (column: typeof cards.dayLimit) =>
  sql`least(ceil(${column} * ${prices.price} * 100 / power(10::numeric, ${cardAccounts.decimals})), ${sql.raw(String(MAX_MINOR))})`;

/** Reads the limits of the next open cards after an ID, in the order of IDs. */
async function nextLimits(after: string): Promise<LimitRow[]> {
  const { rows } = await database('transaction').execute<LimitRow>(sql`
    select ${cards.id} as id, ${cardAccounts.decimals} as decimals, ${cards.dayLimit}::text as "dayLimit",
      ${cards.monthLimit}::text as "monthLimit", ${prices.price}::text as price,
      ${valueInMinor(cards.dayLimit)} > coalesce(${cards.issuerDayLimit}, 0)
        or ${valueInMinor(cards.monthLimit)} > coalesce(${cards.issuerMonthLimit}, 0) as "isLow"
    from ${cards} join ${cardAccounts} on ${cardAccounts.id} = ${cards.accountId}
      join ${prices} on ${prices.coinId} = ${cardAccounts.coinId}
    where ${cards.id} > ${after} and ${cards.status} <> 'closed' and ${cards.issuerStatus} <> 'canceled'
    order by ${cards.id} limit ${LIMITS_BATCH}`);
  return rows;
}

const raiseLimits = (
  issuer: Pick<Issuer, 'setLimits'>,
  { id, decimals, price, dayLimit, monthLimit }: LimitRow,
): Promise<boolean> =>
  attempt(`limits:${id}`, async () => {
    const { perDay, perMonth } = await issuerLimitsOf(
      { decimals, dayLimit: BigInt(dayLimit), monthLimit: BigInt(monthLimit) },
      parsePrice(price) ?? 0n,
    );
    await issuer.setLimits(id, { perDay, perMonth });
    await database('transaction')
      .update(cards)
      .set({ issuerDayLimit: perDay, issuerMonthLimit: perMonth })
      .where(eq(cards.id, id));
  });

/**
 * Raises limits at the issuer that are lower than the contract's at the current price. They are never lowered. Prices change all the
 * time, so all cards are compared, a batch at a time.
 */
export async function followLimits(issuer: Pick<Issuer, 'setLimits'>): Promise<void> {
  for (let after: string | undefined = ''; after !== undefined; ) {
    const rows: LimitRow[] = await nextLimits(after);
    for (const row of rows) if (row.isLow) await raiseLimits(issuer, row);
    after = rows.length < LIMITS_BATCH ? undefined : rows.at(-1)?.id;
  }
}
