import 'server-only';
import { inArray } from 'drizzle-orm';
import { database } from '../db/database';
import { pushSubscriptions } from '../db/push-tables';

/** Deletes the push subscriptions of sessions that were signed out. Those of an expired session stay. */
export async function endPushOf(tokenHashes: readonly string[]): Promise<void> {
  await database('account')
    .delete(pushSubscriptions)
    .where(inArray(pushSubscriptions.tokenHash, [...tokenHashes]));
}
