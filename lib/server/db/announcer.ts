import 'server-only';
import { setTimeout as delay } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import { describeError, log } from '../log';
import { database } from './database';

/** Interval after a notification until the next one, unless that is full. So under load, one wakes many streams at once. */
const INTERVAL_MS = 20;
const RETRY_MS = 1_000;

/**
 * Returns a function that notifies the streams of keys on all instances soon, without waiting for it, over a PostgreSQL channel.
 * Call it after the transaction: PostgreSQL commits transactions with notifications one after the other on all connections, so
 * they must not also wait for the disk. One notification at a time is on its way, with all keys that arrived since the one
 * before. Streams that miss one, because this instance ends, find the change when the client asks the next time. `perNotice` is
 * the maximum number of keys in a notification, which PostgreSQL limits to 8,000 bytes.
 */
export function createAnnouncer<Key extends string>(channel: string, perNotice: number) {
  const pending = new Set<Key>();
  let isSending = false;

  async function send(): Promise<void> {
    isSending = true;
    while (pending.size > 0) {
      const keys = [...pending].slice(0, perNotice);
      for (const key of keys) pending.delete(key);
      try {
        await database('counter').execute(sql`select pg_notify(${channel}, ${keys.join()})`);
        if (pending.size < perNotice) await delay(INTERVAL_MS, undefined, { ref: false });
      } catch (error) {
        for (const key of keys) pending.add(key);
        log.warn({ channel, err: describeError(error) }, 'streams were not notified');
        await delay(RETRY_MS, undefined, { ref: false });
      }
    }
    isSending = false;
  }

  return (keys: readonly Key[]): void => {
    for (const key of keys) pending.add(key);
    if (!isSending && pending.size > 0) void send();
  };
}
