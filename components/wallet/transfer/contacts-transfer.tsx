import { useTranslations } from 'next-intl';
import { useRef } from 'react';
import { useConnection } from 'wagmi';
import { TextButton } from '@/components/wallet/display/text-button';
import { notify } from '@/lib/browser/notices';
import { saveFile } from '@/lib/browser/save-file';
import { addContacts, useContacts } from '@/lib/wallet/contacts/contacts';
import {
  CONTACTS_FILE_BYTES,
  mergeContactsFile,
  writeContactsFile,
} from '@/lib/wallet/contacts/contacts-file';
import { useRecipientFacts } from '@/lib/wallet/contacts/use-recipient-facts';

/** Buttons to import contacts from a JSON file and to export them. */
export function ContactsTransfer() {
  const t = useTranslations('wallet.contacts');
  const input = useRef<HTMLInputElement>(null);
  const contacts = useContacts((state) => state.entries);
  const { address: account } = useConnection();
  const facts = useRecipientFacts(account);

  const importFile = async (file: File) => {
    const text = file.size > CONTACTS_FILE_BYTES ? null : await file.text().catch(() => null);
    const merge = text === null ? null : mergeContactsFile(text, useContacts.getState().entries, facts);
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
