import { concat, type Hex, sha256, stringToBytes } from 'viem';
import { z } from 'zod';
import { deviceBinding, deviceKey, deviceRevocation } from './device-binding';

/** Hash before the first entry. */
const START: Hex = `0x${'0'.repeat(64)}`;

/** One change of an account's devices. Both kinds carry the account's signature. */
export const logEntry = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('bind'), deviceKey, binding: deviceBinding }),
  z.strictObject({ kind: z.literal('revoke'), ...deviceRevocation.shape }),
]);
export type LogEntry = z.infer<typeof logEntry>;

/** How many entries a log has, and the hash over all of them. Two equal heads are the head of the same log. */
export type LogHead = { length: number; hash: Hex };

export const emptyHead: LogHead = { length: 0, hash: START };

/** Returns the head after one more entry. Its hash covers the previous hash, so no earlier entry can be changed. */
export function nextHead({ length, hash }: LogHead, entry: LogEntry): LogHead {
  // Zod returns the fields in the schema's order, so equal entries have equal text.
  const text = JSON.stringify(logEntry.parse(entry));
  return { length: length + 1, hash: sha256(concat([hash, sha256(stringToBytes(text))])) };
}

/** Returns the heads of a log after each of its entries, the empty one first. */
export function headsOf(entries: readonly LogEntry[]): LogHead[] {
  const heads = [emptyHead];
  for (const entry of entries) heads.push(nextHead(heads.at(-1) ?? emptyHead, entry));
  return heads;
}

/**
 * How a log relates to heads that were seen before, by this device or by members who told it: it continues all of them,
 * it is shorter than one (`behind`), or it has another history (`fork`). A fork proves that the server showed two people
 * different histories.
 */
export type Consistency = 'consistent' | 'behind' | 'fork';

/** Compares an account's log with all heads of it that were seen before. */
export function consistencyOf(entries: readonly LogEntry[], seen: readonly LogHead[]): Consistency {
  const heads = headsOf(entries);
  if (seen.some(({ length, hash }) => length < heads.length && heads[length]?.hash !== hash)) return 'fork';
  return seen.some(({ length }) => length >= heads.length) ? 'behind' : 'consistent';
}

/**
 * Returns the keys of the devices that a log has bound and not revoked. A revoked key stays revoked, also if it is bound
 * again, because whoever has the device could have an old binding.
 */
export function activeDevices(entries: readonly LogEntry[]): Hex[] {
  const revoked = new Set(entries.filter(({ kind }) => kind === 'revoke').map((entry) => entry.deviceKey));
  const bound = entries.filter(({ kind }) => kind === 'bind').map((entry) => entry.deviceKey);
  return [...new Set(bound)].filter((key) => !revoked.has(key));
}
