import { useTranslations } from 'next-intl';
import { useCallback, useEffect } from 'react';
import type { Hash } from 'viem';
import { create } from 'zustand';
import { RetryAlert } from '@/components/wallet/display/retry-alert';
import type { Messenger } from '@/lib/messages/messenger-type';
import type { ConversationId } from '@/lib/messages/protocol/view-types';
import {
  dueMessage,
  findPaymentMessage,
  type PaymentMessage,
  putPaymentMessage,
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
async function sendOnce(messenger: Messenger, paymentId: Hash, body: TransferBody): Promise<void> {
  await navigator.locks.request(`tidewell.paymentMessage.${paymentId}`, async () => {
    const waiting = findPaymentMessage(paymentId);
    if (!waiting || waiting.sent === body.txHash) return;
    const { conversation } = waiting;
    // The page may have closed after the message was stored.
    const known = await messenger.conversationOfTransfer({ ...body, from: messenger.account });
    if (known !== conversation) await messenger.send(conversation, body);
    putPaymentMessage({ ...waiting, sent: body.txHash as Hash });
  });
}

/** Sends a payment's message once the chain shows the payment, and again if another transaction turns out to make it. */
function SendMessage({ messenger, waiting }: { messenger: Messenger; waiting: PaymentMessage }) {
  const { paymentId } = waiting;
  const report = useReported();
  const isFailed = useFailed(({ ids }) => ids.includes(paymentId));
  const entries = useLedger((state) => state.entries);
  const declined = useDeclined((state) => state.entries);
  const transfers = useTransfers((state) => state.entries);
  const { body, isOver } = dueMessage(waiting, { entries, declined, transfers });
  const isSent = body === null || body.txHash === waiting.sent;
  // A string, so that a list that changed otherwise doesn't send it again.
  const due = isSent ? null : JSON.stringify(body);
  useEffect(() => {
    if (isOver && isSent) removePaymentMessage(paymentId);
  }, [isOver, isSent, paymentId]);
  useEffect(() => {
    if (due === null || isFailed) return;
    void report(() => sendOnce(messenger, paymentId, JSON.parse(due))).then((isStored) => {
      if (!isStored) useFailed.setState(({ ids }) => ({ ids: [...ids, paymentId] }));
    });
  }, [due, isFailed, report, messenger, paymentId]);
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
