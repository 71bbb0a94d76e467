import { useTranslations } from 'next-intl';
import { useCallback, useMemo } from 'react';
import type { Address } from 'viem';
import type { Contract } from '@/lib/api/types';
import { shortAddress } from '@/lib/evm/address';
import { trustedName } from '@/lib/wallet/approvals/approval-events';
import { useContacts } from '@/lib/wallet/contacts/contacts';

/**
 * React hook that returns a function to get a counterparty's display name: the account itself, a platform contract, a
 * contact, or a shortened address. The function changes only when the account, contracts, contacts, or language change.
 * If the account is null, only contracts have names, as in a receipt that is shared with others.
 */
export function useCounterpartyName(
  account: Address | null,
  contracts: readonly Contract[],
): (chainId: number, address: Address) => string {
  const contractNames = useTranslations('wallet.approvals.spender');
  const known = useTranslations('wallet.signing.known');
  const contacts = useContacts((state) => state.entries);
  const listed = useMemo(
    () =>
      new Map(contracts.map(({ chainId, name, address }) => [`${chainId} ${address.toLowerCase()}`, name])),
    [contracts],
  );
  const saved = useMemo(
    () => new Map(contacts.map(({ name, address }) => [address.toLowerCase(), name])),
    [contacts],
  );
  return useCallback(
    (chainId, address) => {
      const key = address.toLowerCase();
      if (key === account?.toLowerCase()) return known('own');
      const contract = trustedName(listed.get(`${chainId} ${key}`) ?? null);
      if (account === null) return contract ? contractNames(contract) : shortAddress(address);
      return contract ? contractNames(contract) : (saved.get(key) ?? shortAddress(address));
    },
    [account, listed, saved, known, contractNames],
  );
}
