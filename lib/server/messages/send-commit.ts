import 'server-only';
import { eq } from 'drizzle-orm';
import type { Address, Hex } from 'viem';
import type { z } from 'zod';
import type { commitInput } from '@/lib/api/schemas/messages';
import { inTransaction } from '../db/database';
import { messageCommits, messageGroups } from '../db/message-tables';
import type { Client } from '../http/client-address';
import { announce } from './announce';
import { admitBytes } from './daily-storage';
import { requireDevice } from './devices';
import { checkFrame, checkWelcome } from './frame';
import { countBytes, GROUP_BYTES, queue, storedBytes } from './queue';
import {
  admitRecipients,
  bytesOf,
  commitOf,
  type Missed,
  requireMember,
  type Sent,
  sentBefore,
  sha256,
  staleEpoch,
  unique,
} from './sender-checks';

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
  const all = parts.flatMap(({ to }) => to);
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
        return sentBefore(db, ended, { sender, groupId, to: all });
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
    return { missed: unique(missed), queued: all.filter((key) => !missed.includes(key)) };
  });
  announce(queued);
  return result;
}
