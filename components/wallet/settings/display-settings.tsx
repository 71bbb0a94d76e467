import { useLocale, useTranslations } from 'next-intl';
import { useTheme } from 'next-themes';
import type { ReactNode } from 'react';
import { CheckBox } from '@/components/ui/check-box';
import { SelectField } from '@/components/ui/select-field';
import { TextButton } from '@/components/wallet/display/text-button';
import { openDialog } from '@/lib/browser/dialogs';
import { useCurrency } from '@/lib/preferences/currency';
import { hideBalances, useHiddenBalances } from '@/lib/preferences/hidden-balances';
import { setVisit, useVisit } from '@/lib/preferences/visit';
import { SettingsPart } from './settings-part';

const themes = ['system', 'light', 'dark'] as const;

/** A setting that is changed in a dialog. */
function ChoiceRow({ label, value, action }: { label: string; value: string; action: ReactNode }) {
  return (
    <div className="flex min-h-12 flex-wrap items-center justify-between gap-x-4">
      <span>
        <span className="block text-sm text-muted">{label}</span>
        {value}
      </span>
      {action}
    </div>
  );
}

/** Language, currency, theme, and whether balances are hidden. */
export function DisplaySettings() {
  const t = useTranslations('wallet.settings.display');
  const locale = useLocale();
  const currency = useCurrency((state) => state.currency);
  const isHidden = useHiddenBalances(({ isOn }) => isOn);
  const { theme: stored, setTheme } = useTheme();
  const visit = useVisit((state) => state.theme);
  const theme = themes.find((name) => name === (visit ?? stored)) ?? 'system';
  const nameOf = (type: 'language' | 'currency', code: string) =>
    new Intl.DisplayNames(locale, { type }).of(code) ?? code;
  return (
    <SettingsPart title={t('title')}>
      <ChoiceRow
        label={t('language')}
        value={nameOf('language', locale)}
        action={
          <TextButton
            opensDialog
            label={t('changeOf', { what: t('language') })}
            onClick={() => openDialog('language')}
          >
            {t('change')}
          </TextButton>
        }
      />
      <ChoiceRow
        label={t('currency')}
        value={nameOf('currency', currency)}
        action={
          <TextButton
            opensDialog
            label={t('changeOf', { what: t('currency') })}
            onClick={() => openDialog('fiat')}
          >
            {t('change')}
          </TextButton>
        }
      />
      <SelectField
        label={t('theme')}
        value={theme}
        options={themes.map((value) => ({ value, label: t(`themes.${value}`) }))}
        onChange={(value) => {
          setTheme(value);
          setVisit('theme', null);
        }}
      />
      <label className="flex min-h-12 items-center gap-3">
        <CheckBox checked={isHidden} onChange={({ target }) => hideBalances(target.checked)} />
        <span>
          {t('hideBalances')}
          <span className="block text-sm text-muted">{t('hideBalancesNote')}</span>
        </span>
      </label>
    </SettingsPart>
  );
}
