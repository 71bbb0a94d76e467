import { useTranslations } from 'next-intl';
import { useCallback, useMemo } from 'react';
import type { Address } from 'viem';
import { shortAddress } from '@/lib/evm/address';
import { useContacts } from '@/lib/wallet/contacts/contacts';

/**
 * React hook that returns a function to get a person's display name: "You", a contact's name, or a shortened address.
 * Names come only from this device, because a name that others choose could imitate somebody.
 */
export function usePersonName(account: Address): (address: Address) => string {
  const t = useTranslations('wallet.messages');
  const contacts = useContacts((state) => state.entries);
  const saved = useMemo(
    () => new Map(contacts.map(({ name, address }) => [address.toLowerCase(), name])),
    [contacts],
  );
  return useCallback(
    (address) => {
      const key = address.toLowerCase();
      return key === account.toLowerCase() ? t('you') : (saved.get(key) ?? shortAddress(address));
    },
    [account, saved, t],
  );
}
