import type { KeyPackage } from 'ts-mls';
import { encodeMlsMessage } from 'ts-mls';
import { type Address, bytesToHex, isAddressEqual, sha256 } from 'viem';
import { type Conversation, membersOf, type Wish } from '../conversation';
import { createKeyPackage } from '../device';
import { type Member, mayRemove, type Roles, roleOf } from '../roles';
import type { StoredConversation, StoredIdentity } from '../store/records';
import { type BehindDevice, behindIn, isFull, removable, returning, stillBehind } from './behind';
import { changeGroup, claimFor } from './commits';
import { groupsOf } from './conversations';
import type { Engine } from './engine';
import { identityOf, refreshIdentity } from './identity';
import { unlistedIn } from './standing';
import { MessengerError } from './types';

/** Number of key packages that the server has after an upload. Each conversation that others start takes one. */
const OFFERED_PACKAGES = 30;
/** Below this number, new ones are uploaded. */
const FEWEST_PACKAGES = 15;
/** Age after which the last resort is replaced, in ms. The server offers it for 28 days. */
const LAST_RESORT_MS = 7 * 24 * 60 * 60 * 1_000;
/** Age after which an own key package that nobody used is deleted, in ms. It can't be used any more. */
const PACKAGE_MS = 32 * 24 * 60 * 60 * 1_000;
/** Maximum number of own key packages on the device, besides last resorts. The server offers the latest of them. */
const MOST_STORED = 100;
/** How long a device without key packages isn't asked for again, in ms, because each time takes one of the others. */
const UNREACHABLE_MS = 60 * 60 * 1_000;

/** Uploads key packages if the server has few, and replaces the last resort in time. */
export async function topUpKeyPackages(engine: Engine): Promise<void> {
  engine.requireNetworkLock();
  const device = await engine.device();
  const now = engine.now();
  const isLastOld = engine.isPast(await engine.lastResortAt(), LAST_RESORT_MS);
  const present = await engine.api.storeKeyPackages(device.deviceKey, { packages: [], lastResort: null });
  const missing = present < FEWEST_PACKAGES ? OFFERED_PACKAGES - present : 0;
  if (missing === 0 && !isLastOld) return;
  const made = await Promise.all(
    Array.from({ length: missing + (isLastOld ? 1 : 0) }, async (_, index) => {
      const { publicPackage, privatePackage } = await createKeyPackage(device, Math.floor(now / 1_000));
      const encoded = encodeMlsMessage({
        wireformat: 'mls_key_package',
        version: 'mls10',
        keyPackage: publicPackage,
      });
      const record = {
        publicPackage: encoded,
        privatePackage,
        createdAt: now,
        isLastResort: index >= missing,
      };
      return { key: sha256(encoded).slice(2), record };
    }),
  );
  // Before they are uploaded: a welcome to one that isn't stored could never be read.
  await engine.write(async (batch) => {
    for (const { key, record } of made) batch.put('keyPackages', key, record);
    const stored = (await engine.store.readAll('keyPackages')).toSorted(
      (one, other) => other.value.createdAt - one.value.createdAt,
    );
    const latest = stored.filter(({ value }) => !value.isLastResort).slice(0, MOST_STORED - missing);
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

export const deviceKeyOf = ({ leafNode }: KeyPackage) => bytesToHex(leafNode.signaturePublicKey);

/**
 * Claims key packages once per account, so that another attempt doesn't take more of them. Devices for which the server has
 * no room are left out: they would be members without knowing it.
 */
export function claimOnce(engine: Engine) {
  const claimed = new Map<Address, Promise<KeyPackage[]>>();
  return async (account: Address): Promise<KeyPackage[]> => {
    const known = claimed.get(account) ?? claimFor(engine, account);
    claimed.set(account, known);
    return (await known).filter((keyPackage) => !isFull(engine, deviceKeyOf(keyPackage)));
  };
}

/** Returns key packages of the account's devices that are in its log and not in the group. */
export async function addable(
  claim: ReturnType<typeof claimOnce>,
  { account, active, revoked }: StoredIdentity,
  present: readonly Member[],
): Promise<KeyPackage[]> {
  return (await claim(account)).filter((keyPackage) => {
    const key = deviceKeyOf(keyPackage);
    const isIn = present.some(({ deviceKey }) => deviceKey === key);
    return !isIn && active.includes(key) && revoked.every(({ deviceKey }) => deviceKey !== key);
  });
}

const isUnreachable = ({ now, unreachable }: Engine, key: string): boolean =>
  now() - (unreachable.get(key) ?? Number.NEGATIVE_INFINITY) < UNREACHABLE_MS;

/** Returns key packages of this account's devices that aren't in a group yet. */
async function ownDevices(
  engine: Engine,
  {
    own,
    members,
    claim,
  }: {
    own: StoredIdentity;
    members: readonly Member[];
    claim: ReturnType<typeof claimOnce>;
  },
): Promise<KeyPackage[]> {
  const missing = own.active.filter(
    (key) =>
      members.every(({ deviceKey }) => deviceKey !== key) &&
      !isUnreachable(engine, key) &&
      !isFull(engine, key),
  );
  // A history that the server may have made up adds nobody.
  if (missing.length === 0 || own.problem !== null) return [];
  const found = (await addable(claim, own, members)).filter((one) => missing.includes(deviceKeyOf(one)));
  for (const key of missing)
    if (found.every((keyPackage) => deviceKeyOf(keyPackage) !== key))
      engine.unreachable.set(key, engine.now());
  return found;
}

/** Returns what has to be changed in a group without anybody asking for it, or null if nothing has. */
async function duties(
  engine: Engine,
  { members, roles }: { members: readonly Member[]; roles: Roles },
  {
    conversation,
    behind,
    claim,
  }: {
    conversation: StoredConversation;
    behind: readonly BehindDevice[];
    claim: ReturnType<typeof claimOnce>;
  },
): Promise<Wish | null> {
  const { deviceKey: ownKey } = await engine.device();
  const identities = await Promise.all(accountsOf(members).map((account) => identityOf(engine, account)));
  const proofs = identities.flatMap(({ revoked }) => revoked);
  const revoked = members.filter(({ deviceKey }) => proofs.some((proof) => proof.deviceKey === deviceKey));
  const leaving = members.filter(
    ({ account }) =>
      !engine.isSelf(account) &&
      conversation.leaving.some((one) => isAddressEqual(one, account)) &&
      mayRemove(roleOf(roles, engine.account), roleOf(roles, account)),
  );
  const late = removable(engine, { members, roles }, behind);
  const unlisted = (await unlistedIn(engine, members)).filter(
    ({ account, deviceKey }) =>
      deviceKey !== ownKey &&
      identities.some((one) => isAddressEqual(one.account, account) && one.problem === null) &&
      (engine.isSelf(account) || mayRemove(roleOf(roles, engine.account), roleOf(roles, account))),
  );
  const remove = [
    ...new Set([...revoked, ...leaving, ...late, ...unlisted].map(({ leafIndex }) => leafIndex)),
  ];
  const revocations = proofs.filter((proof) =>
    revoked.some(({ deviceKey }) => deviceKey === proof.deviceKey),
  );
  const own = identities.find(({ account }) => engine.isSelf(account));
  const add = own ? await ownDevices(engine, { own, members, claim }) : [];
  if (roles.kind === 'room' && roleOf(roles, engine.account) !== 'member')
    for (const account of conversation.joining) {
      if (members.some((one) => isAddressEqual(one.account, account))) continue;
      add.push(...(await addable(claim, await refreshIdentity(engine, account, 0), members)));
    }
  if (roles.kind === 'room' && roleOf(roles, engine.account) !== 'member')
    for (const { account, deviceKey } of returning(engine, members, behind)) {
      if (isUnreachable(engine, deviceKey) || isFull(engine, deviceKey)) continue;
      const found = await addable(claim, await refreshIdentity(engine, account), members);
      const again = found.filter((keyPackage) => deviceKeyOf(keyPackage) === deviceKey);
      if (again.length === 0) engine.unreachable.set(deviceKey, engine.now());
      add.push(...again.filter((one) => add.every((other) => deviceKeyOf(other) !== deviceKeyOf(one))));
    }
  return add.length > 0 || remove.length > 0 ? { add, remove, revocations } : null;
}

/**
 * Reads the logs of all accounts in a group, removes revoked devices and members who asked for it, and adds this
 * account's other devices, and accounts that used the invite code.
 * @throws MessengerError if the server can't be reached.
 */
export async function tendGroup(
  engine: Engine,
  { conversation, groupId }: { conversation: StoredConversation; groupId: string },
): Promise<void> {
  engine.requireNetworkLock();
  const group = await engine.store.read('groups', groupId);
  if (!group?.state) return;
  for (const account of accountsOf(group.members)) await refreshIdentity(engine, account);
  const claim = claimOnce(engine);
  const behind = behindIn(conversation, groupId);
  let removed: readonly string[] = [];
  await changeGroup(engine, groupId, async (present: Conversation) => {
    const members = membersOf(present);
    const wish = await duties(engine, { members, roles: present.roles }, { conversation, behind, claim });
    const leaves = wish?.remove ?? [];
    removed = members.filter(({ leafIndex }) => leaves.includes(leafIndex)).map(({ deviceKey }) => deviceKey);
    return wish;
  });
  const isSettled = conversation.joining.length > 0 || conversation.leaving.length > 0 || behind.length > 0;
  if (isSettled)
    await engine.write(async (batch) => {
      const stored = await engine.store.read('conversations', conversation.id, batch);
      const after = await engine.store.read('groups', groupId, batch);
      const isIn = (account: Address) => after?.members.some((one) => isAddressEqual(one.account, account));
      if (stored)
        batch.put('conversations', stored.id, {
          ...stored,
          joining: stored.joining.filter((account) => !isIn(account)),
          leaving: stored.leaving.filter((account) => isIn(account)),
          ...(after && stored.behind
            ? { behind: stillBehind(engine, stored, { group: after, removed }) }
            : {}),
        });
    });
}

/**
 * Does what each conversation needs. One that can't be tended doesn't keep the others from it. Requests wait until the
 * person accepts them: members would see a commit, and reading the logs of all of them could take long.
 */
export async function tendAll(engine: Engine): Promise<void> {
  for (const { value: conversation } of await engine.store.readAll('conversations')) {
    if (conversation.isRequest) continue;
    for (const { groupId } of await groupsOf(engine, conversation)) {
      try {
        await tendGroup(engine, { conversation, groupId });
      } catch (error) {
        // Another member's device does the same, and this one tries again at the next time.
        const isPassing =
          error instanceof MessengerError && error.reason !== 'offline' && error.reason !== 'noDevice';
        if (!isPassing) throw error;
      }
    }
  }
}
