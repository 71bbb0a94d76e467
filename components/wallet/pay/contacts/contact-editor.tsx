import { useTranslations } from 'next-intl';
import { type FormEvent, useEffect, useId, useState } from 'react';
import { type Address, isAddressEqual } from 'viem';
import { useConnection } from 'wagmi';
import { Button } from '@/components/ui/button';
import { Field } from '@/components/ui/field';
import { AddressFields } from '@/components/wallet/fields/address-fields';
import { useRecipient } from '@/components/wallet/fields/use-recipient';
import { notify } from '@/lib/browser/notices';
import { imitatedContact } from '@/lib/wallet/contacts/chosen-names';
import {
  CONTACT_NAME_CHARACTERS,
  CONTACTS_LIMIT,
  nameProblem,
  saveContact,
  tidyName,
  useContacts,
} from '@/lib/wallet/contacts/contacts';

/** Form to add or rename a contact. If `address` is null, the user enters the address. */
export function ContactEditor({
  address,
  name,
  onDone,
}: {
  address: Address | null;
  name: string;
  onDone: () => void;
}) {
  const t = useTranslations('wallet.contacts');
  const recipientText = useTranslations('wallet.recipient');
  const id = useId();
  const contacts = useContacts((state) => state.entries);
  const [typed, setTyped] = useState({ name, recipient: address ?? '', meant: '' });
  const [touched, setTouched] = useState(false);
  useEffect(() => document.getElementById(`${id}-name`)?.focus(), [id]);

  const { address: account } = useConnection();
  const recipient = useRecipient({ toSelf: false, ...typed }, { account, chainId: null, sent: null });
  const contactAddress = recipient.address ?? null;
  const known =
    address === null &&
    contacts.find((contact) => contactAddress && isAddressEqual(contact.address, contactAddress));
  const wrongAddress = recipient.problem
    ? recipientText(`problem.${recipient.problem}`)
    : known
      ? t('problem.known', { name: known.name })
      : undefined;
  const wrongName = nameProblem(typed.name, contactAddress, contacts);
  const nameText = wrongName
    ? t(`problem.${wrongName}`, { length: CONTACT_NAME_CHARACTERS })
    : contacts.length >= CONTACTS_LIMIT && name === ''
      ? t('problem.full', { limit: CONTACTS_LIMIT })
      : undefined;

  const alike = wrongName ? null : imitatedContact(tidyName(typed.name), contactAddress ?? '', contacts);

  const submit = (event: FormEvent) => {
    event.preventDefault();
    setTouched(true);
    const wrong = [
      [nameText, 'name'],
      [wrongAddress, 'address'],
      [recipient.isMeant ? undefined : recipientText('lookAlike.problem'), 'address-meant'],
    ].find(([reason]) => reason !== undefined);
    if (wrong || !contactAddress) {
      document.getElementById(`${id}-${wrong?.[1]}`)?.focus();
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
      {alike ? (
        <p role="alert" className="border-s-2 border-warning ps-3 text-sm">
          {t('alike', { name: alike })}
        </p>
      ) : null}
      {address && wrongAddress ? (
        <p role="alert" className="border-s-2 border-error ps-3 text-sm">
          {wrongAddress}
        </p>
      ) : null}
      {address ? null : (
        <AddressFields
          id={`${id}-address`}
          typed={typed.recipient}
          recipient={recipient}
          isCalled={false}
          {...(known ? { error: wrongAddress } : {})}
          isTouched={touched}
          isTried={touched}
          onChange={(next) => setTyped({ ...typed, ...next })}
        />
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
