import { createStoredList } from '@/lib/preferences/stored-list';

/** Accounts to remember. Others turn messages on again by opening the messages page. */
const MOST_ACCOUNTS = 20;

const isAccount = (value: unknown): value is string =>
  typeof value === 'string' && /^0x[0-9a-f]{40}$/.test(value);

const list = createStoredList('tidewell.messages', isAccount, MOST_ACCOUNTS);

/**
 * Store of the accounts that have turned messages on in this browser, in lowercase. Only for them does the messenger run
 * on every wallet page. The device itself is in the account's encrypted storage.
 */
export const useDeviceMarks = list.useList;

/** Records whether an account has a device in this browser. */
export function markDevice(account: string, hasDevice: boolean): void {
  const key = account.toLowerCase();
  if (useDeviceMarks.getState().entries.includes(key) === hasDevice) return;
  list.change((entries) => [...entries.filter((entry) => entry !== key), ...(hasDevice ? [key] : [])]);
}
