import { type Address, isAddressEqual } from 'viem';
import type { StoredConversation } from '@/lib/messages/storage/conversation-record';
import type { Batch } from '@/lib/messages/storage/store';
import type { Engine } from './engine';

/** Maximum number of accounts waiting to be added to a room. Limits the storage that holders of its link can fill. */
const MAX_JOINING = 100;
/** Maximum number of a room's earlier invite codes to remember. */
const MAX_ENDED_INVITES = 50;

/**
 * Returns the room with its invite code invalidated, including for accounts that used it but aren't added yet.
 * Remembers the code's secret, to respond to later uses.
 */
export const withoutInvite = (room: StoredConversation): StoredConversation => ({
  ...room,
  invite: null,
  joining: [],
  endedInvites:
    room.invite === null
      ? room.endedInvites
      : [room.invite, ...room.endedInvites].slice(0, MAX_ENDED_INVITES),
});

/** Returns whether a room has a valid invite code. */
export const hasInvite = (
  { now }: Pick<Engine, 'now'>,
  { invite, inviteEnds }: Pick<StoredConversation, 'invite' | 'inviteEnds'>,
): boolean => invite !== null && now() < inviteEnds;

/** Returns the accounts that used a room's invite code, as long as the code is valid. */
export const joinersOf = (
  engine: Pick<Engine, 'now'>,
  conversation: StoredConversation,
): readonly Address[] => (hasInvite(engine, conversation) ? conversation.joining : []);

/**
 * Returns the room of an invite code's secret, including a former one, and whether this account may still add members
 * by it.
 */
async function invitedTo(engine: Engine, secret: string) {
  const all = await engine.store.readAll('conversations');
  const room = all.find(({ value }) => value.invite === secret || value.endedInvites.includes(secret))?.value;
  if (!room) return null;
  const role = room.hasLeft ? undefined : room.participants.find(({ isSelf }) => isSelf)?.role;
  const isValid = room.invite === secret && hasInvite(engine, room);
  return { room, hasEnded: !isValid || (role !== 'owner' && role !== 'admin') };
}

/** Returns whether an invite code of this account was valid and has expired or was withdrawn. */
export const hasInviteEnded = async (engine: Engine, secret: string): Promise<boolean> =>
  (await invitedTo(engine, secret))?.hasEnded ?? false;

/** Queues an account to be added to a room, if the secret matches the room's current invite code. */
export async function recordJoin(engine: Engine, batch: Batch, by: Address, secret: string): Promise<void> {
  const invited = await invitedTo(engine, secret);
  if (!invited || invited.hasEnded) return;
  const { room } = invited;
  if (room.joining.length >= MAX_JOINING) return;
  if ([...room.joining, ...room.removed].some((one) => isAddressEqual(one, by))) return;
  batch.put('conversations', room.id, { ...room, joining: [...room.joining, by] });
}

/** Clears all requests of this account to be added to a room. */
export async function forgetJoinRequests(engine: Engine, batch: Batch, groupId: string): Promise<void> {
  for (const { key, value } of await engine.store.readAll('conversations')) {
    const others = value.askedRooms.filter(({ room }) => room !== groupId);
    if (others.length < value.askedRooms.length)
      batch.put('conversations', key, { ...value, askedRooms: others });
  }
}
