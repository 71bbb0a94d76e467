import 'server-only';
import { sql } from 'drizzle-orm';
import { database } from '../db/database';
import { messageDevices, messageQueue } from '../db/message-tables';
import { pushSubscriptions } from '../db/push-tables';
import { type PushTarget, sendPush } from './send-push';

/** How long a message waits for an open page, which fetches it within a moment. */
const PATIENCE = '4 seconds';
/** Shortest time between two push messages about messages, because a conversation can have many. */
const PAUSE = '30 seconds';

/** Messages that waited longer, because no instance was sending, aren't pushed anymore. More than PATIENCE and PAUSE together. */
const RECENT = '2 minutes';

/**
 * Pushes to the browsers of accounts that have messages from others which none of the account's devices has fetched. The server
 * can't read messages, so it can't tell calls apart. One statement finds and marks them, so that each is pushed once. It begins
 * with the recent messages, because queues can be long.
 */
export async function pushMessages(): Promise<void> {
  const { rows } = await database('account').execute<PushTarget>(sql`
    update ${pushSubscriptions} set messages_told_at = now() - interval '${sql.raw(PATIENCE)}'
    from (
      select d.address, max(q.sent_at) as latest
      from ${messageQueue} q join ${messageDevices} d on d.device_key = q.device_key
      where q.sent_at > now() - interval '${sql.raw(RECENT)}' and q.sent_at <= now() - interval '${sql.raw(PATIENCE)}'
        and q.kind = 'message' and q.sender <> d.address and d.revoked_at is null
        and not exists (
          select 1 from ${messageDevices} other where other.address = d.address and other.revoked_at is null and not exists (
            select 1 from ${messageQueue} same
            where same.device_key = other.device_key and same.content_id = q.content_id
          )
        )
      group by d.address
    ) unread
    where ${pushSubscriptions.address} = unread.address and kinds @> array['messages']
      and messages_told_at < least(unread.latest, now() - interval '${sql.raw(PAUSE)}')
    returning endpoint, p256dh, auth, locale, refusals`);
  await sendPush(rows, 'messages');
}
