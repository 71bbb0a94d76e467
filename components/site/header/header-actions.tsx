import { useTranslations } from 'next-intl';
import { buttonClass } from '@/components/ui/button';
import { Icon } from '@/components/ui/icon';
import { ConnectButton } from './connect-button';
import { DialogButton } from './dialog-button';
import { Preferences } from './preferences';

/** The header's client leaves; they get strings, not catalogues. Without JavaScript a link to the footer's pages stands for them. */
export function HeaderActions() {
  const t = useTranslations('actions');
  return (
    <>
      <a
        href="#pages"
        className="hidden min-h-11 items-center px-2 text-sm underline underline-offset-4 no-script:max-md:inline-flex"
      >
        {t('menu')}
      </a>
      <div className="flex items-center gap-1 no-script:hidden">
        <div className="flex items-center max-md:hidden">
          <Preferences />
        </div>
        <ConnectButton
          connect={t('connect')}
          account={t('account')}
          className={buttonClass({ variant: 'primary', size: 'small' })}
        />
        <DialogButton name="menu" label={t('menu')} className="icon-button md:hidden">
          <Icon path="M3 8c3-3 6-3 9 0s6 3 9 0M3 16c3-3 6-3 9 0s6 3 9 0" />
        </DialogButton>
      </div>
    </>
  );
}
