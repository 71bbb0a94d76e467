import type { Address } from 'viem';
import { type Engine, engineState } from '@/lib/messages/core/engine';
import { deviceKeyOf, type KeyPackage } from '@/lib/messages/mls/key-package';
import type { ConversationId } from '@/lib/messages/protocol/view-types';

/**
 * How long to wait before retrying to add a device or account, in ms. Each attempt uses a key package of each of the
 * account's other devices.
 */
const UNREACHABLE_MS = 60 * 60 * 1_000;

/** When each device last couldn't be added to any group or to one, or an account to a conversation, in ms. */
const unreachableAt = engineState(() => new Map<string, number>());

/** Records that a device or account couldn't be added, to delay the next attempt. */
export const markUnreachable = (engine: Engine, key: string) =>
  void unreachableAt(engine).set(key, engine.now());
export const isUnreachable = (engine: Engine, key: string): boolean =>
  !engine.isPast(unreachableAt(engine).get(key) ?? Number.NEGATIVE_INFINITY, UNREACHABLE_MS);
export const joinKey = (id: ConversationId, account: Address) => `${id} ${account}`;
const inGroup = (groupId: string, deviceKey: string) => `${groupId} ${deviceKey}`;

/** Returns whether a device couldn't be added to a group recently. */
export const isLeftOut = (engine: Engine, groupId: string, deviceKey: string): boolean =>
  isUnreachable(engine, deviceKey) || isUnreachable(engine, inGroup(groupId, deviceKey));

/**
 * Records that a device couldn't be added to a group. The members of a group can make that fail, so it affects other
 * groups only if the server has no key package for the device.
 */
export function markLeftOut(
  engine: Engine,
  { groupId, deviceKey }: { groupId: string; deviceKey: string },
  claimed: readonly KeyPackage[] | null,
): void {
  const isOffered = claimed === null || claimed.some((one) => deviceKeyOf(one) === deviceKey);
  markUnreachable(engine, isOffered ? inGroup(groupId, deviceKey) : deviceKey);
}
