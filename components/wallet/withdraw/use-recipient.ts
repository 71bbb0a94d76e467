import { type Address, isAddressEqual } from 'viem';
import { useBytecode } from 'wagmi';
import type { WithdrawDraft } from '@/components/wallet/transfer/transfer-draft';
import { isContractCode } from '@/lib/evm/address';
import { useContacts, useKnownRecipients } from '@/lib/wallet/contacts/contacts';
import { lookAlikeOf, type RecipientRead } from '@/lib/wallet/contacts/recipient';
import { useReadRecipient } from '@/lib/wallet/ens/use-ens';

/** Kind of an address: an account, a contract, still being checked, or unknown. */
export type Nature = 'account' | 'contract' | 'checking' | 'unknown';

/** React hook that reads whether an address is an account or a contract, unless it is known to be an account. */
export function useNature(chainId: number | null, address: Address | undefined, isAccount: boolean): Nature {
  const isAsked = chainId !== null && address !== undefined && !isAccount;
  const { data, isError } = useBytecode({
    ...(chainId === null ? {} : { chainId }),
    ...(address ? { address } : {}),
    query: { enabled: isAsked },
  });
  if (!isAsked) return 'account';
  if (data === undefined) return isError ? 'unknown' : 'checking';
  return isContractCode(data) ? 'contract' : 'account';
}

/** React hook that returns the draft's recipient, any problem with it, and a known address that it looks like. */
export function useRecipient(
  { toSelf, recipient, meant }: Pick<WithdrawDraft, 'toSelf' | 'recipient' | 'meant'>,
  account: Address | undefined,
  chainId: number | null,
  ours: readonly Address[],
) {
  const used = useKnownRecipients((state) => state.entries);
  const contacts = useContacts((state) => state.entries);
  const known = [...used, ...contacts.map((contact) => contact.address)];
  const readSelf = (): RecipientRead => (account ? { address: account } : { problem: 'empty' });
  const readRecipient = useReadRecipient();
  const read = toSelf ? readSelf() : readRecipient(recipient, ours);
  const address = 'address' in read ? read.address : undefined;
  const isSelf = address !== undefined && account !== undefined && isAddressEqual(address, account);
  const nature = useNature(chainId, address, isSelf);
  const lookAlike = address ? lookAlikeOf(address, account ? [account, ...known] : known) : null;
  return { read, address, isSelf, nature, lookAlike, isMeant: lookAlike === null || meant === recipient };
}
