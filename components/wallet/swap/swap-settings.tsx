import { useLocale, useTranslations } from 'next-intl';
import { useState } from 'react';
import { SwapPreferenceFields } from '@/components/wallet/fields/swap-preference-fields';
import { percentText } from '@/lib/format/percent';
import { SLIPPAGE_BPS } from '@/lib/wallet/swap/arithmetic';
import { changeSwapPreferences, usualPreferences } from '@/lib/wallet/swap/swap-preferences';
import type { SwapView } from './use-swap';

/** The swap form's section for slippage tolerance and deadline, with a warning while the tolerance is risky. */
export function SwapSettings({
  slippageId,
  minutesId,
  view: { slippageBps, seconds },
}: {
  slippageId: string;
  minutesId: string;
  view: Pick<SwapView, 'slippageBps' | 'seconds'>;
}) {
  const t = useTranslations('wallet.swap.settings');
  const locale = useLocale();
  // An invalid value opens the section, which stays open after the value is corrected.
  const [open, setOpen] = useState(false);
  const usual = percentText(SLIPPAGE_BPS.usual, locale);
  const isWrong = slippageBps === null || seconds === null;
  return (
    <div className="grid gap-3">
      {slippageBps !== null && slippageBps >= SLIPPAGE_BPS.risky ? (
        <div className="border-s-2 border-warning ps-3 text-sm">
          <p>{t('riskyNote', { slippage: percentText(slippageBps, locale), usual })}</p>
          <button
            type="button"
            className="text-button text-water underline underline-offset-4"
            onClick={() => changeSwapPreferences({ slippage: usualPreferences.slippage })}
          >
            {t('useUsual', { usual })}
          </button>
        </div>
      ) : null}
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
    </div>
  );
}
