import { useSyncExternalStore } from 'react';

const never = () => () => undefined;

/** Whether this render is the server's or must match it; false from the first render that is the browser's own. */
export function useHydrating(): boolean {
  return useSyncExternalStore(
    never,
    () => false,
    () => true,
  );
}
