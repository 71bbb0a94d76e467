import { useTranslations } from 'next-intl';
import type { Locale } from '@/lib/i18n/routing';
import { ConnectButton } from './connect-button';
import { CurrencyButton } from './currency-button';
import { LanguageButton } from './language-button';
import { ThemeToggle } from './theme-toggle';

/** The header's client leaves. They get strings, not catalogues. */
export function HeaderActions({ locale }: { locale: Locale }) {
  const t = useTranslations('actions');
  const shared = { close: t('close'), failed: t('listFailed'), retry: t('retry'), offline: t('offline') };
  return (
    <div className="flex items-center gap-1">
      <div className="flex items-center gap-1 max-sm:hidden">
        <LanguageButton
          locale={locale}
          short={t('languageShort')}
          wording={{ ...shared, label: t('language'), title: t('languageTitle') }}
        />
        <CurrencyButton wording={{ ...shared, label: t('currency'), title: t('currencyTitle') }} />
      </div>
      <ThemeToggle label={t('theme')} />
      <ConnectButton connect={t('connect')} account={t('account')} />
    </div>
  );
}
