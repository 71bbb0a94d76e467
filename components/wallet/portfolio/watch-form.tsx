import { useLocale, useTranslations } from 'next-intl';
import { type FormEvent, useEffect, useId, useState } from 'react';
import { type Address, isAddressEqual } from 'viem';
import { Button } from '@/components/ui/button';
import { Field } from '@/components/ui/field';
import { AddressInput } from '@/components/wallet/fields/address-input';
import { notify } from '@/lib/browser/notices';
import {
  byName,
  CONTACT_NAME_CHARACTERS,
  nameProblem,
  tidyName,
  useContacts,
} from '@/lib/wallet/contacts/contacts';
import { useReadAddress } from '@/lib/wallet/ens/use-ens';
import { addWatched, WATCHED_LIMIT, type Watched } from '@/lib/wallet/portfolio/watched-addresses';

/** Form that adds an address to follow, with a name if the user gives it one. */
export function WatchForm({
  account,
  watched,
  nameOf,
  onDone,
}: {
  account: Address;
  watched: readonly Watched[];
  /** Returns the name of an address that the user gave none. */
  nameOf: (address: Address) => string;
  onDone: () => void;
}) {
  const t = useTranslations('wallet.portfolio.watched');
  const contactText = useTranslations('wallet.contacts');
  const recipientText = useTranslations('wallet.recipient.problem');
  const readAddress = useReadAddress(null);
  const locale = useLocale();
  const contacts = useContacts((state) => state.entries);
  const id = useId();
  const [typed, setTyped] = useState({ address: '', name: '' });
  const [isTried, setTried] = useState(false);
  useEffect(() => document.getElementById(`${id}-address`)?.focus(), [id]);

  const read = readAddress(typed.address);
  const address = 'address' in read ? read.address : null;
  const known = watched.find((entry) => address !== null && isAddressEqual(entry.address, address));
  const wrongAddress =
    'problem' in read
      ? recipientText(read.problem)
      : isAddressEqual(read.address, account)
        ? t('problem.self')
        : known
          ? t('problem.known', { name: known.name ?? nameOf(known.address) })
          : undefined;
  const name = tidyName(typed.name);
  const nameFault = name === '' ? null : nameProblem(name, null, []);
  const wrongName = nameFault
    ? contactText(`problem.${nameFault}`, { length: CONTACT_NAME_CHARACTERS })
    : undefined;

  const submit = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (wrongAddress !== undefined || address === null)
      return document.getElementById(`${id}-address`)?.focus();
    if (wrongName !== undefined) return document.getElementById(`${id}-name`)?.focus();
    const outcome = addWatched({ address, ...(name === '' ? {} : { name }) });
    notify(outcome === 'added' ? 'success' : 'warning', t(outcome, { limit: WATCHED_LIMIT }));
    onDone();
  };
  return (
    <form noValidate aria-label={t('add')} onSubmit={submit} className="grid max-w-form gap-4">
      <AddressInput
        id={`${id}-address`}
        label={t('address')}
        typed={typed.address}
        people={byName(contacts, locale)}
        onChange={(next) => setTyped({ ...typed, address: next })}
        error={isTried ? wrongAddress : undefined}
      />
      <Field
        id={`${id}-name`}
        label={t('name')}
        value={typed.name}
        onChange={(next) => setTyped({ ...typed, name: next })}
        autoComplete="off"
        hint={contactText('nameHint')}
        {...(isTried && wrongName ? { error: wrongName } : {})}
      />
      <div className="flex flex-wrap gap-3">
        <Button size="small" variant="primary" type="submit">
          {t('save')}
        </Button>
        <Button size="small" onClick={onDone}>
          {t('cancel')}
        </Button>
      </div>
    </form>
  );
}
