import type { Address } from 'viem';
import type { Engine } from '@/lib/messages/core/engine';
import { isFull } from '@/lib/messages/members/lagging-devices';
import { deviceKeyOf, type KeyPackage, openKeyPackage } from '@/lib/messages/mls/key-package';
import { bindingSize, MAX_ACCOUNT_BYTES } from '@/lib/messages/mls/tree-guards';
import { UnverifiedError } from '@/lib/messages/protocol/device-binding';
import type { Member } from '@/lib/messages/protocol/roles';
import type { ConversationId } from '@/lib/messages/protocol/view-types';
import type { StoredIdentity } from '@/lib/messages/storage/records';

/**
 * Claims one key package for each of an account's devices. Each claim removes one from the server. Skips key packages
 * that can't be verified.
 * @throws MessengerError if the server is unreachable, or UnverifiedError if the account's chain can't be read.
 */
async function claimFor(engine: Engine, account: Address): Promise<KeyPackage[]> {
  const packages = await engine.api.claimKeyPackages(account);
  const found: KeyPackage[] = [];
  let unverified: UnverifiedError | null = null;
  for (const encoded of packages) {
    try {
      // The server isn't trusted to return this account's key packages.
      const opened = await openKeyPackage(encoded, account, engine.trust);
      if (opened) found.push(opened);
    } catch (error) {
      if (!(error instanceof UnverifiedError)) throw error;
      unverified = error;
    }
  }
  if (found.length === 0 && unverified) throw unverified;
  return found;
}

/**
 * Returns a function that claims key packages at most once per account, so retries don't use more. Omits devices that
 * recently missed a commit of the conversation because their queues were full. They would miss their welcome.
 */
export function claimOnce(engine: Engine, id: ConversationId) {
  const claimed = new Map<Address, Promise<KeyPackage[]>>();
  return async (account: Address): Promise<KeyPackage[]> => {
    const known = claimed.get(account) ?? claimFor(engine, account);
    claimed.set(account, known);
    return (await known).filter((keyPackage) => !isFull(engine, id, deviceKeyOf(keyPackage)));
  };
}

/** Returns key packages of the account's devices that are in its log but not in the group. */
export async function addable(
  claim: ReturnType<typeof claimOnce>,
  { account, active, revoked }: StoredIdentity,
  present: readonly Member[],
): Promise<KeyPackage[]> {
  let size = 0;
  return (await claim(account)).filter((keyPackage) => {
    const key = deviceKeyOf(keyPackage);
    const isIn = present.some(({ deviceKey }) => deviceKey === key);
    if (isIn || !active.includes(key) || revoked.some(({ deviceKey }) => deviceKey === key)) return false;
    size += bindingSize(keyPackage.leafNode).size;
    // Of an account with long signatures, only some devices fit in a group.
    return size <= MAX_ACCOUNT_BYTES;
  });
}

export type Claim = ReturnType<typeof claimOnce>;
