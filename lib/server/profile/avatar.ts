import 'server-only';
import { createHash, randomBytes } from 'node:crypto';
import { eq } from 'drizzle-orm';
import pLimit from 'p-limit';
import type { Address } from 'viem';
import { AVATAR_LIMIT_BYTES } from '@/lib/constants';
import { avatarPath } from '@/lib/routes';
import { s3Settings } from '@/lib/settings/env';
import { users } from '../db/account-tables';
import { database, inTransaction } from '../db/client';
import { ApiError } from '../http/api-error';
import { describeError, log } from '../log';
import { drawAvatar } from '../uploads/avatar-image';
import { diskStore, type FileStore, uploadsFolder } from '../uploads/file-store';
import { readFormFile } from '../uploads/read-form-file';
import { s3Store } from '../uploads/s3-store';

/** Multipart field name of the uploaded file. */
const FIELD = 'file';
/** Limits concurrent uploads, because each needs a CPU core. */
const limitConcurrency = pLimit(2);
/** Queued uploads are buffered in memory, so the queue is bounded. */
const WAITING_LIMIT = 20;
/** Random bytes in a file's name. */
const NAME_BYTES = 16;

let store: FileStore | undefined;

/** Returns the configured store, which is an S3 bucket or a folder. */
function fileStore(): FileStore {
  const s3 = s3Settings();
  store ??= s3 ? s3Store(s3, { prefix: 'avatars', mediaType: 'image/webp' }) : diskStore(uploadsFolder());
  return store;
}

/**
 * Removes a file if no user has it as an avatar. Nobody can start using it meanwhile, because names aren't reused. Before
 * that, users with the same picture shared a file. A failure is only logged, because a leftover file does no harm.
 */
async function removeUnused(file: string): Promise<void> {
  try {
    const [used] = await database('account')
      .select({ address: users.address })
      .from(users)
      .where(eq(users.avatar, file))
      .limit(1);
    if (!used) await fileStore().remove(file);
  } catch (error) {
    log.warn({ file, err: describeError(error) }, 'an unused picture was left behind');
  }
}

/** Sets a user's avatar, and returns the former one. @throws ApiError 404 if there is no such user. */
const replaceAvatar = (address: Address, file: string): Promise<string | null> =>
  inTransaction('account', async (transaction) => {
    const ofUser = eq(users.address, address);
    const [row] = await transaction.select({ avatar: users.avatar }).from(users).where(ofUser).for('update');
    if (!row) throw new ApiError(404, 'notFound');
    await transaction.update(users).set({ avatar: file }).where(ofUser);
    return row.avatar;
  });

async function save(address: Address, picture: Buffer): Promise<string> {
  // The random value makes the name new, so that removing a file can't hit one that another upload has just stored.
  const hash = createHash('sha256').update(randomBytes(NAME_BYTES)).update(picture);
  const file = `${hash.digest('hex')}.webp`;
  await fileStore().put(file, picture);
  let former: string | null = file;
  try {
    former = await replaceAvatar(address, file);
  } finally {
    // After an error, `former` is still the new file.
    if (former !== null) await removeUnused(former);
  }
  return file;
}

/**
 * Sets the uploaded image as a user's avatar and returns its URL. Removes the previous avatar if no one else uses it.
 * @throws ApiError 400, 413, or 415 for an invalid image; 503 if the server is busy or the store is unreachable.
 */
export async function changeAvatar(address: Address, request: Request): Promise<{ url: string }> {
  const bytes = await readFormFile(request, { field: FIELD, limitBytes: AVATAR_LIMIT_BYTES });
  if (limitConcurrency.pendingCount >= WAITING_LIMIT) throw new ApiError(503, 'busy');
  const file = await limitConcurrency(async () => save(address, await drawAvatar(bytes)));
  return { url: avatarPath(file) };
}

/** Returns an avatar by its file name, or null if there is none. @throws ApiError 503 if the store is unreachable. */
export async function readAvatar(name: string): Promise<Buffer | null> {
  return /^[0-9a-f]{64}\.webp$/.test(name) ? fileStore().get(name) : null;
}
