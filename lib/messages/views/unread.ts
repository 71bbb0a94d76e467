import { create } from 'zustand';
import type { ConversationView } from '@/lib/messages/protocol/view-types';

/**
 * Number of unread messages of the signed-in account, for what is shown outside the messages page. The account's
 * messenger sets it. It stays 0 for accounts without a device in this browser.
 */
export const useUnread = create<{ count: number }>(() => ({ count: 0 }));

/** Returns the conversations whose messages are announced: accepted ones that aren't muted or blocked. */
export const announced = (conversations: readonly ConversationView[]): readonly ConversationView[] =>
  conversations.filter(({ isRequest, isMuted, isBlocked }) => !isRequest && !isMuted && !isBlocked);
