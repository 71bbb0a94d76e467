import { type Address, isAddressEqual } from 'viem';
import { ourAddresses, useNature } from '@/components/wallet/withdraw/use-recipient';
import type { Contract } from '@/lib/api/types';
import type { Balance } from '@/lib/wallet/balances/use-balances';
import { useContacts } from '@/lib/wallet/contacts/contacts';
import { useKnownRecipients } from '@/lib/wallet/contacts/known-recipients';
import { lookAlikeOf } from '@/lib/wallet/contacts/recipient';

/** What is known of whom a request pays, and why that may not be paid. */
export function usePayee({
  recipient,
  account,
  chainId,
  contracts,
  balances,
  token,
}: {
  recipient: Address;
  /** What is paid: its own contract is no recipient, listed or not. */
  token: Address;
  account: Address;
  chainId: number;
  contracts: readonly Contract[];
  balances: readonly Balance[];
}) {
  const known = useKnownRecipients((state) => state.entries);
  const contacts = useContacts((state) => state.entries);
  const nature = useNature(chainId, recipient, false);
  const contact = contacts.find(({ address }) => isAddressEqual(address, recipient));
  const familiar = [account, ...known, ...contacts.map(({ address }) => address)];
  const isOurs = [token, ...ourAddresses(chainId, contracts, balances)].some((ours) =>
    isAddressEqual(ours, recipient),
  );
  const refusal: 'self' | 'ours' | null = isAddressEqual(recipient, account)
    ? 'self'
    : isOurs
      ? 'ours'
      : null;
  return {
    name: contact?.name,
    nature,
    refusal,
    lookAlike: lookAlikeOf(recipient, familiar),
    isNew: !familiar.some((address) => isAddressEqual(address, recipient)),
  };
}
