import { useMemo } from 'react';
import type { ChainMapping, Coin, Contract } from '@/lib/api/types';
import { createStoredList } from '@/lib/preferences/stored-list';

/** More networks than any site lists. */
const MAX_HIDDEN = 100;

const isChainId = (value: unknown): value is number => Number.isSafeInteger(value) && Number(value) > 0;

const list = createStoredList('tidewell.hiddenNetworks', isChainId, MAX_HIDDEN);
export const watchHiddenNetworks = list.watch;

/** Hides one of the listed networks on this device, or shows it again. Returns whether the change was stored. */
export function setNetworkHidden(
  chainId: number,
  isHidden: boolean,
  chains: readonly Pick<ChainMapping, 'id'>[],
): boolean {
  return list.change((stored) => {
    // Two tabs can hide all networks, which are all shown then, so the change starts from there.
    const isAll = chains.every(({ id }) => stored.includes(id));
    const kept = stored.filter((one) => one !== chainId && !(isAll && chains.some(({ id }) => id === one)));
    return isHidden ? [...kept, chainId] : kept;
  });
}

type Lists = {
  chains: readonly ChainMapping[];
  coins: readonly Coin[];
  contracts: readonly Contract[];
};

/** Returns the IDs of the networks that are hidden. At least one network is always shown, even if the site lists others now. */
export function hiddenAmong(
  chains: readonly Pick<ChainMapping, 'id'>[],
  hidden: readonly number[],
): number[] {
  const found = chains.map(({ id }) => id).filter((id) => hidden.includes(id));
  return found.length < chains.length ? found : [];
}

/** Filtered lists by the complete list, so that all components share one, by which balances are cached. */
const filtered = new WeakMap<object, { key: string; shown: object }>();

function shared<T extends object>(all: readonly T[], key: string, filter: () => readonly T[]): readonly T[] {
  const known = filtered.get(all);
  if (known?.key === key) return known.shown as readonly T[];
  const shown = filter();
  filtered.set(all, { key, shown });
  return shown;
}

/** Returns the lists without what is on hidden networks. */
export function withoutHidden({ chains, coins, contracts }: Lists, stored: readonly number[]): Lists {
  const hidden = hiddenAmong(chains, stored);
  if (hidden.length === 0) return { chains, coins, contracts };
  const key = hidden.join();
  const isShown = (chainId: number) => !hidden.includes(chainId);
  return {
    chains: shared(chains, key, () => chains.filter(({ id }) => isShown(id))),
    coins: shared(coins, key, () =>
      coins.map((coin) => ({ ...coin, tokens: coin.tokens.filter(({ chainId }) => isShown(chainId)) })),
    ),
    contracts: shared(contracts, key, () => contracts.filter(({ chainId }) => isShown(chainId))),
  };
}

/** React hook that returns the IDs of the networks that the user hides. */
export function useHiddenNetworks(chains: readonly Pick<ChainMapping, 'id'>[]): readonly number[] {
  const stored = list.useList((state) => state.entries);
  return useMemo(() => hiddenAmong(chains, stored), [chains, stored]);
}

/** React hook that returns the lists without what is on networks that the user hides. */
export function useShownLists({ chains, coins, contracts }: Lists): Lists {
  const stored = list.useList((state) => state.entries);
  return useMemo(
    () => withoutHidden({ chains, coins, contracts }, stored),
    [chains, coins, contracts, stored],
  );
}
