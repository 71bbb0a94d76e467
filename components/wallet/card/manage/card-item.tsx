import { useLocale, useTranslations } from 'next-intl';
import { Button } from '@/components/ui/button';
import { TideMeter } from '@/components/ui/tide-meter';
import {
  type CardData,
  canSetPinOf,
  fundsOfCard,
  isTokenUnlisted,
  openerId,
  showCardView,
} from '@/components/wallet/card/parts/card-params';
import { useContractCard } from '@/components/wallet/card/parts/use-contract-card';
import { useOwnText } from '@/components/wallet/display/own-amounts';
import type { Card } from '@/lib/api/types';
import { formatAmount } from '@/lib/format/amount';
import { useHiddenBalances } from '@/lib/preferences/hidden-balances';
import { BlockedMerchants } from './blocked-merchants';
import { CardFace } from './card-face';
import { CardStatus } from './card-status';
import { FreezeCard } from './freeze-card';

/** How much of a limit is used, as text and a meter. */
function LimitMeter({
  name,
  used,
  limit,
  decimals,
  symbol,
}: {
  name: 'day' | 'month';
  used: bigint;
  limit: bigint;
  decimals: number;
  symbol: string;
}) {
  const t = useTranslations('wallet.card');
  const locale = useLocale();
  const own = useOwnText();
  const isHidden = useHiddenBalances(({ isOn }) => isOn);
  const text = t(`limit.${name}Used`, {
    used: own(formatAmount(used, decimals, locale, 2)),
    limit: formatAmount(limit, decimals, locale, 2),
    symbol,
  });
  const share = limit === 0n ? 1 : Number((used * 1_000n) / limit) / 1_000;
  return (
    <div className="grid gap-1">
      <p className="figures text-sm">{text}</p>
      {/* The meter would show the hidden amount's share of the limit. */}
      {isHidden ? null : <TideMeter label={t(`limit.${name}`)} valueText={text} value={share} marks={[]} />}
    </div>
  );
}

/** A card with its status, what its limits leave, and its actions. */
export function CardItem({ card, data }: { card: Card; data: CardData }) {
  const t = useTranslations('wallet.card');
  const { id, lastFour, type, status } = card;
  const own = fundsOfCard(card, data.funds);
  const token = own?.funds.token;
  const network = data.chains.find((chain) => chain.id === card.chainId)?.name ?? String(card.chainId);
  const isClosed = status === 'closed';
  const name = t('cardName', { lastFour });
  const program = data.list?.program;
  const { frameOrigin = null, isAvailable = false } = program ?? {};
  const isOpenInContract = useContractCard(card, own).isOpen === true;
  const views = [
    ...(frameOrigin && status === 'active' ? (['number'] as const) : []),
    ...(canSetPinOf(card, program) ? (['pin'] as const) : []),
    ...(isClosed ? [] : (['limits'] as const)),
    ...(isAvailable && card.canBeReplaced ? (['replace'] as const) : []),
    ...(isClosed && !isOpenInContract ? [] : (['close'] as const)),
  ];
  const actionOf = (view: (typeof views)[number]) =>
    t(view === 'close' && isClosed ? 'closeInContract' : `view.${view}`);
  const next = data.list?.cards.find(({ replaces }) => replaces === id);
  return (
    <li className="grid gap-4 sm:grid-cols-[minmax(0,18rem)_minmax(0,1fr)] sm:gap-6">
      <CardFace lastFour={lastFour} type={type} isActive={status === 'active'} />
      <div className="grid content-start gap-4">
        <div>
          <h3>{name}</h3>
          <CardStatus card={card} />
          {isClosed ? null : (
            <p className="text-sm text-muted">
              {isTokenUnlisted(card, data.funds)
                ? t('paysFromUnlisted', { network })
                : t('paysFrom', { symbol: token?.symbol ?? '…', network })}
            </p>
          )}
          {/* An active card has been delivered. */}
          {card.shipping && !isClosed && status !== 'active' ? (
            <p className="text-sm text-muted">{t(`shipping.${card.shipping}`)}</p>
          ) : null}
          {next ? <p className="text-sm text-muted">{t('replacedBy', { lastFour: next.lastFour })}</p> : null}
        </div>
        {token && !isClosed ? (
          <div className="grid gap-3">
            {(['day', 'month'] as const).map((period) => (
              <LimitMeter
                key={period}
                name={period}
                used={BigInt(period === 'day' ? card.usedPerDay : card.usedPerMonth)}
                limit={BigInt(period === 'day' ? card.dayLimit : card.monthLimit)}
                decimals={token.decimals}
                symbol={token.symbol}
              />
            ))}
          </div>
        ) : null}
        {isClosed ? null : <FreezeCard card={card} account={data.account} own={own} />}
        <div className="flex flex-wrap gap-3 empty:hidden">
          {views.map((view) => (
            <Button
              key={view}
              id={openerId(view, id)}
              size="small"
              aria-label={t('actionOf', { action: actionOf(view), card: name })}
              onClick={() => showCardView(view, { id })}
            >
              {actionOf(view)}
            </Button>
          ))}
        </div>
        {isClosed ? null : <BlockedMerchants card={card} />}
      </div>
    </li>
  );
}
