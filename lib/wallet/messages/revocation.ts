import { z } from 'zod';
import { type DeviceRevocation, deviceRevocation, type Trust } from './device-binding';
import type { Member } from './roles';

/** Maximum number of revocations in a commit. */
const MOST_REVOCATIONS = 50;

/** Maximum length of the revocations in a commit that this device makes, in bytes, so that it fits in a call. */
const LONGEST_REVOCATIONS_BYTES = 32 * 1_024;

/** Returns as many revocations as fit in one commit, at least one if there are any. */
export function fittingRevocations(list: readonly DeviceRevocation[]): readonly DeviceRevocation[] {
  let bytes = 0;
  return list.slice(0, MOST_REVOCATIONS).filter((one, index) => {
    bytes += JSON.stringify(one).length;
    return index === 0 || bytes <= LONGEST_REVOCATIONS_BYTES;
  });
}

const revocations = z.array(deviceRevocation).max(MOST_REVOCATIONS);

/**
 * Returns revocations as the authenticated data of the commit that removes their devices (RFC 9420, section 6). The server
 * can read it, as it can read the accounts' logs.
 */
export const encodeRevocations = (list: readonly DeviceRevocation[]): Uint8Array =>
  new TextEncoder().encode(list.length === 0 ? '' : JSON.stringify(revocations.parse(list)));

/** Returns the revocations in a commit's authenticated data, or null if there is anything else. */
export function decodeRevocations(data: Uint8Array): readonly DeviceRevocation[] | null {
  if (data.length === 0) return [];
  try {
    return revocations.parse(JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(data)));
  } catch {
    // Other devices may send anything.
    return null;
  }
}

/**
 * Returns whether each revocation is of one of the devices that a commit removes, and signed by its account.
 * @throws UnverifiedError if the account's chain is needed but can't be read.
 */
export async function areRevoked(
  removed: readonly Member[],
  list: readonly DeviceRevocation[],
  { isRevoked }: Trust,
): Promise<boolean> {
  for (const revocation of list) {
    const member = removed.find(({ deviceKey }) => deviceKey === revocation.deviceKey);
    if (!member || !(await isRevoked(member.account, revocation))) return false;
  }
  return true;
}
