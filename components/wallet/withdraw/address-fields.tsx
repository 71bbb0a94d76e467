import { useTranslations } from 'next-intl';
import { Field } from '@/components/ui/field';
import { NameLookup, PrimaryName } from '@/components/wallet/ens/name-lookup';
import { GroupedAddress, LookAlikeWarning, NatureWarning } from './look-alike-warning';
import type { useRecipient } from './use-recipient';

/** Another address, with all there is to be said about it. */
export function AddressFields({
  id,
  typed,
  recipient: { address, nature, lookAlike, isMeant },
  error,
  meantError,
  onBlur,
  onChange,
}: {
  /** Of the address field; the checkbox beside it has it too, with an ending. */
  id: string;
  typed: string;
  recipient: ReturnType<typeof useRecipient>;
  error: string | undefined;
  meantError: string | undefined;
  onBlur: () => void;
  onChange: (next: { recipient?: string; meant?: string }) => void;
}) {
  const t = useTranslations('wallet.withdraw');
  return (
    <div className="grid gap-3">
      <Field
        id={id}
        label={t('address')}
        value={typed}
        onChange={(next) => onChange({ recipient: next })}
        onBlur={onBlur}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        hint={lookAlike ? '' : t(address ? 'readAs' : 'addressHint')}
        {...(error ? { error } : {})}
      />
      <NameLookup
        typed={typed}
        onUse={(named) => {
          onChange({ recipient: named });
          // The button is gone, and the focus with it.
          document.getElementById(id)?.focus();
        }}
      />
      {address && !lookAlike ? (
        <div className="grid gap-1">
          <p>
            <GroupedAddress address={address} />
          </p>
          <PrimaryName address={address} />
        </div>
      ) : null}
      {address && lookAlike ? (
        <LookAlikeWarning
          id={`${id}-meant`}
          address={address}
          known={lookAlike}
          isMeant={isMeant}
          error={meantError}
          onChange={(isIt) => onChange({ meant: isIt ? typed : '' })}
        />
      ) : null}
      <NatureWarning nature={nature} />
    </div>
  );
}
