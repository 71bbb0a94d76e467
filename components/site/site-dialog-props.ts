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
};

/** What every dialog of the public pages is given. */
export type SiteDialogProps = { locale: Locale; wording: DialogWording; menu: ReactNode };
