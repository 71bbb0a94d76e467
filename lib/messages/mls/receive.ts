import { type ClientState, decodeMlsMessage, emptyPskIndex, processPrivateMessage } from 'ts-mls';
import { unprotectPrivateMessage } from 'ts-mls/messageProtection.js';
import { leafToNodeIndex, toLeafIndex } from 'ts-mls/treemath.js';
import { UnverifiedError } from '@/lib/messages/protocol/device-binding';
import { areRevoked, decodeRevocations } from '@/lib/messages/protocol/revocation';
import { type Change, changedMembers, isAllowed, type Member } from '@/lib/messages/protocol/roles';
import { checkedState, openedCommit } from './commit-guards';
import { cipherSuite, clientConfig, MAX_SKIPPED } from './device';
import { equalBytes } from './equal-bytes';
import {
  areAddable,
  type Conversation,
  membersIn,
  membersOf,
  type Pending,
  type SpentKeys,
  snapshotOf,
} from './group';

/** Why an item from the server is rejected. A rejected item changes nothing. */
export type Refusal =
  /** It isn't an MLS message of this conversation, or it is forged. */
  | 'invalid'
  /** More messages before it are missing than the limit allows. */
  | 'skipped'
  /** It was already received, or its key has been deleted. */
  | 'repeated'
  /** It belongs to a later epoch whose commit hasn't arrived yet. */
  | 'early'
  /** Its sender isn't allowed to make this change. */
  | 'notAllowed'
  /** A signature can't be verified until the account's chain is readable. Process the item again then. */
  | 'unverified';

type Applied = { kind: 'change'; by: Member; change: Change; conversation: Conversation; spent: SpentKeys };
export type Received =
  | {
      kind: 'message';
      by: Member;
      content: Uint8Array;
      conversation: Conversation;
      spent: SpentKeys;
      /** Number of missing messages of the same sender before it. */
      skipped: number;
    }
  | Applied
  /** This device was removed, and can't decrypt anything sent later. */
  | { kind: 'removed'; by: Member }
  | { kind: 'refused'; reason: Refusal };

/** An item that the server delivers for a conversation, with its claimed kind. */
export type Delivered = { kind: 'message' | 'commit'; content: Uint8Array };

/** Returns the epoch of an MLS message (RFC 9420, section 6.3), or null if it's malformed. */
export function epochOf(content: Uint8Array): bigint | null {
  try {
    const message = decodeMlsMessage(content, 0)?.[0];
    return message?.wireformat === 'mls_private_message' ? message.privateMessage.epoch : null;
  } catch {
    // Data from the server may be malformed.
    return null;
  }
}

/** Returns the keys of an epoch that the next epoch doesn't use (RFC 9420, section 9.2). */
function spentBy({ keySchedule, secretTree, privatePath }: ClientState, next: ClientState): SpentKeys {
  const ratchets = secretTree.flatMap(({ handshake, application }) => [handshake, application]);
  const retained = new Set(Object.values(next.privatePath.privateKeys));
  return [
    ...Object.values(keySchedule),
    ...ratchets.flatMap(({ secret, unusedGenerations }) => [secret, ...Object.values(unusedGenerations)]),
    ...Object.values(privatePath.privateKeys).filter((key) => !retained.has(key)),
  ];
}

/**
 * Applies this device's own commit (RFC 9420, section 14) after the server has accepted it. `conversation` is the state
 * in which the commit was created, with all messages that the server delivers before the commit already applied: their
 * keys are deleted here. Therefore, send commits to this device as well, and let `receive` apply them in order, even if
 * the server's response was lost.
 */
export function applyPending(conversation: Conversation, pending: Pending): Applied {
  const { state, roles } = conversation;
  const before = { members: membersOf(conversation), roles };
  const after = { members: membersOf(pending.conversation), roles: pending.conversation.roles };
  const by = before.members.find(({ leafIndex }) => leafIndex === state.privatePath.leafIndex);
  if (!by || pending.conversation.state.groupContext.epoch !== state.groupContext.epoch + 1n)
    throw new Error('the pending commit is of another epoch');
  return {
    kind: 'change',
    by,
    change: { by: by.account, before, after },
    conversation: pending.conversation,
    spent: spentBy(state, pending.conversation.state),
  };
}

/** Returns how many messages of a member this device knows of, by its ratchet (RFC 9420, section 9.1). */
const nextGeneration = (tree: ClientState['secretTree'], { leafIndex }: Member): number =>
  tree[leafToNodeIndex(toLeafIndex(leafIndex))]?.application.generation ?? 0;

const refused = (reason: Refusal): Received => ({ kind: 'refused', reason });

/**
 * Decrypts a message (RFC 9420, section 6.3), or applies a commit of another member or this device's own pending commit
 * (section 12.4.2). Accepts messages of
 * the current epoch only, because the server delivers an epoch's messages before the commit that ends it. Never throws
 * because of the item's content. `maxSkipped` limits the number of missing messages before it, because each one costs a
 * key derivation.
 */
export async function receive(
  conversation: Conversation,
  { kind, content }: Delivered,
  pending: Pending | null = null,
  maxSkipped = MAX_SKIPPED,
): Promise<Received> {
  const { state, roles, trust } = conversation;
  try {
    const [decoded, length] = decodeMlsMessage(content, 0) ?? [];
    if (decoded?.wireformat !== 'mls_private_message' || length !== content.length) return refused('invalid');
    const { privateMessage } = decoded;
    const { epoch, groupId } = state.groupContext;
    if (!equalBytes(privateMessage.groupId, groupId)) return refused('invalid');
    if (privateMessage.contentType !== (kind === 'message' ? 'application' : 'commit'))
      return refused('invalid');
    if (privateMessage.epoch !== epoch) return refused(privateMessage.epoch > epoch ? 'early' : 'repeated');
    if (pending && equalBytes(pending.commit, content)) return applyPending(conversation, pending);

    const suite = await cipherSuite();
    // Also verifies the signature with the key of the sender's leaf.
    const opened = await unprotectPrivateMessage(
      state.keySchedule.senderDataSecret,
      privateMessage,
      state.secretTree,
      state.ratchetTree,
      state.groupContext,
      { ...clientConfig.keyRetentionConfig, maximumForwardRatchetSteps: maxSkipped },
      suite,
    );
    const { content: framed } = opened.content;
    const before = { members: membersIn(state.ratchetTree), roles };
    const by = before.members.find(
      ({ leafIndex }) => framed.sender.senderType === 'member' && leafIndex === framed.sender.leafIndex,
    );
    if (!by) return refused('invalid');
    if (framed.contentType === 'application') {
      const next = { ...conversation, state: { ...state, secretTree: opened.tree } };
      return {
        kind: 'message',
        by,
        content: framed.applicationData,
        conversation: next,
        spent: opened.consumed,
        skipped: Math.max(0, nextGeneration(opened.tree, by) - nextGeneration(state.secretTree, by) - 1),
      };
    }
    if (framed.contentType !== 'commit') return refused('invalid');

    const proposed = openedCommit(state.ratchetTree, by.leafIndex, framed.commit);
    const revocations = decodeRevocations(framed.authenticatedData);
    if (proposed === null || revocations === null) return refused('invalid');
    const result = await processPrivateMessage(state, privateMessage, emptyPskIndex, suite);
    const after = snapshotOf(result.newState);
    const revoked = revocations.map(({ deviceKey }) => deviceKey);
    const change: Change = { by: by.account, before, after, revoked };
    if (after.roles === null || !isAllowed(change)) return refused('notAllowed');
    if (!(await areRevoked(changedMembers(change).removed, revocations, trust))) return refused('notAllowed');
    if (!(await areAddable(proposed, trust, 'added'))) return refused('invalid');
    if (result.newState.groupActiveState.kind === 'removedFromGroup') return { kind: 'removed', by };
    const next = await checkedState(result.newState, state);
    return next === null
      ? refused('invalid')
      : {
          kind: 'change',
          by,
          change,
          conversation: { state: next, roles: after.roles, trust },
          spent: spentBy(state, next),
        };
  } catch (error) {
    if (error instanceof UnverifiedError) return refused('unverified');
    const message = error instanceof Error ? error.message : '';
    if (/too far in the future/.test(message)) return refused('skipped');
    // Either the key of this generation was already used and deleted, or the message is forged.
    return refused(/in the past/.test(message) ? 'repeated' : 'invalid');
  }
}
