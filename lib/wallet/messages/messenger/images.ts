import { decodeContent, type MessageReference } from '../content';
import { BrokenImageError, decryptImage, encryptImage, type PlainImage } from '../images/image-cipher';
import type { StoredOutgoing } from '../store/records';
import type { Engine } from './engine';
import { imageKey, imageOf, putImage } from './image-cache';
import { fail, recordAt } from './outbox';
import { putOutgoing } from './outgoing';
import { type ConversationId, MessengerError } from './types';

/** What an image says besides what it shows. */
export type ImageNote = { description?: string; replyTo?: MessageReference };

/** Returns the error for a storage that is full. */
function storageError(error: unknown): unknown {
  const isFull = error instanceof DOMException && error.name === 'QuotaExceededError';
  return isFull ? new MessengerError('storage', { cause: error }) : error;
}

/**
 * Encrypts an image and stores it with its message, which is shown at once, and sent once the image is uploaded.
 * @throws MessengerError if the content is invalid, the device has no room, or this account has left the conversation.
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
  /** Called with the uploaded part of a message's image, from 0 to 1, and with null at its end. */
  onProgress: (messageId: string, part: number | null) => void;
};

/** Uploads the image of a waiting message. One whose message was deleted meanwhile isn't sent. */
async function upload(
  engine: Engine,
  { place, record }: { place: number; record: StoredOutgoing },
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
    const present = await recordAt(engine, batch, { place, attempt: record });
    if (!present) return;
    if (stored) batch.put('outbox', place, { ...present, upload: 'done' });
    else batch.delete('outbox', place);
  });
}

/**
 * Uploads the images that wait, beside everything else, because it may take long. Returns how many messages can be sent
 * now. What the server refuses is marked as failed.
 * @throws MessengerError if the server can't be reached, or if the device was revoked. Everything stays then.
 */
export async function uploadImages(engine: Engine, options: UploadOptions): Promise<number> {
  let count = 0;
  for (
    let place = await engine.store.nextKey('outbox', 0);
    place;
    place = await engine.store.nextKey('outbox', place)
  ) {
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

/** Keeps an image that was fetched, unless its message was deleted meanwhile. */
async function keep(
  engine: Engine,
  id: ConversationId,
  { message, content }: { message: MessageReference; content: Uint8Array<ArrayBuffer> },
): Promise<void> {
  try {
    await engine.write(async (batch) => {
      if (await imageOf(engine, id, message)) await putImage(engine, batch, { id, message, content });
    });
  } catch (error) {
    // Shown all the same, and fetched again the next time.
    if (!(storageError(error) instanceof MessengerError)) throw error;
  }
}

/**
 * Returns the image of a message: from this device, or else from the server, and then keeps it on this device.
 * @throws MessengerError `gone` if the server has deleted it, `broken` if it isn't what its message says, or else why it
 * can't be fetched.
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
    await keep(engine, id, { message, content });
    return plain;
  } catch (cause) {
    throw cause instanceof BrokenImageError ? new MessengerError('broken', { cause }) : cause;
  }
}
