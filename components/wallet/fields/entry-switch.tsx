import { useTranslations } from 'next-intl';
import type { ReactNode } from 'react';
import { Icon } from '@/components/ui/icon';
import { AmountText, FiatValueText } from '@/components/wallet/display/amount-text';
import { readNumber } from '@/lib/format/read-number';
import { NumberReading } from './number-reading';
import type { AmountToken } from './token-button';
import type { useFiatEntry } from './use-fiat-entry';

/**
 * Says how the amount was read, and shows it in the other unit (token or display currency), with a button to switch to
 * that unit. There is no other unit without a reliable price. The height is always that of the button.
 */
export function EntrySwitch({
  fieldId,
  entry: { isFiat, text, change, units, value, money, toggle },
  token,
  disabled,
}: {
  fieldId: string;
  entry: ReturnType<typeof useFiatEntry>;
  token: AmountToken | undefined;
  disabled: boolean;
}) {
  const t = useTranslations('wallet.transfer');
  const isAmbiguous = 'readings' in readNumber(text);
  const other = (): { shown: ReactNode; label: string } | null => {
    // The buttons with both readings take the place of the value, which is unknown.
    if (!token || value === undefined || isAmbiguous) return null;
    if (!isFiat)
      return {
        shown: (
          <>
            ≈ <FiatValueText value={value} money={money} />
          </>
        ),
        label: t('enterFiat', { currency: money.currency }),
      };
    const { decimals, symbol } = token;
    return {
      shown: (
        <>
          <AmountText value={units ?? 0n} decimals={decimals} maxDecimals={decimals} /> {symbol}
        </>
      ),
      label: t('enterToken', { symbol }),
    };
  };
  const found = other();
  return (
    <div className="flex min-h-11 items-center gap-1 text-sm text-muted">
      <span className="min-w-0 wrap-anywhere">
        <NumberReading
          fieldId={fieldId}
          text={text}
          unit={isFiat ? money.currency : token?.symbol}
          onChoose={change}
        />{' '}
        {found?.shown}
      </span>
      {found ? (
        <button
          type="button"
          aria-label={found.label}
          title={found.label}
          disabled={disabled}
          onClick={toggle}
          className="icon-button text-water disabled:text-muted"
        >
          <Icon path="M6.5 16V4.5m0 0-3 3m3-3 3 3M13.5 4v11.5m0 0 3-3m-3 3-3-3" size={20} />
        </button>
      ) : null}
    </div>
  );
}
