import { useTranslations } from 'next-intl';
import { buttonClass } from '@/components/ui/button';
import { Icon } from '@/components/ui/icon';
import { ConnectButton } from './connect-button';
import { DialogButton } from './dialog-button';
import { Preferences } from './preferences';

/** The header's client leaves; they get strings, not catalogues. Without JavaScript a link to the footer's pages stands for them. */
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
          {/* Where the number of unread ones is put once it is known. */}
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
