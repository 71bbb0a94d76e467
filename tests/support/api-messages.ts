import { createHash } from 'node:crypto';
import type { KeyPackage } from 'ts-mls';
import { decodeMlsMessage, encodeMlsMessage } from 'ts-mls/message.js';
import { bytesToHex, type Hex, type LocalAccount } from 'viem';
import { POST as acknowledgeRoute } from '@/app/api/messages/acknowledge/route';
import { POST as commitRoute } from '@/app/api/messages/commit/route';
import { POST as revokeRoute } from '@/app/api/messages/device/revoke/route';
import { POST as bindRoute } from '@/app/api/messages/device/route';
import { GET as inboxRoute } from '@/app/api/messages/inbox/route';
import { POST as claimRoute } from '@/app/api/messages/keyPackages/claim/route';
import { POST as packagesRoute } from '@/app/api/messages/keyPackages/route';
import { POST as sendRoute } from '@/app/api/messages/send/route';
import { claimedPackages, inbox } from '@/lib/api/schemas/messages';
import type { Device, OwnKeyPackage } from '@/lib/wallet/messages/device';
import { revocationMessage } from '@/lib/wallet/messages/device-binding';
import { demoAccount } from '@/scripts/launcher/chains/anvil-client';
import { callRoute } from './api-call';
import { tokenOf } from './api-login';
import { keyOf, NOW, newAccount, newDevice } from './messaging';
import { ORIGIN } from './plain-chains';

export const base64 = (content: Uint8Array) => Buffer.from(content).toString('base64');
export const randomBytes = (length: number) => crypto.getRandomValues(new Uint8Array(length));
const randomId = () => Buffer.from(randomBytes(16)).toString('hex');
const sha256 = (...parts: readonly (string | Uint8Array)[]): Hex => {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(part);
  return `0x${hash.digest('hex')}`;
};

/** Host for which the tests' accounts bind devices. */
export const DEVICE_SITE = new URL(ORIGIN).host;

/** Creates a messaging device, and binds it to a signed-in account. */
export async function bindNewDevice(
  account: LocalAccount,
  token: string,
): Promise<{ device: Device; deviceKey: Hex }> {
  const device = await newDevice(account, { site: DEVICE_SITE, chainId: 31337 });
  const deviceKey = keyOf(device);
  const { code } = await callRoute(bindRoute, {
    token,
    json: true,
    body: { deviceKey, binding: device.binding },
  });
  if (code !== 200) throw new Error(`the device was not bound: ${code}`);
  return { device, deviceKey };
}

/** A signed-in account with a device, whose calls the test makes. */
export type Person = { account: LocalAccount; token: string; device: Device; deviceKey: Hex };

/** Signs in a demo account, or a new account without a number, and binds a device to it. */
export async function person(number?: Parameters<typeof demoAccount>[0]): Promise<Person> {
  const account = number === undefined ? newAccount() : demoAccount(number);
  const token = await tokenOf(account);
  return { account, token, ...(await bindNewDevice(account, token)) };
}

/** Returns the request body of a device's revocation, `at` a time in seconds. */
export async function revocationBody(
  { account, deviceKey }: Pick<Person, 'account' | 'deviceKey'>,
  { at = NOW, signedBy = account }: { at?: number; signedBy?: LocalAccount } = {},
) {
  const terms = { deviceKey, chainId: 31337, site: DEVICE_SITE, at };
  return { ...terms, signature: await signedBy.signTypedData(revocationMessage(account.address, terms)) };
}

export const revoke = ({ token }: Pick<Person, 'token'>, body: Change) =>
  callRoute(revokeRoute, { token, json: true, body });

/** Claims a key package of each of an account's devices. */
export async function claimPackages({ token }: Pick<Person, 'token'>, address: Hex): Promise<KeyPackage[]> {
  const { data } = await callRoute(claimRoute, { token, json: true, body: { address } });
  return claimedPackages.parse(data).packages.map(({ content }) => {
    const message = decodeMlsMessage(Buffer.from(content, 'base64'), 0)?.[0];
    if (message?.wireformat !== 'mls_key_package') throw new Error('not a key package');
    return message.keyPackage;
  });
}

export const keyOfPackage = ({ leafNode }: KeyPackage) => bytesToHex(leafNode.signaturePublicKey);

export const encodedPackage = ({ publicPackage: keyPackage }: OwnKeyPackage) =>
  base64(encodeMlsMessage({ wireformat: 'mls_key_package', version: 'mls10', keyPackage }));

/** Uploads key packages, and one that is claimed when no other is left. */
export const offerPackages = (
  { token, deviceKey }: Person,
  packages: readonly OwnKeyPackage[],
  lastResort?: OwnKeyPackage,
) =>
  callRoute(packagesRoute, {
    token,
    json: true,
    body: {
      deviceKey,
      packages: packages.map(encodedPackage),
      ...(lastResort ? { lastResort: encodedPackage(lastResort) } : {}),
    },
  });

/** Returns an MLS private message as the server sees it: a real header, and random bytes instead of ciphertext. */
export const frame = (
  contentType: 'application' | 'commit' | 'proposal',
  { groupId, epoch, length = 64 }: { groupId: string; epoch: number | bigint; length?: number },
): Uint8Array =>
  encodeMlsMessage({
    wireformat: 'mls_private_message',
    version: 'mls10',
    privateMessage: {
      groupId: Buffer.from(groupId, 'hex'),
      epoch: BigInt(epoch),
      contentType,
      authenticatedData: new Uint8Array(),
      encryptedSenderData: randomBytes(28),
      ciphertext: randomBytes(length),
    },
  });

/** Returns an MLS welcome for a number of devices. */
export const welcomeFrame = (devices: number): Uint8Array =>
  encodeMlsMessage({
    wireformat: 'mls_welcome',
    version: 'mls10',
    welcome: {
      cipherSuite: 'MLS_128_DHKEMX25519_AES128GCM_SHA256_Ed25519',
      secrets: Array.from({ length: devices }, () => ({
        newMember: randomBytes(32),
        encryptedGroupSecrets: { kemOutput: randomBytes(32), ciphertext: randomBytes(64) },
      })),
      encryptedGroupInfo: randomBytes(128),
    },
  });

/** Returns the welcome of a commit that adds a device. */
export const welcomeTo = (deviceKey: Hex) => ({ content: base64(welcomeFrame(1)), to: [deviceKey] });

/** A conversation as its members see it. The access value of an epoch is a secret of the group. */
export type Group = { groupId: string; accessOf: (epoch: number) => Hex };
export function newGroup(groupId = randomId()): Group {
  const secret = randomBytes(32);
  return { groupId, accessOf: (epoch) => sha256(secret, String(epoch)) };
}
export const accessHashOf = (access: Hex): Hex => sha256(Buffer.from(access.slice(2), 'hex'));

type Change = Record<string, unknown>;

/** Returns the request body of a message to devices in an epoch. `change` replaces fields. */
export const messageBody = (
  { deviceKey }: Pick<Person, 'deviceKey'>,
  { groupId, accessOf }: Group,
  epoch: number,
  to: readonly Hex[],
  change: Change = {},
) => ({
  deviceKey,
  groupId,
  epoch,
  access: accessOf(epoch),
  messageId: randomId(),
  content: base64(frame('application', { groupId, epoch })),
  to,
  ...change,
});

/** Returns the request body of a commit that ends an epoch. `change` replaces fields. */
export const commitBody = (
  { deviceKey }: Pick<Person, 'deviceKey'>,
  { groupId, accessOf }: Group,
  epoch: number,
  to: readonly Hex[],
  change: Change = {},
) => ({
  deviceKey,
  groupId,
  epoch,
  ...(epoch === 0 ? {} : { access: accessOf(epoch) }),
  nextAccessHash: accessHashOf(accessOf(epoch + 1)),
  content: base64(frame('commit', { groupId, epoch })),
  to,
  ...change,
});

export const send = ({ token }: Pick<Person, 'token'>, body: Change) =>
  callRoute(sendRoute, { token, json: true, body });
export const commit = ({ token }: Pick<Person, 'token'>, body: Change) =>
  callRoute(commitRoute, { token, json: true, body });

/** Starts a conversation, which is in epoch 1 afterward. */
export async function startGroup(
  by: Pick<Person, 'token' | 'deviceKey'>,
  to: readonly Hex[] = [],
): Promise<Group> {
  const group = newGroup();
  const { code } = await commit(by, commitBody(by, group, 0, to));
  if (code !== 200) throw new Error(`the conversation was not started: ${code}`);
  return group;
}

export const acknowledge = (
  { token, deviceKey }: Pick<Person, 'token' | 'deviceKey'>,
  ids: readonly number[],
) => callRoute(acknowledgeRoute, { token, json: true, body: { deviceKey, ids } });

export const inboxOf = async ({ token, deviceKey }: Pick<Person, 'token' | 'deviceKey'>) =>
  inbox.parse((await callRoute(inboxRoute, { token, query: { deviceKey } })).data);

/** Returns a device key that isn't in use. */
export const unknownDevice = () => bytesToHex(randomBytes(32));
