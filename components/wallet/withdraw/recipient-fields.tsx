import { useTranslations } from 'next-intl';
import type { Address } from 'viem';
import { ContactSelect } from '@/components/wallet/contacts/contact-select';
import type { WithdrawDraft } from '@/components/wallet/transfer/withdraw-draft';
import { shortAddress } from '@/lib/evm/native-token';
import { AddressFields } from './address-fields';
import type { useRecipient } from './use-recipient';

/** The own wallet, or another address with all there is to be said about it. */
export function RecipientFields({
  id,
  draft,
  account,
  recipient,
  error,
  meantError,
  onBlur,
  onChange,
}: {
  /** Of the address field; the checkbox beside it has it too, with an ending. */
  id: string;
  draft: WithdrawDraft;
  account: Address | undefined;
  recipient: ReturnType<typeof useRecipient>;
  error: string | undefined;
  meantError: string | undefined;
  onBlur: () => void;
  onChange: (next: Partial<WithdrawDraft>) => void;
}) {
  const t = useTranslations('wallet.withdraw');
  return (
    <>
      <fieldset className="grid gap-2">
        <legend className="mb-2 text-sm">{t('to')}</legend>
        {[true, false].map((toSelf) => (
          <label key={String(toSelf)} className="option-row">
            <input
              type="radio"
              name={`${id}-to`}
              checked={draft.toSelf === toSelf}
              onChange={() => onChange({ toSelf })}
            />
            <span>{t(toSelf ? 'self' : 'other')}</span>
            {toSelf && account ? (
              <span className="ms-auto font-mono text-sm text-muted">{shortAddress(account)}</span>
            ) : null}
          </label>
        ))}
      </fieldset>
      {draft.toSelf ? null : (
        <div className="grid gap-3">
          <ContactSelect address={recipient.address} onChoose={(chosen) => onChange({ recipient: chosen })} />
          <AddressFields
            id={id}
            typed={draft.recipient}
            recipient={recipient}
            error={error}
            meantError={meantError}
            onBlur={onBlur}
            onChange={onChange}
          />
        </div>
      )}
    </>
  );
}
