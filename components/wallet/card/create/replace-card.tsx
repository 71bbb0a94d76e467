import { useTranslations } from 'next-intl';
import { type FormEvent, useEffect, useId, useRef, useState } from 'react';
import { isAddressEqual } from 'viem';
import { Button } from '@/components/ui/button';
import type { CardData, PlacedFunds } from '@/components/wallet/card/parts/card-params';
import { CardGate, FormLoading } from '@/components/wallet/card/parts/money-gate';
import { useCardCall } from '@/components/wallet/card/parts/use-card-call';
import { RetryAlert } from '@/components/wallet/display/retry-alert';
import type { Card, CardProgram, CardReplacementReason } from '@/lib/api/types';
import { updateCard } from '@/lib/api/use-card';
import { unfinishedOf, useOpenedCards } from '@/lib/wallet/card/use-opened-cards';
import { ReadLimits } from './card-limits';
import { CreateForm } from './create-form';
import type { Opened } from './use-create-card';

const REASONS = {
  physical: ['lost', 'stolen', 'damaged', 'expired'],
  virtual: ['stolen', 'expired'],
} as const satisfies Record<Card['type'], readonly CardReplacementReason[]>;

const isUrgent = (reason: CardReplacementReason) => reason === 'lost' || reason === 'stolen';

/** Asks why a card is replaced, and says what that means. A lost or stolen card is frozen before the next step. */
function ReasonForm({ card, onChosen }: { card: Card; onChosen: (reason: CardReplacementReason) => void }) {
  const t = useTranslations('wallet.card.replace');
  const id = useId();
  const { isSending, problem, send } = useCardCall();
  const [reason, setReason] = useState<CardReplacementReason | null>(null);
  const { lastFour, type } = card;
  // A card in delivery must be frozen too, or it would become active on arrival.
  const isUsable = card.status === 'active' || card.status === 'opening';
  const hasToFreeze = reason !== null && isUrgent(reason) && isUsable;
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (reason === null) return;
    if (!hasToFreeze || (await send(() => updateCard({ id: card.id, freeze: true })))) onChosen(reason);
  };
  const notes = reason
    ? [
        ...(isUsable ? [t(isUrgent(reason) ? 'note.urgent' : 'note.lasting', { lastFour })] : []),
        t(isUrgent(reason) ? 'note.newNumber' : 'note.sameNumber'),
        ...(type === 'physical' ? [t('note.pin')] : []),
        t('note.purchases'),
      ]
    : [];
  return (
    <form className="grid max-w-form gap-5" onSubmit={(event) => void submit(event)}>
      <fieldset className="grid gap-2">
        <legend className="mb-2 text-sm">{t('reason')}</legend>
        {REASONS[type].map((value) => (
          <label key={value} className="option-row">
            <input
              type="radio"
              name={id}
              required
              checked={reason === value}
              onChange={() => setReason(value)}
            />
            {t(`reasons.${type === 'virtual' && value === 'stolen' ? 'exposed' : value}`)}
          </label>
        ))}
      </fieldset>
      <ul aria-live="polite" className="grid list-disc gap-1 ps-5 text-sm text-muted empty:hidden">
        {notes.map((note) => (
          <li key={note}>{note}</li>
        ))}
      </ul>
      {problem ? (
        <p role="alert" className="measure border-s-2 border-error ps-3 text-sm">
          {problem}
        </p>
      ) : null}
      <Button variant="signal" type="submit" disabled={reason === null || isSending} aria-busy={isSending}>
        {t(isSending ? 'freezing' : hasToFreeze ? 'freeze' : 'next')}
      </Button>
    </form>
  );
}

type Shown = { data: CardData; program: CardProgram; card: Card; own: PlacedFunds };

/** Form for the new card, with the type, token, and limits of the old one. */
function NewCardForm({
  data,
  program,
  card,
  own,
  reason,
  earlier,
}: Shown & {
  reason: CardReplacementReason;
  /** A card that was opened in the contract but never created. It is reused. */
  earlier: Opened | null;
}) {
  // Keep the first value: once opened, the new card would match too.
  const [opened] = useState(earlier);
  return (
    <ReadLimits card={card} own={own}>
      {(limits) => (
        <CreateForm
          data={data}
          program={program}
          chosen={opened ? null : own}
          choice={null}
          opened={opened}
          replaced={{ card, reason, limits }}
        />
      )}
    </ReadLimits>
  );
}

/** The step after the reason. Its heading gets the focus, which was on the button for it. */
function NewCard({ reason, ...shown }: Shown & { reason: CardReplacementReason }) {
  const t = useTranslations('wallet.card');
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  const { data, card, own } = shown;
  const { chainId } = own.place;
  const { found, reached, isFailed, lookFurther } = useOpenedCards(data.account, own.place);
  const form = () => {
    const earlier = unfinishedOf(found, chainId, data.list?.cards).find(({ token }) =>
      isAddressEqual(token, card.token),
    );
    return (
      <NewCardForm
        {...shown}
        reason={reason}
        earlier={earlier ? { chainId, number: earlier.number } : null}
      />
    );
  };
  return (
    <div className="grid gap-4">
      <h3 ref={heading} tabIndex={-1} className="outline-none">
        {t('replace.about', { lastFour: card.lastFour })}
      </h3>
      {/* Before the latest cards of the contract are known, the form could open a second one. */}
      {reached !== undefined ? (
        form()
      ) : isFailed ? (
        <RetryAlert message={t('formFailed')} retryLabel={t('retry')} onRetry={() => lookFurther?.()} />
      ) : (
        <FormLoading />
      )}
    </div>
  );
}

/** Asks for the reason, and then for the new card. */
function Replacement(shown: Shown) {
  const t = useTranslations('wallet.card.replace');
  const [reason, setReason] = useState<CardReplacementReason | null>(null);
  // Keep the form open: replacing the card makes `canBeReplaced` false.
  if (reason !== null) return <NewCard {...shown} reason={reason} />;
  if (!shown.card.canBeReplaced) return <p className="measure text-muted">{t('impossible')}</p>;
  return <ReasonForm card={shown.card} onChosen={setReason} />;
}

/** Replaces the card that the URL names by a new one. */
export function ReplaceCard({ data }: { data: CardData }) {
  const t = useTranslations('wallet.card');
  const program = data.list?.program;
  if (program && !program.isAvailable) return <p className="measure text-muted">{t('unavailable')}</p>;
  return (
    <CardGate data={data}>
      {(card, own) => (program ? <Replacement data={data} program={program} card={card} own={own} /> : null)}
    </CardGate>
  );
}
