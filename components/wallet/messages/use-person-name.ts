import { useTranslations } from 'next-intl';
import { useCallback } from 'react';
import type { Address } from 'viem';
import { useAccountName } from '@/lib/wallet/contacts/use-account-name';

/**
 * Returns a person's display name. For the user, that's "You", or "you" as the object of a sentence. Where money is sent,
 * `exact` is as the object of a sentence, with the shortened address after a name that the person chose.
 */
export type NameOf = (address: Address, as?: 'object' | 'exact') => string;

/** React hook that returns a function to get an account's display name: "You", or as `useAccountName`. */
export function usePersonName(account: Address): NameOf {
  const t = useTranslations('wallet.messages');
  const accountName = useAccountName();
  return useCallback(
    (address, as) =>
      address.toLowerCase() === account.toLowerCase()
        ? t(as === 'object' || as === 'exact' ? 'youObject' : 'you')
        : accountName(address, as === 'exact'),
    [account, accountName, t],
  );
}
