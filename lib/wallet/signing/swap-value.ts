import type { Address } from 'viem';
import { NATIVE_TOKEN } from '@/lib/evm/address';
import { fiatValue } from '@/lib/wallet/balances/fiat-value';
import { listedToken } from '@/lib/wallet/tokens/listed-token';
import type { BalanceChange } from './balance-changes';
import type { SigningContext } from './context';
import type { Description } from './describe-call';
import { type Finding, found } from './finding';
import { factOf, type Group } from './reading';

/** A swap that brings in less than this part (in percent) of the fiat value that leaves is a danger. */
const LOW_PERCENT = 85n;
/** Below these parts it is a caution. What is guaranteed is lower than what arrives, by the slippage tolerance. */
const LOOSE_PERCENT = { arriving: 95n, guaranteed: 90n };

/** Returns whether a request has a swap. */
export const hasSwap = (groups: readonly Group[]): boolean =>
  groups.some((group) => factOf(group, 'minimum'));

/**
 * Returns what a swap's own amounts guarantee. Returns nothing for a request that contains swaps among other calls,
 * because any of them may fail.
 */
export const guaranteedChanges = (description: Description | null): BalanceChange[] =>
  description?.intent === 'swap'
    ? description.fields.flatMap(({ label, value, token }) => {
        if (value.kind !== 'amount' || token === null) return [];
        const [before, after] = label === 'minimum' ? [0n, value.raw] : [value.raw, 0n];
        return [{ holder: 'wallet', token, before, after }];
      })
    : [];

/**
 * Replaces the router's wrapped native token with the native currency, which has the same value. A listed token keeps
 * its own price.
 */
export const unwrapped = (
  changes: readonly BalanceChange[],
  wrapped: readonly Address[],
  { coins, chainId }: Pick<SigningContext, 'coins' | 'chainId'>,
): BalanceChange[] =>
  changes.map((change) =>
    wrapped.includes(change.token) && listedToken(coins, chainId, change.token) === null
      ? { ...change, token: NATIVE_TOKEN }
      : change,
  );

/** Returns what several changes add up to, in base units, by token. */
function netOf(changes: readonly BalanceChange[]): ReadonlyMap<Address, bigint> {
  const net = new Map<Address, bigint>();
  for (const { token, before, after } of changes) net.set(token, (net.get(token) ?? 0n) + after - before);
  return net;
}

type Values = {
  sold: bigint;
  /** Null if nothing with a price is bought. */
  bought: bigint | null;
  /** Whether each token has a price. */
  isWhole: boolean;
};

/**
 * Returns whether the two sides can be compared. If every token has a price and nothing is bought, for example in a
 * swap back to the same token, all that is sold is lost.
 */
const isComparable = ({ bought, isWhole }: Values): boolean => bought !== null || isWhole;

/**
 * Compares the fiat values that leave and arrive by one or more swaps. `priceOf` returns a coin's price as a decimal
 * string, or null if there is no current one. A token without a price counts as nothing. If that leaves a side
 * incomplete, or no side to compare with, the result is at least a caution. Several swaps are compared in total,
 * leaving out those of a token without a price. `kind`: whether the bought amounts are simulated (`arriving`) or the
 * swaps' minimums (`guaranteed`).
 */
export function swapValueFindings(
  swaps: readonly (readonly BalanceChange[])[],
  { coins, chainId }: Pick<SigningContext, 'coins' | 'chainId'>,
  priceOf: (coinId: number) => string | null,
  kind: keyof typeof LOOSE_PERCENT = 'arriving',
): Finding[] {
  const valuesOf = (changes: readonly BalanceChange[]): Values => {
    const values: Values = { sold: 0n, bought: null, isWhole: true };
    for (const [token, amount] of netOf(changes)) {
      if (amount === 0n) continue;
      const listed = listedToken(coins, chainId, token);
      const price = listed && priceOf(listed.coinId);
      if (!listed || price === null) values.isWhole = false;
      else if (amount < 0n) values.sold += fiatValue(-amount, listed.decimals, price);
      else values.bought = (values.bought ?? 0n) + fiatValue(amount, listed.decimals, price);
    }
    return values;
  };
  const all = valuesOf(swaps.flat());
  // Leave out swaps of a token without a price: what they pay isn't a loss, and what they bring in isn't a gain. If
  // other swaps sell all of that token, nothing is left out.
  const values =
    all.isWhole || swaps.length === 1
      ? all
      : valuesOf(swaps.filter((changes) => valuesOf(changes).isWhole).flat());
  const { sold, bought, isWhole } = values;
  const isBelow = (percent: bigint) => (bought ?? 0n) * 100n < sold * percent;
  if (isComparable(values) && isBelow(LOW_PERCENT)) return [found('lowValue')];
  if (!isWhole || sold === 0n || bought === null) return [found('minimumNotCompared')];
  return isBelow(LOOSE_PERCENT[kind]) ? [found('looseValue')] : [];
}
