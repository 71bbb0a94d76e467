import { useTranslations } from 'next-intl';
import type { ReactNode } from 'react';
import { type Address, isAddressEqual } from 'viem';
import { Button } from '@/components/ui/button';
import { GroupedAddress } from '@/components/wallet/display/grouped-address';
import { StrangerName } from '@/components/wallet/ens/name-lookup';
import { NatureWarning, RecipientWarnings } from '@/components/wallet/fields/recipient-warnings';
import { useNature } from '@/components/wallet/fields/use-recipient';
import { useAccountName, useChosenName } from '@/lib/wallet/contacts/use-account-name';
import { useNamedAddress } from '@/lib/wallet/ens/use-ens';
import type { ContractLocation } from '@/lib/wallet/networks/use-contract-reads';
import type { usePayment } from './use-payment';

/** ENS name of a payment's recipient. */
export type ResolvedName = {
  name: string;
  /** Network on which the name was looked up. */
  network: string;
  /** Warning if the name no longer points to the recipient, kept up to date. */
  warnings: ReactNode;
  /** Looks up the name again. Resolves to the reason not to send, or null if the address is unchanged. */
  recheck: () => Promise<string | null>;
};

type NamedAddress = NonNullable<ReturnType<typeof useNamedAddress>['data']>;

/** Returns a name's new address if it no longer points to the recipient, or null if it still does. */
export function nameChange(found: NamedAddress, recipient: Address): { to: Address | null } | null {
  const to = 'address' in found ? found.address : null;
  return to !== null && isAddressEqual(to, recipient) ? null : { to };
}

/** Warns that a name no longer points to the recipient, or that it could not be checked. */
export function NameWarnings({
  ens,
  written,
  name,
  recipient,
  onAccept,
}: {
  ens: ContractLocation;
  /** The name as it was entered, for the lookup, and as it was resolved. */
  written: string;
  name: string;
  recipient: Address;
  /** Called if the user chooses the name's new address. */
  onAccept: (address: Address) => void;
}) {
  const t = useTranslations('wallet.ens');
  const { data, isError } = useNamedAddress(ens, written);
  const changed = data ? nameChange(data, recipient) : null;
  const now = changed?.to ?? null;
  if (isError || now === null)
    return isError || changed ? (
      <p role="alert" className="border-s-2 border-error ps-3 text-sm wrap-anywhere">
        {t(isError ? 'unverified' : 'gone', { name })}
      </p>
    ) : null;
  return (
    <section className="grid justify-items-start gap-3 border-s-2 border-error ps-3 text-sm">
      <p role="alert" className="wrap-anywhere">
        {t('changed', { name })}
      </p>
      <dl className="grid gap-2">
        {(
          [
            ['before', recipient, now],
            ['now', now, recipient],
          ] as const
        ).map(([label, address, other]) => (
          <div key={label}>
            <dt className="text-xs text-muted">{t(label)}</dt>
            <dd>
              <GroupedAddress address={address} other={other} />
            </dd>
          </div>
        ))}
      </dl>
      <Button size="small" onClick={() => onAccept(now)}>
        {t('useNew')}
      </Button>
    </section>
  );
}

/** Warnings about a payment's recipient that are known from the start. */
export function KnownWarnings({
  id,
  payment: { check, isReadingHistory },
  isMember,
  recipient,
  isMeant,
  error,
  onMeant,
}: {
  /** ID of the checkbox that confirms a look-alike address. */
  id: string;
  payment: Pick<ReturnType<typeof usePayment>, 'check' | 'isReadingHistory'>;
  /** Whether the recipient is a member of the conversation that the payment is made in. */
  isMember: boolean;
  recipient: Address;
  isMeant: boolean;
  error: string | undefined;
  onMeant: (isMeant: boolean) => void;
}) {
  const recipientText = useTranslations('wallet.recipient');
  const { stop, isKnown, lookAlike } = check;
  if (stop)
    return (
      <p role="alert" className="border-s-2 border-error ps-3 text-sm">
        {recipientText(`problem.${stop}`)}
      </p>
    );
  return (
    <>
      {isKnown || isMember || lookAlike ? null : (
        <p role="status" className="border-s-2 border-warning ps-3 text-sm">
          {recipientText(isReadingHistory ? 'checking' : 'new')}
        </p>
      )}
      <RecipientWarnings
        id={id}
        address={recipient}
        check={check}
        isMeant={isMeant}
        error={error}
        onMeant={onMeant}
      />
    </>
  );
}

/** What the review of a payment shows in addition: the recipient's name, and the warnings about the recipient. */
export function PaymentNotes({
  chainId,
  recipient,
  isCalled,
  isMember,
  name,
}: {
  chainId: number;
  recipient: Address;
  /** Whether the payment runs the recipient's code. See `NatureWarning`. */
  isCalled: boolean;
  /** Whether the recipient is a member of the conversation that the payment is made in. */
  isMember: boolean;
  name: ResolvedName | undefined;
}) {
  const t = useTranslations('wallet.pay');
  const ens = useTranslations('wallet.ens');
  const nature = useNature(chainId, recipient, false);
  const chosenText = useTranslations('wallet.chosenName');
  const accountName = useAccountName();
  const isChosen = useChosenName()(recipient)?.imitates === null;
  return (
    <>
      {name ? (
        <p className="grid">
          <bdi className="text-lg wrap-anywhere">{name.name}</bdi>
          <span className="text-sm text-muted">{ens('resolved', { network: name.network })}</span>
        </p>
      ) : null}
      {name?.warnings}
      {isChosen ? (
        <p className="grid">
          <bdi className="text-lg wrap-anywhere">{accountName(recipient)}</bdi>
          <span className="text-sm text-muted">{chosenText('noProof')}</span>
        </p>
      ) : name ? null : (
        <StrangerName address={recipient} />
      )}
      {isMember ? <p className="text-sm">{t('member', { name: accountName(recipient) })}</p> : null}
      <NatureWarning nature={nature} isCalled={isCalled} />
      <p className="text-sm text-muted">{t('final')}</p>
    </>
  );
}
