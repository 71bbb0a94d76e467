import 'server-only';
import { setTimeout as delay } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import type { Hex } from 'viem';
import { database } from '../db/database';
import { describeError, log } from '../log';

/** PostgreSQL channel that announces the devices for which an item was queued. */
export const MESSAGE_CHANNEL = 'messages';
/** Device keys in one notification: 67 bytes each, and PostgreSQL allows 8,000. */
const KEYS_PER_NOTICE = 100;
/** Interval after a notification until the next one, unless that is full. So under load, one wakes many streams at once. */
const INTERVAL_MS = 20;
const RETRY_MS = 1_000;

const pending = new Set<Hex>();
let isSending = false;

async function send(): Promise<void> {
  isSending = true;
  while (pending.size > 0) {
    const keys = [...pending].slice(0, KEYS_PER_NOTICE);
    for (const key of keys) pending.delete(key);
    try {
      await database('counter').execute(sql`select pg_notify(${MESSAGE_CHANNEL}, ${keys.join()})`);
      if (pending.size < KEYS_PER_NOTICE) await delay(INTERVAL_MS, undefined, { ref: false });
    } catch (error) {
      for (const key of keys) pending.add(key);
      log.warn({ err: describeError(error) }, 'message streams were not notified');
      await delay(RETRY_MS, undefined, { ref: false });
    }
  }
  isSending = false;
}

/**
 * Notifies the streams of devices on all instances soon, without waiting for it. Call it after the transaction:
 * PostgreSQL commits transactions with notifications one after the other on all connections, so they must not also wait
 * for the disk. One notification at a time is on its way, with all keys that arrived since the one before. Streams
 * that miss one, because this instance ends, find the item when the client asks the next time.
 */
export function announce(keys: readonly Hex[]): void {
  for (const key of keys) pending.add(key);
  if (!isSending && pending.size > 0) void send();
}
