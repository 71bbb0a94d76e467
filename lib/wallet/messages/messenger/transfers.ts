import type { Address } from 'viem';
import type { Batch } from '../store/store';
import type { Message } from '../timeline';
import type { Engine } from './engine';
import type { ConversationId } from './types';

/** A payment's transaction, and the account that sent it. */
export type SentTransfer = { chainId: number; txHash: string; from: Address };

// By sender, because anybody can write about somebody else's transaction.
const keyOf = ({ store }: Engine, { chainId, txHash, from }: SentTransfer): Promise<string> =>
  store.lookup(`transfer:${chainId}:${txHash.toLowerCase()}:${from.toLowerCase()}`);

type PaymentMessage = Pick<Message, 'id' | 'by' | 'body'>;
const transferIn = ({ by, body }: PaymentMessage): SentTransfer | null =>
  body?.type === 'transfer' ? { chainId: body.chainId, txHash: body.txHash, from: by } : null;

/**
 * Notes the conversation of a message about a payment. The first one stays. Returns whether an earlier message of the
 * sender, in any conversation, is about the same payment.
 */
export async function recordTransfer(
  engine: Engine,
  batch: Batch,
  { conversationId, message }: { conversationId: ConversationId; message: PaymentMessage },
): Promise<boolean> {
  const transfer = transferIn(message);
  if (!transfer) return false;
  const key = await keyOf(engine, transfer);
  const first = await engine.store.read('transfers', key, batch);
  if (first && first.messageId !== message.id) return true;
  if (!first?.conversationId) batch.put('transfers', key, { conversationId, messageId: message.id });
  return false;
}

/** Forgets the conversation of a message about a payment that its sender deleted. */
export async function forgetTransfer(engine: Engine, batch: Batch, message: PaymentMessage): Promise<void> {
  const transfer = transferIn(message);
  if (!transfer) return;
  const key = await keyOf(engine, transfer);
  const first = await engine.store.read('transfers', key, batch);
  if (first?.messageId === message.id) batch.put('transfers', key, { ...first, conversationId: null });
}

/** Forgets all payments of a conversation. */
export async function forgetTransfersOf(engine: Engine, batch: Batch, id: ConversationId): Promise<void> {
  for (const { key, value } of await engine.store.readAll('transfers'))
    if (value.conversationId === id) batch.put('transfers', key, { ...value, conversationId: null });
}

/** Returns the conversation in which a payment's sender wrote about it, or null. */
export async function conversationOfTransfer(
  engine: Engine,
  transfer: SentTransfer,
): Promise<ConversationId | null> {
  const found = await engine.store.read('transfers', await keyOf(engine, transfer));
  return found?.conversationId ?? null;
}
