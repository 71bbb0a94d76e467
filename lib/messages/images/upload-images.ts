import type { Engine } from '@/lib/messages/core/engine';
import { imageKey, imageOf, putImage } from '@/lib/messages/core/image-cache';
import { fail, putOutgoing, recordAt } from '@/lib/messages/core/outgoing';
import { decodeContent, type MessageReference, type PlainImage } from '@/lib/messages/protocol/content';
import { MessengerError } from '@/lib/messages/protocol/messenger-error';
import type { ConversationId } from '@/lib/messages/protocol/view-types';
import type { StoredOutgoing } from '@/lib/messages/storage/records';
import type { OutboxKey } from '@/lib/messages/storage/store';
import { BrokenImageError, decryptImage, encryptImage } from './image-cipher';

/** Description of an image, and the message that it replies to. */
export type ImageNote = { description?: string; replyTo?: MessageReference };

/** Maps a quota error to MessengerError `storage`. */
function storageError(error: unknown): unknown {
  const isFull = error instanceof DOMException && error.name === 'QuotaExceededError';
  return isFull ? new MessengerError('storage', { cause: error }) : error;
}

/**
 * Encrypts an image and stores it with its message. The message is shown immediately, and sent after the upload.
 * @throws MessengerError if the content is invalid, the storage is full, or this account has left the conversation.
 */
export async function enqueueImage(
  engine: Engine,
  id: ConversationId,
  { image: plain, note }: { image: PlainImage; note: ImageNote },
): Promise<void> {
  const { image, content } = await encryptImage(plain).catch((cause: unknown) => {
    throw new MessengerError('invalid', { cause });
  });
  try {
    await engine.write(async (batch) => {
      const messageId = await putOutgoing(engine, batch, {
        id,
        body: { type: 'image', image, ...note },
        upload: 'waiting',
      });
      await putImage(engine, batch, { id, message: { by: engine.account, id: messageId }, content });
    });
  } catch (error) {
    throw storageError(error);
  }
}

export type UploadOptions = {
  signal: AbortSignal;
  /** Called with the upload progress of a message's image, from 0 to 1, and with null when it ends. */
  onProgress: (messageId: string, part: number | null) => void;
};

/** Uploads the image of a queued message, unless the message was deleted in the meantime. */
async function upload(
  engine: Engine,
  { place, record }: { place: OutboxKey; record: StoredOutgoing },
  { signal, onProgress }: UploadOptions,
): Promise<void> {
  const { conversationId, target, messageId } = record;
  const body = decodeContent(record.content)?.body;
  const stored =
    target && (await engine.store.read('images', await imageKey(engine, conversationId, target)));
  if (stored && body?.type === 'image') {
    const { deviceKey } = await engine.device();
    const { id } = body.image;
    const options = { signal, onProgress: (part: number) => onProgress(messageId, part) };
    await engine.api.uploadImage({ deviceKey, id, content: stored.content }, options);
  }
  await engine.write(async (batch) => {
    const present = await recordAt(engine, { place, attempt: record }, batch);
    if (!present) return;
    if (stored) batch.put('outbox', place, { ...present, upload: 'done' });
    else batch.delete('outbox', place);
  });
}

/**
 * Uploads queued images in parallel with other requests, because uploads can take long. Returns the number of messages
 * that became sendable. Marks messages whose upload the server rejects as failed.
 * @throws MessengerError if the server is unreachable or the device was revoked. Messages whose images aren't uploaded yet stay queued.
 */
export async function uploadImages(engine: Engine, options: UploadOptions): Promise<number> {
  let count = 0;
  for (const place of await engine.store.keys('outbox')) {
    const record = await engine.store.read('outbox', place);
    if (record?.upload !== 'waiting' || record.failure !== null) continue;
    try {
      await upload(engine, { place, record }, options);
      count += 1;
    } catch (error) {
      options.signal.throwIfAborted();
      const isPassing = !(error instanceof MessengerError) || error.reason === 'offline';
      if (isPassing || error.reason === 'noDevice') throw error;
      await fail(engine, { place, record, reason: error.reason });
    } finally {
      options.onProgress(record.messageId, null);
    }
  }
  return count;
}

/** Caches a downloaded image, unless its message was deleted in the meantime. */
async function cacheImage(
  engine: Engine,
  id: ConversationId,
  { message, content }: { message: MessageReference; content: Uint8Array<ArrayBuffer> },
): Promise<void> {
  try {
    await engine.write(async (batch) => {
      if (await imageOf(engine, id, message)) await putImage(engine, batch, { id, message, content });
    });
  } catch (error) {
    // The image is still shown, and downloaded again next time.
    if (!(storageError(error) instanceof MessengerError)) throw error;
  }
}

/**
 * Returns the image of a message from this device, or downloads and caches it.
 * @throws MessengerError `gone` if the server has deleted it, `broken` if it doesn't match its message, or another
 * reason if it can't be downloaded.
 */
export async function readImage(
  engine: Engine,
  id: ConversationId,
  message: MessageReference,
): Promise<PlainImage> {
  const image = await imageOf(engine, id, message);
  if (!image) throw new MessengerError('gone');
  try {
    const stored = await engine.store.read('images', await imageKey(engine, id, message));
    if (stored) return await decryptImage(stored.content, image);
    const { deviceKey } = await engine.device();
    const content = await engine.api.readImage({ deviceKey, id: image.id, size: image.size });
    if (!content) throw new BrokenImageError('too long');
    const plain = await decryptImage(content, image);
    await cacheImage(engine, id, { message, content });
    return plain;
  } catch (cause) {
    throw cause instanceof BrokenImageError ? new MessengerError('broken', { cause }) : cause;
  }
}
