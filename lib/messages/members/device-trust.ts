import { type Address, isAddressEqual } from 'viem';
import { type Engine, engineState } from '@/lib/messages/core/engine';
import { UnverifiedError } from '@/lib/messages/protocol/device-binding';
import type { Member } from '@/lib/messages/protocol/roles';
import type { StoredConversation } from '@/lib/messages/storage/conversation-record';
import type { StoredGroup, StoredIdentity } from '@/lib/messages/storage/records';
import type { Batch } from '@/lib/messages/storage/store';
import { identityOf, isFresh, lookUpIdentity } from './identity';

/** How long a device that was missing from its account's log isn't looked up again, in ms. */
const LOOKUP_INTERVAL_MS = 600_000;

/**
 * Status of a device in its account's log. MLS and the binding prove that the account once signed for the device. Only
 * the log shows whether the account can see the device and hasn't revoked it.
 */
type DeviceStatus = 'active' | 'revoked' | 'unlisted';

type Device = Pick<Member, 'account' | 'deviceKey'>;

const statusIn = ({ active, revoked }: StoredIdentity, deviceKey: string): DeviceStatus => {
  if (revoked.some((one) => one.deviceKey === deviceKey)) return 'revoked';
  return active.some((key) => key === deviceKey) ? 'active' : 'unlisted';
};

/** When each device was last missing from an account's log, in ms since the epoch, by account and device key. */
const unlistedAt = engineState(() => new Map<string, number>());

/** Lets devices that were missing from a log be looked up again at once. */
export const forgetUnlisted = (engine: Engine): void => unlistedAt(engine).clear();

/** Anyone can claim that another account's device is theirs, so what one log lacks says nothing about another log. */
const lookupKey = ({ account, deviceKey }: Device): string => `${account.toLowerCase()} ${deviceKey}`;

/**
 * Thrown if an operation requires logs that haven't been read. A database transaction can't stay open while they are
 * fetched.
 */
export class LogNeededError extends Error {
  override name = 'LogNeededError';
  constructor(
    readonly devices: readonly Device[],
    /** Whether the user trusts the sender, whose verifications strangers can't delay. */
    readonly isTrusted = true,
    /** For a welcome: the account that sent it. */
    readonly by: Address | null = null,
  ) {
    super('the log of an account has to be read');
  }
}

/**
 * Returns the known status of other accounts' devices.
 * @throws LogNeededError if a device isn't in the cached log and may have been added since.
 */
export async function deviceStatuses(
  engine: Engine,
  devices: readonly Device[],
  batch?: Batch,
  sender: { isTrusted?: boolean; by?: Address } = {},
): Promise<DeviceStatus[]> {
  const statuses: DeviceStatus[] = [];
  const unknown: Device[] = [];
  for (const device of devices) {
    const { account, deviceKey } = device;
    const status = statusIn(await identityOf(engine, account, batch), deviceKey);
    statuses.push(status);
    const lookedUpAt = unlistedAt(engine).get(lookupKey(device)) ?? Number.NEGATIVE_INFINITY;
    if (status === 'unlisted' && engine.isPast(lookedUpAt, LOOKUP_INTERVAL_MS)) unknown.push(device);
  }
  if (unknown.length > 0) throw new LogNeededError(unknown, sender.isTrusted, sender.by);
  return statuses;
}

/** Thrown if the server's log of an account contradicts the one that was read before. */
export class ContestedLogError extends UnverifiedError {
  constructor(readonly by: Address) {
    super('the log of an account contradicts the one that was read before');
  }
}

/**
 * Returns the known status of devices that other accounts use.
 * @throws LogNeededError if a log has to be read first, or ContestedLogError if a device is missing from a log because
 * the server's log contradicts it. Only the user can then decide which one is right.
 */
async function decidedStatuses(
  engine: Engine,
  devices: readonly Device[],
  batch: Batch,
  sender: { isTrusted?: boolean; by?: Address } = {},
) {
  const statuses = await deviceStatuses(engine, devices, batch, sender);
  for (const [index, { account }] of devices.entries()) {
    const { problem } = await identityOf(engine, account, batch);
    if (statuses[index] === 'unlisted' && problem !== null) throw new ContestedLogError(sender.by ?? account);
  }
  return statuses;
}

/**
 * Returns the status of a message's sender. In a request, only the logs of the inviter and this account are read, and
 * of other accounts, only devices that are already known are active. All others are `unknown`.
 * @throws LogNeededError if a log has to be read first, or UnverifiedError if only the user can decide.
 */
export async function senderStatus(
  engine: Engine,
  batch: Batch,
  {
    conversation: { isRequest, invitedBy },
    by,
  }: { conversation: Pick<StoredConversation, 'isRequest' | 'invitedBy'>; by: Device },
): Promise<DeviceStatus | 'unknown' | undefined> {
  if (isRequest && !engine.isSelf(by.account)) {
    const identity = await identityOf(engine, by.account, batch);
    if (invitedBy === null || !isAddressEqual(invitedBy, by.account)) {
      const status = statusIn(identity, by.deviceKey);
      return status === 'unlisted' ? 'unknown' : status;
    }
    // Nothing else reads the log again until the request is accepted.
    if (statusIn(identity, by.deviceKey) !== 'unlisted' && !isFresh(engine, identity))
      throw new LogNeededError([by], false);
  }
  return (await decidedStatuses(engine, [by], batch, { isTrusted: !isRequest }))[0];
}

/**
 * Reads the logs of the devices' accounts. A device is added to its account's log before it joins a group, so a device
 * that is still missing doesn't belong in the group.
 * @throws MessengerError if the server is unreachable, or UnverifiedError if an account's chain can't be read.
 */
export async function lookUp(engine: Engine, { devices, isTrusted }: LogNeededError): Promise<void> {
  const accounts = new Set(devices.map(({ account }) => account));
  let unverified: UnverifiedError | null = null;
  for (const account of accounts) {
    let failure: UnverifiedError | null = null;
    try {
      await lookUpIdentity(engine, account, isTrusted);
    } catch (error) {
      if (!(error instanceof UnverifiedError)) throw error;
      // The log was read. Only a revocation can't be verified.
      failure = error;
    }
    const identity = await identityOf(engine, account);
    for (const device of devices) {
      if (!isAddressEqual(device.account, account)) continue;
      if (statusIn(identity, device.deviceKey) === 'unlisted')
        unlistedAt(engine).set(lookupKey(device), engine.now());
      // Only a device in the log may be one that is revoked.
      else unverified ??= failure;
    }
  }
  if (unverified) throw unverified;
}

/** Returns the devices of a group that are neither active nor revoked, after looking up those that may be new. */
export async function unlistedIn(engine: Engine, members: readonly Member[]): Promise<Member[]> {
  try {
    const statuses = await deviceStatuses(engine, members);
    return members.filter((_, index) => statuses[index] === 'unlisted');
  } catch (error) {
    if (!(error instanceof LogNeededError)) throw error;
    await lookUp(engine, error).catch((cause: unknown) => {
      if (!(cause instanceof UnverifiedError)) throw cause;
    });
    return unlistedIn(engine, members);
  }
}

/**
 * Returns the devices of a group that may send for their accounts and read messages. In a direct conversation, those
 * are devices that are in their account's log and not revoked. In a room, all devices count until a member removes
 * them, because all members have to agree on who is in the room.
 */
export async function countingMembers(
  engine: Engine,
  { members, roles }: Pick<StoredGroup, 'members' | 'roles'>,
  batch?: Batch,
): Promise<readonly Member[]> {
  if (roles.kind === 'room') return members;
  const own = await engine.ownKey();
  const counting: Member[] = [];
  for (const member of members) {
    const identity = await identityOf(engine, member.account, batch);
    const status = statusIn(identity, member.deviceKey);
    const isUnread = status === 'unlisted' && identity.readAt === 0;
    if (status === 'active' || isUnread || member.deviceKey === own) counting.push(member);
  }
  return counting;
}

/**
 * Returns the status of a device that added this one to a group, or `unlisted` if the group can't be joined. A direct
 * conversation can't include a device that isn't in its account's log. A group of a revoked device can be joined,
 * because the account's other devices may be in it, but the user has to accept it.
 * @throws LogNeededError if a log has to be read first, or UnverifiedError if only the user can decide.
 */
export async function inviterStatus(
  engine: Engine,
  batch: Batch,
  {
    members,
    roles,
    by,
    isTrusted,
  }: Pick<StoredGroup, 'members' | 'roles'> & { by: Member; isTrusted: boolean },
): Promise<DeviceStatus> {
  const devices = roles.kind === 'direct' ? [by, ...members] : [by];
  const [status = 'unlisted', ...others] = await decidedStatuses(engine, devices, batch, {
    isTrusted,
    by: by.account,
  });
  return others.includes('unlisted') ? 'unlisted' : status;
}
