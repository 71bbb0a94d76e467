import type { Address } from 'viem';
import { useConnection } from 'wagmi';
import { useCoins, useContracts } from '@/lib/api/hooks';
import { useCustomTokens } from '@/lib/wallet/tokens/custom-tokens';
import { useLedger } from '@/lib/wallet/transactions/transaction-ledger';
import { useContacts, useKnownRecipients } from './contacts';
import type { RecipientFacts } from './recipient';
import { useReportedLists } from './use-reported-lists';

const none: [] = [];

/** React hook that returns the data that `checkRecipient` requires for a transfer from `account`. */
export function useRecipientFacts(account: Address | undefined): RecipientFacts {
  const { data: coins = none } = useCoins();
  const { data: contracts = none } = useContracts();
  const customTokens = useCustomTokens((state) => state.entries);
  const contacts = useContacts((state) => state.entries);
  const recipients = useKnownRecipients((state) => state.entries);
  const ledger = useLedger((state) => state.entries);
  const { addresses = none } = useConnection();
  // Wallets may expose only the current account, so senders of earlier transactions are included.
  const accounts = [...new Set([...addresses, ...ledger.map((entry) => entry.account)])];
  const { addresses: reported } = useReportedLists();
  return { account, accounts, coins, contracts, customTokens, contacts, recipients, reported };
}
