import { useLocale, useTranslations } from 'next-intl';
import { type FormEvent, useEffect, useId, useRef, useState } from 'react';
import { Button } from '@/components/ui/button';
import { Field } from '@/components/ui/field';
import { SelectField } from '@/components/ui/select-field';
import { TextAreaField } from '@/components/ui/text-area-field';
import { useCardCall } from '@/components/wallet/card/parts/use-card-call';
import type { CardDisputeReason, CardPurchase } from '@/lib/api/types';
import { disputePurchase } from '@/lib/api/use-card';
import { minorText } from '@/lib/wallet/card/card-money';
import { type DisputeField, disputeFields, disputeRequest, isDisputeReason } from './dispute-fields';

const reasons = Object.keys(disputeFields).filter(isDisputeReason);

/** Form of a dispute. Its fields depend on the reason. */
function DisputeForm({
  disputable: { transactionId, amount },
  currency,
  onCancel,
}: {
  disputable: NonNullable<CardPurchase['disputable']>;
  currency: string;
  onCancel: () => void;
}) {
  const t = useTranslations('wallet.card.dispute');
  const locale = useLocale();
  const id = useId();
  const [reason, setReason] = useState<CardDisputeReason>('not_received');
  const [values, setValues] = useState<Partial<Record<DisputeField, string>>>({});
  const [isTried, setTried] = useState(false);
  const { isSending, problem, send } = useCardCall();
  const about = useRef<HTMLParagraphElement>(null);
  // The focus was on the button that opened the form.
  useEffect(() => about.current?.focus(), []);
  const fields = disputeFields[reason];
  const isMissing = ({ name, isOptional }: (typeof fields)[number]) => !isOptional && !values[name]?.trim();
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    const missing = fields.find(isMissing);
    if (missing) {
      document.getElementById(`${id}-${missing.name}`)?.focus();
      return;
    }
    if (await send(() => disputePurchase(disputeRequest(transactionId, reason, values)))) onCancel();
  };
  return (
    <form noValidate onSubmit={(event) => void submit(event)} className="grid gap-4">
      <p ref={about} tabIndex={-1} className="measure text-sm outline-none">
        {t('about', { amount: minorText(amount, currency, locale) })}
      </p>
      <SelectField
        label={t('reason')}
        value={reason}
        options={reasons.map((value) => ({ value, label: t(`reasons.${value}`) }))}
        onChange={(value) => {
          if (isDisputeReason(value)) setReason(value);
        }}
      />
      {fields.map((field) => {
        const { name, type } = field;
        const shared = {
          id: `${id}-${name}`,
          label: t(`field.${name}`),
          value: values[name] ?? '',
          onChange: (value: string) => setValues({ ...values, [name]: value }),
          ...(isTried && isMissing(field) ? { error: t('missing') } : {}),
        };
        return type === 'area' ? (
          <TextAreaField key={name} {...shared} maxLength={2_000} />
        ) : (
          <Field key={name} {...shared} type={type} maxLength={500} />
        );
      })}
      <p className="measure text-sm text-muted">{t('final')}</p>
      <p role="alert" className="field-error empty:hidden">
        {problem}
      </p>
      <div className="flex flex-wrap gap-3">
        <Button onClick={onCancel}>{t('cancel')}</Button>
        <Button variant="signal" type="submit" disabled={isSending} aria-busy={isSending}>
          {t(isSending ? 'sending' : 'send')}
        </Button>
      </div>
    </form>
  );
}

/** The dispute of a purchase, or the way to one. Only what was captured can be disputed. */
export function DisputePurchase({
  purchase: { dispute, disputable, currency, state },
}: {
  purchase: CardPurchase;
}) {
  const t = useTranslations('wallet.card.dispute');
  const locale = useLocale();
  const [isOpen, setOpen] = useState(false);
  const id = useId();
  const wasOpen = useRef(false);
  // When the form closes, focus moves to what replaces it: the button or the dispute's status.
  useEffect(() => {
    if (!isOpen && wasOpen.current) document.getElementById(id)?.focus();
    wasOpen.current = isOpen;
  }, [isOpen, id]);
  if (dispute)
    return (
      <p id={id} tabIndex={-1} className="measure border-s-2 border-water ps-3 text-sm">
        {t(`status.${dispute.status}`, { amount: minorText(dispute.amount, currency, locale) })}
      </p>
    );
  if (!disputable)
    return state === 'pending' ? <p className="measure text-sm text-muted">{t('pending')}</p> : null;
  if (isOpen)
    return <DisputeForm disputable={disputable} currency={currency} onCancel={() => setOpen(false)} />;
  return (
    <div>
      <Button id={id} size="small" onClick={() => setOpen(true)}>
        {t('open')}
      </Button>
    </div>
  );
}
