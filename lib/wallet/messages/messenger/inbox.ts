import { decodeMlsMessage } from 'ts-mls';
import { type Address, type Hex, hexToBytes, isAddressEqual } from 'viem';
import { decodeContent, type MessageBody } from '../content';
import { forget, type SpentKeys } from '../conversation';
import { MAX_SKIPPED, type OwnKeyPackage } from '../device';
import { type Trust, UnverifiedError } from '../device-binding';
import { joinOpened, openWelcome } from '../join-conversation';
import { epochOf, type Received, receive } from '../receive';
import { changedMembers } from '../roles';
import type { StoredConversation, StoredGroup, StoredKeyPackage } from '../store/records';
import type { Batch } from '../store/store';
import { decodePending } from '../stored-conversation';
import { isChange, isShown } from '../timeline';
import type { InboxItem } from './api';
import { withReportedAbandoned } from './behind';
import { receiveSignal } from './calls';
import {
  addItem,
  applyContent,
  directConversation,
  hasInviteEnded,
  requireConversation,
  roomConversation,
} from './conversations';
import type { Engine } from './engine';
import { openGroup, putChange, putGroup, putState, recordOf, surplusGroups } from './groups';
import { firstHeld, heldOf, hold, mayWait, welcomeKey, welcomeKeys, welcomesBefore } from './held';
import { recordReportedHeads } from './identity';
import { isRequestBy, isTrustedInviter, mayReplaceDirect } from './inviters';
import { sendInviteEnded } from './outgoing';
import { applyAccepted } from './own-commits';
import { asRequest, makeRoom, withContent, withHeads, withReceived } from './requests';
import { joinRoom, waitingKeys, withoutCopy } from './room-copies';
import {
  ContestedLogError,
  inviterStanding,
  LogNeededError,
  lookUp,
  senderStanding,
  standingsOf,
} from './standing';

type Outcome =
  | { kind: 'done'; spent: SpentKeys; isAdvanced: boolean }
  /** It depends on an item that hasn't arrived. */
  | { kind: 'hold'; by?: Address | null }
  /** The server repeats items that weren't acknowledged, for example after a crash. Those don't count as rejected. */
  | { kind: 'refused'; isRepeated: boolean };
const refused: Outcome = { kind: 'refused', isRepeated: false };
const repeated: Outcome = { kind: 'refused', isRepeated: true };
const nothing: Outcome = { kind: 'done', spent: [], isAdvanced: false };

/** Decodes a stored key package. Returns null if its public part is malformed. */
export function openOwnPackage({ publicPackage, privatePackage }: StoredKeyPackage): OwnKeyPackage | null {
  const message = decodeMlsMessage(publicPackage, 0)?.[0];
  return message?.wireformat === 'mls_key_package'
    ? { publicPackage: message.keyPackage, privatePackage }
    : null;
}

async function join(engine: Engine, batch: Batch, { groupId, content }: InboxItem): Promise<Outcome> {
  const { store } = engine;
  const known = await store.read('groups', groupId, batch);
  const stored = await store.readAll('keyPackages');
  const own = stored.flatMap(({ key, value }) => {
    const opened = openOwnPackage(value);
    return opened ? [{ key, opened, isLastResort: value.isLastResort }] : [];
  });
  const opened = await openWelcome(content, {
    groupId: hexToBytes(`0x${groupId}`),
    packages: own.map(({ opened }) => opened),
  });
  if (opened.kind === 'refused') return refused;
  const { by, roles, epoch, members } = opened;
  const isTrustedAccount = await isTrustedInviter(engine, batch, { groupId, by: by.account });
  // The welcome is signed by the device, so a device in a trusted account's log is a genuine one.
  const standing = await inviterStanding(engine, batch, { members, roles, by, isTrusted: isTrustedAccount });
  if (standing === 'unlisted') return refused;
  const isActive = standing === 'active';
  const isTrusted = isActive && isTrustedAccount;
  const peer = roles.kind === 'direct' ? roles.accounts.find((account) => !engine.isSelf(account)) : null;
  if (peer === undefined) return refused;
  const conversation =
    peer === null
      ? await roomConversation(engine, batch, groupId)
      : await directConversation(engine, batch, peer);
  if (peer !== null && known && !mayReplaceDirect(engine, known, { roles, by, isActive })) return refused;
  const trust = engine.limitedTrust(by.account, isTrusted);
  // The account's other device has verified the members' contracts, which may have changed their signers since.
  const isOwn = isActive && engine.isSelf(by.account);
  const joined = await joinOpened(opened, {
    lastEpoch: peer !== null && known ? BigInt(known.epoch) : null,
    trust,
    ...(isOwn ? { membersTrust: engine.contractsTrust } : {}),
  });
  if (joined.kind === 'refused')
    return joined.reason === 'unverified' ? { kind: 'hold', by: isActive ? by.account : null } : refused;
  const { conversation: group } = joined;
  const used = own.find(({ opened }) => opened === joined.used);
  if (used && !used.isLastResort) batch.delete('keyPackages', used.key);
  const isMore = peer !== null && !conversation.groups.includes(groupId);
  const surplus = isMore ? await surplusGroups(engine, batch, conversation) : [];
  // A revoked device can't displace a group of active ones.
  if (surplus.length > 0 && !isActive) return refused;
  for (const one of surplus) batch.delete('groups', one).delete('commits', one);
  if (peer === null) {
    const invitation = { by, epoch, isActive, isTrusted };
    const isJoined = await joinRoom(engine, batch, { conversation, known, group, ...invitation });
    return isJoined ? { kind: 'done', spent: [], isAdvanced: true } : refused;
  }
  batch.delete('commits', groupId);
  // Whoever has a revoked device can only make requests with it, even to the account's own devices and contacts.
  const isRequest = !isActive || isRequestBy(engine, conversation, by.account);
  const isNew = conversation.isHidden;
  const next: StoredConversation = {
    ...(isNew && isRequest ? asRequest(conversation) : conversation),
    groups: conversation.groups.filter((one) => !surplus.includes(one)),
    isRequest: isNew ? isRequest : conversation.isRequest,
    invitedBy: by.account,
    ...(conversation.abandoned && {
      abandoned: conversation.abandoned.filter((one) => one !== groupId),
      toldAbandoned: (conversation.toldAbandoned ?? []).filter((one) => one !== groupId),
    }),
  };
  if (next.isRequest && isNew) await makeRoom(engine, batch, next);
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
  if (conversation.kind === 'room' && !conversation.hasLeft)
    addItem(engine, batch, {
      conversation: left,
      item: { kind: 'notice', by, at: engine.now(), event: { type: 'removed', accounts: [engine.account] } },
    });
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
 * work, for requests and waiting copies of a room. It is null for accepted conversations.
 */
async function receiveWithin(
  engine: Engine,
  { key, group, limit }: { key: string; group: StoredGroup; limit: Trust | null },
  ...[delivered, pending]: [Parameters<typeof receive>[1], Parameters<typeof receive>[2]]
): Promise<Received> {
  const before = engine.skipped.get(key) ?? 0;
  const left = limit ? 0 : MAX_SKIPPED_PER_FETCH - before;
  const most = Math.max(MAX_SKIPPED_IF_LIMITED, Math.min(MAX_SKIPPED, left));
  const opened = { ...openGroup(engine, group), trust: limit ?? engine.trust };
  const received = await receive(opened, delivered, pending, most);
  const isForged = received.kind === 'refused' && received.reason === 'invalid';
  // A forged message may have caused the maximum amount of work.
  const skipped = received.kind === 'message' ? received.skipped : isForged ? most : 0;
  engine.skipped.set(key, before + skipped);
  const isSkipped = received.kind === 'refused' && received.reason === 'skipped';
  // Forged messages may have used up the limit, so the message gets another try with the next fetch.
  if (isSkipped && !limit && most < MAX_SKIPPED) return { kind: 'refused', reason: 'early' };
  return received;
}

/**
 * Applies an item to a waiting copy of a room. Applies commits at once, so the copy follows its group. Keeps content
 * until the copy is open, because no logs are read for it before.
 */
async function applyToWaiting(engine: Engine, batch: Batch, key: string, item: InboxItem): Promise<Outcome> {
  const { kind, content } = item;
  const group = await engine.store.read('groups', key, batch);
  if (kind === 'welcome' || !group?.state) return repeated;
  const conversation = await requireConversation(engine, group.conversationId, batch);
  const copy = conversation.waiting?.find((one) => one.key === key);
  if (!copy) return repeated;
  // Decoding the state takes longer, and most items are of another copy.
  if (epochOf(content) !== BigInt(group.epoch))
    return (epochOf(content) ?? -1) > group.epoch ? { kind: 'hold' } : repeated;
  const limit = engine.limitedTrust(copy.by, copy.isTrusted);
  const received = await receiveWithin(engine, { key, group, limit }, { kind, content }, null);
  switch (received.kind) {
    case 'message': {
      const next = { ...recordOf(conversation.id, received.conversation), content: group.content };
      const message = decodeContent(received.content);
      const isKept = message !== null && isForLater(message.body);
      batch.put('groups', key, isKept ? withReceived(next, received.by, message) : next);
      if (conversation.isHidden && message !== null && isShown(message.body)) {
        if (conversation.isRequest) await makeRoom(engine, batch, conversation);
        batch.put('conversations', conversation.id, { ...conversation, isHidden: false, at: engine.now() });
      }
      return { kind: 'done', spent: received.spent, isAdvanced: false };
    }
    case 'change': {
      const next = { ...recordOf(conversation.id, received.conversation), content: group.content };
      batch.put('groups', key, next);
      return { kind: 'done', spent: received.spent, isAdvanced: true };
    }
    case 'removed':
      batch.put('conversations', conversation.id, withoutCopy(batch, conversation, key));
      return nothing;
    default:
      if (received.reason === 'early' || received.reason === 'unverified') return { kind: 'hold' };
      return received.reason === 'repeated' ? repeated : refused;
  }
}

/** Applies an item to the group stored under `key`. A welcome has no group yet. */
async function apply(engine: Engine, batch: Batch, key: string, item: InboxItem): Promise<Outcome> {
  const { store } = engine;
  if (key !== item.groupId) return applyToWaiting(engine, batch, key, item);
  if (item.kind === 'welcome') return join(engine, batch, item);
  const group = await store.read('groups', item.groupId, batch);
  // Messages that were sent before this device was removed may still arrive.
  if (!group?.state) return repeated;
  const conversation = await requireConversation(engine, group.conversationId, batch);
  const commit = await store.read('commits', item.groupId, batch);
  const pending = commit ? decodePending(commit.pending, engine.trust) : null;
  const { kind, content } = item;
  const { isRequest, invitedBy } = conversation;
  const limit = isRequest ? engine.limitedTrust(invitedBy ?? engine.account, false) : null;
  const received = await receiveWithin(engine, { key, group, limit }, { kind, content }, pending);
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
      await putChange(engine, batch, { conversation, before: group, after, by: by.account });
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
 * Applies an item to one group in one transaction. Rejects an item whose content causes an error, so no sender can
 * block the inbox.
 * @throws DOMException if the storage fails, for example because the disk is full. The item isn't lost then.
 */
async function applyAlone(
  engine: Engine,
  { key, item }: { key: string; item: InboxItem },
  finish: (batch: Batch, outcome: Outcome) => Promise<void>,
): Promise<Outcome> {
  const write = (work: (batch: Batch) => Promise<Outcome>) =>
    engine.write(async (batch) => {
      const outcome = await work(batch);
      await finish(batch, outcome);
      return outcome;
    });
  let outcome: Outcome;
  try {
    outcome = await write((batch) => apply(engine, batch, key, item));
  } catch (error) {
    if (error instanceof DOMException) throw error;
    if (error instanceof LogNeededError) {
      if (await canLookUp(engine, error)) return applyAlone(engine, { key, item }, finish);
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

/**
 * The group to which an item was applied, or the keys under which it waits. For a welcome, each key maps to its sender,
 * if known.
 */
type Result =
  | { kind: 'done'; key: string; isAdvanced: boolean }
  | { kind: 'waits'; for: ReadonlyMap<string, Address | null | undefined> };

/**
 * Applies an item to the open copy of its group, or else to the first waiting one that can read it. If `only` is set,
 * tries just the group with that key. `prepare` runs before each attempt, and `finish` in the transaction of the last
 * one.
 */
async function applyToCopies(
  engine: Engine,
  item: InboxItem,
  {
    only,
    prepare,
    finish,
  }: {
    only?: string;
    prepare?: (key: string) => Promise<void>;
    finish: (batch: Batch, result: Result) => Promise<void>;
  },
): Promise<Result> {
  const waits = new Map<string, Address | null | undefined>();
  let isRefused = false;
  const { kind, groupId } = item;
  const copies = async () =>
    only === undefined ? [groupId, ...(await waitingKeys(engine, groupId))] : [only];
  const keys = kind === 'welcome' ? [groupId] : await copies();
  let result = { kind: 'waits', for: waits } as Result;
  for (const key of keys) {
    await prepare?.(key);
    await applyAlone(engine, { key, item }, async (batch, outcome) => {
      if (outcome.kind === 'done') {
        result = { kind: 'done', key, isAdvanced: outcome.isAdvanced };
        return finish(batch, result);
      }
      if (outcome.kind === 'refused') isRefused ||= !outcome.isRepeated;
      else if (kind !== 'welcome') waits.set(key, null);
      else waits.set(await welcomeKey(engine, batch, { groupId, by: outcome.by }), outcome.by);
      if (key !== keys.at(-1)) return;
      // It may be for a group that the device joins once its welcome can be verified.
      if (kind !== 'welcome' && only === undefined)
        for (const one of await welcomesBefore(engine, item)) waits.set(one, null);
      if (waits.size === 0 && isRefused) await countRefused(engine, batch);
      await finish(batch, result);
    });
    if (result.kind === 'done') break;
  }
  return result;
}

/**
 * Applies held messages that can't be read after the next commit of their group, for example because too many messages
 * before them were missing.
 */
async function applyHeldBefore(engine: Engine, key: string): Promise<void> {
  if ((await engine.store.count('held', heldOf(key))) === 0) return;
  // Only once per fetch, because any member can send commits and forged messages.
  if (!engine.renewed.has(key)) engine.skipped.delete(key);
  engine.renewed.add(key);
  await processHeld(engine, key);
}

/** Applies this device's own commit if the server has accepted it, and the held items of the next epoch. */
export async function applyOwnCommit(engine: Engine, groupId: string): Promise<void> {
  if (!(await engine.store.read('commits', groupId))?.missed) return;
  await applyHeldBefore(engine, groupId);
  if (!(await applyAccepted(engine, groupId))) return;
  engine.applied.add(groupId);
  await processHeld(engine, groupId);
}

/**
 * Applies what must come before an item of a group: this device's accepted commit, and held items that a commit would
 * make unreadable.
 */
async function prepareFor(engine: Engine, key: string, { kind, content }: InboxItem): Promise<void> {
  const epoch = epochOf(content);
  if (epoch === null) return;
  const own = await engine.store.read('commits', key);
  // Everything of the commit's epoch came earlier in the queue. Without the commit, this item and later ones would be
  // held, and dropped beyond the limit.
  if (own && epoch > BigInt(own.epoch)) await applyOwnCommit(engine, key);
  if (kind !== 'commit') return;
  const group = await engine.store.read('groups', key);
  // A commit of a later epoch is held as well. The server accepts only one commit of the current epoch.
  if (group?.state && epoch === BigInt(group.epoch)) await applyHeldBefore(engine, key);
}

/** Applies or holds an inbox item. Returns the key of a group whose held items can be applied now, or null. */
async function processItem(engine: Engine, item: InboxItem): Promise<string | null> {
  if (await engine.store.read('processed', item.id)) return null;
  const result = await applyToCopies(engine, item, {
    prepare: (key) => prepareFor(engine, key, item),
    finish: async (batch, outcome) => {
      if (outcome.kind === 'waits')
        for (const [key, by] of outcome.for)
          await hold(engine, batch, { ...item, key, at: engine.now(), by });
      batch.put('processed', item.id, true);
    },
  });
  return result.kind === 'done' && result.isAdvanced ? result.key : null;
}

/**
 * Applies the items that are held under a key, in the server's order, as far as their commits and welcomes have
 * arrived. What waits for a group is applied only to that group, whose held items are in order. What waits behind
 * welcomes may be for any group that the device has joined by them.
 */
export async function processHeld(engine: Engine, key: string): Promise<void> {
  engine.requireNetworkLock();
  for (let isAdvanced = true; isAdvanced; ) {
    isAdvanced = false;
    let isWelcomeHeld = false;
    let hasJoined = false;
    for (const { key: place, value } of await engine.store.readAll('held', heldOf(key))) {
      const { kind, groupId, at } = value;
      // No group could read this item before, and no group has been joined since.
      if (kind !== 'welcome' && isWelcomeHeld && !hasJoined) continue;
      const item = { id: place[1], ...value };
      const isBehindWelcome = Object.values(welcomeKeys(groupId)).includes(key);
      const result = await applyToCopies(engine, item, {
        ...(isBehindWelcome ? { prepare: (one) => prepareFor(engine, one, item) } : { only: key }),
        finish: async (batch, outcome) => {
          const waits = outcome.kind === 'waits' ? outcome.for : new Map<string, null>();
          if (!waits.has(key) || !(await mayWait(engine, batch, { groupId, at, key })))
            batch.delete('held', place);
          for (const [other, by] of waits)
            if (other !== key) await hold(engine, batch, { ...item, key: other, by });
        },
      });
      if (kind === 'welcome') {
        hasJoined ||= result.kind === 'done';
        isWelcomeHeld ||= result.kind === 'waits' && result.for.has(key);
      }
      if (result.kind !== 'done' || !result.isAdvanced) continue;
      if (result.key === key) isAdvanced = true;
      else await processHeld(engine, result.key);
    }
  }
}

/** Maximum interval between retries of the items that are held under a key, in ms. */
const MAX_RETRY_MS = 3_600_000;

/**
 * Retries all held items, because some may have waited for the chain of a contract account. Each interval is as long as
 * all earlier ones of the same key together, because anyone can send items that cost time and never apply.
 */
export async function retryHeld(engine: Engine): Promise<void> {
  const oldest = new Map((await firstHeld(engine)).map(({ key, value }) => [key[0], value.at]));
  for (const [key, at] of oldest) {
    const tried = engine.heldTries.get(key);
    if (tried !== undefined && !engine.isPast(tried, Math.min(tried - at, MAX_RETRY_MS))) continue;
    await processHeld(engine, key);
    engine.heldTries.set(key, engine.now());
  }
  for (const key of engine.heldTries.keys()) if (!oldest.has(key)) engine.heldTries.delete(key);
}

/**
 * Fetches the queued items for this device, and applies them in the server's order. Stores the effects of each item in
 * one transaction before acknowledging it, so a crash neither loses nor repeats an item. Acknowledges all items,
 * so no sender can fill the queue of a device that is online.
 * @throws MessengerError if the server is unreachable or the device was revoked.
 */
export async function pull(engine: Engine): Promise<void> {
  engine.requireNetworkLock();
  const { deviceKey } = await engine.device();
  engine.skipped.clear();
  engine.renewed.clear();
  engine.applied.clear();
  for (let isComplete = false; !isComplete; ) {
    const inbox = await engine.api.readInbox(deviceKey);
    isComplete = inbox.isComplete;
    if (inbox.items.length === 0) return;
    const ids: number[] = [];
    for (const item of inbox.items) {
      const advanced = await processItem(engine, item);
      ids.push(item.id);
      if (advanced !== null) await processHeld(engine, advanced);
    }
    await engine.api.acknowledge(deviceKey, ids);
    await engine.write(async (batch) => {
      for (const id of ids) batch.delete('processed', id);
    });
  }
}
