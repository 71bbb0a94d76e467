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

/** Removes every key that begins with one of the prefixes. */
export function removeStoredByPrefix(prefixes: readonly string[]): void {
  try {
    for (const key of Object.keys(window.localStorage)) {
      if (prefixes.some((prefix) => key.startsWith(prefix))) window.localStorage.removeItem(key);
    }
  } catch {
    // Storage is refused: there is nothing to remove.
  }
}
