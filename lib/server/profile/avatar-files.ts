import 'server-only';
import { asc, eq } from 'drizzle-orm';
import pLimit from 'p-limit';
import { s3Settings } from '@/lib/settings/env';
import { formerAvatars, users } from '../db/account-tables';
import { database } from '../db/database';
import { diskStore, type FileStore, uploadsFolder } from '../uploads/file-store';
import { s3Store } from '../uploads/s3-store';

/** Maximum number of files that the clean-up removes at a time. */
export const AVATAR_BATCH_ROWS = 100;
/** Limits concurrent removals by the clean-up. */
const limitRemovals = pLimit(10);

let store: FileStore | undefined;

/** Returns the configured store, which is an S3 bucket or a folder. */
export function avatarStore(): FileStore {
  const s3 = s3Settings();
  store ??= s3 ? s3Store(s3, { prefix: 'avatars', mediaType: 'image/webp' }) : diskStore(uploadsFolder());
  return store;
}

/** Returns an avatar by its file name, or null if there is none. @throws ApiError 503 if the store is unreachable. */
export async function readAvatar(name: string): Promise<Buffer | null> {
  return /^[0-9a-f]{64}\.webp$/.test(name) ? avatarStore().get(name) : null;
}

/**
 * Removes a file if no user has it as an avatar. Nobody can start using it meanwhile, because names aren't reused. Before
 * that, users with the same picture shared a file.
 * @throws ApiError 503 if the store is unreachable. The clean-up then tries again.
 */
export async function removeUnused(file: string): Promise<void> {
  const [used] = await database('account')
    .select({ address: users.address })
    .from(users)
    .where(eq(users.avatar, file))
    .limit(1);
  if (!used) await avatarStore().remove(file);
  await database('account').delete(formerAvatars).where(eq(formerAvatars.file, file));
}

/**
 * Removes up to AVATAR_BATCH_ROWS former avatars of replaced pictures and deleted accounts, and returns how many.
 * @throws ApiError 503 if files can't be removed. Their rows stay for the next run.
 */
export async function removeFormerAvatars(): Promise<number> {
  const rows = await database('account')
    .select()
    .from(formerAvatars)
    .orderBy(asc(formerAvatars.file))
    .limit(AVATAR_BATCH_ROWS);
  const removed = await Promise.allSettled(
    rows.map(({ file }) => limitRemovals(async () => removeUnused(file))),
  );
  const failure = removed.find((result) => result.status === 'rejected');
  if (failure) throw failure.reason;
  return rows.length;
}
