import { useTranslations } from 'next-intl';
import { type Address, isAddressEqual } from 'viem';
import { useNature } from '@/components/wallet/withdraw/use-recipient';
import { useContacts, useKnownRecipients } from '@/lib/wallet/contacts/contacts';
import { lookAlikeOf, useUnpayableContracts } from '@/lib/wallet/contacts/recipient';

/** What is known of whom a request pays, and why that may not be paid. */
export function usePayee({
  recipient,
  account,
  chainId,
  token,
}: {
  recipient: Address;
  account: Address;
  chainId: number;
  /** What is paid; NATIVE_TOKEN for the chain's own coin. */
  token: Address;
}) {
  const t = useTranslations('wallet');
  const known = useKnownRecipients((state) => state.entries);
  const contacts = useContacts((state) => state.entries);
  const nature = useNature(chainId, recipient, false);
  const contact = contacts.find(({ address }) => isAddressEqual(address, recipient));
  const familiar = [account, ...known, ...contacts.map(({ address }) => address)];
  const isOurs = useUnpayableContracts(token).some((contract) => isAddressEqual(contract, recipient));
  const refusal = isAddressEqual(recipient, account)
    ? t('pay.toSelf')
    : isOurs
      ? t('withdraw.recipient.ours')
      : null;
  return {
    name: contact?.name,
    nature,
    /** Why the recipient is refused, in words; null if it is not. */
    refusal,
    lookAlike: lookAlikeOf(recipient, familiar),
    isNew: !familiar.some((address) => isAddressEqual(address, recipient)),
  };
}
