import type { Address } from 'viem';
import type { StoredConversation } from '@/lib/messages/storage/conversation-record';
import type { Batch } from '@/lib/messages/storage/store';
import type { Engine } from './engine';

/** Maximum number of names per conversation. More than the accounts that fit in a room, so only former members lose theirs. */
const MAX_NAMES = 200;

/** Records the name that a member of a conversation chose, or that it shares none. Returns the conversation. */
export function recordChosenName(
  engine: Engine,
  batch: Batch,
  { conversation, by, name }: { conversation: StoredConversation; by: Address; name: string | undefined },
): StoredConversation {
  const key = by.toLowerCase();
  const { [key]: before, ...others } = conversation.chosenNames ?? {};
  if (engine.isSelf(by) || before?.name === name) return conversation;
  const kept = Object.entries(others)
    .toSorted(([, one], [, other]) => other.at - one.at)
    .slice(0, MAX_NAMES - 1);
  const chosenNames = {
    ...Object.fromEntries(kept),
    ...(name === undefined ? {} : { [key]: { name, at: engine.now() } }),
  };
  const named = { ...conversation, chosenNames };
  batch.put('conversations', conversation.id, named);
  return named;
}
