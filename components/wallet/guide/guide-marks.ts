import { type Address, isAddress } from 'viem';
import { create } from 'zustand';
import { createStoredList, readStored, watchStored, writeStored } from '@/lib/preferences/stored-list';

/** Also marks this module's chunk: a build for real chains must not contain this text. */
const KEY = 'tidewell.guide';
const ACCOUNTS_LIMIT = 10;

const load = () => typeof window !== 'undefined' && readStored(KEY) === 'away';

/** Whether the guide has been put away, on this device. */
export const useGuideAway = create<{ isAway: boolean }>(() => ({ isAway: load() }));

export function putGuideAway(isAway: boolean): void {
  writeStored(KEY, isAway ? 'away' : null);
  useGuideAway.setState({ isAway });
}

watchStored(KEY, () => useGuideAway.setState({ isAway: load() }));

const isAccount = (value: unknown): value is Address => typeof value === 'string' && isAddress(value);
const seen = createStoredList(`${KEY}.money`, isAccount, ACCOUNTS_LIMIT);

/** The accounts whose money has been on the screen, on this device. */
export const useSeenMoney = seen.useList;
export const watchSeenMoney = seen.watch;

export function markMoneySeen(account: Address): void {
  seen.change((accounts) => (accounts.includes(account) ? accounts : [...accounts, account]));
}
