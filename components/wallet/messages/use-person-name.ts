import { useTranslations } from 'next-intl';
import { useCallback } from 'react';
import type { Address } from 'viem';
import { useContactName } from '@/lib/wallet/contacts/use-contact-name';

/** Returns a person's display name. For the user, that's "You", or "you" as the object of a sentence. */
export type NameOf = (address: Address, as?: 'object') => string;

/**
 * React hook that returns a function to get an account's display name: "You", a contact's name, or a shortened address.
 * All names come from this device, because a name chosen by the other user could imitate someone.
 */
export function usePersonName(account: Address): NameOf {
  const t = useTranslations('wallet.messages');
  const contactName = useContactName();
  return useCallback(
    (address, as) =>
      address.toLowerCase() === account.toLowerCase()
        ? t(as === 'object' ? 'youObject' : 'you')
        : contactName(address),
    [account, contactName, t],
  );
}
