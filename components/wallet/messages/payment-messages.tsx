import { useTranslations } from 'next-intl';
import { useCallback, useEffect } from 'react';
import type { Hash } from 'viem';
import { create } from 'zustand';
import { RetryAlert } from '@/components/wallet/display/retry-alert';
import type { Messenger } from '@/lib/messages/messenger-type';
import type { ConversationId } from '@/lib/messages/protocol/view-types';
import {
  isWaiting,
  messageOf,
  type PaymentMessage,
  removePaymentMessage,
  type TransferBody,
  usePaymentMessages,
  watchPaymentMessages,
} from '@/lib/messages/views/payment-messages';
import { useTransfers, watchTransfers } from '@/lib/wallet/free-transfers/transfer-ledger';
import { useDeclined, useLedger } from '@/lib/wallet/transactions/transaction-ledger';
import { useReported } from './use-messenger-action';

/** IDs of payments whose message couldn't be stored since the page was loaded. */
const useFailed = create<{ ids: readonly Hash[] }>(() => ({ ids: [] }));

/** Sends a payment's message, unless this or another tab has sent it. @throws if it can't be stored. */
async function sendOnce(
  messenger: Messenger,
  { paymentId, conversation }: PaymentMessage,
  body: TransferBody,
): Promise<void> {
  await navigator.locks.request(`tidewell.paymentMessage.${paymentId}`, async () => {
    if (!isWaiting(paymentId)) return;
    // The page may have closed after the message was stored.
    const sent = await messenger.conversationOfTransfer({ ...body, from: messenger.account });
    if (sent !== conversation) await messenger.send(conversation, body);
    removePaymentMessage(paymentId);
  });
}

/** Sends a payment's message once the chain shows the payment, and forgets it if nothing was paid. */
function SendMessage({ messenger, waiting }: { messenger: Messenger; waiting: PaymentMessage }) {
  const { paymentId } = waiting;
  const report = useReported();
  const isFailed = useFailed(({ ids }) => ids.includes(paymentId));
  const entries = useLedger((state) => state.entries);
  const declined = useDeclined((state) => state.entries);
  const transfers = useTransfers((state) => state.entries);
  const message = messageOf(waiting, { entries, declined, transfers });
  // A string, so that a list that changed otherwise doesn't send it again.
  const sent = message && message !== 'none' ? JSON.stringify(message) : null;
  useEffect(() => {
    if (message === 'none') removePaymentMessage(paymentId);
  }, [message, paymentId]);
  useEffect(() => {
    if (sent === null || isFailed) return;
    void report(() => sendOnce(messenger, waiting, JSON.parse(sent))).then((isSent) => {
      if (!isSent) useFailed.setState(({ ids }) => ({ ids: [...ids, paymentId] }));
    });
  }, [sent, isFailed, report, messenger, waiting, paymentId]);
  return null;
}

/** Sends the messages of an account's payments from conversations, on whatever page the user is, and across reloads. */
export function PaymentMessages({ messenger }: { messenger: Messenger }) {
  const all = usePaymentMessages((state) => state.entries);
  useEffect(watchPaymentMessages, []);
  useEffect(watchTransfers, []);
  return all
    .filter(({ account }) => account === messenger.account)
    .map((waiting) => <SendMessage key={waiting.paymentId} messenger={messenger} waiting={waiting} />);
}

/** Alert about payments of a conversation whose message couldn't be stored, with a button to retry. */
export function UnsentPayments({ conversation }: { conversation: ConversationId }) {
  const t = useTranslations('wallet.messages.money');
  const failed = useFailed((state) => state.ids);
  const waiting = usePaymentMessages((state) => state.entries);
  const retry = useCallback(() => useFailed.setState({ ids: [] }), []);
  const isUnsent = waiting.some((one) => one.conversation === conversation && failed.includes(one.paymentId));
  return isUnsent ? <RetryAlert message={t('unsent')} retryLabel={t('retry')} onRetry={retry} /> : null;
}
