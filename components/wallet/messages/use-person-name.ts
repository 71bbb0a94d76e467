import { useTranslations } from 'next-intl';
import { useCallback } from 'react';
import type { Address } from 'viem';
import { useContactName } from '@/lib/wallet/contacts/use-contact-name';

/** Returns a person's display name. For the user, that's "You", or "you" as the object of a sentence. */
export type NameOf = (address: Address, as?: 'object') => string;

/**
 * React hook that returns a function to get a person's display name: "You", a contact's name, or a shortened address.
 * Names come only from this device, because a name that others choose could imitate somebody.
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
