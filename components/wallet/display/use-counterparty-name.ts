import { useTranslations } from 'next-intl';
import { useCallback, useMemo } from 'react';
import type { Address } from 'viem';
import type { Contract } from '@/lib/api/types';
import { shortAddress } from '@/lib/evm/address';
import { trustedName } from '@/lib/wallet/approvals/approval-events';
import { useAccountName, type VerifiedNames } from '@/lib/wallet/contacts/use-account-name';

/** Returns the display name of an address on a chain. See `useAccountName` for `isExact`. */
export type CounterpartyName = (chainId: number, address: Address, isExact?: boolean) => string;

/**
 * React hook that returns a function to get a counterparty's display name: the account itself, a platform contract, or as
 * `useAccountName`. The function changes only when the account, contracts, names, or language change.
 * If the account is null, only contracts have names, as in a receipt that is shared with others.
 */
export function useCounterpartyName(
  account: Address | null,
  contracts: readonly Contract[],
  verified?: VerifiedNames,
): CounterpartyName {
  const contractNames = useTranslations('wallet.approvals.spender');
  const known = useTranslations('wallet.signing.known');
  const accountName = useAccountName(verified);
  const listed = useMemo(
    () =>
      new Map(contracts.map(({ chainId, name, address }) => [`${chainId} ${address.toLowerCase()}`, name])),
    [contracts],
  );
  return useCallback(
    (chainId, address, isExact = true) => {
      const key = address.toLowerCase();
      if (key === account?.toLowerCase()) return known('own');
      const contract = trustedName(listed.get(`${chainId} ${key}`) ?? null);
      if (contract) return contractNames(contract);
      return account === null ? shortAddress(address) : accountName(address, isExact);
    },
    [account, listed, accountName, known, contractNames],
  );
}
