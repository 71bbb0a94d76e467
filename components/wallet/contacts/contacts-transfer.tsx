import { useTranslations } from 'next-intl';
import { useRef } from 'react';
import { TextButton } from '@/components/wallet/display/text-button';
import { notify } from '@/lib/browser/notices';
import { saveFile } from '@/lib/browser/save-file';
import type { Contact } from '@/lib/wallet/contacts/contacts';
import { addContacts } from '@/lib/wallet/contacts/contacts';
import {
  CONTACTS_FILE_BYTES,
  mergeContactsFile,
  writeContactsFile,
} from '@/lib/wallet/contacts/contacts-file';
import { useUnpayableContracts } from '@/lib/wallet/contacts/recipient';

/** Takes the address book to another device, by a file. */
export function ContactsTransfer({ contacts }: { contacts: readonly Contact[] }) {
  const t = useTranslations('wallet.contacts');
  const input = useRef<HTMLInputElement>(null);
  const unpayable = useUnpayableContracts();

  const takeIn = async (file: File) => {
    const text = file.size > CONTACTS_FILE_BYTES ? null : await file.text().catch(() => null);
    const merge = text === null ? null : mergeContactsFile(text, contacts);
    if (!merge) {
      notify('error', t('noFile'));
      return;
    }
    const { known, taken, left } = merge;
    const added = merge.added.filter(({ address }) => !unpayable.includes(address));
    const isKept = added.length === 0 || addContacts(added);
    const refused = taken + left + merge.added.length - added.length;
    notify(isKept ? 'success' : 'warning', t('imported', { added: added.length, known, refused }));
    if (!isKept) notify('warning', t('notKept'));
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
          if (file) void takeIn(file);
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
