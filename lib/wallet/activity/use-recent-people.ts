import { useMemo } from 'react';
import type { Address } from 'viem';
import { useRecipientFacts } from '@/lib/wallet/contacts/use-recipient-facts';
import type { PayLists } from '@/lib/wallet/pay/pay-params';
import { type PaymentHistory, paymentHistory, recentPeople } from './recent-people';
import { useActivityRows } from './use-activity-rows';

/** Native currency takes many requests to find, and the server's records name no counterparty. */
const FROM_LOGS = { hasNative: false, hasRecords: false };

/** React hook that returns the people of recent payments. It reads all chains, so it belongs where they are offered. */
export function useRecentPeople(lists: PayLists): Address[] {
  const { rows } = useActivityRows(lists, 0, FROM_LOGS);
  const facts = useRecipientFacts(lists.account);
  return recentPeople(rows, facts);
}

/** React hook that returns the payments that the chains show between the account and others, as far back as Activity looks. */
export function usePaymentHistory(lists: PayLists): PaymentHistory & { isReading: boolean } {
  const { rows, parts } = useActivityRows(lists, 0, FROM_LOGS);
  const history = useMemo(() => paymentHistory(rows), [rows]);
  return { ...history, isReading: parts.some(({ data, isFailed }) => data === undefined && !isFailed) };
}
