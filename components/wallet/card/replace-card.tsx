import { useTranslations } from 'next-intl';
import { type FormEvent, useId, useState } from 'react';
import { isAddressEqual } from 'viem';
import { Button } from '@/components/ui/button';
import type { Card, CardProgram, CardReplacementReason } from '@/lib/api/types';
import { updateCard } from '@/lib/api/use-card';
import { useUnfinishedCards } from '@/lib/wallet/card/use-opened-cards';
import { ReadLimits } from './card-limits';
import type { CardData, PlacedFunds } from './card-params';
import { CreateForm } from './create-form';
import { CardGate } from './money-gate';
import { useCardCall } from './use-card-call';
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
  const isActive = card.status === 'active';
  const hasToFreeze = reason !== null && isUrgent(reason) && isActive;
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (reason === null) return;
    if (!hasToFreeze || (await send(() => updateCard({ id: card.id, freeze: true })))) onChosen(reason);
  };
  const notes = reason
    ? [
        ...(isActive ? [t(isUrgent(reason) ? 'note.urgent' : 'note.lasting', { lastFour })] : []),
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

/** Asks for the reason, and then for the new card, with the type, token, and limits of the old one. */
function Replacement({ data, program, card, own }: Shown) {
  const t = useTranslations('wallet.card.replace');
  const unfinished = useUnfinishedCards(data.account, own.place, data.list?.cards);
  const [chosen, setChosen] = useState<{ reason: CardReplacementReason; opened: Opened | null } | null>(null);
  const { chainId } = own.place;
  const choose = (reason: CardReplacementReason) => {
    // One that was opened before, and not created, is used instead of another one.
    const earlier = unfinished.find(({ token }) => isAddressEqual(token, card.token));
    setChosen({ reason, opened: earlier ? { chainId, number: earlier.number } : null });
  };
  // While a chosen one is replaced, the list changes.
  if (chosen === null && !card.canBeReplaced) return <p className="measure text-muted">{t('impossible')}</p>;
  if (chosen === null) return <ReasonForm card={card} onChosen={choose} />;
  const { opened, reason } = chosen;
  return (
    <div className="grid gap-4">
      <p>{t('about', { lastFour: card.lastFour })}</p>
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
    </div>
  );
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
