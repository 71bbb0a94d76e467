import { create } from 'zustand';
import { readStored, watchStored, writeStored } from './storage';

const KEY = 'tidewell.hideBalances';

const current = () => ({ isHidden: typeof window !== 'undefined' && readStored(KEY) === '1' });

/**
 * Store of whether this device hides the user's balances. It's read before anything renders, and amounts render only in the
 * browser, so none is shown before it's hidden.
 */
export const useHiddenBalances = create<{ isHidden: boolean }>(current);

/** Hides or shows balances in all tabs. If storage is blocked, this lasts until the page closes. */
export function hideBalances(isHidden: boolean): void {
  writeStored(KEY, isHidden ? '1' : null);
  useHiddenBalances.setState({ isHidden });
}

watchStored(KEY, () => useHiddenBalances.setState(current()));
