import { readStored, writeStored } from '@/lib/preferences/storage';
import { useSession } from './session';

const KEY = 'tidewell.lastBalances';

/** A token's balance in the wallet and the vault, as it was last read. */
export type LastBalance = {
  symbol: string;
  network: string;
  /** In base units, as decimal text. */
  amount: string;
  decimals: number;
};

/** Balances that stay readable without a connection. `at` is when the oldest of them was read (ms since the epoch). */
export type LastBalances = { account: string; at: number; balances: readonly LastBalance[] };

const isText = (value: unknown, pattern: RegExp): boolean => typeof value === 'string' && pattern.test(value);

function isLastBalance(value: unknown): value is LastBalance {
  if (typeof value !== 'object' || value === null) return false;
  const { symbol, network, amount, decimals } = value as Record<string, unknown>;
  return (
    isText(symbol, /^.{1,32}$/) &&
    isText(network, /^.{1,64}$/) &&
    isText(amount, /^\d{1,78}$/) &&
    Number.isInteger(decimals) &&
    Number(decimals) >= 0
  );
}

/** Returns the last balances of the session's account, or null if none are stored. */
export function readLastBalances(): LastBalances | null {
  const { token, account } = useSession.getState();
  try {
    const stored: unknown = JSON.parse(readStored(KEY) ?? 'null');
    if (typeof stored !== 'object' || stored === null || token === null) return null;
    const { account: owner, at, balances } = stored as Record<string, unknown>;
    return owner === account && typeof owner === 'string' && typeof at === 'number' && Array.isArray(balances)
      ? { account: owner, at, balances: balances.filter(isLastBalance) }
      : null;
  } catch {
    return null;
  }
}

/** Stores balances, unless the session's account is another one. */
export function storeLastBalances(last: LastBalances): void {
  const { token, account } = useSession.getState();
  if (token !== null && account === last.account) writeStored(KEY, JSON.stringify(last));
}

/** Removes the stored balances, when the session begins or ends. */
export const forgetLastBalances = (): boolean => writeStored(KEY, null);
