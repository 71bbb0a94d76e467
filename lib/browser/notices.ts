import { create } from 'zustand';

const NOTICE_DURATION_MS = 5_000;
const NOTICE_LIMIT = 3;

export type NoticeType = 'success' | 'error' | 'warning';
/** Link in a notification: an http(s) URL, opened in a new tab. */
export type NoticeLink = { href: string; target: '_blank'; rel: 'noopener noreferrer'; children: string };
/** Button in a notification. Pressing it dismisses the notification. */
export type NoticeAction = { label: string; onPress: () => void };
export type Notice = {
  id: number;
  type: NoticeType;
  message: string;
  link?: NoticeLink | undefined;
  action?: NoticeAction | undefined;
};

let lastId = 0;

export const useNotices = create<{ notices: readonly Notice[] }>(() => ({ notices: [] }));

/** Shows a translated message for NOTICE_DURATION_MS. Keeps only the latest NOTICE_LIMIT messages (NOTE-1, NOTE-2). */
export function notify(type: NoticeType, message: string, link?: NoticeLink, action?: NoticeAction): void {
  lastId += 1;
  const notice = { id: lastId, type, message, link, action };
  useNotices.setState(({ notices }) => ({ notices: [...notices, notice].slice(-NOTICE_LIMIT) }));
  setTimeout(() => dismissNotice(notice.id), NOTICE_DURATION_MS);
}

export function dismissNotice(id: number): void {
  useNotices.setState(({ notices }) => ({ notices: notices.filter((notice) => notice.id !== id) }));
}
