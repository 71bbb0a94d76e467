import { useTranslations } from 'next-intl';
import { CurrencyCode } from './currency-code';
import { DialogButton } from './dialog-button';
import { ThemeToggle } from './theme-toggle';

/** Language, display currency and theme: in the header on wide screens, in the side menu on phones. */
export function Preferences() {
  const t = useTranslations('actions');
  return (
    <>
      <DialogButton name="language" label={t('language')} className="text-button">
        {t('languageShort')}
      </DialogButton>
      <DialogButton name="fiat" label={t('currency')} className="text-button">
        <CurrencyCode />
      </DialogButton>
      <ThemeToggle label={t('theme')}>
        <svg
          aria-hidden="true"
          width="20"
          height="20"
          viewBox="0 0 20 20"
          fill="none"
          stroke="currentColor"
          strokeWidth="1.5"
        >
          <path className="dark:hidden" d="M16.5 12.2A7 7 0 0 1 7.8 3.500a7 7 0 1 0 8.700 8.700Z" />
          <g className="hidden dark:inline">
            <circle cx="10" cy="10" r="3.500" />
            <path d="M10 1.500v2.500M10 16v2.500M1.500 10H4M16 10h2.500M4 4l1.800 1.800M14.200 14.200 16 16M4 16l1.800-1.800M14.200 5.800 16 4" />
          </g>
        </svg>
      </ThemeToggle>
    </>
  );
}
