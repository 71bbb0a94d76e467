import { sha256 } from 'viem';
import type { Engine } from '@/lib/messages/core/engine';
import { createKeyPackage } from '@/lib/messages/mls/device';
import { encodeKeyPackage } from '@/lib/messages/mls/key-package';

/** Number of unclaimed key packages on the server after an upload. Each conversation that others start uses one. */
const OFFERED_PACKAGES = 30;
/** Minimum number of unclaimed key packages before more are uploaded. */
const MIN_PACKAGES = 15;
/** Age at which the last-resort key package is replaced, in ms. The server offers it for 28 days. */
const LAST_RESORT_MS = 7 * 24 * 60 * 60 * 1_000;
/** Age at which an unused own key package is deleted, in ms. It has expired by then. */
const PACKAGE_MS = 32 * 24 * 60 * 60 * 1_000;
/** Maximum number of own key packages stored on the device, besides last resorts. The server offers the latest ones. */
const MAX_STORED_PACKAGES = 100;
/** Uploads key packages if the server is running low, and replaces the last resort before it expires. */
export async function topUpKeyPackages(engine: Engine): Promise<void> {
  engine.requireInbox();
  const device = await engine.device();
  const now = engine.now();
  const isLastOld = engine.isPast(await engine.lastResortAt(), LAST_RESORT_MS);
  const present = await engine.api.storeKeyPackages(device.deviceKey, { packages: [], lastResort: null });
  const missing = present < MIN_PACKAGES ? OFFERED_PACKAGES - present : 0;
  if (missing === 0 && !isLastOld) return;
  const made = await Promise.all(
    Array.from({ length: missing + (isLastOld ? 1 : 0) }, async (_, index) => {
      const { publicPackage, privatePackage } = await createKeyPackage(device, Math.floor(now / 1_000));
      const encoded = encodeKeyPackage(publicPackage);
      const record = {
        publicPackage: encoded,
        privatePackage,
        createdAt: now,
        isLastResort: index >= missing,
      };
      return { key: sha256(encoded).slice(2), record };
    }),
  );
  // Store the private keys before the upload. A welcome to a key package that isn't stored could never be read.
  await engine.write(async (batch) => {
    for (const { key, record } of made) batch.put('keyPackages', key, record);
    const stored = (await engine.store.readAll('keyPackages')).toSorted(
      (one, other) => other.value.createdAt - one.value.createdAt,
    );
    const latest = stored.filter(({ value }) => !value.isLastResort).slice(0, MAX_STORED_PACKAGES - missing);
    for (const { key, value } of stored) {
      const isKept = value.isLastResort || latest.some((one) => one.key === key);
      if (!isKept || now - value.createdAt > PACKAGE_MS) batch.delete('keyPackages', key);
    }
  });
  const packages = made
    .filter(({ record }) => !record.isLastResort)
    .map(({ record }) => record.publicPackage);
  const lastResort = made.find(({ record }) => record.isLastResort)?.record.publicPackage ?? null;
  await engine.api.storeKeyPackages(device.deviceKey, { packages, lastResort });
  if (lastResort)
    await engine.write(async (batch) => {
      const stored = await engine.store.read('device', 'device', batch);
      if (stored) batch.put('device', 'device', { ...stored, lastResortAt: now });
    });
}
