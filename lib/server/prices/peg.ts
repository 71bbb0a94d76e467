import 'server-only';
import { median } from './combine';
import { isWithin, ONE } from './fixed-point';

/** Price of one whole `symbol` in whole units of another pegged coin (fixed point). */
export type CrossRate = { symbol: string; inSymbol: string; rate: bigint };

/** Values of the active pegged coins in US dollars (fixed point), by symbol. */
export type PegValues = ReadonlyMap<string, bigint>;

/**
 * Returns the pegged coins that are currently active, with their value: the trading platforms' price, or one US dollar
 * if no platform quotes the coin. A coin that platforms quote in dollars is active while its price is within the band.
 * `dollarPrices` has their latest quotes, no matter how old, so that a broken peg stays broken until a quote is within
 * the band again. An empty list means that the first quote is still pending, so the coin isn't active. A coin that no
 * platform quotes must agree with at least half of the other pegged coins it trades against. If it trades against none,
 * the operator's setting decides.
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
