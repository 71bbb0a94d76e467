import { useLocale, useTranslations } from 'next-intl';
import type { ReactNode } from 'react';
import { Icon } from '@/components/ui/icon';
import { AmountText, FiatValueText } from '@/components/wallet/display/amount-text';
import type { AmountToken } from './token-button';
import type { useFiatEntry } from './use-fiat-entry';

/**
 * Shows the amount in the other unit (token or display currency), with a button to switch to that unit. Reserves its
 * height while prices load. Hidden if there is no reliable price.
 */
export function EntrySwitch({
  entry: { isFiat, units, value, money, isWaiting, toggle },
  token,
  disabled,
}: {
  entry: ReturnType<typeof useFiatEntry>;
  token: AmountToken | undefined;
  disabled: boolean;
}) {
  const t = useTranslations('wallet.transfer');
  const locale = useLocale();
  if (!token || value === undefined)
    return isWaiting || !token ? <div className="min-h-11" /> : <div className="min-h-2" />;
  const shown: ReactNode = isFiat ? (
    <>
      <AmountText
        value={units ?? 0n}
        decimals={token.decimals}
        locale={locale}
        maxDecimals={token.decimals}
      />{' '}
      {token.symbol}
    </>
  ) : (
    <>
      ≈ <FiatValueText value={value} money={money} />
    </>
  );
  const label = isFiat
    ? t('enterToken', { symbol: token.symbol })
    : t('enterFiat', { currency: money.currency });
  return (
    <div className="flex min-h-11 items-center gap-1 text-sm text-muted">
      <span className="min-w-0 wrap-anywhere">{shown}</span>
      <button
        type="button"
        aria-label={label}
        title={label}
        disabled={disabled}
        onClick={toggle}
        className="icon-button text-water disabled:text-muted"
      >
        <Icon path="M6.5 16V4.5m0 0-3 3m3-3 3 3M13.5 4v11.5m0 0 3-3m-3 3-3-3" size={20} />
      </button>
    </div>
  );
}
