import { useLocale, useTranslations } from 'next-intl';
import { type Address, isAddressEqual } from 'viem';
import { SelectField } from '@/components/ui/select-field';
import { byName, useContacts } from '@/lib/wallet/contacts/contacts';

/** Select that fills in an address from the contacts. Renders nothing if there are no contacts. */
export function ContactSelect({
  address,
  onChoose,
}: {
  /** The current address. */
  address: Address | undefined;
  onChoose: (address: Address) => void;
}) {
  const t = useTranslations('wallet.contacts');
  const locale = useLocale();
  const contacts = byName(
    useContacts((state) => state.entries),
    locale,
  );
  if (contacts.length === 0) return null;
  const chosen = address && contacts.find((contact) => isAddressEqual(contact.address, address));
  return (
    <SelectField
      label={t('choose')}
      value={chosen?.address ?? ''}
      onChange={(value) => {
        const contact = contacts.find((known) => known.address === value);
        if (contact) onChoose(contact.address);
      }}
      options={[
        { value: '', label: t('chooseNone') },
        ...contacts.map(({ name, address: value }) => ({ value, label: name })),
      ]}
    />
  );
}
