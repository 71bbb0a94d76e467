import { useLocale, useTranslations } from 'next-intl';
import { useState } from 'react';
import { useAmountsHidden } from '@/components/wallet/display/own-amounts';
import { DEFAULT_DECIMALS, formatAmount } from '@/lib/format/amount';
import { AmountText } from './amount-text';

/**
 * An amount that is a button if decimals are left out. The button shows all decimals in place, because a touch screen
 * has no titles. Don't use it inside a link or button: use `AmountText` there.
 */
export function AmountToggle({
  value,
  decimals,
  maxDecimals = DEFAULT_DECIMALS,
}: {
  value: bigint | undefined;
  decimals: number;
  maxDecimals?: number;
}) {
  const t = useTranslations('wallet.list');
  const [isExact, setIsExact] = useState(false);
  const locale = useLocale();
  const isHidden = useAmountsHidden();
  const amount = { value, decimals };
  const exact = formatAmount(value ?? 0n, decimals, locale, decimals);
  if (isHidden || formatAmount(value ?? 0n, decimals, locale, maxDecimals) === exact)
    return <AmountText {...amount} maxDecimals={maxDecimals} />;
  return (
    <button
      type="button"
      // The name has the exact amount from the start, so a screen reader needs no press to read it.
      aria-label={t('exact', { value: exact })}
      aria-pressed={isExact}
      onClick={() => setIsExact(!isExact)}
      className="amount-toggle"
    >
      <AmountText {...amount} maxDecimals={isExact ? decimals : maxDecimals} />
    </button>
  );
}
