import type { Address } from 'viem';
import type { Message } from '@/lib/messages/protocol/message-changes';
import type { ConversationId } from '@/lib/messages/protocol/view-types';
import type { StoredConversation } from '@/lib/messages/storage/conversation-record';
import type { Batch } from '@/lib/messages/storage/store';
import type { Engine } from './engine';

/** A payment's transaction, its sender, and which of the transaction's signed payments it is, if it's one of them. */
export type SentTransfer = { chainId: number; txHash: string; from: Address; signed?: string | undefined };

// The key includes the sender, because others can send messages about the same transaction.
const keyOf = ({ store }: Engine, { chainId, txHash, from, signed = '' }: SentTransfer): Promise<string> =>
  store.lookup(['transfer', chainId, txHash, from, signed].join(':').toLowerCase());

/** In a key: whichever of a transaction's signed payments. Lists of transactions don't tell them apart. */
const ANY_SIGNED = '*';

type PaymentMessage = Pick<Message, 'id' | 'by' | 'body'>;
const transferIn = ({ by, body }: PaymentMessage): SentTransfer | null =>
  body?.type === 'transfer'
    ? { chainId: body.chainId, txHash: body.txHash, from: by, signed: body.signed }
    : null;

/**
 * Records the conversation of a message about a payment, unless an earlier one is recorded. Returns whether an earlier
 * message of the sender, in any accepted or left conversation, references the same payment. Senders choose the IDs of
 * their messages, so only the message of the same conversation is the same one. `isRestored`: it comes from a backup,
 * which may restore a deleted message.
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
  if (first && !(isSame && isRestored)) return true;
  const record = { conversationId, messageId: message.id };
  batch.put('transfers', key, record);
  if (transfer.signed !== undefined) {
    const any = await keyOf(engine, { ...transfer, signed: ANY_SIGNED });
    if (!(await engine.store.read('transfers', any, batch))) batch.put('transfers', any, record);
  }
  return false;
}

/**
 * Records a request's payments, in order, before the conversation becomes an accepted or left one. Earlier, they are
 * neither recorded nor shown, so strangers can't fill the storage with records.
 */
export async function recordRequestTransfers(
  engine: Engine,
  batch: Batch,
  { id, isRequest, requestStart, nextSequence }: StoredConversation,
): Promise<void> {
  if (!isRequest) return;
  const limit = nextSequence - requestStart;
  for (const { sequence, item } of (
    await engine.store.readItems(id, { before: nextSequence, limit })
  ).toReversed())
    if (
      item.kind === 'message' &&
      (await recordTransfer(engine, batch, { conversationId: id, message: item }))
    )
      batch.put('messages', [id, sequence], { ...item, isRepeated: true });
}

/**
 * Returns the accepted or left conversation with the sender's message about a payment, or null if there is no such
 * message or it was deleted. Without `signed`, it may be about any of the transaction's signed payments.
 */
export async function conversationOfTransfer(
  engine: Engine,
  transfer: SentTransfer,
): Promise<ConversationId | null> {
  const keys = [await keyOf(engine, transfer)];
  if (transfer.signed === undefined) keys.push(await keyOf(engine, { ...transfer, signed: ANY_SIGNED }));
  for (const key of keys) {
    const first = await engine.store.read('transfers', key);
    if (!first) continue;
    const { conversationId, messageId } = first;
    for (const { item } of await engine.store.findMessages(conversationId, messageId)) {
      const found = item.kind === 'message' ? transferIn(item) : null;
      // The sender chose the message's ID, so it may have been used for another payment since.
      const { signed = found?.signed } = transfer;
      if (found && (await keyOf(engine, found)) === (await keyOf(engine, { ...transfer, signed })))
        return conversationId;
    }
  }
  return null;
}
