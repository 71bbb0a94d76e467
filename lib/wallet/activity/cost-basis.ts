import type { ChainMapping, Coin, DailyPrices } from '@/lib/api/types';
import { scaleTo } from '@/lib/evm/bigint';
import { groupBy } from '@/lib/group-by';
import { fiatValue } from '@/lib/wallet/balances/fiat-value';
import { isTestnet } from '@/lib/wallet/networks/is-testnet';
import type { ActivityKind, ActivityRow, Move } from './activity-row';
import { CoinLots, type Dollars } from './coin-lots';
import type { ChainPart } from './use-chain-activity';

/** Returns a coin's price on the UTC day of a time, or undefined if it's unknown. */
type DailyPriceOf = (coinId: number, at: number) => DailyPrices[number] | undefined;

/** What is known of a sent or received amount. Only amounts that left the account have a cost and a profit. */
type MoveCost = { price?: string; value?: Dollars; cost?: Dollars; profit?: bigint };

export type CostBasis = {
  ofMove: ReadonlyMap<Move, MoveCost>;
  /**
   * Returns the cost of a balance of a coin on all networks, or on all test networks if `chainId` is one. Null if any of it is
   * unknown.
   */
  ofBalance: (
    coin: { coinId: number; chainId: number },
    balance: { amount: bigint; decimals: number },
  ) => Dollars | null;
};

/**
 * Kinds whose coins leave or arrive for a price that isn't the day's, and move what this list doesn't show: presales, what cards
 * spend, and what a recovery address takes.
 */
const unpriced: ReadonlySet<ActivityKind> = new Set([
  'contribute',
  'claimVested',
  'refund',
  'topUpCard',
  'withdrawCard',
  'recover',
]);

/** Change of what the account owns of a token on all networks, in units of the most decimals that any of them uses. */
type Change = { coinId: number | null; amount: bigint; decimals: number; value: Dollars | null };

/** Returns a time's day in UTC. */
export const dayOf = (at: number): string => new Date(at).toISOString().slice(0, 10);
const absolute = (amount: bigint): bigint => (amount < 0n ? -amount : amount);

/** Returns a function that looks up daily prices. */
export function dailyPriceOf(prices: DailyPrices): DailyPriceOf {
  const known = new Map(prices.map((price) => [`${price.coinId} ${price.day}`, price]));
  return (coinId, at) => known.get(`${coinId} ${dayOf(at)}`);
}

/** Returns whether a row's transaction is confirmed, at a known time. */
export const isSettled = ({ at, status }: ActivityRow): boolean => at !== null && status === 'confirmed';

/** Returns the UTC years and the coins whose prices the rows need, in order. */
export function pricesNeeded(rows: readonly ActivityRow[]): { years: number[]; coinIds: number[] } {
  const settled = rows.filter(isSettled);
  const moves = settled.flatMap((row) => [...row.out, ...row.in, ...(row.held ?? [])]);
  const inOrder = (values: readonly number[]) => [...new Set(values)].sort((one, other) => one - other);
  return {
    years: inOrder(settled.map(({ at }) => new Date(at ?? 0).getUTCFullYear())),
    coinIds: inOrder(moves.flatMap(({ token }) => token.coinId ?? [])),
  };
}

function dollarsOf(amount: bigint, decimals: number, price: DailyPrices[number] | undefined): Dollars | null {
  return price ? { usd: fiatValue(amount, decimals, price.price), isSample: price.sample } : null;
}

const totalOf = (changes: readonly Change[]): Dollars | null =>
  changes.reduce<Dollars | null>(
    (total, { value }) =>
      total && value && { usd: total.usd + value.usd, isSample: total.isSample || value.isSample },
    changes.length > 0 ? { usd: 0n, isSample: false } : null,
  );

/** Returns what a transaction changes, with values. In a swap, a single token without a price is worth what it was swapped for. */
function changesOf(row: ActivityRow, decimalsOf: (move: Move) => number, priceOf: DailyPriceOf): Change[] {
  const sums = new Map<string | number, Change>();
  const count = (moves: readonly Move[], sign: bigint) => {
    for (const move of moves) {
      const { coinId, address, decimals: own } = move.token;
      const decimals = decimalsOf(move);
      const known = sums.get(coinId ?? address)?.amount ?? 0n;
      const amount = known + sign * scaleTo(move.amount, own, decimals);
      sums.set(coinId ?? address, { coinId, amount, decimals, value: null });
    }
  };
  count(row.in, 1n);
  count(row.out, -1n);
  count(row.held ?? [], 1n);
  const changes = [...sums.values()]
    .filter(({ amount }) => amount !== 0n)
    .map((change): Change => {
      const { coinId, amount, decimals } = change;
      const price = coinId === null ? undefined : priceOf(coinId, row.at ?? 0);
      return { ...change, value: dollarsOf(absolute(amount), decimals, price) };
    });
  const isIn = ({ amount }: Change) => amount > 0n;
  return changes.map((change) => {
    if (change.value || row.kind !== 'swap') return change;
    const isAlone = changes.filter((other) => isIn(other) === isIn(change)).length === 1;
    return {
      ...change,
      value: isAlone ? totalOf(changes.filter((other) => isIn(other) !== isIn(change))) : null,
    };
  });
}

/** Returns what is known of one amount. `exchanged` is what it is worth without a price of its own. */
function moveCost(
  { token, amount }: Move,
  price: DailyPrices[number] | undefined,
  exchanged: Dollars | null,
  cost: Dollars | undefined,
): MoveCost {
  const value = dollarsOf(amount, token.decimals, price) ?? exchanged;
  return {
    ...(price && { price: price.price }),
    ...(value && { value }),
    ...(cost && { cost }),
    ...(value && cost && { profit: value.usd - cost.usd }),
  };
}

/**
 * Calculates values in US dollars, and costs first in, first out, over all networks. Test networks are
 * calculated separately, because their tokens have no value. Moves to or from the vault, stakes, and pledges change nothing. Costs are
 * unknown without a price, without the whole history, after a recovery, and always for native currency, because logs show neither
 * network fees nor payments by contracts. `isWhole` returns whether the rows have all logs of a coin.
 */
export function costBasis(
  rows: readonly ActivityRow[],
  { coins, chains }: { coins: readonly Coin[]; chains: readonly Pick<ChainMapping, 'id' | 'testnet'>[] },
  priceOf: DailyPriceOf,
  isWhole: (coin: Pick<Coin, 'tokens'>) => boolean,
): CostBasis {
  const recoveries = rows.filter((row) => isSettled(row) && row.kind === 'recover');
  const keyOf = (coinId: number, chainId: number) => `${coinId} ${isTestnet(chains, chainId)}`;
  const pools = [
    ...groupBy(
      coins.flatMap(({ id, tokens }) => tokens.map((token) => ({ ...token, key: keyOf(id, token.chainId) }))),
      ({ key }) => key,
    ),
  ].map(([key, tokens]) => {
    const isLogged = tokens.every(({ address }) => address !== null);
    const lots = new CoinLots(isLogged && isWhole({ tokens }));
    // A recovery also moves what its events don't show, such as pledges.
    const lostAt = Math.min(
      ...recoveries.flatMap(({ chainId, at }) =>
        tokens.some((token) => token.chainId === chainId) ? (at ?? 0) : [],
      ),
    );
    return [key, { decimals: Math.max(...tokens.map(({ decimals }) => decimals)), lots, lostAt }] as const;
  });
  const listed = new Map(pools);
  const poolOf = (coinId: number | null, chainId: number) =>
    coinId === null ? undefined : listed.get(keyOf(coinId, chainId));
  const settled = rows.filter(isSettled).map((row) => {
    // Without its logs, a row's amounts can be incomplete, unless it's a payment.
    const isRead = row.block !== null || row.kind === 'send';
    const decimalsOf = ({ token }: Move) => poolOf(token.coinId, row.chainId)?.decimals ?? token.decimals;
    const changes = isRead ? changesOf(row, decimalsOf, priceOf) : [];
    return { row, at: row.at ?? 0, decimalsOf, changes };
  });
  const costs = new Map<Change, Dollars>();
  const inOrder = settled
    .flatMap(({ row, at, changes }) => changes.map((change) => ({ row, at, change })))
    // The order within a block is unknown, so amounts received in the same second come before amounts sent.
    .sort(
      (one, other) => one.at - other.at || Number(other.change.amount > 0n) - Number(one.change.amount > 0n),
    );
  for (const { row, at, change } of inOrder) {
    const pool = poolOf(change.coinId, row.chainId);
    if (!pool) continue;
    if (at >= pool.lostAt) pool.lots.markUncertain();
    const hasPrice = !unpriced.has(row.kind);
    if (change.amount > 0n) pool.lots.add(change.amount, hasPrice ? change.value : null);
    else {
      const cost = pool.lots.take(-change.amount);
      if (cost && hasPrice) costs.set(change, cost);
    }
  }
  const ofMove = new Map<Move, MoveCost>();
  for (const { row, at, decimalsOf, changes } of settled)
    for (const move of [...row.out, ...row.in]) {
      const { coinId, decimals } = move.token;
      if (coinId === null) continue;
      const change = changes.find((one) => one.coinId === coinId);
      const whole = scaleTo(move.amount, decimals, decimalsOf(move));
      const isAll = change !== undefined && absolute(change.amount) === whole;
      const exchanged = isAll ? change : undefined;
      const cost = exchanged && costs.get(exchanged);
      ofMove.set(move, moveCost(move, priceOf(coinId, at), exchanged?.value ?? null, cost));
    }
  return {
    ofMove,
    ofBalance: ({ coinId, chainId }, { amount, decimals }) => {
      const pool = poolOf(coinId, chainId);
      if (!pool || pool.lostAt < Number.POSITIVE_INFINITY || amount === 0n || decimals > pool.decimals)
        return null;
      return pool.lots.costOfRest(scaleTo(amount, decimals, pool.decimals));
    },
  };
}

/** Returns whether a network's logs are read from the first block to the newest. */
export const isWhole = ({ data, isFailed }: ChainPart): boolean => !isFailed && data?.reached === 0n;

/** Returns whether the logs of all of a coin's networks are read from the first block to the newest. */
export const hasWholeHistory = ({ tokens }: Pick<Coin, 'tokens'>, parts: readonly ChainPart[]): boolean =>
  tokens.every(({ chainId }) => parts.some((part) => part.chainId === chainId && isWhole(part)));
