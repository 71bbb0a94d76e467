import { useTranslations } from 'next-intl';
import type { Address } from 'viem';
import { OfferedAddressFields } from '@/components/wallet/fields/address-fields';
import type { useRecipient } from '@/components/wallet/fields/use-recipient';
import type { WithdrawDraft } from '@/components/wallet/transfer/transfer-draft';
import { shortAddress } from '@/lib/evm/address';

/** Fields for the recipient: the user's own wallet, or another address. */
export function RecipientFields({
  id,
  draft,
  account,
  recipient,
  isCalled,
  isTouched,
  isTried,
  onBlur,
  onChange,
}: {
  /** ID of the address field, and prefix of the checkbox's ID. */
  id: string;
  draft: WithdrawDraft;
  account: Address | undefined;
  recipient: ReturnType<typeof useRecipient>;
  /** Whether the transfer runs the recipient's code. See `NatureWarning`. */
  isCalled: boolean;
  isTouched: boolean;
  isTried: boolean;
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
      {draft.toSelf || !account ? null : (
        <OfferedAddressFields
          id={id}
          account={account}
          typed={draft.recipient}
          recipient={recipient}
          isCalled={isCalled}
          isTouched={isTouched}
          isTried={isTried}
          onBlur={onBlur}
          onChange={onChange}
        />
      )}
    </>
  );
}
