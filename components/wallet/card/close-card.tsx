import { useTranslations } from 'next-intl';
import { Button } from '@/components/ui/button';
import { type CardData, leaveCardView, type PlacedFunds } from './card-params';
import { CardGate } from './money-gate';
import { useCardOrder } from './use-card-order';

function Close({ data, number, own }: { data: CardData; number: number; own: PlacedFunds }) {
  const t = useTranslations('wallet.card');
  const sheet = useTranslations('wallet.sheet');
  const review = useCardOrder(data.account, own.place, own.funds.token);
  return (
    <div>
      <Button
        variant="signal"
        aria-label={`${sheet('review')}: ${t('view.close')}`}
        onClick={() => review({ kind: 'closeCard', card: number }, { onSent: leaveCardView })}
      >
        {sheet('review')}
      </Button>
    </div>
  );
}

/** What closing a card means, which can't be undone, and the button for it. */
export function CloseCard({ data }: { data: CardData }) {
  const t = useTranslations('wallet.card');
  return (
    <CardGate data={data}>
      {(card, own) => (
        <div className="grid gap-5">
          <p className="measure">{t('closeNote', { lastFour: card.lastFour })}</p>
          <Close data={data} number={card.number} own={own} />
        </div>
      )}
    </CardGate>
  );
}
