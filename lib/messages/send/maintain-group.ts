import { type Address, isAddressEqual, sha256 } from 'viem';
import { isRefusal } from '@/lib/messages/core/api';
import { applyContent, groupsOf, joinersOf, requireConversation } from '@/lib/messages/core/conversations';
import type { Engine } from '@/lib/messages/core/engine';
import { unlistedIn } from '@/lib/messages/members/device-trust';
import {
  identityOf,
  recordReportedHeads,
  refreshIdentity,
  refreshIfVerifiable,
} from '@/lib/messages/members/identity';
import {
  type BehindDevice,
  behindIn,
  isFull,
  removable,
  returning,
  stillBehind,
  withMissed,
} from '@/lib/messages/members/lagging-devices';
import { createKeyPackage } from '@/lib/messages/mls/device';
import {
  type Conversation,
  membersOf,
  type RequestedChange,
  unconfirmedMembers,
} from '@/lib/messages/mls/group';
import { deviceKeyOf, encodeKeyPackage, type KeyPackage } from '@/lib/messages/mls/key-package';
import { bindingSize, MAX_ACCOUNT_BYTES } from '@/lib/messages/mls/tree-guards';
import { type DeviceRevocation, UnverifiedError } from '@/lib/messages/protocol/device-binding';
import { isFinal, MessengerError } from '@/lib/messages/protocol/messenger-error';
import { fittingRevocations } from '@/lib/messages/protocol/revocation';
import { MAX_ACCOUNT_DEVICES, type Member, mayRemove, roleOf } from '@/lib/messages/protocol/roles';
import type { ConversationId } from '@/lib/messages/protocol/view-types';
import type { StoredConversation, StoredGroup, StoredIdentity } from '@/lib/messages/storage/records';
import { changeGroup, claimFor } from './commits';

/** Number of unclaimed key packages on the server after an upload. Each conversation that others start uses one. */
const OFFERED_PACKAGES = 30;
/** Minimum number of unclaimed key packages before more are uploaded. */
const MIN_PACKAGES = 15;
/** Age at which the last-resort key package is replaced, in ms. The server offers it for 28 days. */
const LAST_RESORT_MS = 7 * 24 * 60 * 60 * 1_000;
/** Age at which an unused own key package is deleted, in ms. It has expired by then. */
const PACKAGE_MS = 32 * 24 * 60 * 60 * 1_000;
/** Maximum number of own key packages stored on the device, besides last resorts. The server offers the latest ones. */
const MAX_STORED_PACKAGES = 100;
/** Maximum number of accounts in a room. A message to all of their devices fits in one API request. */
export const MAX_ROOM_ACCOUNTS = 100;
/**
 * How long to wait before retrying to add a device or account, in ms. Each attempt uses a key package of each of the
 * account's other devices.
 */
const UNREACHABLE_MS = 60 * 60 * 1_000;

/** Uploads key packages if the server is running low, and replaces the last resort before it expires. */
export async function topUpKeyPackages(engine: Engine): Promise<void> {
  engine.requireNetworkLock();
  const device = await engine.device();
  const now = engine.now();
  const isLastOld = engine.isPast(await engine.lastResortAt(), LAST_RESORT_MS);
  const present = await engine.api.storeKeyPackages(device.deviceKey, { packages: [], lastResort: null });
  const missing = present < MIN_PACKAGES ? OFFERED_PACKAGES - present : 0;
  if (missing === 0 && !isLastOld) return;
  const made = await Promise.all(
    Array.from({ length: missing + (isLastOld ? 1 : 0) }, async (_, index) => {
      const { publicPackage, privatePackage } = await createKeyPackage(device, Math.floor(now / 1_000));
      const encoded = encodeKeyPackage(publicPackage);
      const record = {
        publicPackage: encoded,
        privatePackage,
        createdAt: now,
        isLastResort: index >= missing,
      };
      return { key: sha256(encoded).slice(2), record };
    }),
  );
  // Store the private keys before the upload. A welcome to a key package that isn't stored could never be read.
  await engine.write(async (batch) => {
    for (const { key, record } of made) batch.put('keyPackages', key, record);
    const stored = (await engine.store.readAll('keyPackages')).toSorted(
      (one, other) => other.value.createdAt - one.value.createdAt,
    );
    const latest = stored.filter(({ value }) => !value.isLastResort).slice(0, MAX_STORED_PACKAGES - missing);
    for (const { key, value } of stored) {
      const isKept = value.isLastResort || latest.some((one) => one.key === key);
      if (!isKept || now - value.createdAt > PACKAGE_MS) batch.delete('keyPackages', key);
    }
  });
  const packages = made
    .filter(({ record }) => !record.isLastResort)
    .map(({ record }) => record.publicPackage);
  const lastResort = made.find(({ record }) => record.isLastResort)?.record.publicPackage ?? null;
  await engine.api.storeKeyPackages(device.deviceKey, { packages, lastResort });
  if (lastResort)
    await engine.write(async (batch) => {
      const stored = await engine.store.read('device', 'device', batch);
      if (stored) batch.put('device', 'device', { ...stored, lastResortAt: now });
    });
}

const accountsOf = (members: readonly Member[]): Address[] => [
  ...new Set(members.map(({ account }) => account)),
];

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

/** Records that a device or account couldn't be added, to delay the next attempt. */
const markUnreachable = (engine: Engine, key: string) => void engine.unreachable.set(key, engine.now());
const isUnreachable = ({ isPast, unreachable }: Engine, key: string): boolean =>
  !isPast(unreachable.get(key) ?? Number.NEGATIVE_INFINITY, UNREACHABLE_MS);
const joinKey = (id: ConversationId, account: Address) => `${id} ${account}`;
const inGroup = (groupId: string, deviceKey: string) => `${groupId} ${deviceKey}`;

/** Returns whether a device couldn't be added to a group recently. */
const isLeftOut = (engine: Engine, groupId: string, deviceKey: string): boolean =>
  isUnreachable(engine, deviceKey) || isUnreachable(engine, inGroup(groupId, deviceKey));

/**
 * Records that a device couldn't be added to a group. The members of a group can make that fail, so it affects other
 * groups only if the server has no key package for the device.
 */
function markLeftOut(
  engine: Engine,
  { groupId, deviceKey }: { groupId: string; deviceKey: string },
  claimed: readonly KeyPackage[] | null,
): void {
  const isOffered = claimed === null || claimed.some((one) => deviceKeyOf(one) === deviceKey);
  markUnreachable(engine, isOffered ? inGroup(groupId, deviceKey) : deviceKey);
}

/**
 * Returns the accounts that asked to be removed from a room or added to it, as far as this account may do that. Omits
 * accounts that couldn't be added recently.
 */
export function openRequests(engine: Engine, conversation: StoredConversation) {
  const { id, participants } = conversation;
  const roleIn = (account: Address) =>
    participants.find((one) => isAddressEqual(one.account, account))?.role ?? null;
  const own = roleIn(engine.account);
  if (conversation.kind === 'direct' || own === null || own === 'member') return { joining: [], leaving: [] };
  return {
    joining: joinersOf(engine, conversation).filter(
      (account) => roleIn(account) === null && !isUnreachable(engine, joinKey(id, account)),
    ),
    leaving: conversation.leaving.filter((account) => {
      const role = roleIn(account);
      return role !== null && mayRemove(own, role);
    }),
  };
}

/** Returns the removal of a group's revoked devices and of accounts that asked to leave, or null if there are none. */
async function removals(
  engine: Engine,
  { conversation, behind }: { conversation: StoredConversation; behind: readonly BehindDevice[] },
  present: Conversation,
): Promise<RequestedChange | null> {
  const { deviceKey: ownKey } = await engine.device();
  const members = membersOf(present);
  const identities = await Promise.all(accountsOf(members).map((account) => identityOf(engine, account)));
  const mayRemoveOf = (account: Address) =>
    engine.isSelf(account) ||
    (present.roles.kind === 'room' &&
      mayRemove(roleOf(present.roles, engine.account), roleOf(present.roles, account)));
  const revoked: string[] = [];
  const proofs: DeviceRevocation[] = [];
  for (const identity of identities) {
    for (const revocation of identity.revoked) {
      if (members.every(({ deviceKey }) => deviceKey !== revocation.deviceKey)) continue;
      if (mayRemoveOf(identity.account)) revoked.push(revocation.deviceKey);
      else if (await engine.trust.isProven(identity.account, revocation)) proofs.push(revocation);
    }
  }
  const revocations = fittingRevocations(proofs);
  const { leaving } = openRequests(engine, conversation);
  const late = removable(engine, { members, roles: present.roles }, behind);
  const unlisted = (await unlistedIn(engine, members)).filter(
    ({ account, deviceKey }) =>
      deviceKey !== ownKey &&
      identities.some((one) => isAddressEqual(one.account, account) && one.problem === null) &&
      mayRemoveOf(account),
  );
  const remove = members
    .filter(({ account, deviceKey }) => {
      if (unlisted.some((one) => one.deviceKey === deviceKey)) return true;
      if (late.some((one) => one.deviceKey === deviceKey)) return true;
      if (revoked.includes(deviceKey)) return true;
      if (revocations.some((proof) => proof.deviceKey === deviceKey)) return true;
      return leaving.some((one) => isAddressEqual(one, account)) && mayRemoveOf(account);
    })
    .map(({ leafIndex }) => leafIndex);
  return remove.length > 0 ? { remove, revocations } : null;
}

/**
 * Runs work that other accounts can make fail, and whose failure must not block this account's actions. Returns whether
 * it succeeded.
 */
export async function attempt(work: () => Promise<void>): Promise<boolean> {
  try {
    await work();
    return true;
  } catch (error) {
    if (isFinal(error) || !(error instanceof MessengerError || error instanceof UnverifiedError)) throw error;
    return false;
  }
}

type Claim = ReturnType<typeof claimOnce>;

/** Adds this account's devices that aren't in a group yet. */
async function addOwnDevices(
  engine: Engine,
  { id, groupId }: { id: ConversationId; groupId: string },
  claim: Claim,
): Promise<void> {
  const own = await identityOf(engine, engine.account);
  // A contradictory log may be forged, so none of its devices are added.
  if (own.problem !== null) return;
  const device = await engine.device();
  let missing: readonly string[] = [];
  const isAdded = await attempt(() =>
    changeGroup(engine, groupId, async (present) => {
      const members = membersOf(present);
      missing = own.active.filter(
        (key) =>
          members.every(({ deviceKey }) => deviceKey !== key) &&
          !isLeftOut(engine, groupId, key) &&
          !isFull(engine, id, key),
      );
      const others = members.filter(({ account }) => engine.isSelf(account)).length;
      // The devices to add verify who adds them, so an account whose signers have changed needs a new binding first.
      const isConfirmed =
        missing.length > 0 &&
        (await engine.limitedTrust(engine.account, true).isBound(device.binding, device.deviceKey, 'member'));
      const claimed = isConfirmed ? await claim(own.account) : null;
      const found = claimed
        ? (await addable(claim, own, members)).filter((one) => missing.includes(deviceKeyOf(one)))
        : [];
      const add = found.slice(0, MAX_ACCOUNT_DEVICES - others);
      for (const deviceKey of missing)
        if (add.every((keyPackage) => deviceKeyOf(keyPackage) !== deviceKey))
          markLeftOut(engine, { groupId, deviceKey }, claimed);
      return add.length > 0 ? { add } : null;
    }),
  );
  if (!isAdded) for (const deviceKey of missing) markLeftOut(engine, { groupId, deviceKey }, null);
}

/**
 * Removes a group's devices that their contract accounts no longer confirm, because the devices to add would reject the
 * group. The accounts can be added again with a new device.
 * @throws MessengerError `unconfirmed` if this account may not remove one of them.
 */
export async function removeUnconfirmed(engine: Engine, groupId: string): Promise<void> {
  const { deviceKey: ownKey } = await engine.device();
  await changeGroup(engine, groupId, async (present) => {
    const unconfirmed = await unconfirmedMembers(present, engine.limitedTrust(engine.account, true));
    const own = roleOf(present.roles, engine.account);
    const isRemovable = ({ account, deviceKey }: Member) =>
      deviceKey !== ownKey && (engine.isSelf(account) || mayRemove(own, roleOf(present.roles, account)));
    if (!unconfirmed.every(isRemovable)) throw new MessengerError('unconfirmed');
    // Nobody decided to remove these accounts, so they count like devices that missed a commit, and end no invite link.
    await engine.write(async (batch) => {
      const group = await engine.store.read('groups', groupId, batch);
      if (!group || unconfirmed.length === 0) return;
      const conversation = await requireConversation(engine, group.conversationId, batch);
      const missed = unconfirmed.map(({ deviceKey }) => deviceKey);
      batch.put('conversations', conversation.id, withMissed(engine, conversation, { group, missed }));
    });
    return unconfirmed.length > 0 ? { remove: unconfirmed.map(({ leafIndex }) => leafIndex) } : null;
  });
}

/** Adds devices of a room again that were removed after missing a commit. */
async function addReturning(
  engine: Engine,
  { id, groupId, behind }: { id: ConversationId; groupId: string; behind: readonly BehindDevice[] },
  claim: Claim,
): Promise<void> {
  await attempt(async () => {
    await removeUnconfirmed(engine, groupId);
    await changeGroup(engine, groupId, async (present) => {
      const members = membersOf(present);
      const add: KeyPackage[] = [];
      if (present.roles.kind !== 'room' || roleOf(present.roles, engine.account) === 'member') return null;
      for (const { account, deviceKey } of returning(engine, members, behind)) {
        if (isLeftOut(engine, groupId, deviceKey) || isFull(engine, id, deviceKey)) continue;
        const found = await addable(claim, await refreshIfVerifiable(engine, account), members);
        const again = found.filter((keyPackage) => deviceKeyOf(keyPackage) === deviceKey);
        if (again.length === 0) markLeftOut(engine, { groupId, deviceKey }, await claim(account));
        add.push(...again);
      }
      return add.length > 0 ? { add } : null;
    });
  });
}

/** Adds an account that used a room's invite code, in its own commit, so a failure doesn't affect others. */
async function addJoiner(
  engine: Engine,
  { conversation, groupId, account }: { conversation: StoredConversation; groupId: string; account: Address },
  claim: Claim,
): Promise<void> {
  await attempt(async () => {
    const identity = await refreshIdentity(engine, account, 0);
    await removeUnconfirmed(engine, groupId);
    await changeGroup(engine, groupId, async (present) => {
      const members = membersOf(present);
      const accounts = accountsOf(members);
      if (identity.problem !== null || accounts.some((one) => isAddressEqual(one, account))) return null;
      if (accounts.length >= MAX_ROOM_ACCOUNTS) return null;
      const add = await addable(claim, identity, members);
      return add.length > 0 ? { add } : null;
    });
  });
  const after = await engine.store.read('groups', groupId);
  if (!after?.members.some((one) => isAddressEqual(one.account, account)))
    markUnreachable(engine, joinKey(conversation.id, account));
}

/** Clears requests whose invite code is no longer valid, and devices that are no longer behind. */
async function settleRequests(
  engine: Engine,
  { id, groupId, removed }: { id: ConversationId; groupId: string; removed: readonly string[] },
): Promise<void> {
  await engine.write(async (batch) => {
    const stored = await engine.store.read('conversations', id, batch);
    if (!stored) return;
    const joining = joinersOf(engine, stored);
    const after = await engine.store.read('groups', groupId, batch);
    const isBehindKnown = after !== undefined && stored.behind !== undefined;
    if (joining.length === stored.joining.length && !isBehindKnown) return;
    batch.put('conversations', id, {
      ...stored,
      joining,
      ...(after && stored.behind ? { behind: stillBehind(engine, stored, { group: after, removed }) } : {}),
    });
  });
}

/** Records the log heads that members reported before the user accepted the conversation. */
async function recordRequestHeads(
  engine: Engine,
  id: ConversationId,
  accounts: readonly Address[],
): Promise<void> {
  const { requestHeads = [] } = await requireConversation(engine, id);
  if (requestHeads.length === 0) return;
  await engine.write(async (batch) => {
    const present = await requireConversation(engine, id, batch);
    for (const { by, ...head } of present.requestHeads ?? [])
      await recordReportedHeads(engine, batch, { conversation: id, by, heads: [head], accounts });
    batch.put('conversations', id, { ...present, requestHeads: [] });
  });
}

/**
 * Applies the content that members sent before the user accepted the conversation, and whose devices have turned out to
 * be active. Their logs have to be read before.
 */
async function applyRequestContent(engine: Engine, id: ConversationId, group: StoredGroup): Promise<void> {
  // One at a time, because a change applies only to a message that is already stored.
  for (let isDone = false; !isDone; )
    isDone = await engine.write(async (batch) => {
      const present = await requireConversation(engine, id, batch);
      const [first, ...requestContent] = present.requestContent ?? [];
      if (!first) return true;
      const conversation = { ...present, requestContent };
      batch.put('conversations', id, conversation);
      const { account: by, deviceKey } = first.by;
      const { blocked } = await engine.settings(batch);
      const { active } = await identityOf(engine, by, batch);
      const isActive = active.some((key) => key === deviceKey);
      if (isActive && !blocked.some((one) => isAddressEqual(one, by)))
        await applyContent(engine, batch, {
          conversation,
          group,
          by,
          content: first.content,
          state: engine.isSelf(by) ? { kind: 'sent' } : { kind: 'received' },
        });
      return false;
    });
}

/**
 * Reads the logs of all accounts in a group, removes revoked devices and members who asked to leave, and adds this
 * account's other devices and accounts that used the invite code. An account that can't be added doesn't block the
 * rest.
 * @throws MessengerError if the server is unreachable, or UnverifiedError if the chain of the other account of a direct
 * conversation can't be read.
 */
export async function maintainGroup(
  engine: Engine,
  { conversation, groupId }: { conversation: StoredConversation; groupId: string },
): Promise<void> {
  engine.requireNetworkLock();
  const group = await engine.store.read('groups', groupId);
  if (!group?.state) return;
  const accounts = accountsOf(group.members);
  await recordRequestHeads(engine, conversation.id, accounts);
  // One member must not delay messages to all others.
  if (group.roles.kind === 'room')
    await Promise.all(accounts.map((account) => refreshIfVerifiable(engine, account)));
  else for (const account of accounts) await refreshIdentity(engine, account);
  await applyRequestContent(engine, conversation.id, group);
  const behind = behindIn(conversation, groupId);
  const removed: string[] = [];
  // Uses several commits if the revocations don't fit in one.
  for (let hasRemoved = true; hasRemoved; ) {
    hasRemoved = false;
    let leaving: string[] = [];
    const isDone = await attempt(() =>
      changeGroup(engine, groupId, async (present) => {
        const removal = await removals(engine, { conversation, behind }, present);
        hasRemoved = removal !== null;
        const leaves = removal?.remove ?? [];
        leaving = membersOf(present)
          .filter(({ leafIndex }) => leaves.includes(leafIndex))
          .map(({ deviceKey }) => deviceKey);
        return removal;
      }),
    );
    if (!isDone) break;
    removed.push(...leaving);
  }
  const { id } = conversation;
  const claim = claimOnce(engine, id);
  await addOwnDevices(engine, { id, groupId }, claim);
  if (behind.length > 0) await addReturning(engine, { id, groupId, behind }, claim);
  // The user may have turned off the invite link in the meantime.
  const present = await requireConversation(engine, conversation.id);
  for (const account of openRequests(engine, present).joining)
    await addJoiner(engine, { conversation, groupId, account }, claim);
  if (conversation.joining.length > 0 || conversation.leaving.length > 0 || behind.length > 0)
    await settleRequests(engine, { id: conversation.id, groupId, removed });
}

/**
 * Maintains all conversations, after reading this account's log if it was read longer ago than `maxAgeMs`. A failure in
 * one doesn't affect the others. Skips requests until the user accepts them, because members would see the commits, and
 * reading all of their logs could take long.
 * @throws MessengerError if the server is unreachable, or DOMException if the storage fails.
 */
export async function maintainAll(engine: Engine, maxAgeMs?: number): Promise<void> {
  const failures: unknown[] = [];
  // While this account's chain can't be read, only rooms are maintained, like while other accounts' chains can't be.
  const isVerified = await attempt(async () => {
    // The account may have added another device.
    await refreshIdentity(engine, engine.account, maxAgeMs);
  });
  for (const { value: conversation } of await engine.store.readAll('conversations')) {
    if (conversation.isRequest || (conversation.kind === 'direct' && !isVerified)) continue;
    for (const { groupId } of await groupsOf(engine, conversation)) {
      // Nothing is sent in an abandoned group, so a new device that doesn't know that must not be in it.
      if (conversation.abandoned?.includes(groupId)) continue;
      try {
        await maintainGroup(engine, { conversation, groupId });
      } catch (error) {
        if (isFinal(error) && !isRefusal(error)) throw error;
        // Another member's device may succeed, and this device retries the next time.
        if (isRefusal(error) || !(error instanceof MessengerError || error instanceof UnverifiedError))
          failures.push(error);
      }
    }
  }
  if (failures.length > 0) throw failures[0];
}
