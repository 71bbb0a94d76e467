import { type Hex, isAddressEqual } from 'viem';
import { applyContent } from '@/lib/messages/core/apply-content';
import { recordChosenName } from '@/lib/messages/core/chosen-names';
import type { Engine } from '@/lib/messages/core/engine';
import { hasInviteEnded } from '@/lib/messages/core/invites';
import { sendInviteEnded } from '@/lib/messages/core/outgoing';
import { makeRoom, withContent, withHeads } from '@/lib/messages/core/requests';
import { senderStatus } from '@/lib/messages/members/device-trust';
import { putState } from '@/lib/messages/members/groups';
import { recordReportedHeads } from '@/lib/messages/members/identity';
import { withReportedAbandoned } from '@/lib/messages/members/lagging-devices';
import type { Received } from '@/lib/messages/mls/receive';
import { decodeContent, type MessageBody } from '@/lib/messages/protocol/content';
import { isChange, isShown } from '@/lib/messages/protocol/message-changes';
import type { StoredConversation } from '@/lib/messages/storage/conversation-record';
import type { StoredGroup } from '@/lib/messages/storage/records';
import type { Batch } from '@/lib/messages/storage/store';
import { receiveSignal } from './calls';
import { countRefused } from './outcome';

type Message = Extract<Received, { kind: 'message' }>;

/** Returns whether content is kept until its sender's log is read. */
const isForLater = (body: MessageBody): boolean =>
  isShown(body) ||
  isChange(body) ||
  body.type === 'name' ||
  body.type === 'leave' ||
  (body.type === 'heads' && body.name !== undefined);

/** Stores the effects of a decrypted message. Its content is untrusted. */
export async function applyMessage(
  engine: Engine,
  batch: Batch,
  {
    conversation,
    group,
    received,
  }: { conversation: StoredConversation; group: StoredGroup; received: Message },
): Promise<void> {
  putState(batch, group, received.conversation);
  const by = received.by.account;
  const { blocked } = await engine.settings(batch);
  if (blocked.some((one) => isAddressEqual(one, by))) return;
  const status = await senderStatus(engine, batch, { conversation, by: received.by });
  // Reject senders whose device was revoked or isn't in its account's log, such as a lost device.
  if (status !== 'active' && status !== 'unknown') return countRefused(engine, batch);
  const content = decodeContent(received.content);
  // The content is malformed or of a type that only a later version supports.
  if (content === null) return;
  const { body } = content;
  if (status === 'unknown') {
    // Of the heads, only the name is kept, because the sender will send newer ones.
    const kept = body.type === 'heads' ? { ...content, body: { ...body, heads: [] } } : content;
    if (isForLater(body))
      batch.put('conversations', conversation.id, withContent(conversation, received.by, kept));
    return;
  }
  if (body.type === 'typing') {
    if (!engine.isSelf(by)) engine.announceTyping(conversation.id, by);
    return;
  }
  if (body.type === 'heads') {
    // Displaced rooms store nothing but their groups.
    if (conversation.isRequest && conversation.isHidden && conversation.kind === 'room') return;
    const named = recordChosenName(engine, batch, { conversation, by, name: body.name });
    // A stranger's message may not make the device read or store logs, so they wait until the request is accepted.
    if (conversation.isRequest) {
      const heads = body.heads.filter(({ account }) =>
        group.members.some((member) => isAddressEqual(member.account, account)),
      );
      batch.put('conversations', conversation.id, withHeads(named, by, heads));
      return;
    }
    const accounts = group.members.map(({ account }) => account);
    await recordReportedHeads(engine, batch, {
      conversation: conversation.id,
      by,
      heads: body.heads,
      accounts,
    });
    return;
  }
  if (body.type === 'abandoned') {
    const { groupId: sentIn } = group;
    if (conversation.kind === 'direct')
      batch.put(
        'conversations',
        conversation.id,
        withReportedAbandoned(conversation, { groups: body.groups, sentIn }),
      );
    return;
  }
  if (body.type === 'call')
    return receiveSignal(engine, batch, {
      conversation,
      by: { account: by, deviceKey: received.by.deviceKey as Hex },
      signal: body.signal,
      sentAt: content.at,
    });
  if (conversation.isRequest && conversation.isHidden && isShown(body))
    await makeRoom(engine, batch, conversation);
  const state = engine.isSelf(by) ? ({ kind: 'sent' } as const) : ({ kind: 'received' } as const);
  await applyContent(engine, batch, { conversation, group, by, content, state });
  // Only respond to a code that was once valid, so strangers can't learn when this device is online.
  if (body.type === 'join' && !engine.isSelf(by) && (await hasInviteEnded(engine, body.secret)))
    await sendInviteEnded(engine, batch, conversation, body.secret);
}
