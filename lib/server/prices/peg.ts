import 'server-only';
import { median } from './combine';
import { isWithin, ONE } from './fixed-point';

/** Price of a whole `symbol` in whole units of another pegged coin, in fixed point. */
export type CrossRate = { symbol: string; inSymbol: string; rate: bigint };

/** Values of pegged coins in US dollars (fixed point), by symbol; those that do not count are missing. */
export type PegValues = ReadonlyMap<string, bigint>;

/**
 * Returns the pegged coins that count now, and their values: the platforms' price, or else one
 * US dollar. A coin that platforms quote in dollars must be within the band there.
 * `dollarPrices` are their latest quotes, however old, so that a broken peg stays broken until
 * it is quoted within the band again; an empty list means that a quote is still awaited, and
 * the coin does not count. A coin that no platform quotes must agree with at least half of the
 * other pegged coins it trades against; without any, the operator's setting decides.
 */
export function activePegs(
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
