import 'server-only';
import { createHash, timingSafeEqual } from 'node:crypto';
import { and, eq } from 'drizzle-orm';
import type { Address, Hex } from 'viem';
import type { z } from 'zod';
import type { commitInput, sendInput } from '@/lib/api/schemas/messages';
import { inTransaction, type Queryable } from '../db/database';
import { messageCommits, messageGroups, messageReceipts } from '../db/message-tables';
import { ApiError } from '../http/api-error';
import type { Client } from '../http/client-address';
import { admitAccount, admitCalls } from '../limits/admit';
import { announce } from './announce';
import { admitBytes } from './daily-storage';
import { requireDevice } from './devices';
import { checkFrame, checkWelcome } from './frame';
import { countBytes, GROUP_BYTES, queue, storedBytes } from './queue';

/** Maximum size of a call that sends a message or a commit with its welcome: 64 KiB each in base64, and the recipients. */
export const MESSAGE_BODY_BYTES = 256 * 1_024;

type Missed = { missed: Hex[] };
/** The result of a call, and the devices for which it queued something. A retry that changes nothing queues nothing. */
type Sent = Missed & { queued: Hex[] };

/** Number of devices that a call may send to before it counts as another one, because each device's queue is counted. */
const DEVICES_PER_CALL = 25;

/**
 * Counts a call with many recipients as several. The call itself is already counted.
 * @throws ApiError 429 if the account or client has made too many.
 */
async function admitRecipients(sender: Address, client: Client, devices: number): Promise<void> {
  const more = Math.ceil(devices / DEVICES_PER_CALL) - 1;
  if (more <= 0) return;
  await admitCalls('message', client, more);
  await admitAccount('message', sender, more);
}

const sha256 = (content: Buffer) => createHash('sha256').update(content).digest();
const bytesOf = (hex: Hex) => Buffer.from(hex.slice(2), 'hex');
const unique = (keys: readonly Hex[]) => [...new Set(keys)];
const staleEpoch = () => new ApiError(409, 'staleEpoch', { reason: 'stale_epoch' });

/** Compares hashes in constant time, including when there is no stored hash, which never matches. */
function isSame(hash: Buffer, stored: Buffer | null | undefined): boolean {
  const isEqual = timingSafeEqual(hash, stored ?? Buffer.alloc(hash.length));
  return stored !== null && stored !== undefined && isEqual;
}

/** Returns the accepted commit that ended an epoch. */
async function commitOf(db: Queryable, groupId: string, epoch: number) {
  const [commit] = await db
    .select()
    .from(messageCommits)
    .where(and(eq(messageCommits.groupId, groupId), eq(messageCommits.epoch, epoch)));
  return commit;
}

/**
 * Requires the access value of the group's current epoch, which only its members can compute.
 * @throws ApiError 403 for a wrong value or an unknown group alike, so callers can't probe for groups, or 409 for the
 * value of an earlier epoch or a different epoch number.
 */
function requireMember(
  group: typeof messageGroups.$inferSelect | undefined,
  ended: typeof messageCommits.$inferSelect | undefined,
  { epoch, access }: { epoch: number; access: Hex },
): void {
  const hash = sha256(bytesOf(access));
  const isCurrent = isSame(hash, group?.accessHash);
  const wasCurrent = isSame(hash, ended?.accessHash);
  if (isCurrent && group?.epoch === epoch) return;
  if (isCurrent || wasCurrent) throw staleEpoch();
  throw new ApiError(403, 'notMember', { reason: 'not_member' });
}

type ReceiptId = Pick<z.output<typeof sendInput>, 'groupId' | 'deviceKey' | 'messageId'>;

const ofReceipt = ({ groupId, deviceKey, messageId }: ReceiptId) =>
  and(
    eq(messageReceipts.groupId, groupId),
    eq(messageReceipts.deviceKey, deviceKey),
    eq(messageReceipts.messageId, messageId),
  );

async function receiptOf(db: Queryable, id: ReceiptId, isLocked = false): Promise<Missed | undefined> {
  const found = db.select({ missed: messageReceipts.missed }).from(messageReceipts).where(ofReceipt(id));
  const [receipt] = await (isLocked ? found.for('update') : found);
  return receipt;
}

/**
 * Queues a message for the devices that the sender names. The server can't read it or determine the members of the
 * conversation. Idempotent by message ID: a retry gets the first response, even if the epoch has ended since. In the
 * current epoch, a retry also queues the message for devices that missed it before.
 * @throws ApiError 400 if it doesn't match the request, 403 if the sender isn't a member or the device isn't the
 * account's, 409 if it isn't of the current epoch, 429 if the account or client has sent too much,
 * or 503 if all accounts together have.
 */
export async function sendMessage(
  sender: Address,
  { deviceKey, groupId, epoch, access, messageId, ...message }: z.output<typeof sendInput>,
  client: Client,
): Promise<Missed> {
  const part = {
    kind: 'message',
    content: Buffer.from(message.content, 'base64'),
    to: unique(message.to),
  } as const;
  const id = { groupId, deviceKey, messageId };
  await admitRecipients(sender, client, part.to.length);
  const { queued, ...result } = await inTransaction('account', async (db): Promise<Sent> => {
    await requireDevice(sender, deviceKey, db);
    checkFrame(part.content, { kind: 'message', groupId, epoch });
    const earlier = await receiptOf(db, id);
    if (earlier?.missed.length === 0) return { ...earlier, queued: [] };
    // Messages take this lock in shared mode and commits exclusively. Therefore, a commit's rows have higher IDs than
    // all messages of its epoch.
    const [group] = await db
      .select()
      .from(messageGroups)
      .where(eq(messageGroups.groupId, groupId))
      .for('share');
    if (earlier && group?.epoch !== epoch) return { ...earlier, queued: [] };
    requireMember(group, await commitOf(db, groupId, epoch), { epoch, access });
    const [added] = await db
      .insert(messageReceipts)
      .values({ ...id, missed: [] })
      .onConflictDoNothing()
      .returning({ missed: messageReceipts.missed });
    // The lock makes the second of two concurrent requests with the same message see the first one's result.
    const before = added ? null : await receiptOf(db, id, true);
    const to = before ? part.to.filter((key) => before.missed.includes(key)) : part.to;
    if (before && to.length === 0) return { ...before, queued: [] };
    const bytes = storedBytes([{ ...part, to }]);
    await countBytes(db, sender, 'message', bytes);
    await admitBytes(client, { account: sender, kind: 'message', bytes });
    const still = await queue(db, { sender, groupId, ...part, to });
    const missed = [...(before?.missed ?? []).filter((key) => !to.includes(key)), ...still];
    if (before || missed.length > 0) await db.update(messageReceipts).set({ missed }).where(ofReceipt(id));
    return { missed, queued: to.filter((key) => !still.includes(key)) };
  });
  announce(queued);
  return result;
}

/**
 * Accepts a commit if it is the first of its epoch. Queues it, and the welcome for new devices, in one transaction, so
 * all members apply the same commits in the same order. The first commit creates the group. Idempotent: if the same
 * device retries the same commit, it gets the same response.
 * @throws ApiError 400 if it doesn't match the request, 403 if the sender isn't a member or the device isn't the
 * account's, 409 if another commit was first, 429 if the account or client has sent too much, or 503 if all
 * accounts together have.
 */
export async function sendCommit(
  sender: Address,
  { deviceKey, groupId, epoch, access, nextAccessHash, welcome, ...commit }: z.output<typeof commitInput>,
  client: Client,
): Promise<Missed> {
  const content = Buffer.from(commit.content, 'base64');
  const next = { epoch: epoch + 1, accessHash: bytesOf(nextAccessHash) };
  const parts = [
    { kind: 'commit', content, to: unique(commit.to) } as const,
    ...(welcome
      ? [
          {
            kind: 'welcome',
            content: Buffer.from(welcome.content, 'base64'),
            to: unique(welcome.to),
            start: next,
          } as const,
        ]
      : []),
  ];
  const contentHash = sha256(content);
  await admitRecipients(
    sender,
    client,
    parts.reduce((sum, { to }) => sum + to.length, 0),
  );
  const { queued, ...result } = await inTransaction('account', async (db): Promise<Sent> => {
    await requireDevice(sender, deviceKey, db);
    checkFrame(content, { kind: 'commit', groupId, epoch });
    for (const part of parts) if (part.kind === 'welcome') checkWelcome(part.content, part.to.length);
    const created =
      epoch === 0
        ? await db
            .insert(messageGroups)
            .values({ groupId, ...next })
            .onConflictDoNothing()
            .returning({ groupId: messageGroups.groupId })
        : [];
    const isNewGroup = created.length > 0;
    if (!isNewGroup) {
      const ofGroup = eq(messageGroups.groupId, groupId);
      const [group] = await db.select().from(messageGroups).where(ofGroup).for('update');
      const ended = await commitOf(db, groupId, epoch);
      if (ended?.deviceKey === deviceKey && ended.contentHash.equals(contentHash))
        return { missed: ended.missed, queued: [] };
      if (access === undefined || epoch === 0) throw staleEpoch();
      requireMember(group, ended, { epoch, access });
      await db.update(messageGroups).set(next).where(ofGroup);
    }
    const bytes = storedBytes(parts) + (isNewGroup ? GROUP_BYTES : 0);
    await countBytes(db, sender, 'commit', bytes);
    // Only commits of existing conversations have a reserve.
    await admitBytes(client, { account: sender, kind: isNewGroup ? 'message' : 'commit', bytes });
    const missed: Hex[] = [];
    for (const part of parts) missed.push(...(await queue(db, { sender, groupId, ...part })));
    await db.insert(messageCommits).values({
      groupId,
      epoch,
      deviceKey,
      contentHash,
      accessHash: access === undefined || epoch === 0 ? null : sha256(bytesOf(access)),
      missed: unique(missed),
    });
    return {
      missed: unique(missed),
      queued: parts.flatMap(({ to }) => to).filter((key) => !missed.includes(key)),
    };
  });
  announce(queued);
  return result;
}
