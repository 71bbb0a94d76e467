import 'server-only';
import { createHash } from 'node:crypto';
import path from 'node:path';
import { and, asc, eq, gte, inArray, lt, sql } from 'drizzle-orm';
import pLimit from 'p-limit';
import type { Address } from 'viem';
import type { z } from 'zod';
import { imageQuery } from '@/lib/api/schemas/messages';
import { MAX_IMAGE_BYTES } from '@/lib/messages/protocol/content';
import { s3Settings, serverEnv } from '@/lib/settings/env';
import { database, inTransaction, type Queryable } from '../db/database';
import { messageImages, messageUsage } from '../db/message-tables';
import { ApiError } from '../http/api-error';
import { type Client, clientOf } from '../http/client-address';
import { clientCounts, type OpenCount, OpenCounts } from '../limits/open-counts';
import { diskStore, type FileStore, uploadsFolder, uploadsSpace } from '../uploads/file-store';
import { readForm } from '../uploads/read-form-file';
import { s3Store } from '../uploads/s3-store';
import { admitBytes, today } from './daily-storage';
import { requireAnyDevice, requireDevice } from './devices';
import { untilTomorrow } from './queue';

/** Maximum size of all images that an account stores per day (UTC), in bytes. */
export const DAILY_IMAGE_BYTES = 32 * 1_024 * 1_024;
/** Minimum free disk space that uploads leave, in bytes. */
const MIN_FREE_BYTES = 1_024 ** 3;
/** Maximum number of concurrent uploads per instance, because each one is buffered in memory. */
const MAX_UPLOADS = 50;
/**
 * Maximum number of concurrent uploads per account, client, and IPv6 /48 network on one instance, so slow uploads of a few
 * don't block others.
 */
const MAX_ACCOUNT_UPLOADS = 3;
const MAX_CLIENT_UPLOADS = { perClient: 6, perNetwork: 12 };
/** Maximum number of images that the clean-up deletes per statement. */
export const IMAGE_BATCH_ROWS = 100;
/** Limits concurrent file deletions. */
const limitRemovals = pLimit(10);
const DAY_MS = 24 * 60 * 60 * 1_000;
/**
 * How long an expired image is kept. An upload that has found its row unexpired may still be writing the file, and the
 * clocks of the instances differ.
 */
const EXPIRED_KEPT_MS = 5 * 60 * 1_000;
/** Folder of images in the store of uploads. */
const FOLDER = 'messages';

let store: FileStore | undefined;
const uploading = new OpenCounts();

/** Returns the configured store: an S3 bucket or a folder. */
function imageStore(): FileStore {
  const s3 = s3Settings();
  store ??= s3
    ? s3Store(s3, { prefix: FOLDER, mediaType: 'application/octet-stream' })
    : diskStore(path.join(/* turbopackIgnore: true */ uploadsFolder(), FOLDER));
  return store;
}

const expiredBefore = (now: Date) => new Date(now.getTime() - serverEnv().MESSAGE_RETENTION_DAYS * DAY_MS);

/** @throws ApiError 503 if disk space is low. An S3 store has its own limits. */
async function requireSpace(): Promise<void> {
  const space = await uploadsSpace().catch((error: unknown) => {
    throw new ApiError(503, 'storageUnreachable', null, { cause: error });
  });
  if (space && space.free < MIN_FREE_BYTES)
    throw new ApiError(503, 'storageUnreachable', null, { cause: new Error('the disk is almost full') });
}

/**
 * Counts an image toward its account's daily limit.
 * @throws ApiError 429 until midnight (UTC) if the limit is exceeded.
 */
async function countImage(db: Queryable, address: Address, added: number): Promise<void> {
  const now = new Date();
  const counted = await db
    .insert(messageUsage)
    .values({ address, day: today(now), bytes: 0, imageBytes: added })
    .onConflictDoUpdate({
      target: [messageUsage.address, messageUsage.day],
      set: { imageBytes: sql`${messageUsage.imageBytes} + excluded.image_bytes` },
      setWhere: sql`${messageUsage.imageBytes} + excluded.image_bytes <= ${DAILY_IMAGE_BYTES}`,
    })
    .returning({ imageBytes: messageUsage.imageBytes });
  if (counted.length === 0) throw new ApiError(429, 'tooMany', { retryAfter: untilTomorrow(now) });
}

async function save(
  { address, client }: { address: Address; client: Client },
  { deviceKey, id }: z.output<typeof imageQuery>,
  content: Buffer,
): Promise<void> {
  const contentHash = createHash('sha256').update(content).digest();
  await inTransaction('account', async (db) => {
    await requireDevice(address, deviceKey, db);
    const added = await db
      .insert(messageImages)
      .values({ id, contentHash })
      .onConflictDoNothing()
      .returning({ id: messageImages.id });
    if (added.length > 0) {
      const bytes = content.length;
      await countImage(db, address, bytes);
      return admitBytes(client, { account: address, kind: 'image', bytes });
    }
    const [known] = await db
      .select({ contentHash: messageImages.contentHash })
      .from(messageImages)
      // The clean-up may be deleting an expired one.
      .where(and(eq(messageImages.id, id), gte(messageImages.uploadedAt, expiredBefore(new Date()))));
    if (!known?.contentHash.equals(contentHash))
      throw new ApiError(409, 'imageConflict', { reason: 'image_id' });
  });
  // Insert the row before the file, so the clean-up finds every file. If the upload to the store fails, the client
  // retries.
  await imageStore().put(id, content);
}

/**
 * Stores an encrypted image. Idempotent: a retry gets the same response and counts once.
 * @throws ApiError 400 or 413 for an invalid upload, 403 if the device isn't the account's, 409 if the ID has other
 * content, 429 if the account or client has stored too much, or 503 if the server is busy, all accounts together have stored too
 * much, or the store is full or unreachable.
 */
export async function storeImage(address: Address, request: Request): Promise<null> {
  // The form names the device, so it is checked later. Don't read the body of an account that has none.
  await requireAnyDevice(address);
  const client = clientOf(request);
  const counts: OpenCount[] = [
    ['all', MAX_UPLOADS],
    [address.toLowerCase(), MAX_ACCOUNT_UPLOADS],
    ...clientCounts(client, MAX_CLIENT_UPLOADS),
  ];
  if (uploading.full(counts) !== null) throw new ApiError(503, 'busy');
  const end = uploading.add(counts);
  try {
    const { file, values } = await readForm(request, {
      field: 'file',
      limitBytes: MAX_IMAGE_BYTES,
      texts: ['deviceKey', 'id'],
    });
    const parsed = imageQuery.safeParse(values);
    if (!parsed.success || file.length === 0) throw new ApiError(400, 'invalid');
    await requireSpace();
    await save({ address, client }, parsed.data, file);
    return null;
  } finally {
    end();
  }
}

/**
 * Returns an encrypted image. Its ID of 128 random bits is the capability to read it, and members receive the ID in a
 * message.
 * @throws ApiError 403 if the device isn't the account's, 404 if there is none, or 503 if the store is unreachable.
 */
export async function readImage(
  address: Address,
  { deviceKey, id }: z.output<typeof imageQuery>,
): Promise<Buffer> {
  await requireDevice(address, deviceKey);
  const rows = await database('account')
    .select({ uploadedAt: messageImages.uploadedAt })
    .from(messageImages)
    .where(eq(messageImages.id, id));
  const [row] = rows;
  const isThere = row !== undefined && row.uploadedAt >= expiredBefore(new Date());
  const content = isThere ? await imageStore().get(id) : null;
  if (!content) throw new ApiError(404, 'notFound');
  return content;
}

/**
 * Deletes up to IMAGE_BATCH_ROWS expired images, oldest first, and returns how many. Deletes each file before its row,
 * so no file is orphaned.
 * @throws ApiError 503 if files can't be deleted. Their rows stay for the next run.
 */
export async function deleteExpiredImages(now: Date): Promise<number> {
  const isOld = lt(messageImages.uploadedAt, new Date(expiredBefore(now).getTime() - EXPIRED_KEPT_MS));
  const rows = await database('account')
    .select({ id: messageImages.id })
    .from(messageImages)
    .where(isOld)
    .orderBy(asc(messageImages.uploadedAt))
    .limit(IMAGE_BATCH_ROWS);
  const removed = await Promise.allSettled(
    rows.map(({ id }) => limitRemovals(async () => imageStore().remove(id))),
  );
  const gone = rows.filter((_, index) => removed[index]?.status === 'fulfilled').map(({ id }) => id);
  if (gone.length > 0)
    await database('account')
      .delete(messageImages)
      .where(and(inArray(messageImages.id, gone), isOld));
  const failure = removed.find((result) => result.status === 'rejected');
  if (failure) throw failure.reason;
  return gone.length;
}
