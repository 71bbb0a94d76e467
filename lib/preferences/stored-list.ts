import { create } from 'zustand';
import { readStored, watchStored, writeStored } from './storage';

/**
 * Creates a list in local storage that is shared by all tabs. Invalid entries are dropped. If storage is blocked or full, the
 * list lasts until the page closes, together with what other tabs store. Entries with the same key are one.
 */
export function createStoredList<T>(
  key: string,
  isEntry: (value: unknown) => value is T,
  limit: number,
  keyOf: (entry: T) => string = (entry) => JSON.stringify(entry),
) {
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

  /** Returns the stored entries, and those of this page that couldn't be stored. */
  const current = (): readonly T[] => {
    if (kept) return load();
    const own = useList.getState().entries;
    const keys = new Set(own.map(keyOf));
    return [...load().filter((entry) => !keys.has(keyOf(entry))), ...own];
  };

  return {
    useList,
    /** Returns the entries as they are stored now, also those that another tab has just stored. */
    read: current,
    /** Changes the list after rereading it, because another tab may have changed it. Returns whether it was stored. */
    change(next: (entries: readonly T[]) => readonly T[]): boolean {
      const entries = next(current()).slice(-limit);
      kept = writeStored(key, JSON.stringify(entries));
      useList.setState({ entries });
      return kept;
    },
    /** Syncs with other tabs. Returns the cleanup function. */
    watch(): () => void {
      return watchStored(key, () => useList.setState({ entries: current() }));
    },
  };
}
