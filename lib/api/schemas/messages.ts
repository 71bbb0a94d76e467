import { z } from 'zod';
import { logEntry } from '@/lib/messages/protocol/binding-log';
import { deviceBinding, deviceRevocation } from '@/lib/messages/protocol/device-binding';
import { address, addressInput, time, wireInt } from './values';

// The `error` strings here are message keys under `api.issue`, which the server translates.

/** Maximum length of a message, commit, or welcome, in bytes. */
export const MAX_MESSAGE_BYTES = 64 * 1_024;
/** Maximum number of items in a response of the inbox. */
export const INBOX_ITEMS = 100;
/** Maximum length of all items in a response of the inbox, in bytes, unless it has only one. */
export const INBOX_BYTES = 512 * 1_024;
/** Maximum number of entries in a response with a log. */
export const LOG_ENTRIES = 20;
/** Maximum length of a key package, in bytes. The binding in it may have a long signature. */
const MAX_PACKAGE_BYTES = 32 * 1_024;
/** Maximum number of key packages that a device has stored, besides its last resort. */
export const MAX_KEY_PACKAGES = 50;
/** Maximum number of devices that one message goes to: those of the largest conversation (MAX_LEAVES of tree-guards.ts). */
export const MAX_DEVICES = 128;

const deviceKey = z
  .templateLiteral(['0x', z.string().regex(/^[0-9a-f]{64}$/)], { error: 'deviceKey' })
  .meta({ description: 'Public Ed25519 key of a device.', examples: [`0x${'1f'.repeat(32)}`] });
const groupId = z
  .string({ error: 'groupId' })
  .regex(/^[0-9a-f]{32,64}$/, { error: 'groupId' })
  .meta({ description: 'Group ID in hexadecimal, chosen at random.', examples: ['5e'.repeat(16)] });
const bytesOf = (most: number) =>
  z
    .base64({ error: 'base64' })
    .max(Math.ceil(most / 3) * 4, { error: 'base64' })
    .min(1, { error: 'base64' });
const ciphertext = bytesOf(MAX_MESSAGE_BYTES).meta({
  description: 'Base64 of at most 64 KiB. The server can’t read it.',
  examples: ['AAEAAQ=='],
});
const stored = z
  .string()
  .regex(/^[\w+/]+=*$/)
  .meta({ description: 'Base64.', examples: ['AAEAAQ=='] });
const recipients = z.array(deviceKey, { error: 'deviceKey' }).min(1).max(MAX_DEVICES, { error: 'deviceKey' });
const secret = (description: string) =>
  z
    .templateLiteral(['0x', z.string().regex(/^[0-9a-f]{64}$/)], { error: 'access' })
    .meta({ description, examples: [`0x${'7c'.repeat(32)}`] });
const access = secret('Access value of the epoch, which only members can compute (MLS exporter, 32 bytes).');
const nextAccessHash = secret('SHA-256 of the access value of the epoch after the commit.');
const messageId = z
  .string({ error: 'messageId' })
  .regex(/^[0-9a-f]{32}$/, { error: 'messageId' })
  .meta({
    description: 'ID of the message in hexadecimal, chosen at random. The same one again isn’t queued again.',
    examples: ['9d'.repeat(16)],
  });
const epoch = wireInt.meta({ description: 'Epoch of the group (RFC 9420).' });

export const bindDeviceInput = z.object({ deviceKey, binding: deviceBinding });
export const revokeDeviceInput = deviceRevocation;
export const logHead = z.object({ length: z.int(), hash: z.string() });
export const logQuery = z.object({
  address: addressInput,
  after: wireInt
    .pipe(z.int().max(2_147_483_647))
    .default(0)
    .describe('Number of entries that the client has. The answer starts after them.'),
});
export const deviceLog = z.object({
  entries: z.array(logEntry).max(LOG_ENTRIES),
  isComplete: z.boolean().describe('Whether these are the latest ones. If not, ask again with `after`.'),
});

export const keyPackagesInput = z.object({
  deviceKey,
  packages: z.array(bytesOf(MAX_PACKAGE_BYTES)).max(MAX_KEY_PACKAGES, { error: 'base64' }),
  lastResort: bytesOf(MAX_PACKAGE_BYTES).optional(),
});
export const keyPackageCount = z.object({ count: z.int().describe('Unclaimed key packages of the device.') });
export const claimInput = z.object({ address: addressInput });
export const claimedPackages = z.object({
  packages: z.array(z.object({ deviceKey: z.string(), content: stored })),
});

export const sendInput = z.object({
  deviceKey,
  groupId,
  epoch,
  access,
  messageId,
  content: ciphertext,
  to: recipients,
});
export const commitInput = z
  .object({
    deviceKey,
    groupId,
    epoch,
    access: access.optional().describe('Access value of the epoch. Required except for the first one, 0.'),
    nextAccessHash,
    content: ciphertext,
    to: z.array(deviceKey).max(MAX_DEVICES, { error: 'deviceKey' }),
    welcome: z.object({ content: ciphertext, to: recipients }).optional(),
  })
  .refine((commit) => commit.epoch === 0 || commit.access !== undefined, {
    path: ['access'],
    error: 'access',
  });
export const sendResult = z.object({
  missed: z
    .array(z.string())
    .describe(
      'Devices that it wasn’t queued for: revoked, unknown, or with too much waiting, overall or from this account.',
    ),
});

export const inboxQuery = z.object({ deviceKey });
export const inbox = z
  .object({
    items: z.array(
      z.object({
        id: z.int(),
        kind: z.enum(['message', 'commit', 'welcome']),
        groupId: z.string(),
        content: stored,
        sentAt: time,
        start: z
          .object({ epoch: z.int(), accessHash: nextAccessHash })
          .nullable()
          .describe(
            'For a welcome: the epoch after its commit, and the hash of its access value. Null for others.',
          ),
      }),
    ),
    isComplete: z
      .boolean()
      .describe(
        'Whether nothing else waits. If not, acknowledge these items, and ask again. An event of the stream has all new items, or none and false here.',
      ),
  })
  .meta({ id: 'Inbox' });
const imageId = z
  .string({ error: 'imageId' })
  .regex(/^[0-9a-f]{32}$/, { error: 'imageId' })
  .meta({ description: 'ID of the image in hexadecimal, 128 random bits.', examples: ['3c'.repeat(16)] });
export const imageQuery = z.object({ deviceKey, id: imageId });
export const imageForm = imageQuery.extend({
  file: z.file().describe('Ciphertext of at most 1 MiB. The server can’t read it.'),
});
export const iceServersQuery = z.object({ deviceKey });
export const iceServers = z.object({
  iceServers: z
    .array(
      z.object({
        urls: z.array(z.string()).meta({ examples: [['turn:turn.example.org:3478?transport=udp']] }),
        username: z.string().optional().describe('Only for TURN. A pseudonym of the account and day.'),
        credential: z.string().optional(),
      }),
    )
    .describe('As in the configuration of an `RTCPeerConnection`.'),
  ttl: z.int().describe('Seconds until the credentials expire.'),
});
export const acknowledgeInput = z.object({
  deviceKey,
  ids: z.array(wireInt).min(1).max(INBOX_ITEMS).describe('IDs of the items that the device has stored.'),
});

export const streamQuery = z.object({ deviceKey });

export const blockInput = z.object({
  address: addressInput,
  isBlocked: z.boolean(),
});
export const blockList = z.object({ addresses: z.array(address) });

/** Maximum length of a report's reason, in characters. */
const MAX_REASON = 1_000;
export const reportInput = z.object({
  address: addressInput,
  reason: z
    .string({ error: 'reportReason' })
    .trim()
    .min(1, { error: 'reportReason' })
    .max(MAX_REASON, { error: 'reportReason' }),
  groupId: groupId.optional(),
});
