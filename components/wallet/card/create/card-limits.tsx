import { useLocale, useTranslations } from 'next-intl';
import { type FormEvent, type ReactNode, useId, useState } from 'react';
import { useReadContract } from 'wagmi';
import { Button } from '@/components/ui/button';
import { type CardData, leaveCardView, type PlacedFunds } from '@/components/wallet/card/parts/card-params';
import { CardGate } from '@/components/wallet/card/parts/money-gate';
import { reviewCardOrder } from '@/components/wallet/card/parts/review-card-order';
import { RetryAlert } from '@/components/wallet/display/retry-alert';
import { LoadingStatus } from '@/components/wallet/display/skeleton';
import type { Card } from '@/lib/api/types';
import { cardAccountAbi } from '@/lib/evm/abi/card-account';
import type { CardLimits } from '@/lib/wallet/card/card-plan';
import { draftOfLimits, LimitsFields, readLimits } from './limits-fields';

function LimitsForm({
  card,
  data,
  own: { place, funds },
  limits,
}: {
  card: Card;
  data: CardData;
  own: PlacedFunds;
  limits: CardLimits;
}) {
  const t = useTranslations('wallet.card.limits');
  const sheet = useTranslations('wallet.sheet');
  const locale = useLocale();
  const id = useId();
  const { token } = funds;
  const [draft, setDraft] = useState(() => draftOfLimits(limits, token.decimals));
  const [isTried, setTried] = useState(false);
  const read = readLimits(draft, token.decimals);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if ('problem' in read) document.getElementById(`${id}-${read.problem.name}`)?.focus();
    else {
      const order = { kind: 'setCardLimits', card: card.number, limits: read.limits } as const;
      reviewCardOrder(data.account, place, token, order, leaveCardView);
    }
  };
  return (
    <form noValidate onSubmit={submit} className="grid max-w-form gap-5">
      <LimitsFields
        id={id}
        draft={draft}
        token={token}
        problem={isTried && 'problem' in read ? read.problem : null}
        locale={locale}
        onChange={setDraft}
      />
      <p className="measure text-sm text-muted">{t('note')}</p>
      <Button variant="signal" type="submit">
        {sheet('review')}
      </Button>
    </form>
  );
}

/** Shows `children` with the limits that a card has in the contract, once they were read. */
export function ReadLimits({
  card,
  own,
  children,
}: {
  card: Card;
  own: PlacedFunds;
  children: (limits: CardLimits) => ReactNode;
}) {
  const t = useTranslations('wallet.card');
  const { chainId, address } = own.place;
  const read = useReadContract({
    chainId,
    address,
    abi: cardAccountAbi,
    functionName: 'cardOf',
    args: [card.number],
    // The form starts from the limits as they are now.
    query: { gcTime: 0, staleTime: 'static' },
  });
  if (read.data) return children(read.data.limits);
  if (read.isError)
    return (
      <RetryAlert message={t('formFailed')} retryLabel={t('retry')} onRetry={() => void read.refetch()} />
    );
  return <LoadingStatus text={t('loading')} />;
}

/** Form for the limits of the card that the URL names, which the contract enforces. */
export function CardLimitsView({ data }: { data: CardData }) {
  return (
    <CardGate data={data}>
      {(card, own) => (
        <ReadLimits card={card} own={own}>
          {(limits) => <LimitsForm card={card} data={data} own={own} limits={limits} />}
        </ReadLimits>
      )}
    </CardGate>
  );
}
