import { useLocale, useTranslations } from 'next-intl';
import { type FormEvent, type ReactNode, useId, useState } from 'react';
import { Button } from '@/components/ui/button';
import type { CardData, PlacedFunds } from '@/components/wallet/card/parts/card-params';
import { NodeNote } from '@/components/wallet/frame/node-banner';
import type { Card, CardProgram, CardReplacementReason } from '@/lib/api/types';
import type { CardLimits } from '@/lib/wallet/card/card-plan';
import { CreateProgress } from './create-progress';
import {
  type CardTypeName,
  emptyHolder,
  firstWrong,
  holderOf,
  neededFields,
  shippingOf,
} from './holder-draft';
import { HolderFields, PostalFields } from './holder-fields';
import { draftOfLimits, LimitsFields, readLimits } from './limits-fields';
import { ProgramTerms } from './program-terms';
import { type Opened, useCreateCard } from './use-create-card';
import { useLimitsDraft } from './use-limits-draft';

const types = ['virtual', 'physical'] as const satisfies readonly CardTypeName[];

/** Form for a card's type, limits, and holder. First opens the card in the contract, unless it already is. */
export function CreateForm({
  data,
  program,
  chosen,
  choice,
  opened,
  replaced = null,
}: {
  data: CardData;
  program: CardProgram;
  /** The money that a new card spends, or null for a card that is open in the contract. */
  chosen: PlacedFunds | null;
  /** Select for the money. */
  choice: ReactNode;
  opened: Opened | null;
  /** The card that the new one replaces, with the same type, token, and limits. */
  replaced?: { card: Card; reason: CardReplacementReason; limits: CardLimits } | null;
}) {
  const t = useTranslations('wallet.card.create');
  const holderText = useTranslations('wallet.card.holder');
  const kinds = useTranslations('wallet.card.type');
  const card = useTranslations('wallet.card');
  const sheet = useTranslations('wallet.sheet');
  const locale = useLocale();
  const id = useId();
  const [type, setType] = useState<CardTypeName>(replaced?.card.type ?? 'virtual');
  const known = data.list?.holder?.country;
  const [holder, setHolder] = useState(() => ({
    ...emptyHolder,
    country: program.countries.find((country) => country === known) ?? program.countries[0] ?? '',
  }));
  const [isTried, setTried] = useState(false);
  const token = chosen?.funds.token;
  const initial = replaced && token ? draftOfLimits(replaced.limits, token.decimals) : null;
  const { draft, setDraft } = useLimitsDraft(program, token?.coinId, initial);
  const creation = useCreateCard(data.account, chosen, opened);
  const hasHolder = data.list?.holder != null;
  const read = token ? readLimits(draft, token.decimals) : null;

  const submit = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    const wrong =
      read && 'problem' in read ? read.problem.name : firstWrong(neededFields(type, hasHolder), holder);
    if (wrong !== null) {
      document.getElementById(`${id}-${wrong}`)?.focus();
      return;
    }
    creation.start({
      limits: read && 'limits' in read ? read.limits : null,
      request: {
        type,
        ...(hasHolder ? {} : { holder: holderOf(holder) }),
        ...(type === 'physical' ? { shipping: shippingOf(holder) } : {}),
        ...(replaced ? { replaces: { id: replaced.card.id, reason: replaced.reason } } : {}),
      },
    });
  };
  const fields = { id, draft: holder, isTried, onChange: setHolder, countries: program.countries };
  return (
    <form noValidate onSubmit={submit} className="grid max-w-form gap-6">
      <ProgramTerms program={program} chosen={chosen} />
      {opened ? <p className="measure text-sm">{t('finishAbout', { number: opened.number })}</p> : null}
      <fieldset className="grid gap-2">
        <legend className="mb-2 text-sm">{t('type')}</legend>
        {(replaced ? [replaced.card.type] : types).map((value) => (
          <label key={value} className="option-row">
            <input
              type="radio"
              name={`${id}-type`}
              checked={type === value}
              onChange={() => setType(value)}
            />
            <span>
              {kinds(value)}
              <span className="block text-xs text-muted">{t(`typeNote.${value}`)}</span>
            </span>
          </label>
        ))}
      </fieldset>
      {chosen && token ? (
        <>
          {choice}
          <NodeNote
            chainId={chosen.place.chainId}
            network={data.chains.find(({ id: chain }) => chain === chosen.place.chainId)?.name ?? ''}
          />
          <LimitsFields
            id={id}
            draft={draft}
            token={token}
            problem={isTried && read && 'problem' in read ? read.problem : null}
            locale={locale}
            onChange={setDraft}
          />
        </>
      ) : null}
      {hasHolder ? null : <HolderFields {...fields} issuer={program.issuer} />}
      {hasHolder && type === 'physical' ? (
        <fieldset className="grid gap-4">
          <legend className="mb-3 text-lg">{holderText('shipping')}</legend>
          <PostalFields {...fields} hasName />
        </fieldset>
      ) : null}
      <CreateProgress creation={creation} />
      <Button variant="signal" type="submit" disabled={creation.isBusy}>
        {creation.isOpened ? card('finish') : sheet('review')}
      </Button>
    </form>
  );
}
