import type { Coin } from '@/lib/api/types';
import type { NativePasts } from '@/lib/wallet/incoming/use-native-past';
import type { ChainPart } from './use-chain-activity';

const sinceOf = (searched: { reached: bigint; reachedAt: number } | undefined): number =>
  searched === undefined ? Number.POSITIVE_INFINITY : searched.reached === 0n ? 0 : searched.reachedAt;

/**
 * Returns the time since which all that the account got of a coin is known: 0 if each of its networks was searched to the first block,
 * or Infinity if one couldn't be searched.
 */
export function knownSince(
  { tokens }: Pick<Coin, 'tokens'>,
  parts: readonly ChainPart[],
  past: NativePasts,
): number {
  return Math.max(
    0,
    ...tokens.map(({ chainId, address }) => {
      const part = parts.find((one) => one.chainId === chainId);
      const native = past.found.find((one) => one.chainId === chainId);
      const since = sinceOf(part?.isFailed ? undefined : part?.data);
      return address === null ? Math.max(since, sinceOf(native)) : since;
    }),
  );
}

/** Returns whether a network can be searched further back. */
export const hasFurther = (parts: readonly ChainPart[], past: NativePasts): boolean =>
  parts.some(({ data }) => data && data.reached > 0n) ||
  past.found.some(({ reached, isPruned }) => reached > 0n && !isPruned);
