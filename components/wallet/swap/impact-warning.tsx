import { useLocale, useTranslations } from 'next-intl';
import { Field } from '@/components/ui/field';
import { percentText } from '@/lib/format/percent';
import type { SwapToken } from '@/lib/wallet/swap/token';
import type { SwapOffer } from './swap-offer';
import type { SwapView } from './use-swap';

/** Returns whether the user typed the word that confirms a blocked swap. */
export const isTyped = (typed: string, word: string): boolean =>
  typed.trim().toLowerCase() === word.toLowerCase();

/** Warning about price impact. At the highest tier, the form requires the user to type a word to continue. */
export function ImpactWarning({
  offer: { tier, impactBps },
  consent,
}: {
  offer: SwapOffer;
  /** The confirmation field. If omitted, there is none, because the user has already confirmed. */
  consent?: { id: string; typed: string; isMissing: boolean; onType: (typed: string) => void };
}) {
  const t = useTranslations('wallet.swap.impact');
  const locale = useLocale();
  if (tier === 'low') return null;
  const isSevere = tier === 'severe' || tier === 'blocked';
  return (
    <div className="grid gap-4">
      <p className={`border-s-2 ps-3 text-sm ${isSevere ? 'border-error' : 'border-warning'}`}>
        {t(`about.${tier}`, { percent: percentText(impactBps, locale) })}
      </p>
      {tier === 'blocked' && consent ? (
        <Field
          id={consent.id}
          label={t('type', { word: t('word.confirm') })}
          value={consent.typed}
          onChange={consent.onType}
          autoComplete="off"
          autoCapitalize="off"
          spellCheck={false}
          hint={t('typeHint')}
          {...(consent.isMissing ? { error: t('type', { word: t('word.confirm') }) } : {})}
        />
      ) : null}
    </div>
  );
}

/** Why a swap cannot be sent: a field to correct, which shows its own error, or another reason. */
type SwapProblem = { field: 'amount' | 'slippage' | 'minutes' | 'confirm' } | { text: string };

type Words = {
  t: ReturnType<typeof useTranslations<'wallet.swap'>>;
  transfer: ReturnType<typeof useTranslations<'wallet.transfer'>>;
};

/** Returns the problem with the amount, or null if there is none. */
export function amountText(
  { t, transfer }: Words,
  { amountProblem }: SwapView,
  sold: SwapToken,
): string | null {
  if (amountProblem === null) return null;
  if (amountProblem === 'keepFee') return transfer('keepFee', { symbol: sold.symbol });
  return amountProblem === 'tooMuch'
    ? t('tooMuch', { symbol: sold.symbol })
    : transfer(`problem.${amountProblem}`, { decimals: sold.decimals });
}

/** Returns the first problem, or null if the swap can be sent. */
export function swapProblem(
  { t }: Pick<Words, 't'>,
  view: SwapView,
  { sold, bought, typed }: { sold: SwapToken; bought: SwapToken; typed: string },
): SwapProblem | null {
  if (view.amountProblem !== null) return { field: 'amount' };
  if (view.slippageBps === null) return { field: 'slippage' };
  if (view.seconds === null) return { field: 'minutes' };
  const { state, offer } = view;
  if (state === 'noRoute') return { text: t('noRoute', { sold: sold.symbol, bought: bought.symbol }) };
  if (state === 'stale' || state === 'unreachable') return { text: t(state) };
  if (!offer) return { text: t('asking') };
  if (offer.refusal) return { text: t('refused') };
  return offer.tier === 'blocked' && !isTyped(typed, t('impact.word.confirm')) ? { field: 'confirm' } : null;
}
