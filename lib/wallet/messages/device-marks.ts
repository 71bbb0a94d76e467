import { createStoredList } from '@/lib/preferences/stored-list';

/** Maximum number of remembered accounts. If one is dropped, opening the messages page adds it again. */
const MAX_ACCOUNTS = 20;

const isAccount = (value: unknown): value is string =>
  typeof value === 'string' && /^0x[0-9a-f]{40}$/.test(value);

const list = createStoredList('tidewell.messages', isAccount, MAX_ACCOUNTS);

/**
 * Accounts that have turned on messages in this browser, in lowercase. The messenger runs on all wallet pages only for
 * them. The device itself is in the account's encrypted storage.
 */
export const useDeviceMarks = list.useList;

/** Records whether an account has a device in this browser. */
export function markDevice(account: string, hasDevice: boolean): void {
  const key = account.toLowerCase();
  if (useDeviceMarks.getState().entries.includes(key) === hasDevice) return;
  list.change((entries) => [...entries.filter((entry) => entry !== key), ...(hasDevice ? [key] : [])]);
}
