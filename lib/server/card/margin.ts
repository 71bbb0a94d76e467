import 'server-only';
import { type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import type { DecisionTerms } from './decision/decision-terms';

/** The terms that a margin depends on, as parameters of a statement. */
type MarginTerms = Record<
  keyof Pick<DecisionTerms, 'bandBps' | 'otherMarginBps' | 'pegged' | 'peggedMarginBps'>,
  SQL
>;

/** Returns the parameters for a statement that is built once per call. */
export const marginTerms = (terms: DecisionTerms): MarginTerms => ({
  pegged: sql`${sql.param(terms.pegged)}::text[]`,
  bandBps: sql`${terms.bandBps}::integer`,
  peggedMarginBps: sql`${terms.peggedMarginBps}::integer`,
  otherMarginBps: sql`${terms.otherMarginBps}::integer`,
});

/**
 * Returns an SQL expression of the margin of a coin, in basis points: that of pegged coins while the price is within the band, or
 * isn't known.
 */
export const marginBpsOf = (
  { symbol, price }: { symbol: SQLWrapper; price: SQLWrapper },
  { pegged, bandBps, peggedMarginBps, otherMarginBps }: MarginTerms,
): SQL =>
  sql`case when ${symbol} = any(${pegged}) and coalesce(abs(${price} - 1) * 10000 <= ${bandBps}, true)
    then ${peggedMarginBps} else ${otherMarginBps} end`;
