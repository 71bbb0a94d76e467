import { type Hash, isAddress, isHash } from 'viem';
import type { ConversationId, MessageView } from '@/lib/messages/protocol/view-types';
import { createStoredList } from '@/lib/preferences/stored-list';
import { paidBy, type SignedTransfer } from '@/lib/wallet/free-transfers/signed-transfer';
import { isMissing, isOpen, isSettled, type LedgerEntry } from '@/lib/wallet/transactions/ledger-entry';

export type TransferBody = Extract<NonNullable<MessageView['body']>, { type: 'transfer' }>;

/** A payment from a conversation whose message isn't sent yet, or whose transaction can still become another one. */
export type PaymentMessage = {
  account: string;
  conversation: ConversationId;
  /** ID of a ledger entry, or of a signed transfer. */
  paymentId: Hash;
  /** The request that it pays. */
  pays?: NonNullable<TransferBody['pays']>;
  /** The transaction that its latest message names. */
  sent?: Hash;
};

const LIMIT = 200;

function isPaymentMessage(value: unknown): value is PaymentMessage {
  if (typeof value !== 'object' || value === null) return false;
  const { account, conversation, paymentId, pays, sent } = value as Record<string, unknown>;
  const isText = (text: unknown) => typeof text === 'string';
  const isHashText = (text: unknown) => typeof text === 'string' && isHash(text);
  const isReference = (one: unknown) =>
    typeof one === 'object' && one !== null && 'by' in one && isText(one.by) && 'id' in one && isText(one.id);
  return (
    typeof account === 'string' &&
    isAddress(account) &&
    isText(conversation) &&
    isHashText(paymentId) &&
    (pays === undefined || isReference(pays)) &&
    (sent === undefined || isHashText(sent))
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

/** Returns a payment whose message is still followed, as it is stored now: another tab may have sent it. */
export const findPaymentMessage = (paymentId: Hash): PaymentMessage | undefined =>
  list.read().find((one) => one.paymentId === paymentId);

/** Stores a payment whose message is to be sent once the chain shows the payment, or the transaction that it names now. */
export const putPaymentMessage = (put: PaymentMessage): void =>
  void list.change((entries) => [...entries.filter((one) => one.paymentId !== put.paymentId), put]);

/** Forgets a payment's message, because nothing can change it anymore. */
export const removePaymentMessage = (paymentId: Hash): void =>
  void list.change((entries) => entries.filter((one) => one.paymentId !== paymentId));

type Known = {
  entries: readonly LedgerEntry[];
  declined: readonly LedgerEntry[];
  transfers: readonly SignedTransfer[];
};

/** What is known of a payment's message. `body` is null while there is none, and `isOver` says that this can't change. */
type Due = { body: TransferBody | null; isOver: boolean };
const undecided: Due = { body: null, isOver: false };
const unpaid: Due = { body: null, isOver: true };

/**
 * Returns the message that is due for a payment: as soon as a node shows its transaction, or, for a signed transfer, once it's
 * confirmed. A later one replaces it only if another transaction is mined instead, by a replacement or reorganization.
 */
export function dueMessage(
  { paymentId, pays, sent }: PaymentMessage,
  { entries, declined, transfers }: Known,
): Due {
  const isIt = ({ id }: { id: Hash }) => id === paymentId;
  const rest = { type: 'transfer', ...(pays && { pays }) } as const;
  const transfer = transfers.find(isIt);
  if (transfer) {
    const paid = paidBy(transfer, transfers);
    const isOver = (paid ?? transfer).outcome?.isFinal === true;
    if (!paid?.outcome?.txHash) return { ...undecided, isOver };
    const signed = paid.route === 'vault' ? paid.id : (paid.nonce as Hash);
    return { body: { ...rest, chainId: paid.chainId, txHash: paid.outcome.txHash, signed }, isOver };
  }
  const entry = entries.find(isIt);
  // A declined one returns if the chain shows it.
  if (!entry) return declined.some(isIt) ? undecided : unpaid;
  if (entry.status === 'failed') return unpaid;
  const isShown = sent === undefined ? !isMissing(entry) : entry.status !== 'pending';
  if (!isShown || entry.hash === null) return undecided;
  const isOver = isSettled(entry) && entry.block === undefined && !isOpen(entry);
  return { body: { ...rest, chainId: entry.chainId, txHash: entry.hash }, isOver };
}
