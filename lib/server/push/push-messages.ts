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

/**
 * Pushes to the browsers of accounts that have messages from others which none of the account's devices has fetched. The server
 * can't read messages, so it can't tell calls apart. One statement finds and marks them, so that each is pushed once.
 */
export async function pushMessages(): Promise<void> {
  const { rows } = await database('account').execute<PushTarget>(sql`
    update ${pushSubscriptions} set messages_told_at = now() - interval '${sql.raw(PATIENCE)}'
    where kinds @> array['messages'] and messages_told_at < now() - interval '${sql.raw(PAUSE)}' and exists (
      select 1 from ${messageDevices} d join ${messageQueue} q on q.device_key = d.device_key
      where d.address = ${pushSubscriptions.address} and d.revoked_at is null
        and q.kind = 'message' and q.sender <> d.address
        and q.sent_at > ${pushSubscriptions.messagesToldAt} and q.sent_at <= now() - interval '${sql.raw(PATIENCE)}'
        and not exists (
          select 1 from ${messageDevices} other where other.address = d.address and other.revoked_at is null and not exists (
            select 1 from ${messageQueue} same
            where same.device_key = other.device_key and same.content_id = q.content_id
          )
        )
    )
    returning endpoint, p256dh, auth, locale`);
  await sendPush(rows, 'messages');
}
