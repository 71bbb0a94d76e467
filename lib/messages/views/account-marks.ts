import type { Address } from 'viem';
import { createStoredList } from '@/lib/preferences/stored-list';
import { useSession } from '@/lib/session/session';

/** Maximum number of remembered accounts of a list. The oldest one is dropped. */
const MAX_ACCOUNTS = 20;

const isAccount = (value: unknown): value is string =>
  typeof value === 'string' && /^0x[0-9a-f]{40}$/.test(value);

/** Creates a list of accounts in this browser, in lowercase, and a function that adds or removes one. */
function createMarks(key: string) {
  const list = createStoredList(key, isAccount, MAX_ACCOUNTS);
  const mark = (account: string, isMarked: boolean): void => {
    const entry = account.toLowerCase();
    if (list.useList.getState().entries.includes(entry) === isMarked) return;
    list.change((entries) => [...entries.filter((one) => one !== entry), ...(isMarked ? [entry] : [])]);
  };
  return { useMarks: list.useList, mark };
}

const devices = createMarks('tidewell.messages');
const notifications = createMarks('tidewell.notifications');

/**
 * React hook that returns the signed-in account if it has turned on messages in this browser, or null. The messenger
 * runs on all wallet pages only for such accounts. The device itself is in the account's encrypted storage. If an
 * account is dropped, opening the messages page adds it again.
 */
export function useDeviceAccount(): Address | null {
  const account = useSession((state) => (state.token === null ? null : state.account));
  const hasDevice = devices.useMarks(({ entries }) => entries.includes(account?.toLowerCase() ?? ''));
  return hasDevice ? (account as Address) : null;
}

/** Records whether an account has a device in this browser. */
export const markDevice = devices.mark;

/** Accounts whose new messages and calls show notifications in this browser. */
export const useNotifiedAccounts = notifications.useMarks;

/** Turns notifications of an account on or off in this browser. */
export const setNotified = notifications.mark;
