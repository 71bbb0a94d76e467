import { useTranslations } from 'next-intl';
import { Field } from '@/components/ui/field';
import { GroupedAddress } from '@/components/wallet/display/grouped-address';
import { NameLookup, PrimaryName } from '@/components/wallet/ens/name-lookup';
import { LookAlikeWarning, NatureWarning } from './look-alike-warning';
import type { useRecipient } from './use-recipient';

/** Address field with ENS lookup and warnings. */
export function AddressFields({
  id,
  typed,
  recipient: { address, nature, lookAlike, isMeant },
  error,
  meantError,
  onBlur,
  onChange,
}: {
  /** ID of the address field, and prefix of the checkbox's ID. */
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
          // The focused button was removed, so focus moves to the address field.
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
