import 'server-only';
import { and, eq } from 'drizzle-orm';
import type { Address } from 'viem';
import type { z } from 'zod';
import type { sendInput } from '@/lib/api/schemas/messages';
import { inTransaction, type Queryable } from '../db/database';
import { messageGroups, messageReceipts } from '../db/message-tables';
import { ApiError } from '../http/api-error';
import type { Client } from '../http/client-address';
import { announce } from './announce';
import { admitBytes, reserveBytes } from './daily-storage';
import { requireDevice } from './devices';
import { checkFrame, hasFrame } from './frame';
import { countBytes, queue, storedBytes } from './queue';
import { type NewMessage, queueTogether } from './queue-together';
import {
  admitRecipients,
  bytesOf,
  commitOf,
  DEVICES_PER_CALL,
  type Missed,
  requireMember,
  type Sent,
  sentBefore,
  sha256,
  unique,
} from './sender-checks';

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

type Attempt = NewMessage & { client: Client };

/** Returns whether a message was queued together with concurrent ones. */
async function isQueuedTogether({ client, ...message }: Attempt): Promise<boolean> {
  const { groupId, epoch, content, sender: account, to, bytes } = message;
  // One with many recipients would delay the others.
  if (to.length === 0 || to.length > DEVICES_PER_CALL) return false;
  if (!hasFrame(content, { kind: 'message', groupId, epoch })) return false;
  const reserved = await reserveBytes(client, { account, kind: 'message', bytes });
  if (reserved instanceof ApiError) return false;
  let isQueued = false;
  try {
    isQueued = await queueTogether(message);
  } finally {
    if (!isQueued) await reserved();
  }
  return isQueued;
}

/**
 * Queues a message for the devices that the sender names. The server can't read it or determine the members of the
 * conversation. Idempotent by message ID: a retry gets the first response, even if the epoch has ended since. In the
 * current epoch, a retry also queues the message for devices that missed it before. A first attempt of a member shares a
 * statement with concurrent ones. If that doesn't queue it, a transaction does, or finds the reason.
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
  const bytes = storedBytes([part]);
  const together = { sender, ...id, epoch, accessHash: sha256(bytesOf(access)), ...part, bytes, client };
  if (await isQueuedTogether(together)) {
    announce(part.to);
    return { missed: [] };
  }
  const { queued, ...result } = await inTransaction('account', async (db): Promise<Sent> => {
    await requireDevice(sender, deviceKey, db);
    checkFrame(part.content, { kind: 'message', groupId, epoch });
    const earlier = await receiptOf(db, id);
    if (earlier?.missed.length === 0) return sentBefore(db, earlier, { sender, groupId, to: part.to });
    // Messages take this lock in shared mode and commits exclusively. Therefore, a commit's rows have higher IDs than
    // all messages of its epoch.
    const [group] = await db
      .select()
      .from(messageGroups)
      .where(eq(messageGroups.groupId, groupId))
      .for('share');
    if (earlier && group?.epoch !== epoch) return sentBefore(db, earlier, { sender, groupId, to: part.to });
    requireMember(group, await commitOf(db, groupId, epoch), { epoch, access });
    const [receipt] = await db
      .insert(messageReceipts)
      .values({ ...id, missed: [] })
      .onConflictDoNothing()
      .returning({ missed: messageReceipts.missed });
    // The lock makes the second of two concurrent requests with the same message see the first one's result.
    const before = receipt ? null : await receiptOf(db, id, true);
    const to = before ? part.to.filter((key) => before.missed.includes(key)) : part.to;
    if (before && to.length === 0) return sentBefore(db, before, { sender, groupId, to: part.to });
    const added = storedBytes([{ ...part, to }]);
    await countBytes(db, sender, 'message', added);
    await admitBytes(client, { account: sender, kind: 'message', bytes: added });
    const still = await queue(db, { sender, groupId, ...part, to });
    const missed = [...(before?.missed ?? []).filter((key) => !to.includes(key)), ...still];
    if (before || missed.length > 0) await db.update(messageReceipts).set({ missed }).where(ofReceipt(id));
    return { missed, queued: to.filter((key) => !still.includes(key)) };
  });
  announce(queued);
  return result;
}
