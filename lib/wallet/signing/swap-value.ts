import { fiatValue } from '@/lib/wallet/balances/fiat-value';
import { listedToken } from '@/lib/wallet/tokens/listed-token';
import type { BalanceChange } from './balance-changes';
import type { SigningContext } from './context';
import { type Finding, found } from './finding';
import { factOf, type Group } from './reading';

/** A request with a swap must bring in at least this part of the fiat value that leaves, in percent. */
const FAIR_PERCENT = 85n;

/**
 * Compares the fiat values that leave and arrive in the simulation of a request with a swap. `priceOf` returns a coin's
 * price as a decimal string, or null if there is no current one. A token without a price counts as nothing. If that leaves
 * a side incomplete, or no side to compare with, the result is at least a caution.
 */
export function swapValueFindings(
  changes: readonly BalanceChange[],
  groups: readonly Group[],
  { coins, chainId }: Pick<SigningContext, 'coins' | 'chainId'>,
  priceOf: (coinId: number) => string | null,
): Finding[] {
  if (!groups.some((group) => factOf(group, 'minimum'))) return [];
  let sold = 0n;
  let bought: bigint | null = null;
  let isWhole = true;
  for (const { token, before, after } of changes) {
    const listed = listedToken(coins, chainId, token);
    const price = listed && priceOf(listed.coinId);
    if (!listed || price === null) isWhole = false;
    else if (after < before) sold += fiatValue(before - after, listed.decimals, price);
    else bought = (bought ?? 0n) + fiatValue(after - before, listed.decimals, price);
  }
  // A swap that ends in the token it began with only loses.
  const isCompared = bought !== null || isWhole;
  if (isCompared && (bought ?? 0n) * 100n < sold * FAIR_PERCENT) return [found('lowValue')];
  return isWhole && sold > 0n && bought !== null ? [] : [found('minimumNotCompared')];
}
