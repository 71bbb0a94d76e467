import { useTranslations } from 'next-intl';
import { Button } from '@/components/ui/button';
import type { CardFundsOfChain } from '@/lib/wallet/card/use-card-funds';
import { type OpenedCard, useOpenedCards, useUnfinishedCards } from '@/lib/wallet/card/use-opened-cards';
import { listedToken } from '@/lib/wallet/tokens/listed-token';
import { type CardData, showCardView } from './card-params';
import { useCardOrder } from './use-card-order';

/** Cards that were opened in a contract, and that the issuer hasn't created yet. */
export function UnfinishedCards({ data, place }: { data: CardData; place: CardFundsOfChain }) {
  const t = useTranslations('wallet.card');
  const unfinished = useUnfinishedCards(data.account, place, data.list?.cards);
  return unfinished.map(({ number }) => (
    <div key={number} className="grid justify-items-start gap-3 border-s-2 border-warning ps-3 text-sm">
      <p className="measure">{t('unfinished', { number })}</p>
      <Button
        size="small"
        onClick={() => showCardView('create', { chain: String(place.chainId), number: String(number) })}
      >
        {t('finish')}
      </Button>
    </div>
  ));
}

function ChainCard({ data, place, card }: { data: CardData; place: CardFundsOfChain; card: OpenedCard }) {
  const t = useTranslations('wallet.card');
  const token = listedToken(data.coins, place.chainId, card.token);
  const review = useCardOrder(
    data.account,
    place,
    token ?? { coinId: 0, symbol: '', decimals: 0, address: card.token },
  );
  return (
    <li className="flex flex-wrap items-center justify-between gap-3 border-b border-line py-2">
      <span>
        {t('chainCard', { number: card.number })} {token?.symbol}
      </span>
      <Button size="small" onClick={() => review({ kind: 'freezeCard', card: card.number })}>
        {t('freeze.freezeCard')}
      </Button>
    </li>
  );
}

/** The cards that a contract has, for when the server fails: they can be frozen with the wallet alone. */
export function ChainCards({ data, place }: { data: CardData; place: CardFundsOfChain }) {
  const t = useTranslations('wallet.card');
  const { found } = useOpenedCards(data.account, place);
  if (found.length === 0) return null;
  return (
    <section className="grid gap-3">
      <p className="measure text-sm text-muted">{t('chainCards')}</p>
      <ul className="border-t border-line">
        {found.map((card) => (
          <ChainCard key={card.number} data={data} place={place} card={card} />
        ))}
      </ul>
    </section>
  );
}
