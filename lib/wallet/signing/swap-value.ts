import type { Address } from 'viem';
import { fiatValue } from '@/lib/wallet/balances/fiat-value';
import { listedToken } from '@/lib/wallet/tokens/listed-token';
import type { BalanceChange } from './balance-changes';
import type { SigningContext } from './context';
import type { Description } from './describe-call';
import { type Finding, found } from './finding';
import { factOf, type Group } from './reading';

/**
 * A swap that brings in less than the first part (in percent) of the fiat value that leaves is a danger, and one below the
 * second a caution.
 */
const [LOW_PERCENT, LOOSE_PERCENT] = [85n, 95n];

/** Returns whether a request has a swap. */
export const hasSwap = (groups: readonly Group[]): boolean =>
  groups.some((group) => factOf(group, 'minimum'));

/**
 * Returns what a swap's own amounts guarantee, if it couldn't be simulated. Returns nothing for a request that contains
 * swaps among other calls, because any of them may fail.
 */
export const guaranteedChanges = (description: Description | null): BalanceChange[] =>
  description?.intent === 'swap'
    ? description.fields.flatMap(({ label, value, token }) => {
        if (value.kind !== 'amount' || token === null) return [];
        const [before, after] = label === 'minimum' ? [0n, value.raw] : [value.raw, 0n];
        return [{ holder: 'wallet', token, before, after }];
      })
    : [];

/** Returns what several changes add up to, in base units, by token. */
function netOf(changes: readonly BalanceChange[]): ReadonlyMap<Address, bigint> {
  const net = new Map<Address, bigint>();
  for (const { token, before, after } of changes) net.set(token, (net.get(token) ?? 0n) + after - before);
  return net;
}

/**
 * Compares the fiat values that leave and arrive by one or more swaps. `priceOf` returns a coin's price as a decimal
 * string, or null if there is no current one. A token without a price counts as nothing, and so does one that the swaps buy
 * but that `changes` doesn't cover (if `isComplete` is false). If that leaves a side incomplete, or no side to compare with,
 * the result is at least a caution.
 */
export function swapValueFindings(
  changes: readonly BalanceChange[],
  { coins, chainId }: Pick<SigningContext, 'coins' | 'chainId'>,
  priceOf: (coinId: number) => string | null,
  isComplete = true,
): Finding[] {
  let sold = 0n;
  let bought: bigint | null = null;
  let isWhole = isComplete;
  for (const [token, amount] of netOf(changes)) {
    if (amount === 0n) continue;
    const listed = listedToken(coins, chainId, token);
    const price = listed && priceOf(listed.coinId);
    if (!listed || price === null) isWhole = false;
    else if (amount < 0n) sold += fiatValue(-amount, listed.decimals, price);
    else bought = (bought ?? 0n) + fiatValue(amount, listed.decimals, price);
  }
  // A swap that ends in the token it began with only loses.
  const isCompared = bought !== null || isWhole;
  const isBelow = (percent: bigint) => (bought ?? 0n) * 100n < sold * percent;
  if (isCompared && isBelow(LOW_PERCENT)) return [found('lowValue')];
  if (!isWhole || sold === 0n || bought === null) return [found('minimumNotCompared')];
  return isBelow(LOOSE_PERCENT) ? [found('looseValue')] : [];
}
