import { create } from 'zustand';

/** Local storage that may be absent or refused (private mode): reads give null, writes are lost without harm. */
export function readStored(key: string): string | null {
  try {
    return window.localStorage.getItem(key);
  } catch {
    return null;
  }
}

/** Stores `value`, or removes the key when it is null. Says whether it was kept. */
export function writeStored(key: string, value: string | null): boolean {
  try {
    if (value === null) window.localStorage.removeItem(key);
    else window.localStorage.setItem(key, value);
    return true;
  } catch {
    return false;
  }
}

/**
 * Calls `reread` when the key may have changed behind the page's back: in another tab, or while the page stood in the
 * back/forward cache. Gives back the way to stop. Does nothing on the server.
 */
export function watchStored(key: string, reread: () => void): () => void {
  if (typeof window === 'undefined') return () => undefined;
  const onEvent = (event: Event) => {
    // Storage that was cleared as a whole names no key.
    const changed =
      event instanceof StorageEvent
        ? (event.key ?? key) === key
        : event instanceof PageTransitionEvent && event.persisted;
    if (changed) reread();
  };
  const events = ['storage', 'pageshow'];
  for (const name of events) window.addEventListener(name, onEvent);
  return () => {
    for (const name of events) window.removeEventListener(name, onEvent);
  };
}

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
    /** Follows other tabs. Gives back the way to stop. */
    watch(): () => void {
      return watchStored(key, () => useList.setState({ entries: load() }));
    },
  };
}
