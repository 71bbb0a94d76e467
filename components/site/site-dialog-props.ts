import type { ReactNode } from 'react';
import type { Locale } from '@/lib/i18n/routing';

export type DialogWording = {
  close: string;
  failed: string;
  retry: string;
  retrying: string;
  loading: string;
  offline: string;
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
  /** With COUNT_PLACE in the number's place. */
  unreadCount: string;
};

/** Stands in a wording for a number that the browser alone knows. */
export const COUNT_PLACE = '#';

/** What every dialog of the public pages is given. */
export type SiteDialogProps = { locale: Locale; wording: DialogWording; menu: ReactNode };
