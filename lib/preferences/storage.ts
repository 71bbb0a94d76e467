/** Reads local storage; returns null if it is unavailable (private mode). */
export function readStored(key: string): string | null {
  try {
    return window.localStorage.getItem(key);
  } catch {
    return null;
  }
}

/** Stores `value`, or removes the key if null. Returns whether it was stored. */
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
 * Calls `reread` when the key may have changed elsewhere: in another tab, or while the page was in the back/forward
 * cache. Returns a function that stops it. Does nothing on the server.
 */
export function watchStored(key: string, reread: () => void): () => void {
  if (typeof window === 'undefined') return () => undefined;
  const onEvent = (event: Event) => {
    // Clearing all storage reports a null key.
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
