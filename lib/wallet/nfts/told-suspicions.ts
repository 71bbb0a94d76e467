import { create } from 'zustand';
import type { Suspicion } from './suspicion';

/** What metadata that was read for the page was found suspicious of, by the collectible's id. */
export const useToldSuspicions = create<{ byId: Readonly<Record<string, readonly Suspicion[]>> }>(() => ({
  byId: {},
}));

export function tellSuspicions(id: string, found: readonly Suspicion[]): void {
  if (found.length === 0 || useToldSuspicions.getState().byId[id]) return;
  useToldSuspicions.setState(({ byId }) => ({ byId: { ...byId, [id]: found } }));
}
