import { useLocale, useTranslations } from 'next-intl';
import { type ComponentProps, useId } from 'react';
import type { Address } from 'viem';
import { AmountToggle } from '@/components/wallet/display/amount-toggle';
import { FigureRow } from '@/components/wallet/display/figure-line';
import { FeesLink } from '@/components/wallet/frame/fees-link';
import { NetworkFeeRow } from '@/components/wallet/signing/network-fee-row';
import { formatAmount } from '@/lib/format/amount';
import { percentText } from '@/lib/format/percent';
import { type ImpactTier, rateBetween, routeFeeBps } from '@/lib/wallet/swap/arithmetic';
import { inPools, type SwapToken } from '@/lib/wallet/swap/token';
import type { SwapOffer } from './swap-offer';

const tiers: readonly ImpactTier[] = ['low', 'noticeable', 'high', 'severe', 'blocked'];
const colors: Record<ImpactTier, string> = {
  low: 'text-ink',
  noticeable: 'text-ink',
  high: 'text-warning',
  severe: 'text-error',
  blocked: 'text-error',
};

/** Price impact in percent, with its tier shown as a word, a color, and bars. */
function ImpactText({ bps, tier }: { bps: bigint; tier: ImpactTier }) {
  const t = useTranslations('wallet.swap.impact');
  const locale = useLocale();
  const level = tiers.indexOf(tier);
  return (
    <span className={`inline-flex items-baseline gap-2 ${colors[tier]}`}>
      <svg aria-hidden="true" width="20" height="12" viewBox="0 0 20 12" fill="currentColor">
        {tiers.map((name, index) => (
          <rect
            key={name}
            x={index * 4}
            y={8 - index * 2}
            width="2"
            height={4 + index * 2}
            opacity={index <= level ? 1 : 0.25}
          />
        ))}
      </svg>
      <span>
        {bps === 0n ? `< ${percentText(1n, locale)}` : percentText(bps, locale)} · {t(`word.${tier}`)}
      </span>
    </span>
  );
}

/** Describes a swap's route: the intermediate tokens and the number of pools. */
function routeText(
  t: ReturnType<typeof useTranslations<'wallet.swap'>>,
  { path, change, terms }: SwapOffer,
  {
    sold,
    bought,
    tokens,
    locale,
  }: { sold: SwapToken; bought: SwapToken; tokens: readonly SwapToken[]; locale: string },
): string {
  const names = { sold: sold.symbol, bought: bought.symbol };
  if (change) return t(`route.${change}`, names);
  const symbolOf = (address: Address) => {
    const known = tokens.find((token) => token.address === address);
    return (
      (known ?? tokens.find((token) => inPools(token.address, terms.wrapped) === address))?.symbol ?? address
    );
  };
  const between = path.slice(1, -1).map(symbolOf);
  if (between.length === 0) return t('route.direct', names);
  const through = new Intl.ListFormat(locale, { type: 'unit' }).format(between);
  return t('route.through', { ...names, through, count: path.length - 1 });
}

type Side = { token: SwapToken; value: bigint };

/** Formats the price of one token in the other, such as "1 ETH = 2,492.5 tUSDT". */
export function rateText(one: Side, other: Side, locale: string): string {
  const rate = rateBetween(
    { value: one.value, decimals: one.token.decimals },
    { value: other.value, decimals: other.token.decimals },
  );
  if (!rate) return '–';
  return `1 ${one.token.symbol} = ${formatAmount(rate.value, rate.decimals, locale, rate.places)} ${other.token.symbol}`;
}

/**
 * Terms of a swap: price in both directions, price impact, minimum received, route, and fees, with the network's. A sample quote shows no
 * price impact and no minimum.
 */
export function SwapTerms({
  offer: asked,
  sample,
  sold,
  bought,
  tokens,
  isEmpty,
  isStale,
  isUnread = false,
  networkFee,
}: {
  offer: SwapOffer | null;
  /** Quote for one whole token, if no amount is entered. */
  sample: SwapOffer | null;
  sold: SwapToken;
  bought: SwapToken;
  tokens: readonly SwapToken[];
  /** Whether no amount is entered. */
  isEmpty: boolean;
  isStale: boolean;
  /** Whether no quote can be read. */
  isUnread?: boolean;
  /** Omitted without an account, which would pay it. */
  networkFee?: ComponentProps<typeof NetworkFeeRow>;
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
              <AmountToggle value={offer.minimum} decimals={bought.decimals} /> {bought.symbol}
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
          {asked && networkFee ? <NetworkFeeRow {...networkFee} /> : null}
          {offer.tokenFee > 0n ? (
            <FigureRow label={t('tokenFee')}>
              <AmountToggle value={offer.tokenFee} decimals={bought.decimals} /> {bought.symbol}
            </FigureRow>
          ) : null}
          {offer.block === null ? null : (
            <FigureRow label={t('quotedAt')}>{offer.block.toString()}</FigureRow>
          )}
        </dl>
      ) : isUnread ? null : (
        // The height of the rows to come, so that what follows doesn't move.
        <div className="h-54" />
      )}
      {asked ? null : <p className="text-sm text-muted">{t(isEmpty ? 'termsEmpty' : 'termsAhead')}</p>}
      <FeesLink />
    </section>
  );
}
