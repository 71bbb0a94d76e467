import { useTranslations } from 'next-intl';
import { Button } from '@/components/ui/button';
import { type CardData, leaveCardView } from '@/components/wallet/card/parts/card-params';
import { CardGate } from '@/components/wallet/card/parts/money-gate';
import { reviewCardOrder } from '@/components/wallet/card/parts/review-card-order';

/** What closing a card means, which can't be undone, and the button for it. */
export function CloseCard({ data }: { data: CardData }) {
  const t = useTranslations('wallet.card');
  const sheet = useTranslations('wallet.sheet');
  return (
    <CardGate data={data}>
      {({ lastFour, number, status }, { place, funds }) => (
        <div className="grid gap-5">
          <p className="measure">
            {t(status === 'closed' ? 'closeInContractNote' : 'closeNote', { lastFour })}
          </p>
          <div>
            <Button
              variant="signal"
              aria-label={`${sheet('review')}: ${t('view.close')}`}
              onClick={() =>
                reviewCardOrder(
                  data.account,
                  place,
                  funds.token,
                  { kind: 'closeCard', card: number },
                  leaveCardView,
                )
              }
            >
              {sheet('review')}
            </Button>
          </div>
        </div>
      )}
    </CardGate>
  );
}
