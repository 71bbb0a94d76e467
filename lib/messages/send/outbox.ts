import { type Address, type Hex, isAddressEqual } from 'viem';
import { StaleEpochError } from '@/lib/messages/core/api';
import { groupsOf, requireAccepted, requireConversation } from '@/lib/messages/core/conversations';
import type { Engine } from '@/lib/messages/core/engine';
import { fail, newContent, recordAt, showState } from '@/lib/messages/core/outgoing';
import { countingMembers } from '@/lib/messages/members/device-trust';
import { groupIdOf, mainGroup, openGroup, putGroup, putState } from '@/lib/messages/members/groups';
import { headsToShare, identityOf, isStopped, refreshIdentity } from '@/lib/messages/members/identity';
import {
  abandon,
  BehindError,
  markAbandonedTold,
  untoldAbandoned,
} from '@/lib/messages/members/lagging-devices';
import { createKeyPackage } from '@/lib/messages/mls/device';
import { deliveryAccess, encrypt, forget, startConversation } from '@/lib/messages/mls/group';
import type { MessageBody } from '@/lib/messages/protocol/content';
import { UnverifiedError } from '@/lib/messages/protocol/device-binding';
import { isFinal, MessengerError } from '@/lib/messages/protocol/messenger-error';
import type { ConversationId } from '@/lib/messages/protocol/view-types';
import type { StoredConversation, StoredGroup, StoredOutgoing } from '@/lib/messages/storage/records';
import { addable, claimOnce } from './claim-devices';
import { catchUp, changeGroup } from './commits';
import { maintainGroup } from './maintain-group';

/** Maximum number of times that a message is encrypted again because the epoch changed before it was accepted. */
const MAX_ATTEMPTS = 6;

export const newGroupId = (): Uint8Array<ArrayBuffer> => crypto.getRandomValues(new Uint8Array(16));

/** Creates the group of a direct conversation with all devices of both accounts. */
async function startDirect(engine: Engine, conversation: StoredConversation, peer: Address): Promise<void> {
  // Bypasses the cache, because the account may just have turned on messages.
  const theirs = await refreshIdentity(engine, peer, 0);
  if (theirs.problem !== null) throw new MessengerError('identity');
  const own = await refreshIdentity(engine, engine.account);
  const claim = claimOnce(engine, conversation.id);
  const device = await engine.device();
  // Resume an interrupted start.
  const unfinished = (await groupsOf(engine, conversation)).find(({ epoch }) => epoch === 0);
  if (!unfinished && (await addable(claim, theirs, [])).length === 0)
    throw new MessengerError('notReachable');
  const groupId =
    unfinished?.groupId ??
    (await engine.write(async (batch) => {
      const roles = { kind: 'direct' as const, accounts: [engine.account, peer] as [Address, Address] };
      const options = { groupId: newGroupId(), roles, trust: engine.trust };
      const own = await createKeyPackage(device, Math.floor(engine.now() / 1_000));
      const group = await startConversation(own, options);
      const present = await requireConversation(engine, conversation.id, batch);
      await putGroup(engine, batch, { conversation: present, group });
      return groupIdOf(group);
    }));
  await changeGroup(engine, groupId, async ({ state }) => {
    if (state.groupContext.epoch > 0n) return null;
    const present = [{ leafIndex: 0, account: engine.account, deviceKey: device.deviceKey }];
    const add = await addable(claim, theirs, present);
    if (add.length === 0) throw new MessengerError('notReachable');
    return { add: [...add, ...(await addable(claim, own, present))] };
  });
}

/** Returns the group to send in, with all devices that belong in it. Creates the group if necessary and allowed. */
async function readyGroup(
  engine: Engine,
  id: ConversationId,
  mayStart = true,
): Promise<StoredGroup & { state: Uint8Array }> {
  const conversation = await requireConversation(engine, id);
  const { peer, isRequest } = conversation;
  if (conversation.hasLeft) throw new MessengerError('notMember');
  const { blocked } = await engine.settings();
  if (peer && blocked.some((one) => isAddressEqual(one, peer))) throw new MessengerError('blocked');
  const known = await mainGroup(engine, conversation);
  // A request is maintained once the user has accepted it.
  if (known && !isRequest) await maintainGroup(engine, { conversation, groupId: known.groupId });
  // Maintenance may have removed the other account's last device after its revocation, or may not be allowed to remove a
  // device. The second attempt leaves out devices that missed their welcome.
  for (let attempt = 0; peer && mayStart && attempt < 2; attempt += 1) {
    const present = await requireConversation(engine, id);
    const main = await mainGroup(engine, present);
    if (main && (await countingMembers(engine, main)).length === main.members.length) break;
    if (main) await abandon(engine, id, main.groupId);
    await startDirect(engine, await requireConversation(engine, id), peer);
  }
  const group = await mainGroup(engine, await requireConversation(engine, id));
  if (!group) throw new MessengerError(peer ? 'notDelivered' : 'notMember');
  for (const { account } of group.members)
    if (isStopped(await identityOf(engine, account), id)) throw new MessengerError('identity');
  return group;
}

type Attempt = Pick<StoredOutgoing, 'messageId' | 'content' | 'encrypted'> & {
  /** The only recipient device, or null for all devices. */
  only?: Hex | null;
  /** Throws if the conversation isn't the one that it was meant for anymore. */
  check?: (conversation: StoredConversation) => void;
};

/**
 * Encrypts a record for the group's current epoch. Stores the ciphertext first, together with the state after its key
 * was used.
 */
async function encryptFor(
  engine: Engine,
  group: StoredGroup,
  { attempt, place }: { attempt: Attempt; place: number | null },
): Promise<NonNullable<StoredOutgoing['encrypted']>> {
  const { encrypted: earlier } = attempt;
  if (earlier?.groupId === group.groupId && earlier.epoch === group.epoch) return earlier;
  const { deviceKey } = await engine.device();
  const { encrypted, spent } = await engine.write(async (batch) => {
    const present = (await engine.store.read('groups', group.groupId, batch)) ?? group;
    const made = await encrypt(openGroup(engine, present), attempt.content);
    putState(batch, present, made.conversation);
    const { only = null } = attempt;
    const to = present.members
      .map((member) => member.deviceKey as Hex)
      .filter((key) => key !== deviceKey && (only === null || key === only));
    const result = { groupId: present.groupId, epoch: present.epoch, message: made.message, to };
    const record = place === null ? null : await recordAt(engine, { place, attempt }, batch);
    if (record && place !== null) batch.put('outbox', place, { ...record, encrypted: result });
    return { encrypted: result, spent: made.spent };
  });
  forget(spent);
  return encrypted;
}

/** Asserts that the message was queued for another account. @throws MessengerError if it wasn't. */
function requireReceived(
  engine: Engine,
  { members }: StoredGroup,
  { to, missed }: { to: readonly string[]; missed: readonly string[] },
): void {
  const others = members.filter(
    ({ account, deviceKey }) => !engine.isSelf(account) && to.includes(deviceKey),
  );
  if (others.length > 0 && others.every(({ deviceKey }) => missed.includes(deviceKey)))
    throw new MessengerError('notDelivered');
}

/**
 * Encrypts and sends content, and encrypts it again if the epoch changes in the meantime.
 * @throws MessengerError if it can't be sent or no other account receives it.
 */
async function transmit(
  engine: Engine,
  id: ConversationId,
  { attempt, place }: { attempt: Attempt; place: number | null },
): Promise<void> {
  let { encrypted } = attempt;
  for (let count = 0; count < MAX_ATTEMPTS; count += 1) {
    const conversation = await requireConversation(engine, id);
    (attempt.check ?? requireAccepted)(conversation);
    // The room may have become a request that the user has accepted since.
    if (place !== null && (await recordAt(engine, { place, attempt }))?.failure !== null)
      throw new MessengerError('notMember');
    const group = await mainGroup(engine, conversation);
    if (!group) throw new MessengerError('notMember');
    // A device that isn't in its account's log, and that this account may not remove, must not be able to read the
    // message.
    if ((await countingMembers(engine, group)).length < group.members.length)
      throw new MessengerError('identity');
    encrypted = await encryptFor(engine, group, { attempt: { ...attempt, encrypted }, place });
    if (attempt.only && encrypted.to.length === 0) throw new MessengerError('notDelivered');
    // The room has no other members yet.
    if (encrypted.to.length === 0) return;
    const { deviceKey } = await engine.device();
    const present = (await engine.store.read('groups', encrypted.groupId)) ?? group;
    try {
      const { missed } = await engine.api.send({
        deviceKey,
        groupId: encrypted.groupId,
        epoch: encrypted.epoch,
        access: await deliveryAccess(openGroup(engine, present)),
        messageId: attempt.messageId,
        content: encrypted.message,
        to: encrypted.to,
      });
      return requireReceived(engine, present, { to: encrypted.to, missed });
    } catch (error) {
      // The server may have been restored from a backup from before the group.
      const isUnknown = error instanceof MessengerError && error.reason === 'notMember';
      if (isUnknown && conversation.kind === 'direct') throw new BehindError(encrypted.groupId);
      if (!(error instanceof StaleEpochError)) throw error;
      await catchUp(engine, present);
    }
  }
  throw new MessengerError('busy');
}

/** Sends the log heads that this device has read to the members, if they have changed since the last time. */
async function shareHeads(engine: Engine, id: ConversationId, { members }: StoredGroup): Promise<void> {
  const { isRequest, toldHeads } = await requireConversation(engine, id);
  if (isRequest) return;
  const accounts = [...new Set(members.map(({ account }) => account))];
  const heads = await headsToShare(engine, accounts);
  const text = JSON.stringify(heads);
  if (text === toldHeads || heads.length === 0) return;
  const { content, bytes } = newContent(engine, { type: 'heads', heads });
  await transmit(engine, id, {
    attempt: { messageId: content.id, content: bytes, encrypted: null },
    place: null,
  });
  await engine.write(async (batch) => {
    const conversation = await requireConversation(engine, id, batch);
    batch.put('conversations', id, { ...conversation, toldHeads: text });
  });
}

/** Notifies the members of groups that this device no longer uses, so all devices send in one that all can read. */
async function shareAbandoned(engine: Engine, id: ConversationId): Promise<void> {
  const conversation = await requireConversation(engine, id);
  const groups = untoldAbandoned(conversation);
  if (conversation.isRequest || groups.length === 0) return;
  const { content, bytes } = newContent(engine, { type: 'abandoned', groups: [...groups] });
  await transmit(engine, id, {
    attempt: { messageId: content.id, content: bytes, encrypted: null },
    place: null,
  });
  await markAbandonedTold(engine, id, groups);
}

type Outgoing = { attempt: Attempt; place: number | null };

/** Sends a typing signal, which never starts a group. */
export async function sendTyping(engine: Engine, id: ConversationId): Promise<void> {
  engine.requireNetworkLock();
  const { content, bytes } = newContent(engine, { type: 'typing' });
  const attempt = { messageId: content.id, content: bytes, encrypted: null };
  await readyGroup(engine, id, false);
  await transmit(engine, id, { attempt, place: null });
}

async function sendOnce(engine: Engine, id: ConversationId, outgoing: Outgoing): Promise<void> {
  const group = await readyGroup(engine, id);
  await shareHeads(engine, id, group);
  await shareAbandoned(engine, id);
  await transmit(engine, id, outgoing);
}

/** Sends content in a conversation. If this device can't follow a direct one anymore, starts a new group. */
async function sendIn(engine: Engine, id: ConversationId, outgoing: Outgoing): Promise<void> {
  try {
    await sendOnce(engine, id, outgoing);
  } catch (error) {
    const { kind } = await requireConversation(engine, id);
    if (!(error instanceof BehindError) || kind === 'room') throw error;
    // No other account can add this device again.
    await abandon(engine, id, error.groupId);
    await sendOnce(engine, id, outgoing);
  }
}

/**
 * Sends content immediately, without storing it, to all devices of the conversation or to one of them.
 * @throws MessengerError if it can't be sent.
 */
export async function sendNow(
  engine: Engine,
  id: ConversationId,
  body: MessageBody,
  only: Hex | null = null,
): Promise<void> {
  engine.requireNetworkLock();
  const { content, bytes } = newContent(engine, body);
  const attempt = { messageId: content.id, content: bytes, encrypted: null, only };
  await sendIn(engine, id, { attempt, place: null });
}

/**
 * Asks the other members of a room to remove this account. Skips maintenance and ignores warnings about logs and
 * missing recipients, because nothing that other members do may keep an account in a room.
 * @throws MessengerError if the server is unreachable.
 */
export async function sendLeave(
  engine: Engine,
  id: ConversationId,
  check: (conversation: StoredConversation) => void,
): Promise<void> {
  engine.requireNetworkLock();
  const { content, bytes } = newContent(engine, { type: 'leave' });
  const attempt = { messageId: content.id, content: bytes, encrypted: null, check };
  try {
    await transmit(engine, id, { attempt, place: null });
  } catch (error) {
    if (isFinal(error) || !(error instanceof MessengerError || error instanceof UnverifiedError)) throw error;
  }
}

async function sendRecord(engine: Engine, place: number, record: StoredOutgoing): Promise<void> {
  const { conversationId, target } = record;
  await sendIn(engine, conversationId, { attempt: record, place });
  await engine.write(async (batch) => {
    if (await recordAt(engine, { place, attempt: record }, batch)) batch.delete('outbox', place);
    await showState(engine, batch, {
      conversation: { id: conversationId },
      target,
      state: { kind: 'sent' },
    });
  });
}

/**
 * Sends the outbox in order. A message that can't be sent for its own reasons is marked as failed and doesn't block the
 * others. While an account's chain can't be read, only messages to that account wait.
 * @throws MessengerError if the server is unreachable or the device was revoked, with the outbox unchanged, or
 * DOMException if the storage fails.
 */
export async function flush(engine: Engine): Promise<void> {
  engine.requireNetworkLock();
  const unverified = new Set<ConversationId>();
  const failures: unknown[] = [];
  // Reads one record at a time, because sending can append another one: the room's name for a device that was just
  // added.
  for (
    let place = await engine.store.nextKey('outbox', 0);
    place;
    place = await engine.store.nextKey('outbox', place)
  ) {
    const record = await engine.store.read('outbox', place);
    if (!record || record.failure !== null || unverified.has(record.conversationId)) continue;
    // Only the message with the image waits for the upload.
    if (record.upload === 'waiting') continue;
    try {
      await sendRecord(engine, place, record);
    } catch (error) {
      if (error instanceof UnverifiedError) unverified.add(record.conversationId);
      else if (isFinal(error)) throw error;
      else {
        if (!(error instanceof MessengerError)) failures.push(error);
        await fail(engine, {
          place,
          record,
          reason: error instanceof MessengerError ? error.reason : 'server',
        });
      }
    }
  }
  if (failures.length > 0) throw failures[0];
}
