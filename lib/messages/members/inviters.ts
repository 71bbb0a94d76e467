import type { Address } from 'viem';
import { directConversation, roomConversation } from '@/lib/messages/core/conversations';
import type { Engine } from '@/lib/messages/core/engine';
import { type Member, type Roles, roleOf } from '@/lib/messages/protocol/roles';
import type { StoredConversation } from '@/lib/messages/storage/conversation-record';
import type { StoredGroup } from '@/lib/messages/storage/records';
import type { Batch } from '@/lib/messages/storage/store';

/** Returns whether a conversation was accepted and has items. */
export const isKnown = ({ nextSequence, isHidden, isRequest }: StoredConversation): boolean =>
  nextSequence > 0 && !isHidden && !isRequest;

/** Returns whether the user has left or declined a room on any device, and hasn't accepted it again on this one. */
export const isLeft = ({ hasLeft, isLeftBefore }: StoredConversation): boolean => hasLeft || isLeftBefore;

/** Returns the roles of a room when the user last accepted it, or null. */
export function lastAccepted(
  { isRequest, acceptedRoles }: StoredConversation,
  known: StoredGroup | undefined,
): Roles | null {
  if (acceptedRoles !== 'ofGroup') return acceptedRoles;
  return known && !isRequest ? known.roles : null;
}

/**
 * Returns whether the user trusts an account that invites to a group: this account, a contact, an account with an
 * accepted conversation or whose invite link this account has used, or the owner or an admin of the room, as this
 * device last saw it. What strangers send can never delay or displace what such an account sends.
 */
export async function isTrustedInviter(
  engine: Engine,
  batch: Batch,
  { groupId, by }: { groupId: string; by: Address },
): Promise<boolean> {
  if (engine.isSelf(by) || engine.isContact(by)) return true;
  const direct = await directConversation(engine, batch, by);
  if (isKnown(direct) || direct.askedRooms.some(({ room }) => room === groupId)) return true;
  const room = await roomConversation(engine, batch, groupId);
  const known = await engine.store.read('groups', groupId, batch);
  const last = lastAccepted(room, known?.conversationId === room.id ? known : undefined);
  return !isLeft(room) && last?.kind === 'room' && roleOf(last, by) !== 'member';
}

/**
 * Returns whether a welcome may replace a group of a direct conversation. Only this account's other devices can add
 * this one again, for example after it missed a commit.
 */
export const mayReplaceDirect = (
  engine: Engine,
  known: StoredGroup,
  { roles, by, isActive }: { roles: Roles; by: Member; isActive: boolean },
): boolean => isActive && engine.isSelf(by.account) && JSON.stringify(known.roles) === JSON.stringify(roles);

/** Returns whether this account asked the inviter to be added to a room, and clears that request. */
export async function consumeJoinRequest(
  engine: Engine,
  batch: Batch,
  by: Address,
  groupId: string,
): Promise<boolean> {
  const withInviter = await directConversation(engine, batch, by);
  const { askedRooms } = withInviter;
  const isThis = ({ room }: (typeof askedRooms)[number]) => room === groupId;
  if (!askedRooms.some(isThis)) return false;
  const others = askedRooms.filter((one) => !isThis(one));
  batch.put('conversations', withInviter.id, { ...withInviter, askedRooms: others });
  return askedRooms.some((one) => isThis(one) && engine.now() < one.until);
}

/** Returns whether the user has to accept a direct conversation that an account started. */
export const isRequestBy = (engine: Engine, conversation: StoredConversation, by: Address): boolean =>
  !engine.isSelf(by) && !engine.isContact(by) && !isKnown(conversation);
