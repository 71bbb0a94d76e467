import { type Address, isAddressEqual } from 'viem';
import type { Engine } from '@/lib/messages/core/engine';
import { joinersOf } from '@/lib/messages/core/invites';
import { stillLagging } from '@/lib/messages/members/lagging-devices';
import { mayRemove } from '@/lib/messages/protocol/roles';
import type { ConversationId } from '@/lib/messages/protocol/view-types';
import type { StoredConversation } from '@/lib/messages/storage/conversation-record';
import { isUnreachable, joinKey } from './unreachable';
/** Maximum number of accounts in a room. A message to all of their devices fits in one API request. */
export const MAX_ROOM_ACCOUNTS = 100;
/**
 * Returns the accounts that asked to be removed from a room or added to it, as far as this account may do that. Omits
 * accounts that couldn't be added recently.
 */
export function openRequests(engine: Engine, conversation: StoredConversation) {
  const { id, participants } = conversation;
  const roleIn = (account: Address) =>
    participants.find((one) => isAddressEqual(one.account, account))?.role ?? null;
  const own = roleIn(engine.account);
  if (conversation.kind === 'direct' || own === null || own === 'member') return { joining: [], leaving: [] };
  return {
    joining: joinersOf(engine, conversation).filter(
      (account) => roleIn(account) === null && !isUnreachable(engine, joinKey(id, account)),
    ),
    leaving: conversation.leaving.filter((account) => {
      const role = roleIn(account);
      return role !== null && mayRemove(own, role);
    }),
  };
}

/** Clears requests whose invite code is no longer valid, and devices that are no longer lagging. */
export async function settleRequests(
  engine: Engine,
  { id, groupId, removed }: { id: ConversationId; groupId: string; removed: readonly string[] },
): Promise<void> {
  await engine.write(async (batch) => {
    const stored = await engine.store.read('conversations', id, batch);
    if (!stored) return;
    const joining = joinersOf(engine, stored);
    const after = await engine.store.read('groups', groupId, batch);
    const lagging = after ? stillLagging(engine, stored, { group: after, removed }) : stored.lagging;
    batch.put('conversations', id, { ...stored, joining, lagging });
  });
}
