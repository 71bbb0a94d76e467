import { useTranslations } from 'next-intl';
import { buttonClass } from '@/components/ui/button';
import { Icon } from '@/components/ui/icon';
import { ConnectButton, CurrencyCode, DialogButton, ThemeToggle } from './header-controls';

/** Language, currency, and theme controls: in the header on wide screens, in the side menu on phones. */
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

/**
 * The header's client components, which receive strings instead of message files. Without JavaScript, a link replaces
 * them.
 */
export function HeaderActions() {
  const t = useTranslations('actions');
  const news = useTranslations('announcements');
  return (
    <>
      <a
        href="#pages"
        className="hidden min-h-11 items-center px-2 text-sm underline underline-offset-4 no-script:max-md:inline-flex"
      >
        {t('menu')}
      </a>
      <div className="flex items-center no-script:hidden lg:gap-1">
        <div className="flex items-center max-md:hidden">
          <Preferences />
        </div>
        <DialogButton name="announcements" label={news('title')} className="icon-button relative">
          <Icon path="M4 14.5h12M6 14V8a4 4 0 0 1 8 0v6M9 17.5h2" size={20} />
          {/* Placeholder for the number of unread announcements. */}
          <span data-unread="" className="contents" />
        </DialogButton>
        <ConnectButton
          connect={t('connect')}
          account={t('account')}
          className={buttonClass({ variant: 'primary', size: 'small', className: 'max-lg:px-2' })}
        />
        <DialogButton name="menu" label={t('menu')} className="icon-button -me-2.5 md:hidden">
          <Icon path="M3 8c3-3 6-3 9 0s6 3 9 0M3 16c3-3 6-3 9 0s6 3 9 0" />
        </DialogButton>
      </div>
    </>
  );
}
