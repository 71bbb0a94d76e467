import { type Address, type Hex, hexToBytes, isAddressEqual } from 'viem';
import {
  addItem,
  applyContent,
  directConversation,
  hasInviteEnded,
  requireConversation,
  roomConversation,
} from '@/lib/messages/core/conversations';
import type { Engine } from '@/lib/messages/core/engine';
import { sendInviteEnded } from '@/lib/messages/core/outgoing';
import { asRequest, makeRoom, withContent, withHeads } from '@/lib/messages/core/requests';
import { recordRequestTransfers } from '@/lib/messages/core/transfers';
import {
  ContestedLogError,
  inviterStanding,
  LogNeededError,
  lookUp,
  senderStanding,
  standingsOf,
} from '@/lib/messages/members/device-trust';
import { openGroup, putChange, putGroup, putState, surplusGroups } from '@/lib/messages/members/groups';
import { recordReportedHeads } from '@/lib/messages/members/identity';
import { isRequestBy, isTrustedInviter, mayReplaceDirect } from '@/lib/messages/members/inviters';
import { withReportedAbandoned } from '@/lib/messages/members/lagging-devices';
import { MAX_SKIPPED } from '@/lib/messages/mls/device';
import { forget, type SpentKeys } from '@/lib/messages/mls/group';
import { decodePending } from '@/lib/messages/mls/group-codec';
import { joinOpened, openWelcome } from '@/lib/messages/mls/join-group';
import { decodeKeyPackage } from '@/lib/messages/mls/key-package';
import { type Received, receive } from '@/lib/messages/mls/receive';
import { decodeContent, type MessageBody } from '@/lib/messages/protocol/content';
import { type Trust, UnverifiedError } from '@/lib/messages/protocol/device-binding';
import { changedMembers } from '@/lib/messages/protocol/roles';
import { isChange, isShown } from '@/lib/messages/protocol/timeline';
import type { InboxItem, StoredConversation, StoredGroup } from '@/lib/messages/storage/records';
import type { Batch } from '@/lib/messages/storage/store';
import { receiveSignal } from './calls';
import { joinRoom } from './join-room';
import { isBehindWelcome } from './pending-items';

type Outcome =
  | { kind: 'done'; spent: SpentKeys; isAdvanced: boolean }
  /** It depends on an item that hasn't arrived. */
  | { kind: 'hold'; by?: Address | null; isActive?: boolean }
  /** The server repeats items that weren't acknowledged, for example after a crash. Those don't count as rejected. */
  | { kind: 'refused'; isRepeated: boolean };
const refused: Outcome = { kind: 'refused', isRepeated: false };
const repeated: Outcome = { kind: 'refused', isRepeated: true };
const nothing: Outcome = { kind: 'done', spent: [], isAdvanced: false };

/**
 * Joins the group of a welcome. The server accepts a welcome only with a commit, and one commit per epoch. It returns
 * the commit's epoch and access hash, so a member can't make a device join another group than its own conversation's.
 */
async function join(
  engine: Engine,
  batch: Batch,
  { id, groupId, content, start }: InboxItem,
): Promise<Outcome> {
  const { store } = engine;
  const known = await store.read('groups', groupId, batch);
  const stored = await store.readAll('keyPackages');
  const own = stored.flatMap(({ key, value }) => {
    const publicPackage = decodeKeyPackage(value.publicPackage);
    const opened = publicPackage && { publicPackage, privatePackage: value.privatePackage };
    return opened ? [{ key, opened, isLastResort: value.isLastResort }] : [];
  });
  const opened = await openWelcome(content, {
    groupId: hexToBytes(`0x${groupId}`),
    packages: own.map(({ opened }) => opened),
    lastEpoch: known ? BigInt(known.epoch) : null,
  });
  if (opened.kind === 'refused') return opened.reason === 'repeated' ? repeated : refused;
  const { by, roles, epoch, members, accessHash } = opened;
  if (epoch !== BigInt(start?.epoch ?? -1) || accessHash !== start?.accessHash) return refused;
  // Otherwise, another account could send a blocked one's welcome.
  const { blocked } = await engine.settings(batch);
  if (blocked.some((one) => isAddressEqual(one, by.account))) return refused;
  const isTrustedAccount = await isTrustedInviter(engine, batch, { groupId, by: by.account });
  // The welcome is signed by the device, so a device in a trusted account's log is a genuine one.
  const standing = await inviterStanding(engine, batch, { members, roles, by, isTrusted: isTrustedAccount });
  if (standing === 'unlisted') return refused;
  const isActive = standing === 'active';
  const isTrusted = isActive && isTrustedAccount;
  const peer = roles.kind === 'direct' ? roles.accounts.find((account) => !engine.isSelf(account)) : null;
  if (peer === undefined) return refused;
  // A thief could use a revoked device to turn a room into a request.
  if (peer === null && !isActive && known?.state) return refused;
  // A stranger's welcome waits behind a trusted account's, whose items could no longer be read.
  if (!isTrusted && (await isBehindWelcome(engine, { groupId, id }, ['trusted'])))
    return { kind: 'hold', by: by.account, isActive };
  const conversation =
    peer === null
      ? await roomConversation(engine, batch, groupId)
      : await directConversation(engine, batch, peer);
  if (peer !== null && known && !mayReplaceDirect(engine, known, { roles, by, isActive })) return refused;
  const trust = engine.limitedTrust(by.account, isTrusted);
  // The account's other device has verified the members' contracts, which may have changed their signers since.
  const isOwn = isActive && engine.isSelf(by.account);
  const joined = await joinOpened(opened, {
    trust,
    ...(isOwn ? { membersTrust: engine.contractsTrust } : {}),
  });
  if (joined.kind === 'refused')
    return joined.reason === 'unverified' ? { kind: 'hold', by: by.account, isActive } : refused;
  const { conversation: group } = joined;
  const used = own.find(({ opened }) => opened === joined.used);
  if (used && !used.isLastResort) batch.delete('keyPackages', used.key);
  const isMore = peer !== null && !conversation.groups.includes(groupId);
  const surplus = isMore ? await surplusGroups(engine, batch, conversation) : [];
  // A revoked device can't displace a group of active ones.
  if (surplus.length > 0 && !isActive) return refused;
  for (const one of surplus) batch.delete('groups', one).delete('commits', one);
  if (peer === null) {
    await joinRoom(engine, batch, { conversation, stored: known, group, by, isActive });
    return { kind: 'done', spent: [], isAdvanced: true };
  }
  batch.delete('commits', groupId);
  // Whoever has a revoked device can only make requests with it, even to the account's own devices and contacts.
  const isRequest = !isActive || isRequestBy(engine, conversation, by.account);
  const isNew = conversation.isHidden;
  const next: StoredConversation = {
    ...(isNew && isRequest ? asRequest(conversation) : conversation),
    groups: conversation.groups.filter((one) => !surplus.includes(one)),
    // The account has accepted it on its other device.
    isRequest: isNew ? isRequest : conversation.isRequest && !isOwn,
    invitedBy: by.account,
    ...(conversation.abandoned && {
      abandoned: conversation.abandoned.filter((one) => one !== groupId),
      toldAbandoned: (conversation.toldAbandoned ?? []).filter((one) => one !== groupId),
    }),
  };
  if (next.isRequest && isNew) await makeRoom(engine, batch, next);
  if (!next.isRequest) await recordRequestTransfers(engine, batch, conversation);
  await putGroup(engine, batch, { conversation: next, group });
  return { kind: 'done', spent: [], isAdvanced: true };
}

/** Records that this device was removed. Its history stays. */
async function leaveGroup(
  engine: Engine,
  batch: Batch,
  {
    conversation,
    group,
    by,
  }: { conversation: StoredConversation; group: StoredGroup; by: typeof engine.account },
): Promise<void> {
  const gone: StoredGroup = { ...group, state: null, members: [] };
  const left = await putGroup(engine, batch, { conversation, group: gone });
  if (conversation.kind !== 'room' || conversation.hasLeft) return;
  // The user may have left on another device.
  const item = conversation.isLeftBefore
    ? { by: engine.account, event: { type: 'left' as const } }
    : { by, event: { type: 'removed' as const, accounts: [engine.account] } };
  addItem(engine, batch, { conversation: left, item: { kind: 'notice', at: engine.now(), ...item } });
}

type Message = Extract<Received, { kind: 'message' }>;

/** Returns whether content is kept until its sender's log is read. */
const isForLater = (body: MessageBody): boolean =>
  isShown(body) || isChange(body) || body.type === 'name' || body.type === 'leave';

async function applyMessage(
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
  const standing = await senderStanding(engine, batch, { conversation, by: received.by });
  // Reject senders whose device was revoked or isn't in its account's log, such as a lost device.
  if (standing !== 'active' && standing !== 'unknown') return countRefused(engine, batch);
  const content = decodeContent(received.content);
  // The content is malformed or of a type that only a later version supports.
  if (content === null) return;
  const { body } = content;
  if (standing === 'unknown') {
    if (isForLater(body))
      batch.put('conversations', conversation.id, withContent(conversation, received.by, content));
    return;
  }
  if (body.type === 'typing') {
    if (!engine.isSelf(by)) engine.announceTyping(conversation.id, by);
    return;
  }
  if (body.type === 'heads') {
    // A stranger's message may not make the device read or store logs, so they wait until the request is accepted.
    if (conversation.isRequest) {
      // Displaced rooms store nothing but their groups.
      if (conversation.isHidden && conversation.kind === 'room') return;
      const heads = body.heads.filter(({ account }) =>
        group.members.some((member) => isAddressEqual(member.account, account)),
      );
      batch.put('conversations', conversation.id, withHeads(conversation, by, heads));
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

/** Maximum number of missing messages per group and fetch, because each one costs a key derivation. */
const MAX_SKIPPED_PER_FETCH = 4_000;
/**
 * Maximum number of missing messages before a stranger's message, and before any message once the limit above is
 * reached.
 */
const MAX_SKIPPED_IF_LIMITED = 20;

/**
 * Receives an item, with a limit on the work that its missing predecessors can cause. `limit` verifies with limited
 * work, for requests. It is null for accepted conversations.
 */
async function receiveWithin(
  engine: Engine,
  { group, limit }: { group: StoredGroup; limit: Trust | null },
  ...[delivered, pending]: [Parameters<typeof receive>[1], Parameters<typeof receive>[2]]
): Promise<Received> {
  const { groupId } = group;
  const before = engine.skipped.get(groupId) ?? 0;
  const left = limit ? 0 : MAX_SKIPPED_PER_FETCH - before;
  const most = Math.max(MAX_SKIPPED_IF_LIMITED, Math.min(MAX_SKIPPED, left));
  const opened = { ...openGroup(engine, group), trust: limit ?? engine.trust };
  const received = await receive(opened, delivered, pending, most);
  const isForged = received.kind === 'refused' && received.reason === 'invalid';
  // A forged message may have caused the maximum amount of work.
  const skipped = received.kind === 'message' ? received.skipped : isForged ? most : 0;
  engine.skipped.set(groupId, before + skipped);
  const isSkipped = received.kind === 'refused' && received.reason === 'skipped';
  // Forged messages may have used up the limit, so the message gets another try with the next fetch.
  if (isSkipped && !limit && most < MAX_SKIPPED) return { kind: 'refused', reason: 'early' };
  return received;
}

async function apply(engine: Engine, batch: Batch, item: InboxItem): Promise<Outcome> {
  const { store } = engine;
  if (item.kind === 'welcome') return join(engine, batch, item);
  const group = await store.read('groups', item.groupId, batch);
  if (!group?.state) {
    // The server delivers a welcome before the other items of its group. Messages that were sent before this device was
    // removed may still arrive.
    return (await isBehindWelcome(engine, item)) ? { kind: 'hold' } : repeated;
  }
  const conversation = await requireConversation(engine, group.conversationId, batch);
  const commit = await store.read('commits', item.groupId, batch);
  const pending = commit ? decodePending(commit.pending, engine.trust) : null;
  const { kind, content } = item;
  const { isRequest, invitedBy } = conversation;
  const limit = isRequest ? engine.limitedTrust(invitedBy ?? engine.account, false) : null;
  const received = await receiveWithin(engine, { group, limit }, { kind, content }, pending);
  switch (received.kind) {
    case 'message':
      await applyMessage(engine, batch, { conversation, group, received });
      return { kind: 'done', spent: received.spent, isAdvanced: false };
    case 'change': {
      // This device's own commit for the same epoch was either this one or rejected.
      batch.delete('commits', item.groupId);
      const { conversation: after, by } = received;
      // The commit is applied like on all other devices. In direct conversations, devices that aren't in their
      // account's log are then ignored.
      if (conversation.kind === 'direct' && !conversation.isRequest)
        await standingsOf(engine, changedMembers(received.change).added, batch);
      await putChange(engine, batch, {
        conversation,
        before: group,
        after,
        by: by.account,
        isOwnCommit: false,
      });
      return { kind: 'done', spent: received.spent, isAdvanced: true };
    }
    case 'removed':
      batch.delete('commits', item.groupId);
      await leaveGroup(engine, batch, { conversation, group, by: received.by.account });
      return nothing;
    default:
      if (received.reason === 'early' || received.reason === 'unverified') return { kind: 'hold' };
      return received.reason === 'repeated' ? repeated : refused;
  }
}

async function countRefused(engine: Engine, batch: Batch): Promise<void> {
  const settings = await engine.settings(batch);
  batch.put('settings', 'settings', { ...settings, refusedItems: settings.refusedItems + 1 });
}

/**
 * Reads the logs that an item requires. Returns false if the chain of a contract account can't be read yet.
 * @throws MessengerError if the server is unreachable. The item stays on the server then.
 */
async function canLookUp(engine: Engine, needed: LogNeededError): Promise<boolean> {
  try {
    await lookUp(engine, needed);
    return true;
  } catch (error) {
    if (error instanceof UnverifiedError) return false;
    throw error;
  }
}

/**
 * Applies an item in one transaction. Rejects an item whose content causes an error, so no sender can block the inbox.
 * `finish` runs in the same transaction.
 * @throws DOMException if the storage fails, for example because the disk is full. The item isn't lost then.
 */
export async function applyItem(
  engine: Engine,
  item: InboxItem,
  finish: (batch: Batch, outcome: Outcome) => Promise<void>,
): Promise<Outcome> {
  const write = (work: (batch: Batch) => Promise<Outcome>) =>
    engine.write(async (batch) => {
      const outcome = await work(batch);
      if (outcome.kind === 'refused' && !outcome.isRepeated) await countRefused(engine, batch);
      await finish(batch, outcome);
      return outcome;
    });
  let outcome: Outcome;
  try {
    outcome = await write((batch) => apply(engine, batch, item));
  } catch (error) {
    if (error instanceof DOMException) throw error;
    if (error instanceof LogNeededError) {
      if (await canLookUp(engine, error)) return applyItem(engine, item, finish);
      const { by } = error;
      outcome = await write(async () => ({ kind: 'hold', by }));
    } else
      outcome = await write(async () =>
        error instanceof UnverifiedError
          ? { kind: 'hold', by: error instanceof ContestedLogError ? error.by : null }
          : refused,
      );
  }
  // The new state must be stored first: after a crash, the old state would need these keys.
  if (outcome.kind === 'done') forget(outcome.spent);
  return outcome;
}
