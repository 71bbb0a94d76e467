import { create } from 'zustand';
import { SPOT_PAIR_STORAGE_KEY } from '@/lib/constants';
import { useCurrency } from '@/lib/preferences/currency';
import { readStored, watchStored, writeStored } from '@/lib/preferences/storage';

/** The selected spot pair as `ETH/USD`, in local storage; null if none is selected. */
export const useSpotPair = create<{ pair: string | null }>(() => ({
  pair: typeof window === 'undefined' ? null : readStored(SPOT_PAIR_STORAGE_KEY),
}));

export function chooseSpotPair(pair: string): void {
  writeStored(SPOT_PAIR_STORAGE_KEY, pair);
  useSpotPair.setState({ pair });
}

const reread = () => useSpotPair.setState({ pair: readStored(SPOT_PAIR_STORAGE_KEY) });

// A change of currency clears the stored pair (CUR-2), even before this module is loaded.
useCurrency.subscribe(reread);
watchStored(SPOT_PAIR_STORAGE_KEY, reread);
