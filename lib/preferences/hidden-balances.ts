import { createStoredFlag } from './stored-flag';

/**
 * Whether this device hides the user's balances. It's read before anything renders, and amounts render only in the browser, so none
 * is shown before it's hidden.
 */
export const { useFlag: useHiddenBalances, setFlag: hideBalances } =
  createStoredFlag('tidewell.hideBalances');
