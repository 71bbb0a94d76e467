import 'server-only';
import { and, asc, eq, gt, inArray, isNull, sql } from 'drizzle-orm';
import type { Address, Hex } from 'viem';
import { MAX_KEY_PACKAGES } from '@/lib/api/schemas/messages';
import { database, inTransaction, type Queryable } from '../db/database';
import { messageDevices, messageKeyPackages } from '../db/message-tables';
import type { Client } from '../http/client-address';
import { isBlocked } from './blocks-and-reports';
import { mayTakeOnce } from './claim-limits';
import { admitBytes } from './daily-storage';
import { requireDevice } from './devices';
import { countBytes, storedBytes } from './queue';

/** How long a key package is offered, in ms. Its own lifetime is slightly longer (lib/messages/mls/device.ts). */
const OFFERED_MS = 28 * 24 * 60 * 60 * 1_000;

/** Returns how many bytes storing key packages in base64 counts as. */
const sizeOf = (packages: readonly string[]): number =>
  storedBytes(packages.map((content) => ({ content: Buffer.from(content, 'base64'), to: [] })));

/**
 * Returns a filter for the packages in base64 that a device doesn't offer yet, because a proxy may repeat a call, and a
 * package that is offered twice would be claimed twice.
 */
async function newTo(db: Queryable, deviceKey: Hex, packages: readonly string[]) {
  const contents = packages.map((content) => Buffer.from(content, 'base64'));
  const known = await db
    .select({ content: messageKeyPackages.content })
    .from(messageKeyPackages)
    .where(and(eq(messageKeyPackages.deviceKey, deviceKey), inArray(messageKeyPackages.content, contents)));
  const offered = new Set(known.map(({ content }) => content.toString('base64')));
  return (content: string, index: number) => !offered.has(content) && packages.indexOf(content) === index;
}

/**
 * Stores key packages of a device, and replaces its last resort if a new one is given. Ignores packages that it already
 * offers, and those beyond MAX_KEY_PACKAGES. Returns the number of unclaimed ones.
 * @throws ApiError 403 if the device isn't the account's, 429 if the account or client has stored too much, or 503 if all
 * accounts together have.
 */
export async function storeKeyPackages(
  address: Address,
  {
    deviceKey,
    packages,
    lastResort,
  }: { deviceKey: Hex; packages: readonly string[]; lastResort?: string | undefined },
  client: Client,
): Promise<{ count: number }> {
  await requireDevice(address, deviceKey);
  const expiresAt = new Date(Date.now() + OFFERED_MS);
  const ofDevice = eq(messageKeyPackages.deviceKey, deviceKey);
  return inTransaction('account', async (db) => {
    // Locks the device's row while its packages are counted. Senders only need a key-share lock, so they don't wait.
    await db
      .select()
      .from(messageDevices)
      .where(eq(messageDevices.deviceKey, deviceKey))
      .for('no key update');
    if (lastResort !== undefined) {
      await db.delete(messageKeyPackages).where(and(ofDevice, messageKeyPackages.isLastResort));
      const content = Buffer.from(lastResort, 'base64');
      await db.insert(messageKeyPackages).values({ deviceKey, content, isLastResort: true, expiresAt });
    }
    const stored = await db
      .select({ id: messageKeyPackages.id })
      .from(messageKeyPackages)
      .where(
        and(
          ofDevice,
          eq(messageKeyPackages.isLastResort, false),
          gt(messageKeyPackages.expiresAt, new Date()),
        ),
      );
    const isNew = await newTo(db, deviceKey, packages);
    const added = packages.filter(isNew).slice(0, Math.max(0, MAX_KEY_PACKAGES - stored.length));
    const bytes = sizeOf([...added, ...(lastResort === undefined ? [] : [lastResort])]);
    // Asking for the number of packages stores nothing, and works even if no more can be stored.
    if (bytes > 0) {
      await countBytes(db, address, 'message', bytes);
      await admitBytes(client, { account: address, kind: 'message', bytes });
    }
    if (added.length > 0)
      await db.insert(messageKeyPackages).values(
        added.map((content) => ({
          deviceKey,
          content: Buffer.from(content, 'base64'),
          isLastResort: false,
          expiresAt,
        })),
      );
    return { count: stored.length + added.length };
  });
}

/**
 * Returns one key package for each device of an account and deletes it, so no two conversations start with the same
 * one. If a device has none left, or the claim limits are exceeded, returns the last resort, which is kept. If the
 * account has blocked the claiming one, returns none, as if all had expired.
 */
export async function claimKeyPackages(
  claimer: Address,
  address: Address,
): Promise<{ packages: { deviceKey: Hex; content: string }[] }> {
  if (await isBlocked(address, claimer)) return { packages: [] };
  const devices = await database('account')
    .select({ deviceKey: messageDevices.deviceKey })
    .from(messageDevices)
    .where(and(eq(messageDevices.address, address), isNull(messageDevices.revokedAt)))
    .orderBy(asc(messageDevices.boundAt));
  const takesOnce = await mayTakeOnce(claimer, address);
  const claimed = await Promise.all(
    devices.map(async ({ deviceKey }) => {
      const usable = and(
        eq(messageKeyPackages.deviceKey, deviceKey),
        gt(messageKeyPackages.expiresAt, new Date()),
      );
      // Skips packages that another request has locked, so none is returned twice.
      const once = takesOnce
        ? await database('account')
            .delete(messageKeyPackages)
            .where(
              eq(
                messageKeyPackages.id,
                sql`(select ${messageKeyPackages.id} from ${messageKeyPackages}
                  where ${usable} and not ${messageKeyPackages.isLastResort}
                  order by ${messageKeyPackages.id} limit 1 for update skip locked)`,
              ),
            )
            .returning({ content: messageKeyPackages.content })
        : [];
      const [given] =
        once.length > 0
          ? once
          : await database('account')
              .select({ content: messageKeyPackages.content })
              .from(messageKeyPackages)
              .where(and(usable, messageKeyPackages.isLastResort))
              .limit(1);
      return given ? [{ deviceKey, content: given.content.toString('base64') }] : [];
    }),
  );
  return { packages: claimed.flat() };
}
