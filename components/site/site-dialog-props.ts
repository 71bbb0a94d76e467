import type { ReactNode } from 'react';
import type { Locale } from '@/lib/i18n/routing';

export type DialogWording = {
  close: string;
  failed: string;
  retry: string;
  retrying: string;
  loading: string;
  languageTitle: string;
  currencyTitle: string;
  menuTitle: string;
  announcements: AnnouncementWording;
};

export type AnnouncementWording = {
  title: string;
  back: string;
  more: string;
  empty: string;
  unread: string;
  /** Contains COUNT_PLACE as the placeholder for the number. */
  unreadCount: string;
};

/** Placeholder for a number that is known only in the browser. */
export const COUNT_PLACE = '#';
/** Placeholder for a time that is known only in the browser. */
export const TIME_PLACE = '#';

/** Props for every dialog on the public pages. */
export type SiteDialogProps = { locale: Locale; wording: DialogWording; menu: ReactNode };
