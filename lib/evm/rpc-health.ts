import { create } from 'zustand';

/** The chains none of whose nodes answered when last asked. */
export const useOutOfReach = create<{ chainIds: readonly number[] }>(() => ({ chainIds: [] }));

export const isOutOfReach = (chainId: number): boolean => useOutOfReach.getState().chainIds.includes(chainId);

/** Writes down whether a node of a chain has answered. */
export function tellReach(chainId: number, answered: boolean): void {
  if (isOutOfReach(chainId) !== answered) return;
  useOutOfReach.setState(({ chainIds }) => ({
    chainIds: answered ? chainIds.filter((id) => id !== chainId) : [...chainIds, chainId],
  }));
}
