import type { HeldPart } from './holdings';
import { partWorth } from './holdings';

/** A chain's holdings at the times of a grid: undefined where neither the chain nor this device can tell. */
export type ChainPast = readonly (readonly HeldPart[] | undefined)[];

/** What everything was worth at a time: null where an amount or a price of then is not known. */
export type ValuePoint = { at: number; value: bigint | null };

/** Prices at the times of the grid, by coin; null where nobody told. */
export type PriceGrid = ReadonlyMap<number, readonly (string | null)[]>;

/**
 * The worth at each time, by the amounts and the prices of that time. A coin that nobody prices, now or then, is in no
 * point, as it is in no total.
 */
export function valueHistory(
  times: readonly number[],
  chains: readonly ChainPast[],
  prices: PriceGrid,
  isPricedNow: (coinId: number) => boolean,
): ValuePoint[] {
  const isPriced = (coinId: number) =>
    isPricedNow(coinId) || (prices.get(coinId)?.some((price) => price !== null) ?? false);
  return times.map((at, index) => {
    let value = 0n;
    for (const past of chains) {
      const parts = past[index];
      if (!parts) return { at, value: null };
      for (const part of parts) {
        const { coinId } = part.token;
        if (coinId === null || !isPriced(coinId)) continue;
        const worth = partWorth(part, (id) => prices.get(id)?.[index] ?? undefined);
        if (worth === undefined) return { at, value: null };
        value += worth;
      }
    }
    return { at, value };
  });
}
