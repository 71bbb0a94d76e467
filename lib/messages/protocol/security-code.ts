import { hexToBytes } from 'viem';
import type { Member } from './roles';
import type { ParticipantView } from './view-types';

const GROUPS = 12;
/** Hash bytes per group of five digits, as in Signal's safety numbers. */
const BYTES_PER_GROUP = 5;
const PURPOSE = new TextEncoder().encode('Tidewell security code 1');

/**
 * Returns a conversation's security code: 12 groups of five digits that two users compare by reading or by QR code. All
 * members see the same code. It depends on every device, so comparing it reveals a device that the server added
 * secretly.
 */
export async function securityCode(
  members: readonly Pick<Member, 'account' | 'deviceKey'>[],
): Promise<readonly string[]> {
  const parts = members
    .map(({ account, deviceKey }) => `${account.toLowerCase()}${deviceKey.toLowerCase().slice(2)}` as const)
    .toSorted()
    .map((hex) => hexToBytes(hex as `0x${string}`));
  const length = parts.reduce((sum, part) => sum + part.length, PURPOSE.length);
  const input = new Uint8Array(length);
  let offset = 0;
  for (const part of [PURPOSE, ...parts]) {
    input.set(part, offset);
    offset += part.length;
  }
  const hash = new Uint8Array(await crypto.subtle.digest('SHA-512', input));
  return Array.from({ length: GROUPS }, (_, group) => {
    const bytes = hash.slice(group * BYTES_PER_GROUP, (group + 1) * BYTES_PER_GROUP);
    const number = bytes.reduce((value, byte) => value * 256n + BigInt(byte), 0n) % 100_000n;
    return number.toString().padStart(5, '0');
  });
}

type WithParticipants = { participants: readonly ParticipantView[] };

/** Returns the devices of a conversation, which its security code covers. */
export const devicesOf = ({ participants }: WithParticipants) =>
  participants.flatMap(({ account, devices }) => devices.map((deviceKey) => ({ account, deviceKey })));

/** Returns one line for each device of an account. */
export const codeLines = ({ account, devices }: Pick<ParticipantView, 'account' | 'devices'>): string[] =>
  devices.map((key) => `${account.toLowerCase()} ${key}`);

/** Returns a text that identifies the conversation's set of devices. It changes whenever the security code does. */
export const codeOf = ({ participants }: WithParticipants): string =>
  participants.flatMap(codeLines).toSorted().join('\n');
