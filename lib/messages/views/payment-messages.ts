import { type Hash, isAddress, isHash } from 'viem';
import type { ConversationId, MessageView } from '@/lib/messages/protocol/view-types';
import { createStoredList } from '@/lib/preferences/stored-list';
import { paidBy, type SignedTransfer } from '@/lib/wallet/free-transfers/signed-transfer';
import { isMissing, type LedgerEntry } from '@/lib/wallet/transactions/ledger-entry';

export type TransferBody = Extract<NonNullable<MessageView['body']>, { type: 'transfer' }>;

/** A payment from a conversation whose message isn't sent yet. */
export type PaymentMessage = {
  account: string;
  conversation: ConversationId;
  /** ID of a ledger entry, or of a signed transfer. */
  paymentId: Hash;
  /** The request that it pays. */
  pays?: NonNullable<TransferBody['pays']>;
};

const LIMIT = 200;

function isPaymentMessage(value: unknown): value is PaymentMessage {
  if (typeof value !== 'object' || value === null) return false;
  const { account, conversation, paymentId, pays } = value as Record<string, unknown>;
  const isText = (text: unknown) => typeof text === 'string';
  const isReference = (one: unknown) =>
    typeof one === 'object' && one !== null && 'by' in one && isText(one.by) && 'id' in one && isText(one.id);
  return (
    typeof account === 'string' &&
    isAddress(account) &&
    isText(conversation) &&
    typeof paymentId === 'string' &&
    isHash(paymentId) &&
    (pays === undefined || isReference(pays))
  );
}

const list = createStoredList(
  'tidewell.paymentMessages',
  isPaymentMessage,
  LIMIT,
  ({ paymentId }) => paymentId,
);
export const usePaymentMessages = list.useList;
export const watchPaymentMessages = list.watch;

/** Returns whether a payment's message is still to be sent: another tab may have sent it. */
export const isWaiting = (paymentId: Hash): boolean => list.read().some((one) => one.paymentId === paymentId);

/** Stores that a payment's message is to be sent once the chain shows the payment. */
export const addPaymentMessage = (added: PaymentMessage): void =>
  void list.change((entries) => [...entries.filter((one) => one.paymentId !== added.paymentId), added]);

/** Forgets a payment's message, because it's sent, or never will be. */
export const removePaymentMessage = (paymentId: Hash): void =>
  void list.change((entries) => entries.filter((one) => one.paymentId !== paymentId));

type Known = {
  entries: readonly LedgerEntry[];
  declined: readonly LedgerEntry[];
  transfers: readonly SignedTransfer[];
};

/**
 * Returns the message of a payment as soon as a node shows its transaction, or, for a signed transfer, once it's confirmed.
 * Returns null before, and `none` if nothing was paid.
 */
export function messageOf(
  { paymentId, pays }: PaymentMessage,
  { entries, declined, transfers }: Known,
): TransferBody | 'none' | null {
  const isIt = ({ id }: { id: Hash }) => id === paymentId;
  const rest = { type: 'transfer', ...(pays && { pays }) } as const;
  const transfer = transfers.find(isIt);
  if (transfer) {
    const paid = paidBy(transfer, transfers);
    if (paid?.outcome?.txHash) {
      const signed = paid.route === 'vault' ? paid.id : (paid.nonce as Hash);
      return { ...rest, chainId: paid.chainId, txHash: paid.outcome.txHash, signed };
    }
    return transfer.outcome?.isFinal ? 'none' : null;
  }
  const entry = entries.find(isIt);
  // A declined one returns if the chain shows it.
  if (!entry) return declined.some(isIt) ? null : 'none';
  if (entry.status === 'failed') return 'none';
  const isShown = !isMissing(entry) && entry.hash !== null;
  return isShown && entry.hash ? { ...rest, chainId: entry.chainId, txHash: entry.hash } : null;
}
