import { isAddressEqual } from 'viem';
import { addNotices } from '@/lib/messages/core/apply-content';
import { directConversation, requireConversation } from '@/lib/messages/core/conversations';
import type { Engine } from '@/lib/messages/core/engine';
import { putFailed } from '@/lib/messages/core/outgoing';
import { asRequest, hasHistory, makeRoom, withKeptContent } from '@/lib/messages/core/requests';
import { recordRequestTransfers } from '@/lib/messages/core/transfers';
import { afterRejoin, groupIdOf, putGroup, withParticipants } from '@/lib/messages/members/groups';
import { consumeJoinRequest, isKnown, isLeft, lastAccepted } from '@/lib/messages/members/inviters';
import { type Conversation, membersOf } from '@/lib/messages/mls/group';
import { type Member, mayRemove, roleOf } from '@/lib/messages/protocol/roles';
import type { StoredConversation } from '@/lib/messages/storage/conversation-record';
import type { StoredGroup } from '@/lib/messages/storage/records';
import { type Batch, keysUnder } from '@/lib/messages/storage/store';

/** A verified welcome to a room, and what this device has stored of the room. */
type Welcomed = {
  conversation: StoredConversation;
  /** This device's group of the room, of an earlier epoch. */
  known: StoredGroup | undefined;
  group: Conversation;
  by: Member;
  /** Whether the inviting device is in its account's log and not revoked. */
  isActive: boolean;
};

/** Returns whether this device has nothing of a room but an open request. */
const isUnknown = async (engine: Engine, conversation: StoredConversation): Promise<boolean> =>
  conversation.isRequest ? !(await hasHistory(engine, conversation)) : conversation.nextSequence === 0;

/**
 * Returns whether an active device may add this one to a room without a request. None may if the user has left the
 * room. Otherwise, this account's own devices may. In a room that the user has accepted, so may accounts that can
 * remove this one by the roles that this device last knew. In an unknown room, so may contacts and accounts with
 * accepted conversations.
 */
async function mayJoin(
  engine: Engine,
  batch: Batch,
  { conversation, known, by: { account } }: Welcomed,
): Promise<boolean> {
  if (isLeft(conversation)) return false;
  if (engine.isSelf(account)) return true;
  const last = lastAccepted(conversation, known);
  if (last) return mayRemove(roleOf(last, account), roleOf(last, engine.account));
  // Without a group, for example after an import, nothing shows who may invite to a room with a history.
  if (!(await isUnknown(engine, conversation))) return false;
  return engine.isContact(account) || isKnown(await directConversation(engine, batch, account));
}

/** Returns whether a welcome joins a room without a request. */
async function isAccepted(engine: Engine, batch: Batch, welcomed: Welcomed): Promise<boolean> {
  const { conversation, known, group, by, isActive } = welcomed;
  if (!isActive) return false;
  const isIn = known?.state && !conversation.isRequest;
  const hasAsked = !isIn && (await consumeJoinRequest(engine, batch, by.account, groupIdOf(group)));
  return hasAsked || mayJoin(engine, batch, welcomed);
}

/** Removes a group from another conversation. A member of a room can start a conversation of two with the room's ID. */
async function takeGroup(
  engine: Engine,
  batch: Batch,
  { groupId, conversationId }: StoredGroup,
): Promise<void> {
  const other = await requireConversation(engine, conversationId, batch);
  const groups = other.groups.filter((one) => one !== groupId);
  batch.put('conversations', conversationId, await withParticipants(engine, batch, { ...other, groups }));
}

/**
 * Stores the group of a verified welcome to a room, in place of the stored group with its ID, which is of an earlier
 * epoch. Only one group of a room can be current, because the server accepts one commit per epoch, and its welcome only
 * with this commit.
 */
export async function joinRoom(
  engine: Engine,
  batch: Batch,
  { stored, ...invitation }: Omit<Welcomed, 'known'> & { stored: StoredGroup | undefined },
): Promise<void> {
  const { conversation, group, by, isActive } = invitation;
  const known = stored?.conversationId === conversation.id ? stored : undefined;
  if (stored && !known) await takeGroup(engine, batch, stored);
  const welcomed = { ...invitation, known };
  const isRequest = !(await isAccepted(engine, batch, welcomed));
  const inviter = isActive ? await directConversation(engine, batch, by.account) : null;
  if (inviter?.asked) batch.put('conversations', inviter.id, { ...inviter, asked: null });
  const members = membersOf(group);
  // The device that adds this one sends the room's current name.
  const kept = withKeptContent(
    conversation,
    ({ by: sender, content }) =>
      content.body.type !== 'leave' &&
      content.body.type !== 'name' &&
      members.some((one) => isAddressEqual(one.account, sender.account)),
  );
  const next: StoredConversation = {
    ...(isRequest
      ? {
          ...asRequest(kept),
          acceptedRoles: lastAccepted(conversation, known),
          isLeftBefore: isLeft(conversation),
        }
      : {
          ...kept,
          isRequest: false,
          requestSize: 0,
          acceptedRoles: 'ofGroup' as const,
          isLeftBefore: false,
        }),
    invitedBy: by.account,
    hasLeft: false,
    isHidden: false,
    // These belong to the group that is replaced.
    lagging: [],
    leaving: [],
    sentHeads: '',
    sentName: '',
    requestHeads: [],
  };
  batch.delete('commits', groupIdOf(group));
  if (isRequest) {
    await makeRoom(engine, batch, next);
    // What was written for the members isn't sent to this group, even after the user has accepted it.
    for (const { key: place, value: record } of await engine.store.readAll('outbox', keysUnder(next.id)))
      await putFailed(engine, batch, { place, record, reason: 'notMember' });
  } else await recordRequestTransfers(engine, batch, conversation);
  const joining = await afterRejoin(engine, batch, { conversation: next, before: known, after: group });
  const started = await putGroup(engine, batch, { conversation: joining, group });
  const event = { type: isRequest ? 'invited' : 'joined' } as const;
  addNotices(engine, batch, { conversation: started, by: by.account, events: [event] });
}
