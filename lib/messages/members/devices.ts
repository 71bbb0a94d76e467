import { bytesToHex, type Hex } from 'viem';
import type { Engine } from '@/lib/messages/core/engine';
import { createDevice } from '@/lib/messages/mls/device';
import { activeDevices } from '@/lib/messages/protocol/binding-log';
import {
  bindingMessage,
  type DeviceBinding,
  revocationMessage,
} from '@/lib/messages/protocol/device-binding';
import { MessengerError } from '@/lib/messages/protocol/messenger-error';
import type { AccountSigner, DeviceView } from '@/lib/messages/protocol/view-types';
import type { StoredDevice } from '@/lib/messages/storage/records';
import { refreshIdentity } from './identity';

/** Validity of a device binding, in seconds. */
const BINDING_S = 365 * 24 * 60 * 60;

async function sign(engine: Engine, signer: AccountSigner, deviceKey: Hex): Promise<DeviceBinding> {
  const created = Math.floor(engine.now() / 1_000);
  const { account, site } = engine;
  const terms = { account, chainId: signer.chainId, site, created, expires: created + BINDING_S };
  return { ...terms, signature: await signer.signTypedData(bindingMessage(terms, deviceKey)) };
}

/**
 * Registers the device on the server if it isn't registered yet.
 * @throws MessengerError if the server is unreachable.
 */
export async function ensureBound(engine: Engine): Promise<void> {
  const stored = await engine.store.read('device', 'device');
  if (!stored || stored.isBound || stored.isRevoked) return;
  await engine.api.bindDevice(bytesToHex(stored.publicKey), stored.binding);
  await engine.write(async (batch) => {
    batch.put('device', 'device', { ...stored, isBound: true });
  });
}

/**
 * Makes this browser a device of the account. Reuses a signed binding that the server hasn't recorded yet.
 * @throws the signer's error, for example if the user rejects the request.
 */
export async function startDevice(engine: Engine, signer: AccountSigner): Promise<void> {
  const known = await engine.store.read('device', 'device');
  if (!known || known.isRevoked) {
    const device = await createDevice((deviceKey) => sign(engine, signer, deviceKey));
    const stored: StoredDevice = { ...device, isBound: false, isRevoked: false, lastResortAt: 0 };
    await engine.write(async (batch) => {
      batch.put('device', 'device', stored);
      // The new device can't use the groups and key packages of the revoked one.
      for (const { key } of await engine.store.readAll('keyPackages')) batch.delete('keyPackages', key);
      for (const { key } of await engine.store.readAll('commits')) batch.delete('commits', key);
      // The last epoch and roles of a room show who may add the account to it again.
      for (const { key, value } of await engine.store.readAll('groups'))
        if (value.roles.kind === 'direct') batch.delete('groups', key);
        else batch.put('groups', key, { ...value, state: null, members: [] });
      for (const { key, value } of await engine.store.readAll('conversations'))
        batch.put('conversations', key, {
          ...value,
          groups: value.kind === 'room' ? value.groups : [],
          participants: [],
        });
    });
  }
  await ensureBound(engine);
}

/** Signs a new binding for this device, which its future key packages include. */
export async function renewDevice(engine: Engine, signer: AccountSigner): Promise<void> {
  const { deviceKey } = await engine.device();
  const binding = await sign(engine, signer, deviceKey);
  await engine.write(async (batch) => {
    const stored = await engine.store.read('device', 'device', batch);
    if (stored) batch.put('device', 'device', { ...stored, binding, lastResortAt: 0 });
  });
}

/** Records that the account revoked this device, if its log says so. */
export async function recordRevocation(engine: Engine): Promise<void> {
  const stored = await engine.store.read('device', 'device');
  if (!stored || stored.isRevoked) return;
  const { revoked } = await refreshIdentity(engine, engine.account, 0);
  const isRevoked = revoked.some(({ deviceKey }) => deviceKey === bytesToHex(stored.publicKey));
  await engine.write(async (batch) => {
    // A server that was restored from a backup may not know the device.
    batch.put('device', 'device', { ...stored, isRevoked, isBound: isRevoked, lastResortAt: 0 });
  });
}

/** Returns the account's devices from its log. */
export async function listDevices(engine: Engine): Promise<DeviceView[]> {
  const stored = await engine.store.read('device', 'device');
  const own = stored ? bytesToHex(stored.publicKey) : null;
  const entries = await engine.api.readLog(engine.account);
  const active = new Set(activeDevices(entries));
  return entries.flatMap((entry): DeviceView[] => {
    if (entry.kind !== 'bind') return [];
    const { deviceKey } = entry;
    const isThis = deviceKey === own;
    const { created, expires } = isThis && stored ? stored.binding : entry.binding;
    return [{ deviceKey, isThis, created, expires, isRevoked: !active.has(deviceKey) }];
  });
}

/** Revokes a device with the account's signature. Other members' devices then remove it from its conversations. */
export async function revokeDevice(engine: Engine, deviceKey: Hex, signer: AccountSigner): Promise<void> {
  const at = Math.floor(engine.now() / 1_000);
  const terms = { deviceKey, chainId: signer.chainId, site: engine.site, at };
  const signature = await signer.signTypedData(revocationMessage(engine.account, terms));
  await engine.api.revokeDevice({ ...terms, signature });
  const identity = await refreshIdentity(engine, engine.account, 0);
  if (!identity.revoked.some((one) => one.deviceKey === deviceKey)) throw new MessengerError('server');
  if (deviceKey === (await engine.ownKey())) await recordRevocation(engine);
}
