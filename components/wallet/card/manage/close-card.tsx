import { useTranslations } from 'next-intl';
import { Button } from '@/components/ui/button';
import { type CardData, leaveCardView, type PlacedFunds } from '@/components/wallet/card/parts/card-params';
import { CardGate, FormLoading } from '@/components/wallet/card/parts/money-gate';
import { reviewCardOrder } from '@/components/wallet/card/parts/review-card-order';
import { useContractCard } from '@/components/wallet/card/parts/use-contract-card';
import { ReadFailure } from '@/components/wallet/display/read-failure';
import type { Card } from '@/lib/api/types';

function Closing({ data, card, own }: { data: CardData; card: Card; own: PlacedFunds }) {
  const t = useTranslations('wallet.card');
  const sheet = useTranslations('wallet.sheet');
  const { lastFour, number, status } = card;
  const { isOpen, isError, refetch } = useContractCard(card, own);
  const isClosed = status === 'closed';
  if (isClosed && isError)
    return (
      <ReadFailure
        chainIds={[card.chainId]}
        message={t('formFailed')}
        shown="nothing"
        retryLabel={t('retry')}
        onRetry={() => void refetch()}
      />
    );
  if (isClosed && isOpen === undefined) return <FormLoading />;
  if (isClosed && !isOpen) return <p className="measure text-muted">{t('closedInContract', { lastFour })}</p>;
  return (
    <div className="grid gap-5">
      <p className="measure">{t(isClosed ? 'closeInContractNote' : 'closeNote', { lastFour })}</p>
      <div>
        <Button
          variant="signal"
          aria-label={`${sheet('review')}: ${t('view.close')}`}
          onClick={() =>
            reviewCardOrder(
              data.account,
              own.place,
              own.funds.token,
              { kind: 'closeCard', card: number },
              leaveCardView,
            )
          }
        >
          {sheet('review')}
        </Button>
      </div>
    </div>
  );
}

/** What closing a card means, which can't be undone, and the button for it. */
export function CloseCard({ data }: { data: CardData }) {
  return <CardGate data={data}>{(card, own) => <Closing data={data} card={card} own={own} />}</CardGate>;
}
