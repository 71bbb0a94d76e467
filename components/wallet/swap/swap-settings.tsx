import { useLocale, useTranslations } from 'next-intl';
import { useState } from 'react';
import { NumberField } from '@/components/wallet/fields/number-field';
import { percentText } from '@/lib/format/percent';
import { DEADLINE_MIN, SLIPPAGE_BPS } from '@/lib/wallet/swap/arithmetic';
import type { SwapDraft } from './swap-params';
import type { SwapView } from './use-swap';

/** Settings for slippage tolerance and deadline. */
export function SwapSettings({
  slippageId,
  minutesId,
  draft,
  view: { slippageBps, seconds },
  onChange,
}: {
  slippageId: string;
  minutesId: string;
  draft: SwapDraft;
  view: SwapView;
  onChange: (next: Partial<SwapDraft>) => void;
}) {
  const t = useTranslations('wallet.swap.settings');
  const locale = useLocale();
  // An invalid value opens the section, which stays open after the value is corrected.
  const [open, setOpen] = useState(false);
  const isWrong = slippageBps === null || seconds === null;
  const bounds = {
    least: percentText(SLIPPAGE_BPS.least, locale),
    most: percentText(SLIPPAGE_BPS.most, locale),
  };
  return (
    <details open={open || isWrong} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary className="ms-4 min-h-11 cursor-pointer list-outside py-3 text-sm">
        {isWrong
          ? t('title')
          : t('summary', { slippage: percentText(slippageBps, locale), minutes: Number(seconds) / 60 })}
      </summary>
      <div className="grid gap-5 pb-4 sm:grid-cols-2">
        <NumberField
          id={slippageId}
          label={t('slippage')}
          value={draft.slippage}
          onChange={(slippage) => onChange({ slippage })}
          suffix="%"
          hint={slippageBps !== null && slippageBps >= SLIPPAGE_BPS.risky ? t('risky') : t('slippageHint')}
          {...(slippageBps === null ? { error: t('slippageBounds', bounds) } : {})}
        />
        <NumberField
          id={minutesId}
          label={t('deadline')}
          value={draft.minutes}
          onChange={(minutes) => onChange({ minutes })}
          inputMode="numeric"
          suffix={t('minutes')}
          hint={t('deadlineHint')}
          {...(seconds === null
            ? { error: t('deadlineBounds', { least: DEADLINE_MIN.least, most: DEADLINE_MIN.most }) }
            : {})}
        />
      </div>
    </details>
  );
}
