import { create } from 'zustand';
import { readStored, writeStored } from './storage';

const KEY = 'spotPair';

/** The selected spot trading pair as `ETH/USD`, kept in local storage; null where none is selected. */
export const useSpotPair = create<{ pair: string | null }>(() => ({
  pair: typeof window === 'undefined' ? null : readStored(KEY),
}));

export function chooseSpotPair(pair: string | null): void {
  writeStored(KEY, pair);
  useSpotPair.setState({ pair });
}
