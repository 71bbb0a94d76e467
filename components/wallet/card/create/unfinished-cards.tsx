import { useTranslations } from 'next-intl';
import { Button } from '@/components/ui/button';
import { type CardData, openerId, showCardView } from '@/components/wallet/card/parts/card-params';
import { reviewCardOrder } from '@/components/wallet/card/parts/review-card-order';
import type { OpenedCard } from '@/lib/wallet/card/read-opened-cards';
import type { CardFundsOfChain } from '@/lib/wallet/card/use-card-funds';
import { unfinishedOf, useOpenedCards } from '@/lib/wallet/card/use-opened-cards';
import { listedToken } from '@/lib/wallet/tokens/listed-token';

/** Cards that were opened in a contract, and that the issuer hasn't created yet. */
export function UnfinishedCards({ data, place }: { data: CardData; place: CardFundsOfChain }) {
  const t = useTranslations('wallet.card');
  const { found } = useOpenedCards(data.account, place);
  return unfinishedOf(found, place.chainId, data.list?.cards).map(({ number }) => (
    <div key={number} className="grid justify-items-start gap-3 border-s-2 border-warning ps-3 text-sm">
      <p className="measure">{t('unfinished', { number })}</p>
      <Button
        id={openerId('create', `${place.chainId}-${number}`)}
        size="small"
        aria-label={t('actionOf', { action: t('finish'), card: t('chainCard', { number }) })}
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
  const name = t('chainCard', { number: card.number });
  return (
    <li className="flex flex-wrap items-center justify-between gap-3 border-b border-line py-2">
      <span>
        {name} {token?.symbol}
      </span>
      <Button
        size="small"
        aria-label={t('actionOf', { action: t('freeze.freezeCard'), card: name })}
        onClick={() =>
          reviewCardOrder(
            data.account,
            place,
            // Freezing needs no token, so a card of an unlisted one can be frozen, too.
            token ?? { coinId: 0, symbol: '', decimals: 0, address: card.token },
            { kind: 'freezeCard', card: card.number },
          )
        }
      >
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
