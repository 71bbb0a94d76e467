import { useLocale, useTranslations } from 'next-intl';
import { useConfig } from 'wagmi';
import { create } from 'zustand';
import { Button } from '@/components/ui/button';
import { openReview } from '@/components/wallet/transaction-sheet/sheet';
import { formatAmount, shortAmount } from '@/lib/format/amount';
import { percentText } from '@/lib/format/percent';
import { isOutdatedQuote, readChainTime } from '@/lib/wallet/swap/arithmetic';
import { ImpactWarning } from './impact-warning';
import type { SwapOffer } from './swap-offer';
import { type SwapOrder, swapPlan } from './swap-plan';

/** A swap to review: its order without a deadline, and the terms that the user accepts. */
export type SwapToReview = {
  order: Omit<SwapOrder, 'deadline'>;
  offer: SwapOffer;
  /** Time until the deadline. */
  seconds: bigint;
  slippageBps: bigint;
  onSent: () => void;
};

/** The latest quote for the input of the open swap form, or null if there is none right now. */
export const useLatestSwap = create<{ swap: SwapToReview | null }>(() => ({ swap: null }));

/**
 * Returns the latest quote for a reviewed swap, and whether the reviewed quote is still good enough to send. Without a
 * latest quote, an old minimum could be far below the price. Wrapping and unwrapping have a fixed rate.
 */
function quoteNow({ order, offer, slippageBps }: SwapToReview): {
  latest: SwapToReview | null;
  isCurrent: boolean;
} {
  const { swap } = useLatestSwap.getState();
  const isSame =
    swap?.order.place.chainId === order.place.chainId &&
    swap.order.sold.address === order.sold.address &&
    swap.order.bought.address === order.bought.address &&
    swap.offer.amount === offer.amount;
  if (!swap || !isSame) return { latest: null, isCurrent: offer.change !== null };
  return { latest: swap, isCurrent: !isOutdatedQuote(offer.arrives, swap.offer.arrives, slippageBps) };
}

/** React hook that returns a function to open the review of a swap. It rejects if the chain's time can't be read. */
export function useReviewSwap(): (swap: SwapToReview) => Promise<void> {
  const config = useConfig();
  return async (swap) => {
    const { order, seconds, onSent } = swap;
    // The deadline counts from the time when the swap is sent, not from the review.
    const plan = async () => {
      const now = await readChainTime(config, order.place.chainId);
      return swapPlan({ ...order, deadline: now + seconds });
    };
    openReview({
      account: order.account,
      plan: await plan(),
      details: <SwapDetails swap={swap} />,
      prepare: async () => (quoteNow(swap).isCurrent ? plan() : null),
      onSent,
    });
  };
}

/**
 * The price impact and the slippage tolerance of a reviewed swap. If its quote is outdated, also the latest quote, which
 * the user must accept first, or that there is none.
 */
function SwapDetails({ swap }: { swap: SwapToReview }) {
  const t = useTranslations('wallet.swap');
  const locale = useLocale();
  const review = useReviewSwap();
  useLatestSwap();
  const { latest, isCurrent } = quoteNow(swap);
  const { bought } = swap.order;
  // Exact if the difference would otherwise not be visible.
  const written = (before: bigint, after: bigint) => {
    const short = (value: bigint) => shortAmount(value, bought.decimals, locale);
    const exact = (value: bigint) => formatAmount(value, bought.decimals, locale, bought.decimals);
    const text = short(before) === short(after) ? exact : short;
    return { before: text(before), after: text(after), symbol: bought.symbol };
  };
  return (
    <>
      <ImpactWarning offer={swap.offer} />
      {swap.offer.change ? null : (
        <p className="text-sm text-muted">
          {t('slippageNote', { slippage: percentText(swap.slippageBps, locale) })}
        </p>
      )}
      <div role="alert" className="empty:hidden">
        {isCurrent ? null : (
          <div className="grid gap-3 border-s-2 border-warning ps-3 text-sm">
            <p>
              {latest
                ? t('quoteChanged', written(swap.offer.minimum, latest.offer.minimum))
                : t('quoteMissing')}
            </p>
            {latest ? (
              <div>
                <Button size="small" variant="primary" onClick={() => void review(latest)}>
                  {t('acceptQuote')}
                </Button>
              </div>
            ) : null}
          </div>
        )}
      </div>
    </>
  );
}
