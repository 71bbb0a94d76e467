import { useTranslations } from 'next-intl';
import { useCallback } from 'react';
import type { Address } from 'viem';
import { useContactName } from '@/lib/wallet/contacts/use-contact-name';

/**
 * React hook that returns a function to get a person's display name: "You", a contact's name, or a shortened address.
 * Names come only from this device, because a name that others choose could imitate somebody.
 */
export function usePersonName(account: Address): (address: Address) => string {
  const t = useTranslations('wallet.messages');
  const contactName = useContactName();
  return useCallback(
    (address) => (address.toLowerCase() === account.toLowerCase() ? t('you') : contactName(address)),
    [account, contactName, t],
  );
}
