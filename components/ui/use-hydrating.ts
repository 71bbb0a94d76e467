import { useSyncExternalStore } from 'react';

const never = () => () => undefined;

/** React hook that returns true on the server and during hydration, and false afterward. */
export function useHydrating(): boolean {
  return useSyncExternalStore(
    never,
    () => false,
    () => true,
  );
}
