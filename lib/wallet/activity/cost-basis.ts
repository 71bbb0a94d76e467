import type { Coin, DailyPrices } from '@/lib/api/types';
import { fiatValue } from '@/lib/wallet/balances/fiat-value';
import type { ActivityKind, ActivityRow, Move } from './activity-row';
import { CoinLots, type Dollars } from './coin-lots';

/** Returns a coin's price on the UTC day of a time, or undefined if it's unknown. */
type DailyPriceOf = (coinId: number, at: number) => DailyPrices[number] | undefined;

/** What is known of a sent or received amount. Cost and profit are only of what the account owns no longer. */
type MoveCost = { price?: string; value?: Dollars; cost?: Dollars; profit?: bigint };

export type CostBasis = {
  ofMove: ReadonlyMap<Move, MoveCost>;
  /** Returns the cost of a balance of a coin on all networks, or null if any of it is unknown. */
  ofBalance: (coinId: number, amount: bigint, decimals: number) => Dollars | null;
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

const dayOf = (at: number): string => new Date(at).toISOString().slice(0, 10);
const absolute = (amount: bigint): bigint => (amount < 0n ? -amount : amount);

/** Returns a function that looks up daily prices. */
export function dailyPriceOf(prices: DailyPrices): DailyPriceOf {
  const known = new Map(prices.map((price) => [`${price.coinId} ${price.day}`, price]));
  return (coinId, at) => known.get(`${coinId} ${dayOf(at)}`);
}

const isSettled = ({ at, status }: ActivityRow): boolean => at !== null && status === 'confirmed';

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
      const amount = known + sign * move.amount * 10n ** BigInt(decimals - own);
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
 * Calculates values in US dollars, and costs first in, first out, over all networks. What the account moves to or from the vault,
 * stakes, and pledges stays its own. Nothing unknown is guessed: without a price, or without the whole history, costs are unknown.
 * `sinceOf` returns the time since which all that the account got of a coin is in the rows: 0 for all of it, or Infinity for none.
 */
export function costBasis(
  rows: readonly ActivityRow[],
  coins: readonly Coin[],
  priceOf: DailyPriceOf,
  sinceOf: (coin: Coin) => number,
): CostBasis {
  const listed = new Map(
    coins.map((coin) => [
      coin.id,
      {
        decimals: Math.max(...coin.tokens.map(({ decimals }) => decimals)),
        since: sinceOf(coin),
        // Fees and payments by contracts also take native currency, and no log shows them.
        lots: new CoinLots(sinceOf(coin) === 0 && coin.tokens.every(({ address }) => address !== null)),
      },
    ]),
  );
  const coinOf = (coinId: number | null) => (coinId === null ? undefined : listed.get(coinId));
  const decimalsOf = ({ token }: Move) => coinOf(token.coinId)?.decimals ?? token.decimals;
  const settled = rows.filter(isSettled).map((row) => {
    // Without its logs, only a payment is sure to be what it seems.
    const isRead = row.block !== null || row.kind === 'send';
    return { row, at: row.at ?? 0, changes: isRead ? changesOf(row, decimalsOf, priceOf) : [] };
  });
  const lostAt = Math.min(...settled.flatMap(({ row, at }) => (row.kind === 'recover' ? at : [])));
  const costs = new Map<Change, Dollars>();
  const inOrder = settled
    .flatMap(({ row, at, changes }) => changes.map((change) => ({ kind: row.kind, at, change })))
    // The order inside a block is unknown. What came in its second can leave in it.
    .sort(
      (one, other) => one.at - other.at || Number(other.change.amount > 0n) - Number(one.change.amount > 0n),
    );
  for (const { kind, at, change } of inOrder) {
    const own = coinOf(change.coinId);
    if (!own || at < own.since) continue;
    if (at >= lostAt) own.lots.lose();
    const hasPrice = !unpriced.has(kind);
    if (change.amount > 0n) own.lots.add(change.amount, hasPrice ? change.value : null);
    else {
      const cost = own.lots.take(-change.amount);
      if (cost && hasPrice) costs.set(change, cost);
    }
  }
  const ofMove = new Map<Move, MoveCost>();
  for (const { row, at, changes } of settled)
    for (const move of [...row.out, ...row.in]) {
      const { coinId, decimals } = move.token;
      if (coinId === null) continue;
      const change = changes.find((one) => one.coinId === coinId);
      const whole = move.amount * 10n ** BigInt(decimalsOf(move) - decimals);
      const isAll = change !== undefined && absolute(change.amount) === whole;
      const exchanged = isAll ? change : undefined;
      const cost = exchanged && costs.get(exchanged);
      ofMove.set(move, moveCost(move, priceOf(coinId, at), exchanged?.value ?? null, cost));
    }
  return {
    ofMove,
    ofBalance: (coinId, amount, decimals) => {
      const own = coinOf(coinId);
      if (!own || amount === 0n || decimals > own.decimals) return null;
      return own.lots.costOfNewest(amount * 10n ** BigInt(own.decimals - decimals));
    },
  };
}
