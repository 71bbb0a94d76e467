import type { ChainRead } from '@/lib/wallet/networks/chain-reads';
import { totalOf, type ValuedPart } from './holdings';
import type { HoldingsRead } from './read-holdings';

/** The total of what was read, or why there is none yet. */
export type KnownTotal = {
  /** Fiat value in units of 1e-18, or null unless every chain was read and, if there are holdings, some have a price. */
  total: bigint | null;
  isReading: boolean;
  /** Reads that failed, or that miss some holdings. */
  failed: ChainRead<HoldingsRead>[];
  /** Whether there are holdings, but no prices. */
  isUnpriced: boolean;
};

/** Returns the total of `parts`, which are the valued holdings of `read`. `isWaiting` means that other data, such as prices, is still loading. */
export function knownTotal(
  read: readonly ChainRead<HoldingsRead>[],
  parts: readonly ValuedPart[],
  isWaiting: boolean,
): KnownTotal {
  const failed = read.filter(({ isFailed, data }) => isFailed || data?.isIncomplete);
  const isReading = isWaiting || read.some(({ data, isFailed }) => data === undefined && !isFailed);
  const isUnpriced = parts.length > 0 && parts.every(({ value }) => value === undefined);
  const isKnown = !isReading && failed.length === 0 && !isUnpriced;
  return { total: isKnown ? totalOf(parts) : null, isReading, failed, isUnpriced };
}
