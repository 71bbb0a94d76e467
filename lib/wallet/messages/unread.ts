import { create } from 'zustand';
import { createStoredList } from '@/lib/preferences/stored-list';
import type { ConversationView } from './messenger/types';

/**
 * Number of unread messages of the signed-in account, for what is shown outside the messages page. The account's
 * messenger sets it. It stays 0 for accounts without a device in this browser.
 */
export const useUnread = create<{ count: number }>(() => ({ count: 0 }));

/** Returns the conversations whose messages are announced: accepted ones that aren't muted or blocked. */
export const announced = (conversations: readonly ConversationView[]): readonly ConversationView[] =>
  conversations.filter(({ isRequest, isMuted, isBlocked }) => !isRequest && !isMuted && !isBlocked);

/** Maximum number of remembered accounts. The oldest one is dropped, and then shows no notifications. */
const MAX_ACCOUNTS = 20;

const isAccount = (value: unknown): value is string =>
  typeof value === 'string' && /^0x[0-9a-f]{40}$/.test(value);

const list = createStoredList('tidewell.notifications', isAccount, MAX_ACCOUNTS);

/** Accounts whose new messages and calls show notifications in this browser, in lowercase. */
export const useNotifiedAccounts = list.useList;

/** Turns notifications of an account on or off in this browser. */
export function setNotified(account: string, isNotified: boolean): void {
  const key = account.toLowerCase();
  list.change((entries) => [...entries.filter((entry) => entry !== key), ...(isNotified ? [key] : [])]);
}
