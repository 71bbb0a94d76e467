import 'server-only';
import { type SQL, sql } from 'drizzle-orm';
import type { Address, Hex } from 'viem';
import { createBatches } from '../db/batches';
import { preparedQuery } from '../db/database';
import {
  messageBlocks,
  messageContents,
  messageDevices,
  messageGroups,
  messageQueue,
  messageReceipts,
  messageUsage,
} from '../db/message-tables';
import { databaseRefusal, hasTimedOut } from '../db/outage';
import { describeError, isError } from '../describe-error';
import { log } from '../log';
import { today } from './daily-storage';
import { DAILY_BYTES, WAITING_LIMITS, waiting } from './queue';

export type NewMessage = {
  sender: Address;
  deviceKey: Hex;
  groupId: string;
  epoch: number;
  /** SHA-256 of the access value. Hashes are compared by the database: their prefixes don't lead to a value. */
  accessHash: Buffer;
  messageId: string;
  content: Buffer;
  /** Without duplicates. */
  to: readonly Hex[];
  /** What it counts as toward its account. */
  bytes: number;
};

/** Maximum number of messages in a statement, and of statements of an instance that run at the same time. */
const BATCHES = { most: 50, concurrent: 2 };
/**
 * The messages of a statement don't count each other. Near a limit, they are therefore queued alone: the last items of a
 * queue, and the last bytes of an account's day, of which a statement stores at most 5 MiB.
 */
const BYTES_LEFT = 8 * 1_024 * 1_024;

const given = sql.placeholder;
const limits = WAITING_LIMITS.message;
const isBelow = (limit: number, isCounted?: SQL) => {
  const most = limit - BATCHES.most * BATCHES.concurrent;
  return sql`${waiting(most, isCounted)} < ${sql.raw(String(most))}`;
};

/**
 * Queues first attempts of members in the current epoch that no device misses, and returns their numbers. Does nothing
 * for all other messages.
 *
 * - **Order.** A statement sees the database as of its start, except for rows that it locks, which are current. So the
 *   epoch is that of the locked row, and IDs in the queue are drawn under the lock, for which commits wait.
 * - **No waiting.** If another transaction locks a group or a device, which a commit or a revocation does, its messages
 *   are skipped, so they don't delay the others.
 * - **No deadlock.** The statement waits only for receipts and then for counts of accounts, each in the order of their
 *   keys. Other transactions take at most one of each, in the same order.
 */
const queueMessages = preparedQuery('account', (db) => {
  const sent = db.$with('sent', {}).as(
    sql`select * from unnest(${given('numbers')}::int[], ${given('senders')}::text[], ${given('deviceKeys')}::text[],
      ${given('groupIds')}::text[], ${given('epochs')}::bigint[], ${given('accessHashes')}::bytea[],
      ${given('messageIds')}::text[], ${given('starts')}::int[], ${given('lengths')}::int[],
      ${given('recipients')}::int[], ${given('bytes')}::bigint[])
      as sent (number, sender, device_key, group_id, epoch, access_hash, message_id, start, length, recipients, bytes)`,
  );
  // Only with a right access value: otherwise, somebody else could hold up a group's commits.
  const member = db.$with('member', {}).as(
    sql`select group_id, epoch, access_hash from ${messageGroups}
      where ${messageGroups.groupId} = any(${given('groupIds')}::text[])
        and ${messageGroups.accessHash} = any(${given('accessHashes')}::bytea[]) for share skip locked`,
  );
  const device = db.$with('device', {}).as(
    sql`select device_key, address from ${messageDevices}
      where ${messageDevices.deviceKey} = any(${given('allKeys')}::text[]) and ${messageDevices.revokedAt} is null
      for key share skip locked`,
  );
  // Before recipients' queues are counted, which takes the most time.
  const permitted = db.$with('permitted', {}).as(
    sql`select sent.* from sent
      join member on member.group_id = sent.group_id and member.epoch = sent.epoch
        and member.access_hash = sent.access_hash
      join device on device.device_key = sent.device_key and device.address = sent.sender`,
  );
  const open = db.$with('open', {}).as(
    sql`select recipient.number, ${messageDevices.deviceKey}, exists(
        select 1 from ${messageBlocks}
        where ${messageBlocks.address} = ${messageDevices.address} and ${messageBlocks.blocked} = permitted.sender
      ) as is_blocked
      from unnest(${given('recipientNumbers')}::int[], ${given('recipientKeys')}::text[])
        as recipient (number, device_key)
      join permitted on permitted.number = recipient.number
      join device as ${messageDevices} on ${messageDevices.deviceKey} = recipient.device_key
      where case when ${isBelow(limits.fromSender)} then true
        else ${isBelow(limits.overall)}
          and ${isBelow(limits.ofGroup, sql`${messageQueue.groupId} = permitted.group_id`)}
          and ${isBelow(limits.fromSender, sql`${messageQueue.sender} = permitted.sender`)} end`,
  );
  const admitted = db.$with('admitted', {}).as(
    sql`select permitted.*, nextval('message_contents_id_seq') as content_id from permitted
      join (select number, count(*) as devices from open group by number) as reached
        on reached.number = permitted.number and reached.devices = permitted.recipients
      where not exists(
        select 1 from ${messageUsage} where ${messageUsage.address} = permitted.sender
          and ${messageUsage.day} = ${given('day')}::date
          and ${messageUsage.bytes} > ${sql.raw(String(DAILY_BYTES.message - BYTES_LEFT))}
      )`,
  );
  const receipt = db.$with('receipt', {}).as(
    sql`insert into ${messageReceipts} (group_id, device_key, message_id, missed)
      select group_id, device_key, message_id, '{}' from admitted order by group_id, device_key, message_id
      on conflict do nothing returning group_id, device_key, message_id`,
  );
  const accepted = db
    .$with('accepted', { number: sql<number>`number`.as('number') })
    .as(sql`select admitted.* from admitted join receipt using (group_id, device_key, message_id)`);
  const counted = db.$with('counted', {}).as(
    sql`insert into ${messageUsage} (address, day, bytes)
      select sender, ${given('day')}::date, sum(bytes) from accepted group by sender order by sender
      on conflict (address, day) do update set bytes = ${messageUsage.bytes} + excluded.bytes`,
  );
  const queued = db.$with('queued', {}).as(
    sql`insert into ${messageQueue} (device_key, kind, group_id, sender, content_id)
      select open.device_key, 'message', accepted.group_id, accepted.sender, accepted.content_id
      from accepted join open on open.number = accepted.number
      where not open.is_blocked order by accepted.number`,
  );
  const stored = db.$with('stored', {}).as(
    sql`insert into ${messageContents} (id, content)
      select content_id, substring(${given('contents')}::bytea from start for length) from accepted
      where exists(select 1 from open where open.number = accepted.number and not open.is_blocked)`,
  );
  return db
    .with(sent, member, device, permitted, open, admitted, receipt, accepted, counted, queued, stored)
    .select()
    .from(accepted)
    .prepare('queue messages');
});

const keyOf = ({ groupId, deviceKey, messageId }: NewMessage) => [groupId, deviceKey, messageId].join();

/** Queues messages, and returns which ones were queued. */
async function run(all: readonly NewMessage[]): Promise<boolean[]> {
  const ids = new Set<string>();
  // Of two attempts with the same message, the second one gets the first one's result.
  const messages = [...all.entries()].filter(([, message]) => {
    const isFirst = !ids.has(keyOf(message));
    ids.add(keyOf(message));
    return isFirst;
  });
  let start = 1;
  const starts = messages.map(([, { content }]) => {
    start += content.length;
    return start - content.length;
  });
  const column = <Value>(read: (message: NewMessage) => Value) =>
    messages.map(([, message]) => read(message));
  const rows = await queueMessages().execute({
    numbers: messages.map(([number]) => number),
    senders: column(({ sender }) => sender),
    deviceKeys: column(({ deviceKey }) => deviceKey),
    groupIds: column(({ groupId }) => groupId),
    epochs: column(({ epoch }) => epoch),
    accessHashes: column(({ accessHash }) => accessHash),
    messageIds: column(({ messageId }) => messageId),
    starts,
    lengths: column(({ content }) => content.length),
    recipients: column(({ to }) => to.length),
    bytes: column(({ bytes }) => bytes),
    contents: Buffer.concat(column(({ content }) => content)),
    recipientNumbers: messages.flatMap(([number, { to }]) => to.map(() => number)),
    recipientKeys: messages.flatMap(([, { to }]) => to),
    allKeys: [...new Set(messages.flatMap(([, { deviceKey, to }]) => [deviceKey, ...to]))],
    day: today(),
  });
  const accepted = new Set(rows.map(({ number }) => number));
  return all.map((_, number) => accepted.has(number));
}

/** Like `run`, but queues no message if the statement fails, because that may be due to one of them. */
async function runOrLeave(messages: readonly NewMessage[]): Promise<boolean[]> {
  try {
    return await run(messages);
  } catch (error) {
    // Only the cause: the error itself contains all messages of the batch.
    if (databaseRefusal(error) && !hasTimedOut(error))
      throw isError(error) && isError(error.cause) ? error.cause : error;
    log.warn({ err: describeError(error) }, 'messages were not queued together');
    return messages.map(() => false);
  }
}

/**
 * Queues a message in one statement with concurrent ones, also of other accounts and conversations. Returns false if it
 * wasn't queued. Then it has to be queued alone, which also finds the reason.
 * @throws the database's error if it's unreachable.
 */
export const queueTogether = createBatches({ run: runOrLeave, ...BATCHES });
