import { create } from 'zustand';
import { readStored, watchStored, writeStored } from './storage';

/**
 * A list kept in local storage and shared by tabs: what is read is checked entry by entry, and where storage is
 * refused the list lives as long as the page.
 */
export function createStoredList<T>(key: string, isEntry: (value: unknown) => value is T, limit: number) {
  let kept = true;

  const load = (): readonly T[] => {
    try {
      const parsed: unknown = JSON.parse(readStored(key) ?? '[]');
      return Array.isArray(parsed) ? parsed.filter(isEntry) : [];
    } catch {
      return [];
    }
  };
  const useList = create<{ entries: readonly T[] }>(() => ({
    entries: typeof window === 'undefined' ? [] : load(),
  }));

  return {
    useList,
    /** Changes the list as it stands in storage now, which another tab may have written. Says whether it was kept there. */
    change(next: (entries: readonly T[]) => readonly T[]): boolean {
      const entries = next(kept ? load() : useList.getState().entries).slice(-limit);
      kept = writeStored(key, JSON.stringify(entries));
      useList.setState({ entries });
      return kept;
    },
    /** Syncs with other tabs. Returns the cleanup function. */
    watch(): () => void {
      return watchStored(key, () => useList.setState({ entries: load() }));
    },
  };
}
