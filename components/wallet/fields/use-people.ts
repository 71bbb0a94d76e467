import { useLocale } from 'next-intl';
import type { Address } from 'viem';
import { useChainMapping, useCoins, useContracts } from '@/lib/api/hooks';
import { useRecentPeople } from '@/lib/wallet/activity/use-recent-people';
import { byName, useContacts } from '@/lib/wallet/contacts/contacts';
import { useAccountName } from '@/lib/wallet/contacts/use-account-name';
import { useVerifiedNames } from '@/lib/wallet/ens/use-ens';

/** An account and its display name, which is its shortened address if it has no other. */
export type Person = { address: Address; name: string };

const none: [] = [];

/**
 * React hook that returns the people to offer as recipients: the contacts by name, then the people of recent payments. It
 * reads all chains, so it belongs where a recipient is entered.
 */
export function usePeople(account: Address): Person[] {
  const locale = useLocale();
  const { data: chains = none } = useChainMapping();
  const { data: coins = none } = useCoins();
  const { data: contracts = none } = useContracts();
  const contacts = useContacts((state) => state.entries);
  const recent = useRecentPeople({ account, chains, coins, contracts });
  const accountName = useAccountName(useVerifiedNames(recent));
  return [...byName(contacts, locale), ...recent.map((address) => ({ address, name: accountName(address) }))];
}
