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
      <ThemeToggle label={t('theme')} />
    </>
  );
}
