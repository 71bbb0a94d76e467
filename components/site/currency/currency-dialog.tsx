'use client';

import { useCurrencies } from '@/lib/api/hooks';
import { closeDialog } from '@/lib/browser/dialogs';
import { chooseCurrency, useCurrency } from '@/lib/preferences/currency';
import { ChoiceDialog } from '../choice-dialog';
import type { SiteDialogProps } from '../site-dialog-props';

/** Lets the user select the display currency, by name and code, from the API's list. The choice is stored as `legalItem` (CUR-1). */
export function CurrencyDialog({ locale, wording }: SiteDialogProps) {
  const currency = useCurrency((state) => state.currency);
  const names = new Intl.DisplayNames(locale, { type: 'currency' });
  const read = useCurrencies();
  return (
    <ChoiceDialog
      name="fiat"
      title={wording.currencyTitle}
      wording={wording}
      read={read}
      options={read.data?.map(({ name: code, symbol }) => ({
        value: code,
        // `of` throws if the API lists a code that isn't in the format of ISO 4217.
        label: (/^[A-Za-z]{3}$/.test(code) && names.of(code)) || code,
        note: symbol === code ? code : `${code} ${symbol}`,
      }))}
      current={currency}
      onChoose={(code) => {
        chooseCurrency(code);
        closeDialog('fiat');
      }}
    />
  );
}
