import { requireConversation } from '@/lib/messages/core/conversations';
import type { Engine } from '@/lib/messages/core/engine';
import { newContent } from '@/lib/messages/core/outgoing';
import { headsToShare } from '@/lib/messages/members/identity';
import { markAbandonedAnnounced, unannouncedAbandoned } from '@/lib/messages/members/lagging-devices';
import { isShareable } from '@/lib/messages/protocol/content';
import type { ConversationId } from '@/lib/messages/protocol/view-types';
import type { StoredGroup } from '@/lib/messages/storage/records';
import { readyGroup } from './ready-group';
import { transmit } from './transmit';

/** Returns the name that this device shares, or an empty string. Members would drop a message with an invalid one. */
async function nameToShare(engine: Engine): Promise<string> {
  const { sharedName } = await engine.settings();
  return sharedName !== null && isShareable(sharedName) ? sharedName : '';
}

/**
 * Sends the log heads that this device has read, and the name that it shares, to the members, if they have changed since
 * the last time.
 */
export async function shareHeads(
  engine: Engine,
  id: ConversationId,
  { members }: StoredGroup,
): Promise<void> {
  const { isRequest, sentHeads } = await requireConversation(engine, id);
  if (isRequest) return;
  const accounts = [...new Set(members.map(({ account }) => account))];
  const heads = await headsToShare(engine, accounts);
  const name = await nameToShare(engine);
  const text = JSON.stringify({ heads, name });
  if (text === sentHeads || heads.length === 0) return;
  const { content, bytes } = newContent(engine, { type: 'heads', heads, ...(name === '' ? {} : { name }) });
  await transmit(engine, id, {
    attempt: { messageId: content.id, content: bytes, encrypted: null },
    place: null,
  });
  await engine.write(async (batch) => {
    const conversation = await requireConversation(engine, id, batch);
    batch.put('conversations', id, { ...conversation, sentHeads: text, sentName: name });
  });
}

/**
 * Sends the name that this device shares, if the members of a conversation have another one or none. They then see it
 * without a message. A name that members who came later lack goes with the next message.
 */
export async function shareName(engine: Engine, id: ConversationId): Promise<void> {
  const conversation = await requireConversation(engine, id);
  const { sentName = '', isRequest, hasLeft, groups } = conversation;
  const isSame = (await nameToShare(engine)) === sentName;
  if (isSame || isRequest || hasLeft || groups.length === 0) return;
  await shareHeads(engine, id, await readyGroup(engine, id, false));
}

/** Notifies the members of groups that this device no longer uses, so all devices send in one that all can read. */
export async function shareAbandoned(engine: Engine, id: ConversationId): Promise<void> {
  const conversation = await requireConversation(engine, id);
  const groups = unannouncedAbandoned(conversation);
  if (conversation.isRequest || groups.length === 0) return;
  const { content, bytes } = newContent(engine, { type: 'abandoned', groups: [...groups] });
  await transmit(engine, id, {
    attempt: { messageId: content.id, content: bytes, encrypted: null },
    place: null,
  });
  await markAbandonedAnnounced(engine, id, groups);
}
