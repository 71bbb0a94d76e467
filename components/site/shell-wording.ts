import { getTranslations } from 'next-intl/server';
import type { Locale } from '@/lib/i18n/routing';
import type { ShellWording } from './client-shell';
import { COUNT_PLACE, TIME_PLACE } from './site-dialog-props';

/** Returns the messages that the browser needs on every page. The full catalog stays on the server. */
export async function getShellWording(locale: Locale): Promise<ShellWording> {
  const t = await getTranslations({ locale, namespace: 'client' });
  const news = await getTranslations({ locale, namespace: 'announcements' });
  const actions = await getTranslations({ locale, namespace: 'actions' });
  return {
    api: {
      offline: t('offline'),
      timeout: t('timeout'),
      tooMany: t('tooMany'),
      unavailable: t('unavailable'),
    },
    disconnected: t('disconnected'),
    notices: t('notices'),
    dismiss: t('dismiss'),
    walletFailed: t('walletFailed'),
    offline: { isOffline: t('isOffline'), balancesFrom: t('balancesFrom', { time: TIME_PLACE }) },
    dialogs: {
      close: actions('close'),
      failed: actions('listFailed'),
      retry: actions('retry'),
      retrying: actions('retrying'),
      loading: actions('loading'),
      languageTitle: actions('languageTitle'),
      currencyTitle: actions('currencyTitle'),
      menuTitle: actions('menuTitle'),
      announcements: {
        title: news('title'),
        back: news('back'),
        more: news('more'),
        empty: news('empty'),
        unread: news('unread'),
        unreadCount: news('unreadCount', { count: COUNT_PLACE }),
      },
    },
  };
}
