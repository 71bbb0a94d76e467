import { useLocale, useTranslations } from 'next-intl';
import { useId, useRef, useState } from 'react';
import { Button } from '@/components/ui/button';
import { Field } from '@/components/ui/field';
import { ContactsTransfer } from '@/components/wallet/transfer/contacts-transfer';
import { splitNetwork } from '@/lib/evm/chain-short-names';
import { byName, useContacts } from '@/lib/wallet/contacts/contacts';
import { recipientStop } from '@/lib/wallet/contacts/recipient';
import { useRecipientFacts } from '@/lib/wallet/contacts/use-recipient-facts';
import { ContactEditor } from './contact-editor';
import { ContactRow } from './contact-row';

/** Minimum number of contacts for the search field to appear. */
const SEARCH_MIN_CONTACTS = 8;

/** The contacts stored on this device. */
export function ContactBook({ onPay }: { onPay: (address: string) => void }) {
  const t = useTranslations('wallet.contacts');
  const locale = useLocale();
  const id = useId();
  const heading = useRef<HTMLHeadingElement>(null);
  const contacts = useContacts((state) => state.entries);
  const facts = useRecipientFacts(undefined);
  const [isAdding, setAdding] = useState(false);
  const [search, setSearch] = useState('');
  const wanted = splitNetwork(search).rest.toLocaleLowerCase(locale);
  const shown = byName(contacts, locale).filter(
    ({ name, address }) =>
      name.toLocaleLowerCase(locale).includes(wanted) || address.toLowerCase().startsWith(wanted),
  );
  return (
    <section aria-labelledby={id} className="grid content-start gap-3">
      <h2 ref={heading} id={id} tabIndex={-1} className="text-xl outline-none">
        {t('title')}
      </h2>
      <p className="text-sm text-muted">{contacts.length === 0 ? t('empty') : t('onDevice')}</p>
      {contacts.length >= SEARCH_MIN_CONTACTS ? (
        <Field label={t('search')} value={search} onChange={setSearch} autoComplete="off" />
      ) : null}
      {shown.length > 0 ? (
        <ul className="grid">
          {shown.map((contact) => (
            <ContactRow
              key={contact.address}
              contact={contact}
              stop={recipientStop(contact.address, facts, null)}
              onPay={onPay}
              onDeleted={() => heading.current?.focus()}
            />
          ))}
        </ul>
      ) : contacts.length > 0 ? (
        <p role="status" className="text-sm">
          {t('noMatch')}
        </p>
      ) : null}
      {isAdding ? (
        <ContactEditor address={null} name="" onDone={() => setAdding(false)} />
      ) : (
        <div>
          <Button size="small" onClick={() => setAdding(true)}>
            {t('add')}
          </Button>
        </div>
      )}
      <ContactsTransfer />
    </section>
  );
}
