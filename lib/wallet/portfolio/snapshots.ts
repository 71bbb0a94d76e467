import { type Address, isAddress } from 'viem';
import { createStoredList } from '@/lib/preferences/stored-list';
import type { ActivityToken } from '@/lib/wallet/activity/activity-row';
import { type HeldPart, partFiatValue } from './holdings';

/** An account's holdings on a chain at one time, recorded on this device for chains whose nodes prune old states. */
export type Snapshot = {
  account: Address;
  chainId: number;
  /** Milliseconds since the epoch. */
  at: number;
  /** Amounts by coin, in base units as integer strings. */
  amounts: readonly (readonly [coinId: number, raw: string])[];
};

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** Snapshots are kept for 32 days: one per hour for the first two days, then one every six hours. */
const CACHE_MS = 32 * DAY_MS;
const FINE_MS = 2 * DAY_MS;
const MOST = 1_500;

function isSnapshot(value: unknown): value is Snapshot {
  if (typeof value !== 'object' || value === null) return false;
  const { account, chainId, at, amounts } = value as Record<string, unknown>;
  return (
    typeof account === 'string' &&
    isAddress(account) &&
    Number.isInteger(chainId) &&
    typeof at === 'number' &&
    Array.isArray(amounts) &&
    amounts.every(
      (entry: unknown) =>
        Array.isArray(entry) &&
        Number.isInteger(entry[0]) &&
        typeof entry[1] === 'string' &&
        /^\d{1,78}$/.test(entry[1]),
    )
  );
}

const list = createStoredList('tidewell.holdings', isSnapshot, MOST);
export const useSnapshots = list.useList;

const isOf = (snapshot: Snapshot, account: Address, chainId: number) =>
  snapshot.account === account && snapshot.chainId === chainId;

/** Removes expired snapshots and all but the last snapshot in each time slot. Slots are longer for older snapshots. */
function thinned(snapshots: readonly Snapshot[], now: number): Snapshot[] {
  const slot = ({ account, chainId, at }: Snapshot) =>
    `${account} ${chainId} ${Math.floor(at / (now - at > FINE_MS ? 6 * HOUR_MS : HOUR_MS))}`;
  const last = new Map(
    snapshots.filter(({ at }) => now - at < CACHE_MS).map((snapshot) => [slot(snapshot), snapshot]),
  );
  return [...last.values()];
}

/** Stores a snapshot of an account's holdings on a chain, at most once an hour. */
export function noteHoldings(
  account: Address,
  chainId: number,
  parts: readonly HeldPart[],
  now: number,
): void {
  const latest = list.useList.getState().entries.findLast((snapshot) => isOf(snapshot, account, chainId));
  if (latest && now - latest.at < HOUR_MS) return;
  const sums = new Map<number, bigint>();
  for (const { token, amount } of parts)
    if (token.coinId !== null) sums.set(token.coinId, (sums.get(token.coinId) ?? 0n) + amount);
  const amounts = [...sums].map(([coinId, amount]) => [coinId, amount.toString()] as const);
  list.change((known) => thinned([...known, { account, chainId, at: now, amounts }], now));
}

/** Returns, for each time, the latest holdings recorded within `stepMs` before it. */
export function pastFromSnapshots(
  snapshots: readonly Snapshot[],
  {
    account,
    chainId,
    tokens,
  }: { account: Address; chainId: number; tokens: ReadonlyMap<Address, ActivityToken> },
  times: readonly number[],
  stepMs: number,
): (HeldPart[] | undefined)[] {
  const own = snapshots.filter((snapshot) => isOf(snapshot, account, chainId));
  const byCoin = new Map([...tokens.values()].reverse().map((token) => [token.coinId, token]));
  return times.map((time) => {
    const found = own.findLast(({ at }) => at <= time && time - at <= stepMs);
    return found?.amounts.flatMap(([coinId, raw]) => {
      const token = byCoin.get(coinId);
      return token ? [{ chainId, token, place: 'wallet' as const, amount: BigInt(raw) }] : [];
    });
  });
}

/** A chain's holdings at the grid times; undefined if unknown, null before the chain's first block. */
export type ChainPast = readonly (readonly HeldPart[] | undefined | null)[];

/** Total fiat value at a time; null if an amount or price is unknown, or if no chain existed yet. */
type ValuePoint = { at: number; value: bigint | null };
type KnownPoint = ValuePoint & { value: bigint };

/** Each coin's prices at the given times, with null for unknown prices. */
type PriceGrid = ReadonlyMap<number, readonly (string | null)[]>;

/** Returns the total value at each time. As in the current totals, coins without any price are left out. */
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
    if (chains.every((past) => past[index] === null)) return { at, value: null };
    for (const past of chains) {
      const parts = past[index];
      if (parts === null) continue;
      if (!parts) return { at, value: null };
      for (const part of parts) {
        const { coinId } = part.token;
        if (coinId === null || !isPriced(coinId)) continue;
        const fiatValue = partFiatValue(part, (id) => prices.get(id)?.[index] ?? undefined);
        if (fiatValue === undefined) return { at, value: null };
        value += fiatValue;
      }
    }
    return { at, value };
  });
}

const isKnown = (point: ValuePoint): point is KnownPoint => point.value !== null;

/**
 * Returns the known points, starting with the first one above zero, because a line from zero would look like a gain.
 * `before` is the reason that there are no earlier points: the values are unknown, the account was empty, or the period
 * starts there (null).
 */
export function sinceFirstValue(history: readonly ValuePoint[]): {
  points: readonly KnownPoint[];
  before: 'unknown' | 'empty' | null;
} {
  const found = history.findIndex(({ value }) => value !== null && value > 0n);
  const first = found === -1 ? history.length : found;
  const previous = history[first - 1];
  return {
    points: history.slice(first).filter(isKnown),
    before: previous === undefined ? null : previous.value === null ? 'unknown' : 'empty',
  };
}
