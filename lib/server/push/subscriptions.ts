import 'server-only';
import { ECDH } from 'node:crypto';
import { and, arrayContains, desc, eq, inArray, isNotNull, isNull, notInArray, sql } from 'drizzle-orm';
import type { Address } from 'viem';
import type { z } from 'zod';
import type { PushKind } from '@/lib/api/push-kinds';
import type { pushInput, pushResult } from '@/lib/api/schemas/push';
import type { Session } from '../auth/session';
import { database, inTransaction, type Queryable } from '../db/database';
import { pushAlerts, pushSubscriptions } from '../db/push-tables';
import { ApiError } from '../http/api-error';
import { serviceOf } from './endpoint';
import { pushKeys } from './push-key';

/** Maximum number of an account's subscriptions, one per browser. The one that was renewed last replaces the oldest. */
export const SUBSCRIPTIONS_PER_ACCOUNT = 10;

type Wish = z.output<typeof pushInput>;

/** Returns whether text is a point on the curve of RFC 8291, without which no message can be encrypted. */
function isPublicKey(p256dh: string): boolean {
  try {
    ECDH.convertKey(p256dh, 'prime256v1', 'base64url', 'base64url', 'uncompressed');
    return true;
  } catch {
    return false;
  }
}

function checkWish({ endpoint, p256dh }: Pick<Wish, 'endpoint' | 'p256dh'>): void {
  if (pushKeys() === null) throw new ApiError(404, 'noSuchCall');
  if (serviceOf(endpoint) === null) throw new ApiError(400, 'invalid', { reason: 'endpoint' });
  if (!isPublicKey(p256dh)) throw new ApiError(400, 'invalid', { reason: 'p256dh' });
}

/** Replaces a subscription's pending alerts, and keeps those that were pushed, which return in the result. */
async function storeAlerts(db: Queryable, { endpoint, kinds, alerts }: Wish) {
  const wanted = kinds.includes('alerts') ? alerts : [];
  const ids = wanted.map(({ id }) => id);
  await db
    .delete(pushAlerts)
    .where(
      and(eq(pushAlerts.endpoint, endpoint), ids.length > 0 ? notInArray(pushAlerts.id, ids) : undefined),
    );
  if (wanted.length === 0) return [];
  await db
    .insert(pushAlerts)
    .values(wanted.map((alert) => ({ endpoint, ...alert })))
    .onConflictDoNothing();
  return db
    .select({ id: pushAlerts.id, at: pushAlerts.toldAt })
    .from(pushAlerts)
    .where(and(eq(pushAlerts.endpoint, endpoint), isNotNull(pushAlerts.toldAt)));
}

/**
 * Stores or renews a browser's subscription for the session's account. A subscription of another account in the same browser
 * ends.
 * @throws ApiError 400 if the endpoint or key isn't allowed, or 404 if push is turned off.
 */
export async function subscribe(
  { address, tokenHash }: Session,
  wish: Wish,
  locale: string,
): Promise<z.input<typeof pushResult>> {
  checkWish(wish);
  const { endpoint, p256dh, auth, kinds } = wish;
  const row = { address, tokenHash, p256dh, auth, locale, kinds: [...new Set(kinds)] };
  const told = await inTransaction('account', async (db) => {
    await db
      .delete(pushSubscriptions)
      .where(and(eq(pushSubscriptions.endpoint, endpoint), sql`${pushSubscriptions.address} <> ${address}`));
    await db
      .insert(pushSubscriptions)
      .values({ endpoint, ...row })
      .onConflictDoUpdate({
        target: pushSubscriptions.endpoint,
        set: { ...row, renewedAt: sql`now()`, refusals: 0 },
      });
    const kept = db
      .select({ endpoint: pushSubscriptions.endpoint })
      .from(pushSubscriptions)
      .where(eq(pushSubscriptions.address, address))
      .orderBy(desc(pushSubscriptions.renewedAt))
      .limit(SUBSCRIPTIONS_PER_ACCOUNT);
    await db
      .delete(pushSubscriptions)
      .where(and(eq(pushSubscriptions.address, address), notInArray(pushSubscriptions.endpoint, kept)));
    return storeAlerts(db, wish);
  });
  return { toldAlerts: told.flatMap(({ id, at }) => (at ? [{ id, at: at.toISOString() }] : [])) };
}

/** Deletes a browser's subscription of the session's account, with its alerts. */
export async function unsubscribe({ address }: Session, endpoint: string): Promise<null> {
  await database('account')
    .delete(pushSubscriptions)
    .where(and(eq(pushSubscriptions.endpoint, endpoint), eq(pushSubscriptions.address, address)));
  return null;
}

const target = {
  endpoint: pushSubscriptions.endpoint,
  p256dh: pushSubscriptions.p256dh,
  auth: pushSubscriptions.auth,
  locale: pushSubscriptions.locale,
  refusals: pushSubscriptions.refusals,
};

const withKind = (kind: PushKind) => arrayContains(pushSubscriptions.kinds, [kind]);

/** Returns the accounts with a subscription of a kind. */
export async function accountsWith(kind: PushKind): Promise<Address[]> {
  const rows = await database('account')
    .selectDistinct({ address: pushSubscriptions.address })
    .from(pushSubscriptions)
    .where(withKind(kind));
  return rows.map(({ address }) => address);
}

/** Returns the browsers of accounts that have a subscription of a kind. */
export const targetsOf = (kind: PushKind, accounts: readonly Address[]) =>
  database('account')
    .select(target)
    .from(pushSubscriptions)
    .where(and(withKind(kind), inArray(pushSubscriptions.address, [...accounts])));

/** Returns the alerts that weren't pushed yet, with their browsers. */
export const pendingAlerts = () =>
  database('account')
    .select({ ...target, alert: pushAlerts })
    .from(pushAlerts)
    .innerJoin(pushSubscriptions, eq(pushSubscriptions.endpoint, pushAlerts.endpoint))
    .where(and(isNull(pushAlerts.toldAt), withKind('alerts')));

/** Marks alerts as pushed. Returns the endpoints of those that weren't already, and still exist. */
export async function takeAlerts(
  alerts: readonly Pick<typeof pushAlerts.$inferSelect, 'endpoint' | 'id'>[],
): Promise<Set<string>> {
  const [endpoints, ids] = [alerts.map(({ endpoint }) => endpoint), alerts.map(({ id }) => id)];
  const taken = await database('account')
    .update(pushAlerts)
    .set({ toldAt: sql`now()` })
    .where(
      and(
        isNull(pushAlerts.toldAt),
        sql`(${pushAlerts.endpoint}, ${pushAlerts.id}) in
          (select * from unnest(${sql.param(endpoints)}::text[], ${sql.param(ids)}::text[]))`,
      ),
    )
    .returning({ endpoint: pushAlerts.endpoint });
  return new Set(taken.map(({ endpoint }) => endpoint));
}
