import type { Address } from 'viem';
import type { Coin } from '@/lib/api/types';
import { splitNetwork } from '@/lib/evm/chain-short-names';
import type { Balance } from '@/lib/wallet/balances/use-balances';
import type { ListedToken } from './listed-token';

/** A token on one network that the user can choose. */
export type TokenOption = {
  coin: Coin;
  chainId: number;
  /** Token address, or NATIVE_TOKEN for the native currency. */
  address: Address;
  decimals: number;
  /** Available amount in base units, or undefined while unknown. */
  amount: bigint | undefined;
};

export const optionKey = ({ chainId, coin }: Pick<TokenOption, 'chainId' | 'coin'>): string =>
  `${chainId} ${coin.id}`;

/** Returns balances as options, with the amount that `amountOf` selects. */
export const balanceOptions = (
  balances: readonly Balance[],
  amountOf: (balance: Balance) => bigint | undefined,
): TokenOption[] =>
  balances.map((balance) => ({
    coin: balance.coin,
    chainId: balance.chainId,
    address: balance.token,
    decimals: balance.decimals,
    amount: amountOf(balance),
  }));

/** Returns the tokens offered on some networks as options, with the wallet balance if it is known. */
export function offeredOptions(
  offers: readonly { chainId: number; tokens: readonly ListedToken[] }[],
  coins: readonly Coin[],
  balances: readonly Balance[],
): TokenOption[] {
  const byId = new Map(coins.map((coin) => [coin.id, coin]));
  const held = new Map(balances.map((balance) => [optionKey(balance), balance.inWallet]));
  return offers.flatMap(({ chainId, tokens }) =>
    tokens.flatMap(({ coinId, address, decimals }) => {
      const coin = byId.get(coinId);
      if (!coin) return [];
      return [{ coin, chainId, address, decimals, amount: held.get(optionKey({ chainId, coin })) }];
    }),
  );
}

/** Returns whether an option matches part of a symbol or name, or the start of an address. */
function matches({ coin, address }: TokenOption, query: string): boolean {
  if (query.startsWith('0x')) return address.toLowerCase().startsWith(query);
  return coin.symbol.toLowerCase().includes(query) || coin.name.toLowerCase().includes(query);
}

const compare = (one: bigint, other: bigint) => (one < other ? 1 : one > other ? -1 : 0);

export type TokenGroup = { name: 'recent' | 'held' | 'others'; items: readonly TokenOption[] };

/**
 * Groups the matching options: recently chosen tokens (unless the user is searching), then the account's tokens by fiat
 * value, then all others. Lists at most `limit` options. Omits empty groups.
 */
export function groupTokens(
  options: readonly TokenOption[],
  {
    query,
    chainId,
    recent,
    limit,
    fiatValueOf,
  }: {
    query: string;
    /** Network to show, or null for all. */
    chainId: number | null;
    /** Keys of recently chosen options, latest first. */
    recent: readonly string[];
    limit: number;
    /** Returns the fiat value of an option's amount, or undefined if there is no price. */
    fiatValueOf: (option: TokenOption) => bigint | undefined;
  },
): { groups: TokenGroup[]; count: number } {
  const asked = splitNetwork(query);
  const wanted = asked.rest.toLowerCase();
  const found = options.filter(
    (option) =>
      [chainId, asked.network].every((id) => id === null || option.chainId === id) && matches(option, wanted),
  );
  const byKey = new Map(found.map((option) => [optionKey(option), option]));
  const latest = wanted === '' ? recent.flatMap((key) => byKey.get(key) ?? []) : [];
  const rest = found.filter((option) => !latest.includes(option));
  const held = rest
    .filter(({ amount }) => amount)
    .map((option) => ({ option, value: fiatValueOf(option) ?? -1n }))
    .sort((one, other) => compare(one.value, other.value))
    .map(({ option }) => option);
  const startsWith = ({ coin }: TokenOption) => coin.symbol.toLowerCase().startsWith(wanted);
  const others = rest.filter(({ amount }) => !amount);
  const ranked =
    wanted === ''
      ? others
      : [...others.filter(startsWith), ...others.filter((option) => !startsWith(option))];
  let room = limit;
  const groups = (
    [
      ['recent', latest],
      ['held', held],
      ['others', ranked],
    ] as const
  ).map(([name, all]): TokenGroup => {
    const items = all.slice(0, room);
    room -= items.length;
    return { name, items };
  });
  return { groups: groups.filter(({ items }) => items.length > 0), count: found.length };
}
