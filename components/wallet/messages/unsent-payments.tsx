import { useTranslations } from 'next-intl';
import { useCallback, useMemo } from 'react';
import { create } from 'zustand';
import { RetryAlert } from '@/components/wallet/display/retry-alert';
import type { Messenger } from '@/lib/messages/messenger-type';
import type { ConversationId, MessageView } from '@/lib/messages/protocol/view-types';
import { useReported } from './use-messenger-action';

type TransferBody = Extract<NonNullable<MessageView['body']>, { type: 'transfer' }>;
type UnsentPayment = { conversation: ConversationId; body: TransferBody };

/** Payments whose message couldn't be stored. Kept until the page is reloaded. */
const useUnsent = create<{ payments: readonly UnsentPayment[] }>(() => ({ payments: [] }));

const change = (next: (payments: readonly UnsentPayment[]) => readonly UnsentPayment[]) =>
  useUnsent.setState(({ payments }) => ({ payments: next(payments) }));

/**
 * React hook that returns a function to send a payment's message, and the conversation's payments whose message
 * couldn't be stored. Listing them prevents a second payment of the same request.
 */
export function useUnsentPayments(messenger: Messenger, conversation: ConversationId) {
  const report = useReported();
  const payments = useUnsent((state) => state.payments);
  const unsent = useMemo(
    () => payments.filter((one) => one.conversation === conversation).map(({ body }) => body),
    [payments, conversation],
  );
  const sendMessage = useCallback(
    async (body: TransferBody) => {
      const isSent = await report(() => messenger.send(conversation, body));
      change((known) => {
        const others = known.filter((one) => one.body.txHash !== body.txHash);
        return isSent ? others : [...others, { conversation, body }];
      });
    },
    [report, messenger, conversation],
  );
  return { unsent, sendMessage };
}

/** Alert about payments whose message couldn't be stored, with a button to retry. */
export function UnsentPayments({ unsent, sendMessage }: ReturnType<typeof useUnsentPayments>) {
  const t = useTranslations('wallet.messages.money');
  if (unsent.length === 0) return null;
  return (
    <RetryAlert
      message={t('unsent')}
      retryLabel={t('retry')}
      onRetry={() => {
        for (const body of unsent) void sendMessage(body);
      }}
    />
  );
}
