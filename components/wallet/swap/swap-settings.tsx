import { useLocale, useTranslations } from 'next-intl';
import { useState } from 'react';
import { SwapPreferenceFields } from '@/components/wallet/fields/swap-preference-fields';
import { percentText } from '@/lib/format/percent';
import type { SwapView } from './use-swap';

/** The swap form's section for slippage tolerance and deadline. */
export function SwapSettings({
  slippageId,
  minutesId,
  view: { slippageBps, seconds },
}: {
  slippageId: string;
  minutesId: string;
  view: SwapView;
}) {
  const t = useTranslations('wallet.swap.settings');
  const locale = useLocale();
  // An invalid value opens the section, which stays open after the value is corrected.
  const [open, setOpen] = useState(false);
  const isWrong = slippageBps === null || seconds === null;
  return (
    <details open={open || isWrong} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary className="ms-4 min-h-11 cursor-pointer list-outside py-3 text-sm">
        {isWrong
          ? t('title')
          : t('summary', { slippage: percentText(slippageBps, locale), minutes: Number(seconds) / 60 })}
      </summary>
      <div className="pb-4">
        <SwapPreferenceFields slippageId={slippageId} minutesId={minutesId} />
      </div>
    </details>
  );
}
