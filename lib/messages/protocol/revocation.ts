import { z } from 'zod';
import { type DeviceRevocation, deviceRevocation, type Trust } from './device-binding';
import type { Member } from './roles';

/** Maximum number of revocations in a commit. */
const MAX_REVOCATIONS = 50;

/** Maximum length of the revocations in a commit of this device, in bytes, so the commit fits in one API request. */
const MAX_REVOCATIONS_BYTES = 32 * 1_024;

/** Returns as many revocations as fit in one commit, and at least one if there are any. */
export function fittingRevocations(list: readonly DeviceRevocation[]): readonly DeviceRevocation[] {
  let bytes = 0;
  return list.slice(0, MAX_REVOCATIONS).filter((one, index) => {
    bytes += JSON.stringify(one).length;
    return index === 0 || bytes <= MAX_REVOCATIONS_BYTES;
  });
}

const revocations = z.array(deviceRevocation).max(MAX_REVOCATIONS);

/**
 * Encodes revocations as the authenticated data of the commit that removes their devices (RFC 9420, section 6). The
 * server can read them, but it also has them in the accounts' logs.
 */
export const encodeRevocations = (list: readonly DeviceRevocation[]): Uint8Array =>
  new TextEncoder().encode(list.length === 0 ? '' : JSON.stringify(revocations.parse(list)));

/** Decodes the revocations in a commit's authenticated data. Returns null if it contains anything else. */
export function decodeRevocations(data: Uint8Array): readonly DeviceRevocation[] | null {
  if (data.length === 0) return [];
  try {
    return revocations.parse(JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(data)));
  } catch {
    // Data from other devices may be malformed.
    return null;
  }
}

/** Returns whether each revocation names a device that the commit removes and is signed by its account's own key. */
export async function areRevoked(
  removed: readonly Member[],
  list: readonly DeviceRevocation[],
  { isProven }: Trust,
): Promise<boolean> {
  for (const revocation of list) {
    const member = removed.find(({ deviceKey }) => deviceKey === revocation.deviceKey);
    if (!member || !(await isProven(member.account, revocation))) return false;
  }
  return true;
}
