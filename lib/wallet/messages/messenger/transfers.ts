import type { Address } from 'viem';
import type { Batch } from '../store/store';
import type { Message } from '../timeline';
import type { Engine } from './engine';
import type { ConversationId } from './types';

/** A payment's transaction and its sender. */
export type SentTransfer = { chainId: number; txHash: string; from: Address };

// The key includes the sender, because others can send messages about the same transaction.
const keyOf = ({ store }: Engine, { chainId, txHash, from }: SentTransfer): Promise<string> =>
  store.lookup(`transfer:${chainId}:${txHash.toLowerCase()}:${from.toLowerCase()}`);

type PaymentMessage = Pick<Message, 'id' | 'by' | 'body'>;
const transferIn = ({ by, body }: PaymentMessage): SentTransfer | null =>
  body?.type === 'transfer' ? { chainId: body.chainId, txHash: body.txHash, from: by } : null;

/**
 * Records the conversation of a message about a payment, unless an earlier one is recorded. Returns whether an earlier
 * message of the sender, in any conversation, references the same payment. Senders choose the IDs of their messages, so
 * only the message of the same conversation is the same one. `isRestored`: it comes from a backup, which may restore a
 * deleted message.
 */
export async function recordTransfer(
  engine: Engine,
  batch: Batch,
  {
    conversationId,
    message,
    isRestored = false,
  }: { conversationId: ConversationId; message: PaymentMessage; isRestored?: boolean },
): Promise<boolean> {
  const transfer = transferIn(message);
  if (!transfer) return false;
  const key = await keyOf(engine, transfer);
  const first = await engine.store.read('transfers', key, batch);
  const isSame = first?.conversationId === conversationId && first.messageId === message.id;
  if (first && !(isSame && (isRestored || !first.isDeleted))) return true;
  batch.put('transfers', key, { conversationId, messageId: message.id, isDeleted: false });
  return false;
}

/** Records that the message about a payment was deleted by its sender. The payment still counts as referenced. */
export async function forgetTransfer(
  engine: Engine,
  batch: Batch,
  { conversationId, message }: { conversationId: ConversationId; message: PaymentMessage },
): Promise<void> {
  const transfer = transferIn(message);
  if (!transfer) return;
  const key = await keyOf(engine, transfer);
  const first = await engine.store.read('transfers', key, batch);
  if (first?.messageId === message.id && first.conversationId === conversationId)
    batch.put('transfers', key, { ...first, isDeleted: true });
}

/** Records that a conversation's messages were deleted, for all of its payments. They still count as referenced. */
export async function forgetTransfersOf(engine: Engine, batch: Batch, id: ConversationId): Promise<void> {
  for (const { key, value } of await engine.store.readAll('transfers'))
    if (value.conversationId === id) batch.put('transfers', key, { ...value, isDeleted: true });
}

/** Returns the conversation with the sender's message about a payment, or null. */
export async function conversationOfTransfer(
  engine: Engine,
  transfer: SentTransfer,
): Promise<ConversationId | null> {
  const found = await engine.store.read('transfers', await keyOf(engine, transfer));
  return found && !found.isDeleted ? found.conversationId : null;
}
