import { type Engine, engineState } from '@/lib/messages/core/engine';
import { openGroup } from '@/lib/messages/members/groups';
import { MAX_SKIPPED } from '@/lib/messages/mls/device';
import { type Received, receive } from '@/lib/messages/mls/receive';
import type { Trust } from '@/lib/messages/protocol/device-binding';
import type { StoredGroup } from '@/lib/messages/storage/records';

/** Maximum number of missing messages per group and fetch, because each one costs a key derivation. */
const MAX_SKIPPED_PER_FETCH = 4_000;
/**
 * Maximum number of missing messages before a stranger's message, and before any message once the limit above is
 * reached.
 */
const MAX_SKIPPED_IF_LIMITED = 20;

/** Number of missing messages since the last fetch began, by group. Each has cost a key derivation. */
const skippedIn = engineState(() => new Map<string, number>());
/** Groups whose number of missing messages was reset before a commit since the last fetch began. */
const renewedIn = engineState(() => new Set<string>());

/** Resets the limits of all groups. Called when a fetch begins. */
export function resetSkipLimits(engine: Engine): void {
  skippedIn(engine).clear();
  renewedIn(engine).clear();
}

/** Resets a group's limit, once per fetch, because any member can send commits and forged messages. */
export function renewSkipLimit(engine: Engine, groupId: string): void {
  const renewed = renewedIn(engine);
  if (!renewed.has(groupId)) skippedIn(engine).delete(groupId);
  renewed.add(groupId);
}

/**
 * Receives an item, with a limit on the work that its missing predecessors can cause. `limit` verifies with limited
 * work, for requests. It is null for accepted conversations.
 */
export async function receiveWithin(
  engine: Engine,
  { group, limit }: { group: StoredGroup; limit: Trust | null },
  ...[delivered, pending]: [Parameters<typeof receive>[1], Parameters<typeof receive>[2]]
): Promise<Received> {
  const { groupId } = group;
  const before = skippedIn(engine).get(groupId) ?? 0;
  const left = limit ? 0 : MAX_SKIPPED_PER_FETCH - before;
  const most = Math.max(MAX_SKIPPED_IF_LIMITED, Math.min(MAX_SKIPPED, left));
  const opened = { ...openGroup(engine, group), trust: limit ?? engine.trust };
  const received = await receive(opened, delivered, pending, most);
  const isForged = received.kind === 'refused' && received.reason === 'invalid';
  // A forged message may have caused the maximum amount of work.
  const skipped = received.kind === 'message' ? received.skipped : isForged ? most : 0;
  skippedIn(engine).set(groupId, before + skipped);
  const isSkipped = received.kind === 'refused' && received.reason === 'skipped';
  // Forged messages may have used up the limit, so the message gets another try with the next fetch.
  if (isSkipped && !limit && most < MAX_SKIPPED) return { kind: 'refused', reason: 'early' };
  return received;
}
