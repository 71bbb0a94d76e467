import { useTranslations } from 'next-intl';
import type { ComponentProps } from 'react';
import type { Address } from 'viem';
import { NamedAddress } from '@/components/wallet/ens/named-address';
import { AddressInput } from './address-input';
import { NatureWarning, RecipientWarnings } from './recipient-warnings';
import { type Person, usePeople } from './use-people';
import type { useRecipient } from './use-recipient';

/** Address field with ENS lookup and warnings. */
export function AddressFields({
  id,
  typed,
  recipient: { address, problem, isStopped, check, nature, isMeant },
  isCalled,
  error,
  isTouched,
  isTried,
  people,
  onBlur,
  onChange,
}: {
  /** ID of the address field, and prefix of the checkbox's ID. */
  id: string;
  typed: string;
  recipient: ReturnType<typeof useRecipient>;
  /** Whether the transfer runs the recipient's code. See `NatureWarning`. */
  isCalled: boolean;
  /** Problem that only this form has with the address. */
  error?: string | undefined;
  /** Whether to show what is wrong with an address that may be incomplete. */
  isTouched: boolean;
  /** Whether to show that a look-alike has not been confirmed. */
  isTried: boolean;
  /** People to offer. */
  people?: readonly Person[];
  onBlur?: () => void;
  onChange: (next: { recipient?: string; meant?: string }) => void;
}) {
  const t = useTranslations('wallet.recipient');
  const lookAlike = check?.lookAlike;
  const problemText = problem ? t(`problem.${problem}`) : error;
  return (
    <div className="grid gap-3">
      <AddressInput
        id={id}
        label={t('address')}
        typed={typed}
        people={people}
        onChange={(next) => onChange({ recipient: next })}
        onBlur={onBlur}
        {...(lookAlike ? { hint: '' } : address ? { hint: t('readAs') } : {})}
        error={isTouched || isStopped ? problemText : undefined}
      />
      {address && !lookAlike ? (
        <div className="grid gap-1">
          <NamedAddress address={address} />
        </div>
      ) : null}
      {address && check ? (
        <>
          <RecipientWarnings
            id={`${id}-meant`}
            address={address}
            check={check}
            isMeant={isMeant}
            error={isTried && !isMeant ? t('lookAlike.problem') : undefined}
            onMeant={(isIt) => onChange({ meant: isIt ? typed : '' })}
          />
          <NatureWarning nature={nature} isCalled={isCalled} />
        </>
      ) : null}
    </div>
  );
}

/** The address field, which offers the contacts and the people of recent payments. */
export function OfferedAddressFields({
  account,
  ...fields
}: { account: Address } & Omit<ComponentProps<typeof AddressFields>, 'people'>) {
  return <AddressFields {...fields} people={usePeople(account)} />;
}
