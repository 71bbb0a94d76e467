import type { MessageReference } from '@/lib/messages/protocol/content';
import { refersTo } from '@/lib/messages/protocol/message-changes';
import type { ConversationId } from '@/lib/messages/protocol/view-types';
import type { Batch } from '@/lib/messages/storage/store';
import type { Engine } from './engine';

/**
 * Returns the cache key of a message's image. Each message has its own copy, so deleting one message's image doesn't
 * affect another.
 */
export const imageKey = (engine: Engine, id: ConversationId, { by, id: messageId }: MessageReference) =>
  engine.store.lookup(`image:${id}:${by.toLowerCase()}:${messageId}`);

function remove(batch: Batch, key: string): void {
  batch.delete('images', key);
  batch.delete('imageEntries', key);
}

/** Deletes the image of a message from this device, if present. */
export async function deleteImage(
  engine: Engine,
  batch: Batch,
  { id, message }: { id: ConversationId; message: MessageReference },
): Promise<void> {
  remove(batch, await imageKey(engine, id, message));
}

/** Deletes the images of a conversation from this device. */
export async function deleteImages(engine: Engine, batch: Batch, id: ConversationId): Promise<void> {
  for (const { key, value } of await engine.store.readAll('imageEntries'))
    if (value.conversationId === id) remove(batch, key);
}

/** Stores the ciphertext of a message's image, and evicts the oldest images beyond the limit. */
export async function putImage(
  engine: Engine,
  batch: Batch,
  {
    id,
    message,
    content,
  }: { id: ConversationId; message: MessageReference; content: Uint8Array<ArrayBuffer> },
): Promise<void> {
  const key = await imageKey(engine, id, message);
  const entries = (await engine.store.readAll('imageEntries')).filter((entry) => entry.key !== key);
  let total = entries.reduce((sum, { value }) => sum + value.size, content.length);
  // Images that aren't uploaded yet exist only here, so they are never evicted.
  const outgoing = total > engine.maxImageBytes ? await engine.store.readAll('outbox') : [];
  const waitingKeys = await Promise.all(
    outgoing.flatMap(({ value: { conversationId, target, upload } }) =>
      upload === 'waiting' && target ? [imageKey(engine, conversationId, target)] : [],
    ),
  );
  for (const entry of entries.toSorted((one, other) => one.value.at - other.value.at)) {
    if (total <= engine.maxImageBytes) break;
    if (waitingKeys.includes(entry.key)) continue;
    remove(batch, entry.key);
    total -= entry.value.size;
  }
  batch.put('images', key, { content });
  batch.put('imageEntries', key, { conversationId: id, size: content.length, at: engine.now() });
}

/** Returns the image entry of a message, or null if it has none, was deleted, or isn't on this device. */
export async function imageOf(engine: Engine, id: ConversationId, message: MessageReference) {
  for (const { item } of await engine.store.findMessages(id, message.id))
    if (item.kind === 'message' && refersTo(item, message) && item.body?.type === 'image')
      return item.body.image;
  return null;
}
