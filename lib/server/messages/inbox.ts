import 'server-only';
import type { Address, Hex } from 'viem';
import type { z } from 'zod';
import { INBOX_BYTES, INBOX_ITEMS, type inbox } from '@/lib/api/schemas/messages';
import type { Session } from '../auth/session';
import { createBatches } from '../db/batches';
import { areaPool } from '../db/database';
import { requireDevice } from './devices';

/** Maximum length of the items of an event of the stream, in bytes. It bounds what slow readers hold in memory. */
const EVENT_BYTES = 64 * 1_024;
/** Maximum number of queues in one statement. It bounds the memory for its answer. */
const QUEUES_AT_ONCE = 50;
/** Maximum number of acknowledgments in one statement, to keep its transaction short. */
const ACKNOWLEDGMENTS_AT_ONCE = 100;

type Inbox = z.input<typeof inbox>;
type Item = Inbox['items'][number];

/** A device's queue to read, for a session that may have ended. `sent` are the IDs of items to leave out. */
type Reader = { deviceKey: Hex; tokenHash: string; sent: readonly number[] };
/** `kept` are the IDs in `sent` that are still in the queue. */
type Queue = Inbox & { kept: number[] };

type Row = {
  reader: number;
  id: string | null;
  isSent: boolean;
  kind: Item['kind'];
  groupId: string;
  sentAt: Date;
  content: string | null;
  epoch: string | null;
  accessHash: Buffer | null;
};

/**
 * Reads the queues of devices that their sessions may read, oldest item first, each up to a number of bytes. It always
 * starts at the beginning, because a cursor would skip items of transactions that commit later but have lower IDs. A
 * snapshot with a commit has all messages of its epoch, with lower IDs, because of their locks (`queue-together.ts`,
 * `send-message.ts`). Reads only contents that fit.
 */
const QUEUES = {
  name: 'message_queues',
  text: `
    with reader as (
      select input.n, input.device_key, input.sent::bigint[] as sent
      from unnest($1::text[], $2::text[], $3::text[]) with ordinality as input (device_key, token_hash, sent, n)
      join message_devices on message_devices.device_key = input.device_key and message_devices.revoked_at is null
      join sessions on sessions.token_hash = input.token_hash and sessions.address = message_devices.address
        and sessions.revoked_at is null and sessions.expires_at > now()
    )
    select reader.n::int as reader, item.id, coalesce(item.is_sent, false) as "isSent", item.kind,
      item.group_id as "groupId", item.sent_at as "sentAt", item.epoch, item.access_hash as "accessHash",
      case when not item.is_sent and (item.place = 1 or item.place <= ${INBOX_ITEMS} and item.total <= $4)
        then translate(encode(item.content, 'base64'), E'\\n', '') end as content
    from reader left join lateral (
      select queued.*, content, epoch, access_hash,
        count(content) over before as place,
        sum(octet_length(content)) over before as total
      from (
        select id, kind, group_id, sent_at, content_id, id = any (reader.sent) as is_sent
        from message_queue where device_key = reader.device_key
        order by id limit ${INBOX_ITEMS + 1} + cardinality(reader.sent)
      ) as queued
      left join message_contents on message_contents.id = queued.content_id and not queued.is_sent
      window before as (order by queued.id)
    ) as item on true
    order by reader.n, item.id`,
};

/** Returns the queue of each reader, or null if its device was revoked or its session has ended. */
async function readQueues(readers: readonly Reader[], maxBytes: number): Promise<(Queue | null)[]> {
  const { rows } = await areaPool('account').query<Row>({
    ...QUEUES,
    values: [
      readers.map(({ deviceKey }) => deviceKey),
      readers.map(({ tokenHash }) => tokenHash),
      readers.map(({ sent }) => `{${sent.join()}}`),
      maxBytes,
    ],
  });
  const queues = readers.map((): Queue | null => null);
  for (const { reader, id, isSent, content, sentAt, epoch, accessHash, ...item } of rows) {
    const queue = queues[reader - 1] ?? { items: [], isComplete: true, kept: [] };
    queues[reader - 1] = queue;
    if (id === null) continue;
    if (isSent) queue.kept.push(Number(id));
    else if (content === null) queue.isComplete = false;
    else
      queue.items.push({
        ...item,
        id: Number(id),
        content,
        sentAt: sentAt.toISOString(),
        start:
          epoch === null || accessHash === null
            ? null
            : { epoch: Number(epoch), accessHash: `0x${accessHash.toString('hex')}` },
      });
  }
  return queues;
}

/**
 * Returns the queue of a device, oldest first.
 * @throws ApiError 403 if the device isn't the account's.
 */
export async function readInbox(
  { address, tokenHash }: Session,
  { deviceKey }: { deviceKey: Hex },
): Promise<Inbox> {
  const [queue] = await readQueues([{ deviceKey, tokenHash, sent: [] }], INBOX_BYTES);
  if (!queue) await requireDevice(address, deviceKey);
  // Without a queue, the session ended during the call.
  return { items: queue?.items ?? [], isComplete: queue?.isComplete ?? true };
}

const readNew = createBatches({
  run: (readers: readonly Reader[]) => readQueues(readers, EVENT_BYTES),
  most: QUEUES_AT_ONCE,
  concurrent: 1,
});

/**
 * Returns a function that returns what is new in a device's queue since its previous call: all new items, or none and
 * `isComplete: false` if they are too many or too long, or if the device has to acknowledge earlier ones first. It returns
 * null if nothing is new, or undefined once the device was revoked or the session has ended. It remembers the IDs of at most
 * `INBOX_ITEMS` items, those that aren't acknowledged yet.
 */
export function newItems({ tokenHash }: Session, deviceKey: Hex): () => Promise<Inbox | null | undefined> {
  let sent: readonly number[] = [];
  return async () => {
    const queue = await readNew({ deviceKey, tokenHash, sent });
    if (!queue) return undefined;
    const { items, isComplete, kept } = queue;
    sent = kept;
    if (!isComplete || kept.length + items.length > INBOX_ITEMS) return { items: [], isComplete: false };
    sent = [...kept, ...items.map(({ id }) => id)];
    return items.length > 0 ? { items, isComplete } : null;
  };
}

type Acknowledgment = { address: Address; deviceKey: Hex; ids: readonly number[] };

/**
 * Deletes items of devices that belong to the given accounts. Skips those that something else is deleting, such as a
 * revocation, so that it neither waits nor takes part in a deadlock. If that fails, the device gets the item again.
 */
const ACKNOWLEDGE = {
  name: 'message_acknowledge',
  text: `
    with owned as (
      select input.n, input.device_key, input.ids::bigint[] as ids
      from unnest($1::text[], $2::text[], $3::text[]) with ordinality as input (device_key, address, ids, n)
      join message_devices on message_devices.device_key = input.device_key
        and message_devices.address = input.address and message_devices.revoked_at is null
    ), gone as (
      delete from message_queue where id in (
        select message_queue.id from owned cross join unnest(owned.ids) as item (id)
        join message_queue on message_queue.id = item.id and message_queue.device_key = owned.device_key
        for update of message_queue skip locked
      )
    )
    select n::int from owned`,
};

/** Returns for each acknowledgment whether the account has the device. */
const acknowledgeSoon = createBatches({
  run: async (calls: readonly Acknowledgment[]): Promise<boolean[]> => {
    const { rows } = await areaPool('account').query<{ n: number }>({
      ...ACKNOWLEDGE,
      values: [
        calls.map(({ deviceKey }) => deviceKey),
        calls.map(({ address }) => address),
        calls.map(({ ids }) => `{${ids.join()}}`),
      ],
    });
    const owned = new Set(rows.map(({ n }) => n));
    return calls.map((_, index) => owned.has(index + 1));
  },
  most: ACKNOWLEDGMENTS_AT_ONCE,
  concurrent: 1,
});

/** Deletes items that a device has processed. @throws ApiError 403 if the device isn't the account's. */
export async function acknowledge(
  address: Address,
  { deviceKey, ids }: { deviceKey: Hex; ids: readonly number[] },
): Promise<null> {
  if (!(await acknowledgeSoon({ address, deviceKey, ids }))) await requireDevice(address, deviceKey);
  return null;
}
