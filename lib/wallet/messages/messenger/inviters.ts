import type { Address } from 'viem';
import { type Member, type Roles, roleOf } from '../roles';
import type { StoredConversation, StoredGroup } from '../store/records';
import type { Batch } from '../store/store';
import { mayRejoin } from './behind';
import { directConversation, roomConversation } from './conversations';
import type { Engine } from './engine';

/** Returns whether a conversation was accepted and has items. */
const isKnown = ({ nextSequence, isHidden, isRequest }: StoredConversation): boolean =>
  nextSequence > 0 && !isHidden && !isRequest;

type Accepted = Pick<StoredGroup, 'epoch' | 'roles'>;

/** Returns the latest state of a room that the user has accepted, or null. */
const lastAccepted = (
  { isRequest, accepted }: StoredConversation,
  known: StoredGroup | undefined,
): Accepted | null => (accepted !== undefined ? accepted : known && !isRequest ? known : null);

/**
 * Returns whether the user trusts an account that invites to a group: this account, a contact, an account with an
 * accepted conversation or whose invite link this account has used, or the owner or an admin of the room, as this device
 * last saw it. What strangers send can never delay or displace what such an account sends.
 */
export async function isTrustedInviter(
  engine: Engine,
  batch: Batch,
  { groupId, by }: { groupId: string; by: Address },
): Promise<boolean> {
  if (engine.isSelf(by) || engine.isContact(by)) return true;
  const direct = await directConversation(engine, batch, by);
  if (isKnown(direct) || direct.askedRooms?.some(({ room }) => room === groupId)) return true;
  const room = await roomConversation(engine, batch, groupId);
  const last = lastAccepted(room, await engine.store.read('groups', groupId, batch));
  return !room.hasLeft && last?.roles.kind === 'room' && roleOf(last.roles, by) !== 'member';
}

type Invitation = { epoch: bigint; roles: Roles; by: Member; isActive: boolean; isTrusted: boolean };

/**
 * Returns how a welcome relates to what this device knows of its group, or null if it must not replace that. A room that
 * doesn't continue the state that the user has accepted is a request. It has no `lastEpoch`, because its inviter may
 * choose any epoch, and must not keep out those who are allowed to invite.
 */
export function relationTo(
  engine: Engine,
  { known, conversation }: { known: StoredGroup | undefined; conversation: StoredConversation },
  { isActive, isTrusted, ...welcome }: Invitation,
): { lastEpoch: bigint | null; isContinued: boolean; isReplaced: boolean } | null {
  const first = { lastEpoch: null, isContinued: true, isReplaced: false };
  if (!known) return first;
  const continues = (one: Accepted) => isActive && mayRejoin(engine, one, welcome);
  const after = ({ epoch }: Accepted) => ({ ...first, lastEpoch: BigInt(epoch) });
  if (known.state || known.roles.kind === 'direct' || welcome.roles.kind === 'direct') {
    // The state of a request is a stranger's, who may have chosen its epoch and roles, so it protects only from others.
    const isOfStranger = known.state !== null && conversation.isRequest && isTrusted;
    if (!isOfStranger || known.roles.kind === 'direct' || welcome.roles.kind === 'direct')
      return continues(known) ? after(known) : null;
  }
  const isReplaced = known.state !== null;
  const last = lastAccepted(conversation, known);
  if (last === null) return { ...first, isReplaced };
  if (continues(last)) return { ...after(last), isReplaced };
  return { lastEpoch: null, isContinued: false, isReplaced };
}

/** Returns what to remember of a room whose new state is a request: the latest state that the user has accepted. */
export const acceptedBefore = (
  conversation: StoredConversation,
  known: StoredGroup | undefined,
): Accepted | null => {
  const last = lastAccepted(conversation, known);
  return last && { epoch: last.epoch, roles: last.roles };
};

/** Returns whether this account asked the inviter to be added to a room, and clears that request. */
export async function consumeJoinRequest(
  engine: Engine,
  batch: Batch,
  by: Address,
  groupId: string,
): Promise<boolean> {
  const withInviter = await directConversation(engine, batch, by);
  const { askedRooms = [] } = withInviter;
  const isThis = ({ room }: (typeof askedRooms)[number]) => room === groupId;
  if (!askedRooms.some(isThis)) return false;
  const others = askedRooms.filter((one) => !isThis(one));
  batch.put('conversations', withInviter.id, { ...withInviter, askedRooms: others });
  return askedRooms.some((one) => isThis(one) && engine.now() < one.until);
}

/**
 * Returns whether the user has to accept a conversation that another account started or added this account to again.
 */
export async function isRequestBy(
  engine: Engine,
  batch: Batch,
  { conversation, by }: { conversation: StoredConversation; by: Address },
): Promise<boolean> {
  if (engine.isSelf(by)) return false;
  // After leaving, an account is never added back without its consent.
  if (conversation.hasLeft) return true;
  if (engine.isContact(by)) return false;
  return !isKnown(conversation) && !isKnown(await directConversation(engine, batch, by));
}
