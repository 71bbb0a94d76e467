import type { useTranslations } from 'next-intl';
import type { SwapToken } from '@/lib/wallet/swap/token';
import { isTyped } from './impact-warning';
import type { SwapView } from './use-swap';

/** What keeps a swap from being sent, and which field mends it. */
export type SwapProblem = { field: 'amount' | 'slippage' | 'minutes' | 'confirm' | null; text: string };

type Words = {
  t: ReturnType<typeof useTranslations<'wallet.swap'>>;
  transfer: ReturnType<typeof useTranslations<'wallet.transfer'>>;
};

/** What is wrong with the amount alone, or null. */
export function amountText(
  { t, transfer }: Words,
  { amountProblem }: SwapView,
  sold: SwapToken,
): string | null {
  if (amountProblem === null) return null;
  return amountProblem === 'tooMuch'
    ? t('tooMuch', { symbol: sold.symbol })
    : transfer(`problem.${amountProblem}`, { decimals: sold.decimals });
}

/** The first thing that is wrong, or null where the swap can be sent. */
export function swapProblem(
  words: Words,
  view: SwapView,
  { sold, bought, typed }: { sold: SwapToken; bought: SwapToken; typed: string },
): SwapProblem | null {
  const { t } = words;
  const wrongAmount = amountText(words, view, sold);
  if (wrongAmount !== null) return { field: 'amount', text: wrongAmount };
  if (view.slippageBps === null) return { field: 'slippage', text: t('settings.slippageWrong') };
  if (view.seconds === null) return { field: 'minutes', text: t('settings.deadlineWrong') };
  const { state, offer } = view;
  if (state === 'noRoute')
    return { field: null, text: t('noRoute', { sold: sold.symbol, bought: bought.symbol }) };
  if (state === 'stale' || state === 'unreachable') return { field: null, text: t(state) };
  if (!offer) return { field: null, text: t('asking') };
  if (offer.refusal) return { field: null, text: t('refused') };
  if (offer.tier === 'blocked' && !isTyped(typed, t('impact.word.confirm')))
    return { field: 'confirm', text: t('impact.type', { word: t('impact.word.confirm') }) };
  return null;
}
