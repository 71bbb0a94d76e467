import { create } from 'zustand';
import { SPOT_PAIR_STORAGE_KEY, useCurrency } from '@/lib/preferences/currency';
import { readStored, watchStored, writeStored } from '@/lib/preferences/storage';

/** Store of the selected spot pair, such as `ETH/USD`, or null if none is selected. It is kept in local storage. */
export const useSpotPair = create<{ pair: string | null }>(() => ({
  pair: typeof window === 'undefined' ? null : readStored(SPOT_PAIR_STORAGE_KEY),
}));

export function chooseSpotPair(pair: string): void {
  writeStored(SPOT_PAIR_STORAGE_KEY, pair);
  useSpotPair.setState({ pair });
}

const reread = () => useSpotPair.setState({ pair: readStored(SPOT_PAIR_STORAGE_KEY) });

// A currency change clears the stored pair (CUR-2), so the pair is read again.
useCurrency.subscribe(reread);
watchStored(SPOT_PAIR_STORAGE_KEY, reread);
