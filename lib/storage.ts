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
  const onStorage = (event: StorageEvent) => {
    // Without a key, all of storage was cleared.
    if (event.key === key || event.key === null) reread();
  };
  const onPageShow = ({ persisted }: PageTransitionEvent) => {
    if (persisted) reread();
  };
  window.addEventListener('storage', onStorage);
  window.addEventListener('pageshow', onPageShow);
  return () => {
    window.removeEventListener('storage', onStorage);
    window.removeEventListener('pageshow', onPageShow);
  };
}
