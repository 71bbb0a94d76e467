import { isAddressEqual } from 'viem';
import type { Engine } from '@/lib/messages/core/engine';
import { identityOf, isFresh, isUncompared } from '@/lib/messages/members/identity';
import { isFull, laggingIn } from '@/lib/messages/members/lagging-devices';
import { accountsOf } from '@/lib/messages/protocol/roles';
import type { StoredConversation } from '@/lib/messages/storage/conversation-record';
import type { StoredGroup } from '@/lib/messages/storage/records';
import { openRequests } from './open-requests';
import { isLeftOut } from './unreachable';
/**
 * Returns whether a group has to be maintained before something is sent in it, by what this device knows: a log is no
 * longer fresh, or a device, an account, or waiting content has to be handled.
 */
export async function isMaintenanceDue(
  engine: Engine,
  conversation: StoredConversation,
  { groupId, members }: Pick<StoredGroup, 'groupId' | 'members'>,
): Promise<boolean> {
  const { id, requestHeads, requestContent } = conversation;
  const { joining, leaving } = openRequests(engine, conversation);
  const waiting = [requestHeads, requestContent, joining, leaving, laggingIn(conversation, groupId)];
  if (waiting.some((one) => one.length > 0)) return true;
  for (const account of accountsOf(members)) {
    const identity = await identityOf(engine, account);
    const keys = members
      .filter((one) => isAddressEqual(one.account, account))
      .map(({ deviceKey }) => deviceKey);
    if (!isFresh(engine, identity) || isUncompared(identity)) return true;
    if (keys.some((key) => !identity.active.some((one) => one === key))) return true;
    const missing = identity.active.filter((key) => !keys.includes(key));
    const isAddable = (key: string) => !isLeftOut(engine, groupId, key) && !isFull(engine, id, key);
    if (engine.isSelf(account) && missing.some(isAddable)) return true;
  }
  return false;
}
