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
import type { Device, OwnKeyPackage } from '@/lib/messages/mls/device';
import { revocationMessage } from '@/lib/messages/protocol/device-binding';
import { demoAccount } from '@/scripts/launcher/chains/anvil-client';
import { callRoute } from './api-call';
import { tokenOf } from './api-sign-in';
import { base64, commitBody, DEVICE_SITE, type Group, newGroup, randomBytes } from './message-frames';
import { keyOf, NOW, newAccount, newDevice } from './messaging';

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

type Change = Record<string, unknown>;

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

/** Uploads key packages in base64. */
export const storePackages = (
  { token, deviceKey }: Person,
  packages: readonly string[],
  lastResort?: string,
) =>
  callRoute(packagesRoute, {
    token,
    json: true,
    body: { deviceKey, packages, ...(lastResort === undefined ? {} : { lastResort }) },
  });

/** Uploads key packages, and one that is claimed when no other is left. */
export const offerPackages = (one: Person, packages: readonly OwnKeyPackage[], lastResort?: OwnKeyPackage) =>
  storePackages(one, packages.map(encodedPackage), lastResort && encodedPackage(lastResort));

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
