import { sum } from '@/lib/evm/bigint';
import { groupBy } from '@/lib/group-by';
import type { ActivityToken } from '@/lib/wallet/activity/activity-row';
import { fiatValue } from '@/lib/wallet/balances/fiat-value';

/** Places where an account can hold tokens. */
export const holdingLocations = ['wallet', 'vault', 'staked', 'rewards', 'pledged', 'presale'] as const;
export type HoldingLocation = (typeof holdingLocations)[number];

/** A token amount at one location, in base units, never zero. */
export type HeldPart = { chainId: number; token: ActivityToken; place: HoldingLocation; amount: bigint };

/** A token on one network, with its total amount in the wallet and all contracts. */
export type Holding = { chainId: number; token: ActivityToken; parts: readonly HeldPart[]; amount: bigint };

/** Returns the key of a token on a network. */
export const holdingKey = ({ chainId, token }: Pick<HeldPart, 'chainId' | 'token'>): string =>
  `${chainId} ${token.address}`;

/** Groups the parts by network and token. */
export function gatherHoldings(parts: readonly HeldPart[]): Holding[] {
  return [...groupBy(parts, holdingKey).values()].map((own) => {
    const [{ chainId, token }] = own;
    return { chainId, token, parts: own, amount: sum(own.map(({ amount }) => amount)) };
  });
}

/** Returns the price of one whole coin as a decimal string, or undefined if it is unknown. */
export type PriceOf = (coinId: number) => string | undefined;

/** Returns a part's fiat value in units of 1e-18, truncated, or undefined if it has no price. */
export function partFiatValue(
  { token, amount }: Pick<HeldPart, 'token' | 'amount'>,
  priceOf: PriceOf,
): bigint | undefined {
  const price = token.coinId === null ? undefined : priceOf(token.coinId);
  return price === undefined ? undefined : fiatValue(amount, token.decimals, price);
}

export type ValuedPart = HeldPart & { value: bigint | undefined };

/** Adds the fiat value to each part. */
export const valueParts = (parts: readonly HeldPart[], priceOf: PriceOf): ValuedPart[] =>
  parts.map((part) => ({ ...part, value: partFiatValue(part, priceOf) }));

/** Returns the total fiat value of the parts that have a price. */
export const totalOf = (parts: readonly ValuedPart[]): bigint =>
  parts.reduce((total, { value = 0n }) => total + value, 0n);

/** A share of the total: its key, fiat value, and truncated percentage in basis points. */
export type Share = { key: string; fiatValue: bigint; bps: bigint };

/** Compares two fiat values for sorting in ascending order. */
export const compareFiatValue = (one: bigint, other: bigint): number =>
  one < other ? -1 : one > other ? 1 : 0;

/** Sums fiat values by `keyOf`, largest first. Parts without a price are left out. */
export function allocation(parts: readonly ValuedPart[], keyOf: (part: HeldPart) => string): Share[] {
  const sums = new Map<string, bigint>();
  for (const part of parts) {
    if (!part.value) continue;
    const key = keyOf(part);
    sums.set(key, (sums.get(key) ?? 0n) + part.value);
  }
  const total = sum([...sums.values()]);
  return [...sums]
    .map(([key, value]) => ({ key, fiatValue: value, bps: (value * 10_000n) / total }))
    .sort((one, other) => compareFiatValue(other.fiatValue, one.fiatValue));
}

/** Combines the smallest shares into one. `gathered` is the number of shares combined, or 0 for any other share. */
export function gatherSmall(shares: readonly Share[], most: number): (Share & { gathered: number })[] {
  const own = shares.length > most ? shares.slice(0, most - 1) : shares;
  const small = shares.slice(own.length);
  const rest = {
    key: '',
    fiatValue: sum(small.map(({ fiatValue }) => fiatValue)),
    bps: sum(small.map(({ bps }) => bps)),
    gathered: small.length,
  };
  return [...own.map((share) => ({ ...share, gathered: 0 })), ...(small.length > 0 ? [rest] : [])];
}
