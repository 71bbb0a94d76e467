import type { Hex } from 'viem';
import { StaleEpochError } from '@/lib/messages/core/api';
import { requireAccepted, requireConversation } from '@/lib/messages/core/conversations';
import type { Engine } from '@/lib/messages/core/engine';
import { groupIdOf, openGroup } from '@/lib/messages/members/groups';
import { MissedCommitError } from '@/lib/messages/members/lagging-devices';
import {
  type Conversation,
  changeConversation,
  deliveryAccess,
  FullError,
  membersOf,
  type RequestedChange,
} from '@/lib/messages/mls/group';
import { decodePending, encodePending } from '@/lib/messages/mls/group-codec';
import { epochOf } from '@/lib/messages/mls/receive';
import { UnverifiedError } from '@/lib/messages/protocol/device-binding';
import { MessengerError } from '@/lib/messages/protocol/messenger-error';
import { changedMembers } from '@/lib/messages/protocol/roles';
import type { ConversationId } from '@/lib/messages/protocol/view-types';
import { pull, pullAndApply } from '@/lib/messages/receive/inbox';
import { markAccepted, wasApplied } from '@/lib/messages/receive/own-commits';
import { isWelcomePending } from '@/lib/messages/receive/pending-items';
import type { StoredCommit, StoredGroup } from '@/lib/messages/storage/records';
import { keysUnder } from '@/lib/messages/storage/store';

/** Maximum number of attempts at a change if other members' commits keep coming first. */
const MAX_ATTEMPTS = 6;

/**
 * Fetches the commit that ended a group's epoch.
 * @throws MissedCommitError if the server no longer stores it.
 */
export async function catchUp(engine: Engine, { groupId, epoch }: StoredGroup): Promise<void> {
  await engine.withInbox(() => pull(engine));
  const after = await engine.store.read('groups', groupId);
  if (!after?.state || after.epoch !== epoch) return;
  const pending = await engine.store.readAll('pendingItems', keysUnder(groupId));
  const isUnverified = pending.some(
    ({ value }) => value.kind === 'commit' && epochOf(value.content) === BigInt(epoch),
  );
  // The commit, or a welcome after it, has arrived, but the chain of a contract account can't be read yet.
  const isAddedAgain =
    after.roles.kind === 'room' && (await isWelcomePending(engine, { groupId }, ['trusted']));
  if (isUnverified || isAddedAgain) throw new UnverifiedError('the chain of an added account cannot be read');
  throw new MissedCommitError(groupId);
}

/** Creates a commit and stores it before sending, because the server's response may get lost. */
async function prepare(engine: Engine, conversation: Conversation, change: RequestedChange): Promise<void> {
  const device = await engine.device();
  const members = membersOf(conversation);
  const pending = await changeConversation(device, conversation, change).catch((cause: unknown) => {
    if (cause instanceof UnverifiedError) throw cause;
    throw new MessengerError(cause instanceof FullError ? 'full' : 'notAllowed', { cause });
  });
  const { added } = changedMembers({
    before: { members, roles: conversation.roles },
    after: { members: membersOf(pending.conversation), roles: pending.conversation.roles },
  });
  const commit: StoredCommit = {
    groupId: groupIdOf(conversation),
    pending: encodePending(pending),
    epoch: Number(conversation.state.groupContext.epoch),
    to: members.map(({ deviceKey }) => deviceKey as Hex).filter((key) => key !== device.deviceKey),
    missed: null,
    welcomeTo: pending.welcome ? added.map(({ deviceKey }) => deviceKey as Hex) : [],
  };
  await engine.write(async (batch) => {
    batch.put('commits', commit.groupId, commit);
  });
}

/**
 * Sends a group's stored commit, if any, and applies it once accepted, including by an earlier attempt. Returns
 * `dropped` if another member's commit was first, or if this device was removed from the group.
 * @throws MessengerError if the server is unreachable. The commit stays stored and is sent again.
 */
async function deliver(engine: Engine, groupId: string): Promise<'applied' | 'dropped' | 'none'> {
  const { store, api, trust } = engine;
  const commit = await store.read('commits', groupId);
  if (!commit) return 'none';
  const drop = () => engine.write(async (batch) => void batch.delete('commits', groupId));
  const group = await store.read('groups', groupId);
  const pending = decodePending(commit.pending, trust);
  if (!group?.state || !pending || group.epoch !== commit.epoch) {
    await drop();
    return 'dropped';
  }
  if (!commit.missed) {
    const { deviceKey } = await engine.device();
    let missed: readonly string[];
    try {
      ({ missed } = await api.commit({
        deviceKey,
        groupId,
        epoch: commit.epoch,
        access: commit.epoch === 0 ? null : await deliveryAccess(openGroup(engine, group)),
        nextAccessHash: pending.nextAccessHash,
        content: pending.commit,
        to: commit.to,
        welcome: pending.welcome ? { content: pending.welcome, to: commit.welcomeTo } : null,
      }));
    } catch (error) {
      const isStale = error instanceof StaleEpochError;
      // Drop a commit that the server would reject again.
      if (isStale || !(error instanceof MessengerError) || error.reason !== 'offline') await drop();
      if (isStale) return 'dropped';
      throw error;
    }
    await markAccepted(engine, groupId, missed);
  }
  await pullAndApply(engine, groupId);
  return wasApplied(engine, groupId, commit.epoch) ? 'applied' : 'dropped';
}

/** Sends a conversation's commits that lack a response. @throws MessengerError if the server is unreachable. */
export async function deliverCommits(engine: Engine, id: ConversationId): Promise<void> {
  engine.requireConversation(id);
  const { groups } = await requireConversation(engine, id);
  for (const groupId of groups)
    if (await engine.store.read('commits', groupId)) await deliver(engine, groupId);
}

/**
 * Changes a group by a commit, and retries if another commit was first. `plan` returns the changes that are still
 * needed in the current epoch, or null if there are none.
 * @throws MessengerError if the roles don't allow it, the room is a request, the server is unreachable, or other
 * commits always come first.
 */
export async function changeGroup(
  engine: Engine,
  groupId: string,
  plan: (conversation: Conversation) => Promise<RequestedChange | null>,
): Promise<void> {
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt += 1) {
    // Finish an earlier commit first if its response was lost.
    if ((await deliver(engine, groupId)) === 'dropped') await engine.withInbox(() => pull(engine));
    const group = await engine.store.read('groups', groupId);
    if (!group?.state) throw new MessengerError('notMember');
    engine.requireConversation(group.conversationId);
    requireAccepted(await requireConversation(engine, group.conversationId));
    const conversation = openGroup(engine, group);
    const change = await plan(conversation);
    if (change === null) return;
    await prepare(engine, conversation, change);
    if ((await deliver(engine, groupId)) === 'applied') return;
    await catchUp(engine, group);
  }
  throw new MessengerError('busy');
}
