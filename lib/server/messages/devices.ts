import 'server-only';
import { and, asc, desc, eq, gt } from 'drizzle-orm';
import type { Address, Hex } from 'viem';
import type { z } from 'zod';
import { type deviceLog, LOG_ENTRIES } from '@/lib/api/schemas/messages';
import {
  activeDevices,
  emptyHead,
  headsOf,
  type LogEntry,
  type LogHead,
  nextHead,
} from '@/lib/messages/protocol/binding-log';
import { verifyOnChain } from '@/lib/messages/protocol/contract-signature';
import {
  bindingProblem,
  type DeviceBinding,
  type DeviceRevocation,
  isRevokedBy,
  type VerifyContractSignature,
} from '@/lib/messages/protocol/device-binding';
import { findChain, withUntrustedReads } from '@/lib/server/chain/node';
import { canonicalOrigin } from '@/lib/settings/env';
import { database, inTransaction, type Queryable } from '../db/database';
import { messageDevices, messageKeyPackages, messageLog, messageQueue } from '../db/message-tables';
import { ApiError } from '../http/api-error';
import { announce } from './announce';

/** Maximum number of active devices per account. */
const MAX_DEVICES = 10;
/** Maximum number of entries in an account's log. Keeps reading it cheap. */
const MAX_ENTRIES = 500;

const verifyContract: VerifyContractSignature = async (chainId, request) => {
  const chain = await findChain(chainId);
  return withUntrustedReads(chain, (node) => verifyOnChain(node, request));
};

const checks = () => ({
  site: new URL(canonicalOrigin()).host,
  now: Math.floor(Date.now() / 1_000),
  verifyContract,
});

/** Returns an account's log, oldest entry first. */
export async function readLog(address: Address, db: Queryable = database('account')): Promise<LogEntry[]> {
  const rows = await db
    .select({ entry: messageLog.entry })
    .from(messageLog)
    .where(eq(messageLog.address, address))
    .orderBy(asc(messageLog.length));
  return rows.map(({ entry }) => entry);
}

/** Returns the entries of an account's log after the first `after` ones. */
export async function readLogAfter(address: Address, after: number): Promise<z.input<typeof deviceLog>> {
  const rows = await database('account')
    .select({ entry: messageLog.entry })
    .from(messageLog)
    .where(and(eq(messageLog.address, address), gt(messageLog.length, after)))
    .orderBy(asc(messageLog.length))
    .limit(LOG_ENTRIES + 1);
  return {
    entries: rows.slice(0, LOG_ENTRIES).map(({ entry }) => entry),
    isComplete: rows.length <= LOG_ENTRIES,
  };
}

/** Appends an entry to an account's log. Locks the log's last row, so entries are added in sequence. */
async function append(db: Queryable, address: Address, entry: LogEntry): Promise<LogHead> {
  const [last] = await db
    .select({ length: messageLog.length, hash: messageLog.hash })
    .from(messageLog)
    .where(eq(messageLog.address, address))
    .orderBy(desc(messageLog.length))
    .limit(1)
    .for('update');
  const head = nextHead(last ?? emptyHead, entry);
  if (head.length > MAX_ENTRIES) throw new ApiError(409, 'tooManyDevices');
  // If two requests add the first entry concurrently, one violates the primary key and fails.
  await db.insert(messageLog).values({ address, entry, ...head });
  return head;
}

/**
 * Returns the log's head if the account has bound a device, or null if it may bind it.
 * @throws ApiError 409 if the device was revoked or belongs to another account, or if the account has too many.
 */
async function headOfBound(db: Queryable, address: Address, deviceKey: Hex): Promise<LogHead | null> {
  const [known] = await db
    .select()
    .from(messageDevices)
    .where(eq(messageDevices.deviceKey, deviceKey))
    .for('update');
  if (known && (known.address !== address || known.revokedAt)) throw new ApiError(409, 'deviceRevoked');
  const entries = await readLog(address, db);
  if (known) return headsOf(entries).at(-1) ?? emptyHead;
  if (activeDevices(entries).length >= MAX_DEVICES) throw new ApiError(409, 'tooManyDevices');
  return null;
}

/**
 * Records a device of a signed-in account. Idempotent: returns the log's head. Clients don't rely on this check, and
 * verify each binding themselves.
 * @throws ApiError 400 if the binding isn't the account's, 409 if the device was revoked or belongs to another account,
 * or if the account has too many, or 503 if the chain of a contract account can't be read.
 */
export async function bindDevice(
  address: Address,
  { deviceKey, binding }: { deviceKey: Hex; binding: DeviceBinding },
): Promise<LogHead> {
  if (binding.account !== address) throw new ApiError(400, 'deviceBinding');
  // Also checked before the signature, because that of a contract account costs a request to its chain.
  const bound = await headOfBound(database('account'), address, deviceKey);
  if (bound) return bound;
  if ((await bindingProblem(binding, deviceKey, checks())) !== null) throw new ApiError(400, 'deviceBinding');
  return inTransaction('account', async (db) => {
    const concurrent = await headOfBound(db, address, deviceKey);
    if (concurrent) return concurrent;
    await db.insert(messageDevices).values({ deviceKey, address });
    return append(db, address, { kind: 'bind', deviceKey, binding });
  });
}

/**
 * Permanently revokes a device and deletes its queue. Idempotent: returns the log's head.
 * @throws ApiError 400 if the account hasn't signed the revocation, or 404 if it has no such device.
 */
export async function revokeDevice(address: Address, revocation: DeviceRevocation): Promise<LogHead> {
  const { deviceKey } = revocation;
  const ofAccount = and(eq(messageDevices.deviceKey, deviceKey), eq(messageDevices.address, address));
  const owned = await database('account').select().from(messageDevices).where(ofAccount);
  if (owned.length === 0) throw new ApiError(404, 'notFound');
  if (!(await isRevokedBy(address, revocation, checks()))) throw new ApiError(400, 'deviceBinding');
  const head = await inTransaction('account', async (db) => {
    const [known] = await db.select().from(messageDevices).where(ofAccount).for('update');
    if (!known) throw new ApiError(404, 'notFound');
    if (known.revokedAt) return headsOf(await readLog(address, db)).at(-1) ?? emptyHead;
    await db
      .update(messageDevices)
      .set({ revokedAt: new Date() })
      .where(eq(messageDevices.deviceKey, deviceKey));
    await db.delete(messageKeyPackages).where(eq(messageKeyPackages.deviceKey, deviceKey));
    await db.delete(messageQueue).where(eq(messageQueue.deviceKey, deviceKey));
    return append(db, address, { kind: 'revoke', ...revocation });
  });
  // Makes the device's streams check its status again and close.
  announce([deviceKey]);
  return head;
}

/** Requires that the signed-in account has a device that isn't revoked. @throws ApiError 403 otherwise. */
export async function requireAnyDevice(address: Address): Promise<void> {
  const devices = await database('account')
    .select({ revokedAt: messageDevices.revokedAt })
    .from(messageDevices)
    .where(eq(messageDevices.address, address));
  if (devices.length === 0) throw new ApiError(403, 'notYourDevice', { reason: 'not_your_device' });
  if (devices.every(({ revokedAt }) => revokedAt))
    throw new ApiError(403, 'deviceRevoked', { reason: 'device_revoked' });
}

/**
 * Requires that a device belongs to the signed-in account and isn't revoked. Within a transaction, it can't be revoked
 * before the transaction ends.
 * @throws ApiError 403 otherwise. The response states a revocation only to the device's owner.
 */
export async function requireDevice(
  address: Address,
  deviceKey: Hex,
  transaction?: Queryable,
): Promise<void> {
  const found = (transaction ?? database('account'))
    .select({ address: messageDevices.address, revokedAt: messageDevices.revokedAt })
    .from(messageDevices)
    .where(eq(messageDevices.deviceKey, deviceKey));
  const [device] = await (transaction ? found.for('key share') : found);
  if (device?.address !== address) throw new ApiError(403, 'notYourDevice', { reason: 'not_your_device' });
  if (device.revokedAt) throw new ApiError(403, 'deviceRevoked', { reason: 'device_revoked' });
}
