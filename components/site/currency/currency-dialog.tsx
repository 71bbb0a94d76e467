'use client';

import { ChoiceList } from '@/components/ui/choice-list';
import { Dialog } from '@/components/ui/dialog';
import { useCurrencies } from '@/lib/api/hooks';
import { closeDialog, useDialogs } from '@/lib/browser/dialogs';
import { chooseCurrency, useCurrency } from '@/lib/preferences/currency';
import type { SiteDialogProps } from '../site-dialog-props';

/** Lets the user select the display currency, by name and code, from the API's list. The choice is stored as `legalItem` (CUR-1). */
export function CurrencyDialog({ locale, wording }: SiteDialogProps) {
  const open = useDialogs((state) => state.open === 'fiat');
  const currency = useCurrency((state) => state.currency);
  const names = new Intl.DisplayNames(locale, { type: 'currency' });
  const { data, error, isValidating, mutate } = useCurrencies();
  return (
    <Dialog
      open={open}
      onClose={() => closeDialog('fiat')}
      title={wording.currencyTitle}
      closeLabel={wording.close}
    >
      <ChoiceList
        label={wording.currencyTitle}
        options={data?.map(({ name: code, symbol }) => ({
          value: code,
          // `of` throws if the API lists a code that isn't in the format of ISO 4217.
          label: (/^[A-Za-z]{3}$/.test(code) && names.of(code)) || code,
          note: symbol === code ? code : `${code} ${symbol}`,
        }))}
        current={currency}
        onChoose={(name) => {
          chooseCurrency(name);
          closeDialog('fiat');
        }}
        loading={wording.loading}
        failure={
          error && {
            text: wording.failed,
            reason: error.message,
            retry: isValidating ? wording.retrying : wording.retry,
            onRetry: () => void mutate(),
          }
        }
      />
    </Dialog>
  );
}
