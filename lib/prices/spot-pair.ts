import { create } from 'zustand';
import { SPOT_PAIR_STORAGE_KEY } from '@/lib/constants';
import { useCurrency } from '@/lib/preferences/currency';
import { readStored, watchStored, writeStored } from '@/lib/preferences/storage';

/** The selected spot trading pair as `ETH/USD`, kept in local storage; null where none is selected. */
export const useSpotPair = create<{ pair: string | null }>(() => ({
  pair: typeof window === 'undefined' ? null : readStored(SPOT_PAIR_STORAGE_KEY),
}));

export function chooseSpotPair(pair: string): void {
  writeStored(SPOT_PAIR_STORAGE_KEY, pair);
  useSpotPair.setState({ pair });
}

const reread = () => useSpotPair.setState({ pair: readStored(SPOT_PAIR_STORAGE_KEY) });

// Choosing another currency has cleared what is stored (CUR-2), whether this module was there or not.
useCurrency.subscribe(reread);
watchStored(SPOT_PAIR_STORAGE_KEY, reread);
