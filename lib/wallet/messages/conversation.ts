import {
  type ClientState,
  createApplicationMessage,
  createCommit,
  createGroup,
  decodeGroupState,
  decodeMlsMessage,
  emptyPskIndex,
  encodeGroupState,
  encodeMlsMessage,
  joinGroup,
  type KeyPackage,
  type Proposal,
  processPrivateMessage,
  type RatchetTree,
  zeroOutUint8Array,
} from 'ts-mls';
import { decryptSenderData } from 'ts-mls/privateMessage.js';
import { bytesToHex } from 'viem';
import { cipherSuite, clientConfig, type Device, type OwnKeyPackage, type TrustBinding } from './device';
import { decodeBinding } from './device-binding';
import {
  areFitting,
  type Change,
  isAllowed,
  type Member,
  type Roles,
  rolesExtension,
  rolesOf,
} from './roles';

/** A conversation as one device knows it, at one epoch. Values are never changed, only replaced. */
export type Conversation = { state: ClientState; roles: Roles };

/** Why something from the server is refused. It changes nothing. */
export type Refusal =
  /** It isn't an MLS message of this conversation, or it isn't genuine. */
  | 'invalid'
  /** It was already received, or its key is gone. */
  | 'repeated'
  /** It is of a later epoch, whose commit hasn't arrived yet. */
  | 'early'
  /** Its sender may not change the conversation like this. */
  | 'notAllowed';

export type Received =
  | { kind: 'message'; by: Member; content: Uint8Array; conversation: Conversation; spent: SpentKeys }
  | { kind: 'change'; by: Member; change: Change; conversation: Conversation; spent: SpentKeys }
  /** This device was removed, and reads nothing sent later. */
  | { kind: 'removed'; by: Member }
  | { kind: 'refused'; reason: Refusal };

/**
 * A change that only counts once the server has accepted its commit as the first of the epoch. Until then, the device
 * keeps the conversation as it was, because another device's commit may have been first.
 */
export type Pending = {
  /** Encoded commit, for the devices that are already members. */
  commit: Uint8Array;
  /** Encoded welcome, for the devices that it adds, if any. */
  welcome: Uint8Array | null;
  /** The conversation in the next epoch. */
  conversation: Conversation;
  spent: SpentKeys;
};

/** Keys that the new conversation doesn't need anymore. The old one still does. */
export type SpentKeys = readonly Uint8Array[];

/**
 * Overwrites keys that have been used, so that a later theft of the device doesn't reveal earlier messages. Call it once
 * the new conversation is stored, and never use the old one afterwards: a message that it encrypts would have a key that
 * everyone can compute.
 */
export const forget = (spent: SpentKeys): void => spent.forEach(zeroOutUint8Array);

/** Returns the devices in a ratchet tree. A leaf without a valid binding can't be in one, because joining checks it. */
function membersIn(tree: RatchetTree): Member[] {
  return tree.flatMap((node, index): Member[] => {
    if (node?.nodeType !== 'leaf') return [];
    const { credential, signaturePublicKey } = node.leaf;
    const binding = credential.credentialType === 'basic' ? decodeBinding(credential.identity) : null;
    if (binding === null) throw new Error('a member has no binding');
    // Leaves are the nodes with even indexes (RFC 9420, appendix C).
    return [{ leafIndex: index / 2, account: binding.account, deviceKey: bytesToHex(signaturePublicKey) }];
  });
}

export const membersOf = ({ state }: Conversation): Member[] => membersIn(state.ratchetTree);

const snapshot = (state: ClientState) => ({
  members: membersIn(state.ratchetTree),
  roles: rolesOf(state.groupContext.extensions),
});

/**
 * Starts a conversation with this device as its only member. Others are added by `changeConversation`.
 * @throws Error if it's between two other accounts.
 */
export async function startConversation(
  { publicPackage, privatePackage }: OwnKeyPackage,
  { groupId, roles, trust }: { groupId: Uint8Array; roles: Roles; trust: TrustBinding },
): Promise<Conversation> {
  const state = await createGroup(
    groupId,
    publicPackage,
    privatePackage,
    [rolesExtension(roles)],
    await cipherSuite(),
    clientConfig(trust),
  );
  if (!areFitting(membersIn(state.ratchetTree), roles))
    throw new Error('this account is not of this conversation');
  return { state, roles };
}

/**
 * Joins a conversation from a welcome to one of this device's key packages. Returns null if the welcome is for another
 * key package, isn't genuine, or if a member can't be trusted or doesn't belong to the conversation.
 */
export async function joinConversation(
  welcome: Uint8Array,
  { publicPackage, privatePackage }: OwnKeyPackage,
  trust: TrustBinding,
): Promise<Conversation | null> {
  try {
    const message = decodeMlsMessage(welcome, 0)?.[0];
    if (message?.wireformat !== 'mls_welcome') return null;
    const state = await joinGroup(
      message.welcome,
      publicPackage,
      privatePackage,
      emptyPskIndex,
      await cipherSuite(),
      undefined,
      undefined,
      clientConfig(trust),
    );
    const { members, roles } = snapshot(state);
    return roles === null || !areFitting(members, roles) ? null : { state, roles };
  } catch {
    // The server may send anything.
    return null;
  }
}

/**
 * Adds and removes devices, and sets the roles, in one commit. With no change, it only renews this device's keys, so
 * that somebody who stole the old ones reads nothing sent later.
 * @throws Error if the roles don't allow the change, or if a key package isn't valid.
 */
export async function changeConversation(
  device: Device,
  { state, roles }: Conversation,
  {
    add = [],
    remove = [],
    roles: next,
  }: { add?: readonly KeyPackage[]; remove?: readonly number[]; roles?: Roles },
): Promise<Pending> {
  // The library encrypts the new keys for the old roles then, and the other members refuse the commit.
  if (next && remove.length > 0) throw new Error('roles change in a commit of their own');
  const proposals: Proposal[] = [
    ...add.map((keyPackage): Proposal => ({ proposalType: 'add', add: { keyPackage } })),
    ...remove.map((removed): Proposal => ({ proposalType: 'remove', remove: { removed } })),
  ];
  if (next) {
    const extensions = [rolesExtension(next)];
    proposals.push({ proposalType: 'group_context_extensions', groupContextExtensions: { extensions } });
  }
  const { newState, commit, welcome, consumed } = await createCommit(
    { state, cipherSuite: await cipherSuite() },
    { extraProposals: proposals, ratchetTreeExtension: true },
  );
  const after = snapshot(newState);
  const before = { members: membersIn(state.ratchetTree), roles };
  if (after.roles === null || !isAllowed({ by: device.binding.account, before, after }))
    throw new Error('the roles do not allow this change');
  return {
    commit: encodeMlsMessage(commit),
    welcome: welcome ? encodeMlsMessage({ wireformat: 'mls_welcome', version: 'mls10', welcome }) : null,
    conversation: { state: newState, roles: after.roles },
    spent: consumed,
  };
}

/** Encrypts content for all members. Store the returned conversation before you send the message. */
export async function encrypt(
  { state, roles }: Conversation,
  content: Uint8Array,
): Promise<{ message: Uint8Array; conversation: Conversation; spent: SpentKeys }> {
  const { newState, privateMessage, consumed } = await createApplicationMessage(
    state,
    content,
    await cipherSuite(),
  );
  return {
    message: encodeMlsMessage({ wireformat: 'mls_private_message', version: 'mls10', privateMessage }),
    conversation: { state: newState, roles },
    spent: consumed,
  };
}

/** Decrypts a message, or applies a change of another member. Never throws because of what the server sent. */
export async function receive({ state, roles }: Conversation, message: Uint8Array): Promise<Received> {
  const refused = (reason: Refusal): Received => ({ kind: 'refused', reason });
  try {
    const decoded = decodeMlsMessage(message, 0)?.[0];
    if (decoded?.wireformat !== 'mls_private_message') return refused('invalid');
    const { privateMessage } = decoded;
    const { epoch, groupId } = state.groupContext;
    if (bytesToHex(privateMessage.groupId) !== bytesToHex(groupId)) return refused('invalid');
    if (privateMessage.epoch > epoch) return refused('early');
    const past = state.historicalReceiverData.get(privateMessage.epoch);
    if (privateMessage.epoch < epoch && (!past || privateMessage.contentType !== 'application'))
      return refused('repeated');
    const suite = await cipherSuite();
    const senderData = await decryptSenderData(
      privateMessage,
      past?.senderDataSecret ?? state.keySchedule.senderDataSecret,
      suite,
    );
    const before = membersIn(past?.ratchetTree ?? state.ratchetTree);
    const by = before.find(({ leafIndex }) => leafIndex === senderData?.leafIndex);
    if (!by) return refused('invalid');
    // Verifies that the message is signed with the key of this sender's leaf.
    const result = await processPrivateMessage(state, privateMessage, emptyPskIndex, suite);
    const { newState, consumed: spent } = result;
    if (result.kind === 'applicationMessage')
      return {
        kind: 'message',
        by,
        content: result.message,
        conversation: { state: newState, roles },
        spent,
      };
    // Clients commit their proposals at once, so a proposal alone has no use.
    if (privateMessage.contentType !== 'commit') return refused('notAllowed');
    const after = snapshot(newState);
    const change: Change = { by: by.account, before: { members: before, roles }, after };
    const { kind } = newState.groupActiveState;
    // A commit could also suspend the group in favor of another one.
    if (after.roles === null || !isAllowed(change) || kind === 'suspendedPendingReinit')
      return refused('notAllowed');
    if (kind === 'removedFromGroup') return { kind: 'removed', by };
    return { kind: 'change', by, change, conversation: { state: newState, roles: after.roles }, spent };
  } catch (error) {
    // A generation whose key was used and deleted, or a forgery.
    return refused(error instanceof Error && /in the past/.test(error.message) ? 'repeated' : 'invalid');
  }
}

/** Returns a conversation as bytes, with its secret keys, to be stored encrypted. */
export const encodeConversation = ({ state }: Conversation): Uint8Array => encodeGroupState(state);

/** Returns a stored conversation, or null if the bytes can't be read. Damage is not always noticed. */
export function decodeConversation(stored: Uint8Array, trust: TrustBinding): Conversation | null {
  try {
    // A copy, because overwriting spent keys must not change what was stored.
    const state = decodeGroupState(stored.slice(), 0)?.[0];
    const roles = state ? rolesOf(state.groupContext.extensions) : null;
    return state && roles ? { state: { ...state, clientConfig: clientConfig(trust) }, roles } : null;
  } catch {
    // The library throws if lengths in the bytes don't fit.
    return null;
  }
}
