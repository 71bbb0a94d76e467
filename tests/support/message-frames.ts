import { createHash } from 'node:crypto';
import { encodeMlsMessage } from 'ts-mls/message.js';
import type { Hex } from 'viem';
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
  { deviceKey }: { deviceKey: Hex },
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
  { deviceKey }: { deviceKey: Hex },
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
