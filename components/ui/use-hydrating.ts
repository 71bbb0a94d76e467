import { useSyncExternalStore } from 'react';

const never = () => () => undefined;

/**
 * React hook that returns whether this render is the server's or must match it; false from the first client render on.
 */
export function useHydrating(): boolean {
  return useSyncExternalStore(
    never,
    () => false,
    () => true,
  );
}
