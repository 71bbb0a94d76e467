import 'server-only';
import { sql } from 'drizzle-orm';
import { coins } from '../../db/config-tables';
import type { Queryable } from '../../db/database';
import { pricePoints, prices } from '../../db/price-tables';
import { parsePrice } from '../../prices/fixed-point';
import type { DecisionTerms } from '../decision/decision-terms';
import { marginBpsOf, marginTerms } from '../margin';
import type { LockedCard } from './card-lock';

/** Price in US dollars, and the margin on it. */
type StoredQuote = { price: string; marginBps: number };

/**
 * Returns the price of a card's token at a time: the latest point of the history up to two hours before, or else the current
 * price, if it is of the last minute.
 * @throws Error if there is no price, which can be temporary.
 */
export async function priceAt(
  db: Queryable,
  { coinId }: Pick<LockedCard, 'coinId'>,
  { at, terms }: { at: Date; terms: DecisionTerms },
): Promise<StoredQuote> {
  const time = sql`${at.toISOString()}::timestamptz`;
  const margin = marginBpsOf({ symbol: sql`c.symbol`, price: sql`known.price` }, marginTerms(terms));
  const { rows } = await db.execute<StoredQuote>(sql`
    select known.price::text as price, ${margin} as "marginBps"
    from ${coins} c cross join lateral (select coalesce(
      (select h.price from ${pricePoints} h where h.coin_id = c.id and not h.is_sample
        and h.at <= ${time} and h.at > ${time} - interval '2 hours' order by h.at desc limit 1),
      (select p.price from ${prices} p where p.coin_id = c.id and p.at > now() - interval '1 minute')) as price) known
    where c.id = ${coinId} and known.price is not null`);
  const [quote] = rows;
  if (!quote || parsePrice(quote.price) === null) throw new Error(`There is no price of coin ${coinId}`);
  return quote;
}
