import { useTranslations } from 'next-intl';
import { buttonClass } from '@/components/ui/button';
import { Icon } from '@/components/ui/icon';
import { ConnectButton, CurrencyCode, DialogButton, ThemeToggle } from './header-controls';

const MOON = 'M16.5 12.2A7 7 0 0 1 7.8 3.5a7 7 0 1 0 8.7 8.7Z';
const SUN =
  'M6.5 10a3.5 3.5 0 1 0 7 0 3.5 3.5 0 1 0-7 0M10 1.5V4M10 16v2.5M1.5 10H4M16 10h2.5M4 4l1.8 1.8M14.2 14.2 16 16M4 16l1.8-1.8M14.2 5.8 16 4';

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
        <Icon path={MOON} size={20} className="dark:hidden" />
        <Icon path={SUN} size={20} className="hidden dark:inline" />
      </ThemeToggle>
    </>
  );
}

/**
 * The header's client components, which receive strings instead of message files. Without JavaScript, a link replaces
 * them. `hasAccountMenu`: whether the wallet shows the account's menu in place of the button, once it has loaded.
 */
export function HeaderActions({ hasAccountMenu = false }: { hasAccountMenu?: boolean }) {
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
        <DialogButton name="announcements" label={news('title')} className="icon-button relative pe-2">
          <Icon path="M4 14.5h12M6 14V8a4 4 0 0 1 8 0v6M9 17.5h2" size={20} />
          {/* Placeholder for the number of unread announcements. The padding keeps it off the next button. */}
          <span data-unread="" className="contents" />
        </DialogButton>
        <div className={hasAccountMenu ? 'account-place' : 'contents'}>
          {hasAccountMenu ? <span data-account-menu="" className="contents" /> : null}
          <ConnectButton
            connect={t('connect')}
            account={t('account')}
            className={buttonClass({ variant: 'primary', size: 'small', className: 'max-lg:px-2' })}
          />
        </div>
        <DialogButton name="menu" label={t('menu')} className="icon-button -me-2.5 md:hidden">
          <Icon path="M3 8c3-3 6-3 9 0s6 3 9 0M3 16c3-3 6-3 9 0s6 3 9 0" />
        </DialogButton>
      </div>
    </>
  );
}
