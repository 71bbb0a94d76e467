import {
  type ClientState,
  createApplicationMessage,
  createCommit,
  createGroup,
  encodeMlsMessage,
  type KeyPackage,
  mlsExporter,
  type Proposal,
  type RatchetTree,
  zeroOutUint8Array,
} from 'ts-mls';
import { deriveSecret } from 'ts-mls/crypto/kdf.js';
import { initializeKeySchedule } from 'ts-mls/keySchedule.js';
import { createSecretTree } from 'ts-mls/secretTree.js';
import { bytesToHex, type Hex, sha256 } from 'viem';
import { type DeviceRevocation, type Trust, UnverifiedError } from '@/lib/messages/protocol/device-binding';
import { areRevoked, encodeRevocations } from '@/lib/messages/protocol/revocation';
import {
  areFitting,
  changedMembers,
  isAllowed,
  type Member,
  type Roles,
} from '@/lib/messages/protocol/roles';
import { checkedState, type Proposed, proposedBy } from './commit-guards';
import { bindingOf, cipherSuite, clientConfig, type Device, type OwnKeyPackage } from './device';
import { isAddable } from './key-package';
import { rolesExtension, rolesOf } from './roles-extension';
import { hasRoom, leafAt } from './tree-guards';

/** One device's view of a conversation in one epoch. Immutable: every change returns a new value. */
export type Conversation = { state: ClientState; roles: Roles; trust: Trust };

/**
 * A change that takes effect once the server accepts its commit as the first of the epoch. Until then, the device keeps
 * the previous state, because another device's commit may win. Store the pending change before you send the commit,
 * because the server's response may get lost.
 */
export type Pending = {
  /** Encoded commit, for the devices that are already members. */
  commit: Uint8Array;
  /** Encoded welcome for added devices, or null if none are added. */
  welcome: Uint8Array | null;
  /** The conversation in the next epoch. */
  conversation: Conversation;
  /** SHA-256 of the next epoch's delivery access value, which the server uses to recognize members. */
  nextAccessHash: Hex;
};

/** Keys that only the previous state needs. */
export type SpentKeys = readonly Uint8Array[];

/**
 * Overwrites used keys (RFC 9420, section 9.2), so a device that is stolen later doesn't reveal earlier messages. Call
 * this after the new state is stored, and don't use the previous state afterward: it would encrypt with a key of zeros.
 */
export const forget = (spent: SpentKeys): void => spent.forEach(zeroOutUint8Array);

/**
 * Returns the devices in a ratchet tree (RFC 9420, section 7). Every leaf has a valid binding, because joining verifies
 * it.
 */
export function membersIn(tree: RatchetTree): Member[] {
  return tree.flatMap((node, index): Member[] => {
    if (node?.nodeType !== 'leaf') return [];
    const binding = bindingOf(node.leaf.credential);
    if (binding === null) throw new Error('a member has no binding');
    const deviceKey = bytesToHex(node.leaf.signaturePublicKey);
    // Leaves have even node indexes (RFC 9420, appendix C).
    return [{ leafIndex: index / 2, account: binding.account, deviceKey }];
  });
}

export const membersOf = ({ state }: Conversation): Member[] => membersIn(state.ratchetTree);

/**
 * Returns the devices whose credentials their contract accounts no longer confirm (RFC 9420, section 5.3.1), for
 * example because their signers changed. A new device would reject a conversation with them. Omits devices whose
 * account's chain can't be read, because a new device waits for it.
 */
export async function unconfirmedMembers({ state }: Conversation, { isBound }: Trust): Promise<Member[]> {
  const found: Member[] = [];
  for (const member of membersIn(state.ratchetTree)) {
    const leaf = leafAt(state.ratchetTree, member.leafIndex);
    const binding = leaf && bindingOf(leaf.credential);
    try {
      if (binding && !(await isBound(binding, member.deviceKey as Hex, 'member'))) found.push(member);
    } catch (error) {
      if (!(error instanceof UnverifiedError)) throw error;
    }
  }
  return found;
}

/**
 * Returns the members and the roles in the group context (RFC 9420, section 8.1), which are the input of the permission
 * checks.
 */
export const snapshotOf = (state: ClientState) => ({
  members: membersIn(state.ratchetTree),
  roles: rolesOf(state.groupContext.extensions),
});

/**
 * Returns the access value that authorizes sending in the current epoch: a 32-byte exported secret (RFC 9420, section
 * 8.5) that only members can compute. The server stores its SHA-256.
 */
export async function deliveryAccess({
  state: { keySchedule },
}: {
  state: Pick<ClientState, 'keySchedule'>;
}): Promise<Hex> {
  const { exporterSecret } = keySchedule;
  const suite = await cipherSuite();
  return bytesToHex(
    await mlsExporter(exporterSecret, 'Tidewell delivery access', new Uint8Array(), 32, suite),
  );
}

/**
 * Creates a conversation with this device as its only member (RFC 9420, section 11). Add others with
 * `changeConversation`.
 * @throws Error if it is a direct conversation of two other accounts.
 */
export async function startConversation(
  { publicPackage, privatePackage }: OwnKeyPackage,
  { groupId, roles, trust }: { groupId: Uint8Array; roles: Roles; trust: Trust },
): Promise<Conversation> {
  const suite = await cipherSuite();
  const extensions = [rolesExtension(roles)];
  const state = await createGroup(groupId, publicPackage, privatePackage, extensions, suite, clientConfig);
  if (!areFitting(membersIn(state.ratchetTree), roles))
    throw new Error('this account is not of this conversation');
  return { state, roles, trust };
}

/**
 * Returns the state with fresh secrets (RFC 9420, section 8) if no other device is left. In that case, the library
 * doesn't mix in the update path's secret, and a device that was just removed could compute the next epoch.
 */
async function withOwnSecrets(state: ClientState): Promise<ClientState> {
  if (state.ratchetTree.length > 1) return state;
  const { kdf, rng } = await cipherSuite();
  const epochSecret = rng.randomBytes(kdf.size);
  const encryptionSecret = await deriveSecret(epochSecret, 'encryption', kdf);
  const keySchedule = await initializeKeySchedule(epochSecret, kdf);
  const secretTree = await createSecretTree(1, encryptionSecret, kdf);
  forget([epochSecret, encryptionSecret]);
  return { ...state, keySchedule, secretTree };
}

/** Verifies the key packages of all devices that a commit adds (RFC 9420, section 12.1.1). */
export async function areAddable(
  { added }: Proposed,
  trust: Trust,
  occasion: 'adding' | 'added',
): Promise<boolean> {
  for (const keyPackage of added) if (!(await isAddable(keyPackage, { trust, occasion }))) return false;
  return true;
}

/**
 * A requested change to a conversation. `remove` contains leaf indexes. `revocations` allow any member to remove the
 * revoked devices.
 */
export type RequestedChange = {
  add?: readonly KeyPackage[];
  remove?: readonly number[];
  roles?: Roles;
  revocations?: readonly DeviceRevocation[];
};

/** Thrown if a conversation has no room for the devices to add. */
export class FullError extends Error {
  override name = 'FullError';
}

/**
 * Adds and removes devices and sets the roles in one commit (RFC 9420, section 12.4.1). An empty change only renews
 * this device's keys, so stolen old keys can't decrypt later messages.
 * @throws Error if the roles don't allow the change or a key package is invalid, UnverifiedError if an account's chain
 * is needed but can't be read, or FullError if there are too many devices.
 */
export async function changeConversation(
  device: Device,
  { state, roles, trust }: Conversation,
  { add = [], remove = [], roles: next, revocations = [] }: RequestedChange,
): Promise<Pending> {
  // In a combined commit, the library would encrypt the new keys under the old roles, and other members would reject
  // it.
  if (next && remove.length > 0) throw new Error('roles change in a commit of their own');
  const proposals: Proposal[] = [
    ...add.map((keyPackage): Proposal => ({ proposalType: 'add', add: { keyPackage } })),
    ...remove.map((removed): Proposal => ({ proposalType: 'remove', remove: { removed } })),
  ];
  if (next) {
    const extensions = [rolesExtension(next)];
    proposals.push({ proposalType: 'group_context_extensions', groupContextExtensions: { extensions } });
  }
  const proposed = proposedBy(state.ratchetTree, state.privatePath.leafIndex, proposals);
  if (proposed === null) throw new Error('these devices can not be added or removed');
  if (!(await areAddable(proposed, trust, 'adding'))) throw new Error('a key package is not valid');
  const { newState, commit, welcome } = await createCommit(
    { state, cipherSuite: await cipherSuite() },
    {
      extraProposals: proposals,
      ratchetTreeExtension: true,
      authenticatedData: encodeRevocations(revocations),
    },
  );
  if (!hasRoom(newState.ratchetTree, state.ratchetTree)) throw new FullError();
  const checked = await checkedState(newState, state);
  if (checked === null) throw new Error('the other members would refuse this change');
  const after = snapshotOf(checked);
  const before = { members: membersIn(state.ratchetTree), roles };
  const { removed } = changedMembers({ before, after });
  const revoked = revocations.map(({ deviceKey }) => deviceKey);
  if (!(await areRevoked(removed, revocations, trust))) throw new Error('a revocation is not valid');
  if (after.roles === null || !isAllowed({ by: device.binding.account, before, after, revoked }))
    throw new Error('the roles do not allow this change');
  const conversation = { state: await withOwnSecrets(checked), roles: after.roles, trust };
  return {
    commit: encodeMlsMessage(commit),
    welcome: welcome ? encodeMlsMessage({ wireformat: 'mls_welcome', version: 'mls10', welcome }) : null,
    conversation,
    nextAccessHash: sha256(await deliveryAccess(conversation)),
  };
}

/**
 * Encrypts content for all members (RFC 9420, sections 6.3 and 15). Store the returned conversation before you send the
 * message.
 */
export async function encrypt(
  { state, ...others }: Conversation,
  content: Uint8Array,
): Promise<{ message: Uint8Array; conversation: Conversation; spent: SpentKeys }> {
  const suite = await cipherSuite();
  const { newState, privateMessage, consumed } = await createApplicationMessage(state, content, suite);
  return {
    message: encodeMlsMessage({ wireformat: 'mls_private_message', version: 'mls10', privateMessage }),
    conversation: { state: newState, ...others },
    spent: consumed,
  };
}
