import { useLocale, useTranslations } from 'next-intl';
import { useId } from 'react';
import { AmountText } from '@/components/wallet/display/amount-text';
import { FigureRow } from '@/components/wallet/display/figure-row';
import { percentText } from '@/components/wallet/display/percent-text';
import { routeFeeBps } from '@/lib/wallet/swap/arithmetic';
import type { SwapToken } from '@/lib/wallet/swap/token';
import { ImpactText } from './impact-text';
import { rateText } from './rate-text';
import { routeText } from './route-text';
import type { SwapOffer } from './swap-offer';

/** Everything a swap depends on: price both ways, impact, the least that arrives, route and fees. Of a sample the price alone. */
export function SwapTerms({
  offer: asked,
  sample,
  sold,
  bought,
  tokens,
  isEmpty,
  isStale,
}: {
  offer: SwapOffer | null;
  /** What one whole unit comes to, while no amount is given. */
  sample: SwapOffer | null;
  sold: SwapToken;
  bought: SwapToken;
  tokens: readonly SwapToken[];
  /** Whether no amount is given. */
  isEmpty: boolean;
  isStale: boolean;
}) {
  const t = useTranslations('wallet.swap');
  const locale = useLocale();
  const id = useId();
  const offer = asked ?? sample;
  return (
    <section aria-labelledby={id} className="grid content-start gap-3">
      <h2 id={id} className="text-xl">
        {t('terms')}
      </h2>
      {offer ? (
        <dl className={`border-t border-line ${isStale ? 'text-muted' : ''}`}>
          <FigureRow label={t('price')}>
            <span className="grid">
              <span>
                {rateText(
                  { token: sold, value: offer.amount },
                  { token: bought, value: offer.arrives },
                  locale,
                )}
              </span>
              <span className="text-muted">
                {rateText(
                  { token: bought, value: offer.arrives },
                  { token: sold, value: offer.amount },
                  locale,
                )}
              </span>
            </span>
          </FigureRow>
          {!asked || offer.change ? null : (
            <FigureRow label={t('impact.label')}>
              <ImpactText bps={offer.impactBps} tier={offer.tier} />
            </FigureRow>
          )}
          {asked ? (
            <FigureRow label={t('minimum')}>
              <AmountText value={offer.minimum} decimals={bought.decimals} locale={locale} /> {bought.symbol}
            </FigureRow>
          ) : null}
          <FigureRow label={t('route.label')}>
            {routeText(t, offer, { sold, bought, tokens, locale })}
          </FigureRow>
          {offer.change ? null : (
            <FigureRow label={t('poolFee')}>
              {percentText(routeFeeBps(offer.path.length - 1, offer.terms.feePpb), locale)}
            </FigureRow>
          )}
          {offer.tokenFee > 0n ? (
            <FigureRow label={t('tokenFee')}>
              <AmountText value={offer.tokenFee} decimals={bought.decimals} locale={locale} /> {bought.symbol}
            </FigureRow>
          ) : null}
          {offer.block === null ? null : (
            <FigureRow label={t('quotedAt')}>{offer.block.toString()}</FigureRow>
          )}
        </dl>
      ) : null}
      {asked ? null : <p className="text-sm text-muted">{t(isEmpty ? 'termsEmpty' : 'termsAhead')}</p>}
    </section>
  );
}
