import { useLocale, useTranslations } from 'next-intl';
import { Field } from '@/components/ui/field';
import { percentText } from '@/components/wallet/display/percent-text';
import type { SwapOffer } from './swap-offer';

/** Whether the word that lets a blocked swap through was typed. */
export const isTyped = (typed: string, word: string): boolean =>
  typed.trim().toLowerCase() === word.toLowerCase();

/** What a large swap costs by its own size; from the highest tier on, what must be typed to go on. */
export function ImpactWarning({
  id,
  offer: { tier, impactBps },
  typed,
  onType,
  disabled,
}: {
  /** Of the field. */
  id: string;
  offer: SwapOffer;
  typed: string;
  onType: (typed: string) => void;
  disabled: boolean;
}) {
  const t = useTranslations('wallet.swap.impact');
  const locale = useLocale();
  if (tier === 'low') return null;
  const isGrave = tier === 'severe' || tier === 'blocked';
  return (
    <div className="grid gap-4">
      <p className={`border-s-2 ps-3 text-sm ${isGrave ? 'border-error' : 'border-warning'}`}>
        {t(`about.${tier}`, { percent: percentText(impactBps, locale) })}
      </p>
      {tier === 'blocked' ? (
        <Field
          id={id}
          label={t('type', { word: t('word.confirm') })}
          value={typed}
          onChange={onType}
          disabled={disabled}
          autoComplete="off"
          autoCapitalize="off"
          spellCheck={false}
          hint={t('typeHint')}
        />
      ) : null}
    </div>
  );
}
