/** Reads from local storage. Returns null if it is unavailable, as in some private modes. */
export function readStored(key: string): string | null {
  try {
    return window.localStorage.getItem(key);
  } catch {
    return null;
  }
}

/** Stores `value`, or removes the key if `value` is null. Returns whether that succeeded. */
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
 * Calls `reread` when the key may have changed: in another tab, or while this page was in the back/forward cache. Does
 * nothing on the server. Returns the cleanup function.
 */
export function watchStored(key: string, reread: () => void): () => void {
  if (typeof window === 'undefined') return () => undefined;
  const onEvent = (event: Event) => {
    // Clearing local storage sends an event with a null key.
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
