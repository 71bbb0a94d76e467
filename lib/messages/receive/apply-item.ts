import { requireConversation } from '@/lib/messages/core/conversations';
import type { Engine } from '@/lib/messages/core/engine';
import { ContestedLogError, LogNeededError, lookUp } from '@/lib/messages/members/device-trust';
import { forget } from '@/lib/messages/mls/group';
import { decodePending } from '@/lib/messages/mls/group-codec';
import { UnverifiedError } from '@/lib/messages/protocol/device-binding';
import type { InboxItem } from '@/lib/messages/storage/records';
import type { Batch } from '@/lib/messages/storage/store';
import { applyCommit } from './apply-commit';
import { applyMessage } from './apply-message';
import { applyWelcome } from './apply-welcome';
import { countRefused, type Outcome, refused, repeated } from './outcome';
import { isWelcomePending } from './pending-items';
import { receiveWithin } from './skip-limit';

async function apply(engine: Engine, batch: Batch, item: InboxItem): Promise<Outcome> {
  const { store } = engine;
  if (item.kind === 'welcome') return applyWelcome(engine, batch, item);
  const group = await store.read('groups', item.groupId, batch);
  if (!group?.state) {
    // The server delivers a welcome before the other items of its group. Messages that were sent before this device was
    // removed may still arrive.
    return (await isWelcomePending(engine, item)) ? { kind: 'pending' } : repeated;
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
    case 'change':
      await applyCommit(engine, batch, { conversation, group, received });
      return { kind: 'done', spent: received.spent, isAdvanced: true };
    case 'removed':
      await applyCommit(engine, batch, { conversation, group, received });
      return { kind: 'done', spent: [], isAdvanced: false };
    default:
      if (received.reason === 'early' || received.reason === 'unverified') return { kind: 'pending' };
      return received.reason === 'repeated' ? repeated : refused;
  }
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
      outcome = await write(async () => ({ kind: 'pending', by }));
    } else
      outcome = await write(async () =>
        error instanceof UnverifiedError
          ? { kind: 'pending', by: error instanceof ContestedLogError ? error.by : null }
          : refused,
      );
  }
  // The new state must be stored first: after a crash, the old state would need these keys.
  if (outcome.kind === 'done') forget(outcome.spent);
  return outcome;
}
