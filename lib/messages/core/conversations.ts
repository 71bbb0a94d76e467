import { type Address, getAddress } from 'viem';
import { MessengerError } from '@/lib/messages/protocol/messenger-error';
import type { ConversationId } from '@/lib/messages/protocol/view-types';
import type { StoredConversation } from '@/lib/messages/storage/conversation-record';
import type { StoredGroup, StoredMessage } from '@/lib/messages/storage/records';
import type { Batch } from '@/lib/messages/storage/store';
import type { Engine } from './engine';

/** Returns what the list shows of the latest message. `at` is the time of sending or receiving on this device. */
export const lastMessageOf = (
  engine: Engine,
  { sequence, item, at }: { sequence: number; item: StoredMessage; at: number },
): NonNullable<StoredConversation['lastMessage']> => ({
  ...{ sequence, at, by: item.by, isOwn: engine.isSelf(item.by), body: item.body },
  ...(item.isRepeated ? { isRepeated: true } : {}),
});

export const newConversation = (
  id: ConversationId,
  at: number,
): Omit<StoredConversation, 'kind' | 'peer'> => ({
  id,
  name: '',
  groups: [],
  participants: [],
  nextSequence: 0,
  lastMessage: null,
  at,
  unread: 0,
  isMuted: false,
  isRequest: false,
  requestSize: 0,
  requestHeads: [],
  requestContent: [],
  requestStart: 0,
  acceptedRoles: 'ofGroup',
  isHidden: true,
  invitedBy: null,
  draft: '',
  verifiedCode: null,
  reads: {},
  invite: null,
  inviteEnds: 0,
  endedInvites: [],
  removed: [],
  joining: [],
  askedRooms: [],
  asked: null,
  hasAsked: false,
  sentHeads: '',
  leaving: [],
  hasLeft: false,
  isLeftBefore: false,
  lagging: [],
  abandoned: [],
  announcedAbandoned: [],
  lastCall: null,
  calls: [],
});

/** Returns the conversation with an account. If there is none, returns a new, hidden one. */
export async function directConversation(
  engine: Engine,
  batch: Batch,
  peer: Address,
): Promise<StoredConversation> {
  const id = await directId(engine, peer);
  const known = await engine.store.read('conversations', id, batch);
  return known ?? { ...newConversation(id, engine.now()), kind: 'direct', peer: getAddress(peer) };
}

/** Returns the ID of a room's conversation. */
export const roomId = ({ store }: Pick<Engine, 'store'>, groupId: string): Promise<ConversationId> =>
  store.lookup(`room:${groupId}`);

/** Returns the ID of the conversation with an account. */
export const directId = ({ store }: Pick<Engine, 'store'>, peer: Address): Promise<ConversationId> =>
  store.lookup(`direct:${peer.toLowerCase()}`);

/** Returns the conversation of a room. If there is none, returns a new, hidden one. */
export async function roomConversation(
  engine: Engine,
  batch: Batch,
  groupId: string,
): Promise<StoredConversation> {
  const id = await roomId(engine, groupId);
  const known = await engine.store.read('conversations', id, batch);
  return known ?? { ...newConversation(id, engine.now()), kind: 'room', peer: null, groups: [groupId] };
}

/** Returns a conversation. @throws MessengerError if there is none with the ID. */
export async function requireConversation(
  engine: Engine,
  id: ConversationId,
  batch?: Batch,
): Promise<StoredConversation> {
  const found = await engine.store.read('conversations', id, batch);
  if (!found) throw new MessengerError('notMember');
  return found;
}

/**
 * Requires that a room isn't a request. What was meant for its members must not reach a group that the user hasn't
 * accepted, which may have replaced theirs in the meantime.
 * @throws MessengerError if it's a request.
 */
export function requireAccepted({ kind, isRequest }: Pick<StoredConversation, 'kind' | 'isRequest'>): void {
  if (kind === 'room' && isRequest) throw new MessengerError('notMember');
}

/**
 * Returns the groups of a conversation that this device is a member of. Skips groups of other conversations, because
 * anyone can start a conversation of two with a room's group ID.
 */
export async function groupsOf(
  engine: Engine,
  { id, groups }: Pick<StoredConversation, 'id' | 'groups'>,
  batch?: Batch,
): Promise<(StoredGroup & { state: Uint8Array })[]> {
  const all = await Promise.all(groups.map((groupId) => engine.store.read('groups', groupId, batch)));
  return all.flatMap((group) =>
    group?.state && group.conversationId === id ? [{ ...group, state: group.state }] : [],
  );
}
