import { concat, type Hex, sha256, stringToBytes } from 'viem';
import { z } from 'zod';
import { deviceBinding, deviceKey, deviceRevocation } from './device-binding';

/** Hash before the first entry. */
const START: Hex = `0x${'0'.repeat(64)}`;

/** One change to an account's devices, signed by the account. */
export const logEntry = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('bind'), deviceKey, binding: deviceBinding }),
  z.strictObject({ kind: z.literal('revoke'), ...deviceRevocation.shape }),
]);
export type LogEntry = z.infer<typeof logEntry>;

/** Length of a log and the hash over all of its entries. Two logs with equal heads are the same log. */
export type LogHead = { length: number; hash: Hex };

export const emptyHead: LogHead = { length: 0, hash: START };

/** Returns the head after one more entry. Its hash covers the previous hash, so no earlier entry can be altered. */
export function nextHead({ length, hash }: LogHead, entry: LogEntry): LogHead {
  // Zod returns fields in the schema's order, so equal entries serialize to the same text.
  const text = JSON.stringify(logEntry.parse(entry));
  return { length: length + 1, hash: sha256(concat([hash, sha256(stringToBytes(text))])) };
}

/** Returns the head after each entry of a log, starting with the empty log. */
export function headsOf(entries: readonly LogEntry[]): LogHead[] {
  const heads = [emptyHead];
  for (const entry of entries) heads.push(nextHead(heads.at(-1) ?? emptyHead, entry));
  return heads;
}

/**
 * How a log relates to heads that this device has read or that members have reported. `consistent`: it continues all of
 * them. `shorter`: it is shorter than one of them. `fork`: its history differs, which proves that the server showed two
 * different histories.
 */
export type Consistency = 'consistent' | 'shorter' | 'fork';

/** Compares an account's log with all of its known heads. */
export function consistencyOf(entries: readonly LogEntry[], seen: readonly LogHead[]): Consistency {
  const heads = headsOf(entries);
  if (seen.some(({ length, hash }) => length < heads.length && heads[length]?.hash !== hash)) return 'fork';
  return seen.some(({ length }) => length >= heads.length) ? 'shorter' : 'consistent';
}

/**
 * Returns the keys of the devices that a log has bound and not revoked. A revoked key stays revoked even if a later
 * entry binds it again, because the holder of the device may also hold an old binding.
 */
export function activeDevices(entries: readonly LogEntry[]): Hex[] {
  const revoked = new Set(entries.filter(({ kind }) => kind === 'revoke').map((entry) => entry.deviceKey));
  const bound = entries.filter(({ kind }) => kind === 'bind').map((entry) => entry.deviceKey);
  return [...new Set(bound)].filter((key) => !revoked.has(key));
}
