import { useTranslations } from 'next-intl';
import { type FormEvent, useEffect, useId, useState } from 'react';
import { type Address, isAddressEqual } from 'viem';
import { Button } from '@/components/ui/button';
import { Field } from '@/components/ui/field';
import { NameLookup } from '@/components/wallet/ens/name-lookup';
import { notify } from '@/lib/browser/notices';
import {
  CONTACT_NAME_CHARACTERS,
  CONTACTS_LIMIT,
  nameProblem,
  saveContact,
  tidyName,
  useContacts,
} from '@/lib/wallet/contacts/contacts';
import { useUnpayableContracts } from '@/lib/wallet/contacts/recipient';
import { useReadRecipient } from '@/lib/wallet/ens/use-ens';

/** Form to add or rename a contact. If `address` is null, the user enters the address. */
export function ContactForm({
  address,
  name,
  onDone,
}: {
  address: Address | null;
  name: string;
  onDone: () => void;
}) {
  const t = useTranslations('wallet.contacts');
  const withdraw = useTranslations('wallet.withdraw');
  const id = useId();
  const contacts = useContacts((state) => state.entries);
  const [typed, setTyped] = useState({ name, address: '' });
  const [touched, setTouched] = useState(false);
  useEffect(() => document.getElementById(`${id}-name`)?.focus(), [id]);

  const readRecipient = useReadRecipient();
  const unpayable = useUnpayableContracts();
  const read = readRecipient(address ?? typed.address, unpayable);
  const contactAddress = 'address' in read ? read.address : null;
  const known =
    address === null &&
    contacts.find((contact) => contactAddress && isAddressEqual(contact.address, contactAddress));
  const wrongAddress =
    'problem' in read
      ? withdraw(`recipient.${read.problem}`)
      : known
        ? t('problem.known', { name: known.name })
        : undefined;
  const wrongName = nameProblem(typed.name, contactAddress, contacts);
  const nameText = wrongName
    ? t(`problem.${wrongName}`, { length: CONTACT_NAME_CHARACTERS })
    : contacts.length >= CONTACTS_LIMIT && name === ''
      ? t('problem.full', { limit: CONTACTS_LIMIT })
      : undefined;

  const submit = (event: FormEvent) => {
    event.preventDefault();
    setTouched(true);
    const wrong = nameText ?? wrongAddress;
    if (wrong !== undefined || !contactAddress) {
      notify('warning', wrong ?? '');
      document.getElementById(`${id}-${nameText ? 'name' : 'address'}`)?.focus();
      return;
    }
    const isSaved = saveContact({ name: tidyName(typed.name), address: contactAddress });
    if (isSaved) notify('success', t('saved'));
    else notify('warning', t('notKept'));
    onDone();
  };
  return (
    <form noValidate aria-label={t(name ? 'edit' : 'add')} onSubmit={submit} className="grid gap-4">
      <Field
        id={`${id}-name`}
        label={t('name')}
        value={typed.name}
        onChange={(next) => setTyped({ ...typed, name: next })}
        autoComplete="off"
        hint={t('nameHint')}
        {...(touched && nameText ? { error: nameText } : {})}
      />
      {address && wrongAddress ? (
        <p role="alert" className="border-s-2 border-error ps-3 text-sm">
          {wrongAddress}
        </p>
      ) : null}
      {address ? null : (
        <>
          <Field
            id={`${id}-address`}
            label={withdraw('address')}
            value={typed.address}
            onChange={(next) => setTyped({ ...typed, address: next })}
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            hint={withdraw('addressHint')}
            {...(touched && wrongAddress ? { error: wrongAddress } : {})}
          />
          <NameLookup
            typed={typed.address}
            onUse={(named) => {
              setTyped({ ...typed, address: named });
              document.getElementById(`${id}-address`)?.focus();
            }}
          />
        </>
      )}
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
