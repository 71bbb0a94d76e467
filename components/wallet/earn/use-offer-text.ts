import { useLocale, useTranslations } from 'next-intl';
import { useChainDate, useDuration } from '@/components/wallet/display/use-chain-time';
import { DEFAULT_DECIMALS, formatAmount } from '@/lib/format/amount';
import { percentText } from '@/lib/format/percent';
import { routes } from '@/lib/routes';
import type { Offer, OfferKind } from '@/lib/wallet/earn/offers';
import type { ListedToken } from '@/lib/wallet/tokens/listed-token';

/** A display string for a value, with notes. */
export type OfferFact = { value: string; notes: readonly string[] };

export type OfferText = {
  name: string;
  kind: string;
  network: string;
  reason: string;
  yield: OfferFact;
  lock: OfferFact;
  capacity: OfferFact;
  action: string;
  href: string;
};

/** Maximum yield to show, in basis points. Higher yields occur only if almost nothing is staked. */
const MAX_SHOWN_BPS = 100_000_000n;
/** Amounts of at least this many tokens are shown without decimals. */
const LARGE = 1_000n;

const pages: Readonly<Record<OfferKind, string>> = {
  stake: routes.stake,
  pledge: routes.pledge,
  presale: routes.presale,
};

/** Returns the path of the page for a kind of offer, with a network selected. */
export const earnPath = (kind: OfferKind, chainId: number, extra = '') =>
  `${pages[kind]}?chain=${chainId}${extra}`;

/** React hook that returns a function that builds an offer's display strings. `networkOf` returns a chain's name. */
export function useOfferText(networkOf: (chainId: number) => string): (offer: Offer) => OfferText {
  const t = useTranslations('wallet.earn');
  const locale = useLocale();
  const duration = useDuration();
  const date = useChainDate();
  const percent = (bps: number | bigint) => percentText(bps, locale);
  const money = (amount: bigint, { decimals, symbol }: ListedToken) => ({
    amount: formatAmount(
      amount,
      decimals,
      locale,
      amount < LARGE * 10n ** BigInt(decimals) ? DEFAULT_DECIMALS : 0,
    ),
    symbol,
  });

  const yearly = (bps: bigint) => (bps > MAX_SHOWN_BPS ? `> ${percent(MAX_SHOWN_BPS)}` : percent(bps));

  function yieldOf(offer: Offer): OfferFact {
    if (offer.kind === 'pledge') {
      const term = { rate: percent(offer.rateBps), time: duration(offer.lockS) };
      return { value: yearly(offer.yieldBps ?? 0n), notes: [t('offers.yieldNote.term', term)] };
    }
    if (offer.kind === 'stake') {
      const { yieldBps, rewardPerYear, reward } = offer;
      if (rewardPerYear === 0n) return { value: t('offers.yield.dry'), notes: [t('offers.yieldNote.dry')] };
      return yieldBps === null
        ? {
            value: t('offers.yield.shared', money(rewardPerYear, reward)),
            notes: [t('offers.yieldNote.shared')],
          }
        : { value: yearly(yieldBps), notes: [t('offers.yieldNote.apr')] };
    }
    const { price, token, sale, discountBps } = offer;
    const amount = formatAmount(price, token.decimals, locale, token.decimals);
    const notes = [t('offers.yieldNote.price', { amount, symbol: token.symbol, sale: sale.symbol })];
    if (discountBps !== null) {
      const side = discountBps === 0n ? 'equal' : discountBps > 0n ? 'below' : 'above';
      const rate = percent(discountBps < 0n ? -discountBps : discountBps);
      notes.push(t(`offers.yieldNote.${side}`, { rate }));
    }
    return { value: t('offers.yield.none'), notes };
  }

  function lockOf(offer: Offer): OfferFact {
    if (offer.kind === 'stake') return { value: t('offers.lock.none'), notes: [t('offers.lockNote.stake')] };
    if (offer.kind === 'pledge') {
      const note =
        offer.penaltyBps === 0
          ? t('offers.lockNote.pledgeFree')
          : t('offers.lockNote.pledge', { rate: percent(offer.penaltyBps) });
      return { value: duration(offer.lockS), notes: [note] };
    }
    const [first, last] = [date(offer.firstRelease), date(offer.lastRelease)];
    return {
      value: t('offers.lock.until', { date: last }),
      notes: [
        t('offers.lockNote.presale', { date: date(offer.end) }),
        first === last ? t('offers.lockNote.once', { last }) : t('offers.lockNote.gradual', { first, last }),
      ],
    };
  }

  function capacityOf(offer: Offer): OfferFact {
    const paused = offer.isPaused ? [t('offers.capacityNote.paused')] : [];
    if (offer.kind === 'stake') {
      const { remaining, reward, endsAt } = offer;
      const left = { ...money(remaining, reward), date: date(endsAt) };
      return {
        value: t('offers.capacity.none'),
        notes: [...(remaining > 0n ? [t('offers.capacityNote.rewards', left)] : []), ...paused],
      };
    }
    const { capacity, token } = offer;
    if (capacity === null) return { value: t('offers.capacity.none'), notes: paused };
    const { amount, symbol } = money(capacity, token);
    if (offer.kind === 'pledge')
      return capacity === 0n
        ? { value: t('offers.capacity.full'), notes: [t('offers.capacityNote.noReserve'), ...paused] }
        : { value: `${amount} ${symbol}`, notes: [t('offers.capacityNote.reserve'), ...paused] };
    const opens =
      offer.stage === 'upcoming' ? [t('offers.capacityNote.opens', { date: date(offer.start) })] : [];
    return {
      value: capacity === 0n ? t('offers.capacity.soldOut') : `${amount} ${symbol}`,
      notes: [...opens, t('offers.capacityNote.walletCap', money(offer.walletCap, token)), ...paused],
    };
  }

  return (offer) => {
    const { kind, chainId, token, risk } = offer;
    const isClosed =
      offer.isPaused ||
      (kind !== 'stake' && offer.capacity === 0n) ||
      (kind === 'presale' && offer.stage === 'upcoming');
    return {
      name: kind === 'presale' ? offer.sale.symbol : token.symbol,
      kind: t(`kind.${kind}`),
      network: networkOf(chainId),
      reason: t(`reason.${risk.reason}`, {
        symbol: kind === 'presale' ? offer.sale.symbol : token.symbol,
        rate: kind === 'pledge' ? percent(offer.penaltyBps) : '',
      }),
      yield: yieldOf(offer),
      lock: lockOf(offer),
      capacity: capacityOf(offer),
      action: t(`offers.action.${isClosed ? 'open' : kind}`),
      href: earnPath(kind, chainId, kind === 'pledge' ? `&term=${offer.termId}` : ''),
    };
  };
}
