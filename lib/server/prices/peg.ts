import 'server-only';
import { median } from './combine';
import { isWithin, ONE } from './fixed-point';

/** What a whole `symbol` costs in whole units of another pegged coin, in fixed point. */
export type CrossRate = { symbol: string; inSymbol: string; rate: bigint };

/** What pegged coins count in US dollars (fixed point), by symbol; those that do not count are missing. */
export type PegValues = ReadonlyMap<string, bigint>;

/**
 * The pegged coins that count now, and what as: the price that platforms see, or else one US dollar. A coin that
 * platforms quote in dollars (`dollarPrices`, their last word however old: a broken peg stays broken until somebody sees
 * it whole) must be within the band there; while they are still to speak (an empty list), it does not count. One that none
 * quotes must agree with at least half of the other pegged coins it trades against; where it trades against none, the
 * operator's word stands.
 */
export function wholePegs(
  pegged: readonly string[],
  dollarPrices: ReadonlyMap<string, readonly bigint[]>,
  crossRates: readonly CrossRate[],
  bandBps: number,
): PegValues {
  const measured = new Map(
    [...dollarPrices].map(([symbol, prices]) => [symbol, prices.length > 0 ? median(prices) : null]),
  );
  const isNearOne = (price: bigint | null | undefined) =>
    price === undefined ? undefined : price !== null && isWithin(price, ONE, bandBps);
  const isWhole = (symbol: string): boolean => {
    const known = isNearOne(measured.get(symbol));
    if (known !== undefined) return known;
    const partners = new Map<string, bigint[]>();
    for (const { inSymbol, rate } of crossRates.filter((cross) => cross.symbol === symbol)) {
      if (isNearOne(measured.get(inSymbol)) === false) continue;
      partners.set(inSymbol, [...(partners.get(inSymbol) ?? []), rate]);
    }
    const agreeing = [...partners.values()].filter((rates) => isWithin(median(rates), ONE, bandBps));
    return agreeing.length * 2 >= partners.size;
  };
  return new Map(pegged.filter(isWhole).map((symbol) => [symbol, measured.get(symbol) ?? ONE]));
}
