import { useLocale, useTranslations } from 'next-intl';
import { useId, useRef, useState } from 'react';
import { useConnection } from 'wagmi';
import { Button } from '@/components/ui/button';
import { Field } from '@/components/ui/field';
import { TextButton } from '@/components/wallet/display/text-button';
import { notify } from '@/lib/browser/notices';
import { saveFile } from '@/lib/browser/save-file';
import { splitNetwork } from '@/lib/evm/chain-short-names';
import { addContacts, byName, type Contact, useContacts } from '@/lib/wallet/contacts/contacts';
import {
  CONTACTS_FILE_BYTES,
  mergeContactsFile,
  writeContactsFile,
} from '@/lib/wallet/contacts/contacts-file';
import { recipientStop } from '@/lib/wallet/contacts/recipient';
import { useRecipientFacts } from '@/lib/wallet/contacts/use-recipient-facts';
import { ContactEditor } from './contact-editor';
import { ContactRow } from './contact-row';

/** Buttons to import contacts from a file and to export them. */
function ContactsTransfer({ contacts }: { contacts: readonly Contact[] }) {
  const t = useTranslations('wallet.contacts');
  const input = useRef<HTMLInputElement>(null);
  const { address: account } = useConnection();
  const facts = useRecipientFacts(account);

  const importFile = async (file: File) => {
    const text = file.size > CONTACTS_FILE_BYTES ? null : await file.text().catch(() => null);
    const merge = text === null ? null : mergeContactsFile(text, contacts, facts);
    if (!merge) {
      notify('error', t('noFile'));
      return;
    }
    const { added, known, taken, unsafe, left } = merge;
    const isSaved = added.length === 0 || addContacts(added);
    const refused = taken + unsafe + left;
    notify(isSaved ? 'success' : 'warning', t('imported', { added: added.length, known, refused }));
    if (!isSaved) notify('warning', t('notKept'));
  };
  return (
    <div className="flex flex-wrap gap-x-5">
      <input
        ref={input}
        type="file"
        name="contacts"
        accept="application/json,.json"
        hidden
        onChange={({ target }) => {
          const [file] = target.files ?? [];
          target.value = '';
          if (file) void importFile(file);
        }}
      />
      <TextButton onClick={() => input.current?.click()}>{t('import')}</TextButton>
      {contacts.length > 0 ? (
        <TextButton
          onClick={() =>
            saveFile(
              'tidewell-contacts.json',
              new Blob([writeContactsFile(contacts)], { type: 'application/json' }),
            )
          }
        >
          {t('export')}
        </TextButton>
      ) : null}
    </div>
  );
}

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
      <ContactsTransfer contacts={contacts} />
    </section>
  );
}
