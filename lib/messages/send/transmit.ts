import type { Hex } from 'viem';
import { StaleEpochError } from '@/lib/messages/core/api';
import { requireAccepted, requireConversation } from '@/lib/messages/core/conversations';
import type { Engine } from '@/lib/messages/core/engine';
import { recordAt } from '@/lib/messages/core/outgoing';
import { countingMembers } from '@/lib/messages/members/device-trust';
import { mainGroup, openGroup, putState } from '@/lib/messages/members/groups';
import { MissedCommitError } from '@/lib/messages/members/lagging-devices';
import { deliveryAccess, encrypt, forget, type SpentKeys } from '@/lib/messages/mls/group';
import { MessengerError } from '@/lib/messages/protocol/messenger-error';
import type { ConversationId } from '@/lib/messages/protocol/view-types';
import type { StoredConversation } from '@/lib/messages/storage/conversation-record';
import type { StoredGroup, StoredOutgoing } from '@/lib/messages/storage/records';
import type { OutboxKey } from '@/lib/messages/storage/store';
import { catchUp } from './commits';

/** Maximum number of times that a message is encrypted again because the epoch changed before it was accepted. */
const MAX_ATTEMPTS = 6;

/** Content to send, and its latest ciphertext. */
export type Attempt = Pick<StoredOutgoing, 'messageId' | 'content' | 'encrypted'> & {
  /** The only recipient device, or null for all devices. */
  only?: Hex | null;
  /** Throws if the conversation isn't the one that it was meant for anymore. */
  check?: (conversation: StoredConversation) => void;
};

/** A ciphertext, and the group that it was encrypted for. */
type Encrypted = { encrypted: NonNullable<StoredOutgoing['encrypted']>; group: StoredGroup };

/**
 * Encrypts content for the current epoch of the conversation's group, unless it already is. The checks and the ciphertext
 * belong to one state: fetching changes groups meanwhile. The ciphertext is stored with the state after its key was used.
 * @throws MessengerError if it may not be sent now.
 */
async function encryptNow(
  engine: Engine,
  id: ConversationId,
  { attempt, place }: { attempt: Attempt; place: OutboxKey | null },
): Promise<Encrypted> {
  const { deviceKey } = await engine.device();
  const { spent, ...result } = await engine.write(
    async (batch): Promise<Encrypted & { spent: SpentKeys }> => {
      const conversation = await requireConversation(engine, id, batch);
      (attempt.check ?? requireAccepted)(conversation);
      const record = place === null ? null : await recordAt(engine, { place, attempt }, batch);
      // The room may have become a request that the user has accepted since.
      if (place !== null && record?.failure !== null) throw new MessengerError('notMember');
      const group = await mainGroup(engine, conversation, batch);
      if (!group) throw new MessengerError('notMember');
      // A device that isn't in its account's log, and that this account may not remove, must not be able to read the
      // message.
      if ((await countingMembers(engine, group, batch)).length < group.members.length)
        throw new MessengerError('identity');
      const { only = null, encrypted: earlier } = attempt;
      if (earlier?.groupId === group.groupId && earlier.epoch === group.epoch)
        return { encrypted: earlier, group, spent: [] };
      const made = await encrypt(openGroup(engine, group), attempt.content);
      putState(batch, group, made.conversation);
      const to = group.members
        .map((member) => member.deviceKey as Hex)
        .filter((key) => key !== deviceKey && (only === null || key === only));
      const encrypted = { groupId: group.groupId, epoch: group.epoch, message: made.message, to };
      if (record && place !== null) batch.put('outbox', place, { ...record, encrypted });
      return { encrypted, group, spent: made.spent };
    },
  );
  forget(spent);
  return result;
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
export async function transmit(
  engine: Engine,
  id: ConversationId,
  { attempt, place }: { attempt: Attempt; place: OutboxKey | null },
): Promise<void> {
  let { encrypted: earlier } = attempt;
  for (let count = 0; count < MAX_ATTEMPTS; count += 1) {
    const { encrypted, group } = await encryptNow(engine, id, {
      attempt: { ...attempt, encrypted: earlier },
      place,
    });
    earlier = encrypted;
    const { groupId, epoch, message, to } = encrypted;
    if (attempt.only && to.length === 0) throw new MessengerError('notDelivered');
    // The room has no other members yet.
    if (to.length === 0) return;
    const { deviceKey } = await engine.device();
    const access = await deliveryAccess(openGroup(engine, group));
    const { messageId } = attempt;
    try {
      const { missed } = await engine.api.send({
        deviceKey,
        groupId,
        epoch,
        access,
        messageId,
        content: message,
        to,
      });
      return requireReceived(engine, group, { to, missed });
    } catch (error) {
      // The server may have been restored from a backup from before the group.
      const isUnknown = error instanceof MessengerError && error.reason === 'notMember';
      if (isUnknown && group.roles.kind === 'direct') throw new MissedCommitError(groupId);
      if (!(error instanceof StaleEpochError)) throw error;
      await catchUp(engine, group);
    }
  }
  throw new MessengerError('busy');
}
