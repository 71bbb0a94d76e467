import { useLocale, useTranslations } from 'next-intl';
import { percentText } from '@/lib/format/percent';
import { DEADLINE_MIN, readDeadline, readSlippage, SLIPPAGE_BPS } from '@/lib/wallet/swap/arithmetic';
import { changeSwapPreferences, useSwapPreferences } from '@/lib/wallet/swap/swap-preferences';
import { NumberField } from './number-field';

/** Fields for the slippage tolerance and the deadline of swaps. Changes apply at once. */
export function SwapPreferenceFields({ slippageId, minutesId }: { slippageId: string; minutesId: string }) {
  const t = useTranslations('wallet.swap.settings');
  const locale = useLocale();
  const { slippage, minutes } = useSwapPreferences();
  const slippageBps = readSlippage(slippage);
  const bounds = {
    least: percentText(SLIPPAGE_BPS.least, locale),
    most: percentText(SLIPPAGE_BPS.most, locale),
  };
  return (
    <div className="grid gap-5 sm:grid-cols-2">
      <NumberField
        id={slippageId}
        label={t('slippage')}
        value={slippage}
        onChange={(text) => changeSwapPreferences({ slippage: text })}
        suffix="%"
        hint={slippageBps !== null && slippageBps >= SLIPPAGE_BPS.risky ? t('risky') : t('slippageHint')}
        {...(slippageBps === null ? { error: t('slippageBounds', bounds) } : {})}
      />
      <NumberField
        id={minutesId}
        label={t('deadline')}
        value={minutes}
        onChange={(text) => changeSwapPreferences({ minutes: text })}
        inputMode="numeric"
        suffix={t('minutes')}
        hint={t('deadlineHint')}
        {...(readDeadline(minutes) === null
          ? { error: t('deadlineBounds', { least: DEADLINE_MIN.least, most: DEADLINE_MIN.most }) }
          : {})}
      />
    </div>
  );
}
