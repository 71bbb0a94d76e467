import { create } from 'zustand';
import { readStored, watchStored, writeStored } from '@/lib/preferences/storage';

const KEY = 'tidewell.hideSmall';

const load = () => typeof window !== 'undefined' && readStored(KEY) === '1';

/** Whether holdings of little worth are left out of the list, on this device. */
export const useHideSmall = create<{ isHidden: boolean }>(() => ({ isHidden: load() }));

export function chooseHideSmall(isHidden: boolean): void {
  writeStored(KEY, isHidden ? '1' : null);
  useHideSmall.setState({ isHidden });
}

watchStored(KEY, () => useHideSmall.setState({ isHidden: load() }));
