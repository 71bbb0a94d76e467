import 'server-only';
import { createHash, randomBytes } from 'node:crypto';
import { eq } from 'drizzle-orm';
import pLimit from 'p-limit';
import type { Address } from 'viem';
import { AVATAR_LIMIT_BYTES } from '@/lib/constants';
import { avatarPath } from '@/lib/routes';
import { formerAvatars, users } from '../db/account-tables';
import { inTransaction } from '../db/database';
import { ApiError } from '../http/api-error';
import { describeError, log } from '../log';
import { drawAvatar } from '../uploads/avatar-image';
import { readFormFile } from '../uploads/read-form-file';
import { avatarStore, removeUnused } from './avatar-files';

/** Multipart field name of the uploaded file. */
const FIELD = 'file';
/** Limits concurrent uploads, because each needs a CPU core. */
const limitConcurrency = pLimit(2);
/** Queued uploads are buffered in memory, so the queue is bounded. */
const WAITING_LIMIT = 20;
/** Random bytes in a file's name. */
const NAME_BYTES = 16;

/** Sets a user's avatar, and returns the former one. @throws ApiError 404 if there is no such user. */
const replaceAvatar = (address: Address, file: string): Promise<string | null> =>
  inTransaction('account', async (transaction) => {
    const ofUser = eq(users.address, address);
    const [row] = await transaction.select({ avatar: users.avatar }).from(users).where(ofUser).for('update');
    if (!row) throw new ApiError(404, 'notFound');
    await transaction.update(users).set({ avatar: file }).where(ofUser);
    if (row.avatar !== null)
      await transaction.insert(formerAvatars).values({ file: row.avatar }).onConflictDoNothing();
    return row.avatar;
  });

/** A former picture is still in the table, so the clean-up removes it. Any other leftover file does no harm. */
const logLeftover = (file: string) => (error: unknown) =>
  log.warn({ file, err: describeError(error) }, 'an unused picture was left behind');

async function save(address: Address, picture: Buffer): Promise<string> {
  // The random value makes the name new, so that removing a file can't hit one that another upload has just stored.
  const hash = createHash('sha256').update(randomBytes(NAME_BYTES)).update(picture);
  const file = `${hash.digest('hex')}.webp`;
  await avatarStore().put(file, picture);
  let former: string | null = file;
  try {
    former = await replaceAvatar(address, file);
  } finally {
    // After an error, `former` is still the new file.
    if (former !== null) await removeUnused(former).catch(logLeftover(former));
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
