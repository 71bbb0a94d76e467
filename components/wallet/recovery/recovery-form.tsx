import { useTranslations } from 'next-intl';
import { type FormEvent, useEffect, useState } from 'react';
import type { Address } from 'viem';
import { Button } from '@/components/ui/button';
import { AddressFields } from '@/components/wallet/fields/address-fields';
import { NumberField } from '@/components/wallet/fields/number-field';
import { useRecipient } from '@/components/wallet/fields/use-recipient';
import { parseAmount } from '@/lib/format/amount';
import { DAY_S, DELAY_DAYS } from '@/lib/wallet/recovery/recovery-plan';

/** What the user entered. It stays while the page is open, so that it can be used for several contracts. */
export type RecoveryDraft = { recipient: string; meant: string; days: string };

export const emptyDraft: RecoveryDraft = { recipient: '', meant: '', days: String(DELAY_DAYS.suggested) };

/** Returns a typed delay in whole days, or null if the contract doesn't accept it. */
export function readDays(text: string): number | null {
  const parsed = parseAmount(text, 0);
  if (!('value' in parsed)) return null;
  const isAccepted = parsed.value >= BigInt(DELAY_DAYS.min) && parsed.value <= BigInt(DELAY_DAYS.max);
  return isAccepted ? Number(parsed.value) : null;
}

/** Form for the recovery address and its delay in one contract. Errors appear next to their fields. */
export function RecoveryForm({
  id,
  label,
  account,
  chainId,
  draft,
  onChange,
  onCancel,
  onReview,
}: {
  /** Prefix of the fields' IDs. */
  id: string;
  /** Accessible name, with the contract. */
  label: string;
  account: Address;
  chainId: number;
  draft: RecoveryDraft;
  onChange: (draft: RecoveryDraft) => void;
  onCancel: () => void;
  /** `delay` is in seconds. */
  onReview: (order: { recoveryAddress: Address; delay: number }) => void;
}) {
  const t = useTranslations('wallet.recovery');
  const [touched, setTouched] = useState<{ recipient?: boolean; rest?: boolean }>({});
  // The focused button that opened the form was removed, so focus moves to the first field.
  useEffect(() => document.getElementById(`${id}-to`)?.focus(), [id]);

  const recipient = useRecipient({ toSelf: false, ...draft }, { account, chainId, sent: null });
  const { address, problem, check, isMeant } = recipient;
  const days = readDays(draft.days);
  const selfProblem = check?.isSelf ? t('problem.self') : undefined;
  const daysProblem = days === null ? t('problem.days', DELAY_DAYS) : undefined;

  const submit = (event: FormEvent) => {
    event.preventDefault();
    setTouched({ recipient: true, rest: true });
    const wrong = [
      [problem !== null || selfProblem !== undefined, 'to'],
      [!isMeant, 'to-meant'],
      [daysProblem !== undefined, 'days'],
    ].find(([isWrong]) => isWrong);
    if (wrong) document.getElementById(`${id}-${wrong[1]}`)?.focus();
    else if (address && days !== null) onReview({ recoveryAddress: address, delay: days * DAY_S });
  };
  return (
    <form noValidate aria-label={label} onSubmit={submit} className="grid max-w-prose gap-5">
      <AddressFields
        id={`${id}-to`}
        typed={draft.recipient}
        recipient={recipient}
        isCalled={false}
        error={selfProblem}
        isTouched={touched.recipient === true || selfProblem !== undefined}
        isTried={touched.rest === true}
        onBlur={() => setTouched({ ...touched, recipient: draft.recipient !== '' })}
        onChange={(next) => onChange({ ...draft, ...next })}
      />
      <NumberField
        id={`${id}-days`}
        label={t('delayLabel')}
        hint={t('delayHint', DELAY_DAYS)}
        inputMode="numeric"
        value={draft.days}
        onChange={(next) => onChange({ ...draft, days: next })}
        {...(daysProblem && (touched.rest || draft.days !== '') ? { error: daysProblem } : {})}
      />
      <p className="text-sm text-muted">{t('formNote')}</p>
      <div className="grid grid-cols-[auto_minmax(0,1fr)] gap-3 sm:flex">
        <Button onClick={onCancel}>{t('cancel')}</Button>
        <Button variant="signal" type="submit">
          {t('review')}
        </Button>
      </div>
    </form>
  );
}
