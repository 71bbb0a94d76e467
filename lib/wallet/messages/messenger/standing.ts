import { type Address, isAddressEqual } from 'viem';
import type { Member } from '../roles';
import type { StoredGroup, StoredIdentity } from '../store/records';
import type { Batch } from '../store/store';
import type { Engine } from './engine';
import { identityOf, refreshIdentity } from './identity';

/** How long a device that wasn't in its account's log isn't looked up again, in ms. */
const LOOKED_UP_MS = 600_000;

/**
 * What an account's log says of a device. MLS and the binding prove that the account signed for it once. Only the log
 * shows whether the account can see the device, and hasn't revoked it.
 */
type Standing = 'active' | 'revoked' | 'unlisted';

type Device = Pick<Member, 'account' | 'deviceKey'>;

const standingIn = ({ active, revoked }: StoredIdentity, deviceKey: string): Standing => {
  if (revoked.some((one) => one.deviceKey === deviceKey)) return 'revoked';
  return active.some((key) => key === deviceKey) ? 'active' : 'unlisted';
};

/** What is done depends on logs that have to be read first, which no transaction waits for. */
export class LogNeededError extends Error {
  override name = 'LogNeededError';
  constructor(readonly devices: readonly Device[]) {
    super('the log of an account has to be read');
  }
}

/**
 * Returns what this device knows of others' standing.
 * @throws LogNeededError if a device isn't in the log as it was read last, and may have come since.
 */
export async function standingsOf(
  engine: Engine,
  devices: readonly Device[],
  batch?: Batch,
): Promise<Standing[]> {
  const standings: Standing[] = [];
  const unknown: Device[] = [];
  for (const device of devices) {
    const { account, deviceKey } = device;
    const standing = standingIn(await identityOf(engine, account, batch), deviceKey);
    standings.push(standing);
    const lookedUpAt = engine.unlisted.get(deviceKey) ?? Number.NEGATIVE_INFINITY;
    if (standing === 'unlisted' && engine.isPast(lookedUpAt, LOOKED_UP_MS)) unknown.push(device);
  }
  if (unknown.length > 0) throw new LogNeededError(unknown);
  return standings;
}

/**
 * Reads the logs of devices' accounts now. A device is in its account's log before it can be in a group, so one that isn't
 * there then has no place in the group.
 * @throws MessengerError if the server can't be reached, or UnverifiedError if an account's chain can't.
 */
export async function lookUp(engine: Engine, { devices }: LogNeededError): Promise<void> {
  const accounts = new Set(devices.map(({ account }) => account));
  for (const account of accounts) {
    const identity = await refreshIdentity(engine, account, 0);
    for (const { deviceKey, account: owner } of devices)
      if (isAddressEqual(owner, account) && standingIn(identity, deviceKey) === 'unlisted')
        engine.unlisted.set(deviceKey, engine.now());
  }
}

/** Returns which of a group's devices are neither active nor revoked, after looking up those that may be new. */
export async function unlistedIn(engine: Engine, members: readonly Member[]): Promise<Member[]> {
  try {
    const standings = await standingsOf(engine, members);
    return members.filter((_, index) => standings[index] === 'unlisted');
  } catch (error) {
    if (!(error instanceof LogNeededError)) throw error;
    await lookUp(engine, error);
    return unlistedIn(engine, members);
  }
}

/**
 * Returns the devices of a direct conversation's group that speak for their accounts and may read what is said: neither
 * revoked nor missing in a log that was read. Those of rooms all count until a member removes them, because all have to
 * agree on who is in a room.
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
    const standing = standingIn(identity, member.deviceKey);
    const isUnread = standing === 'unlisted' && identity.readAt === 0;
    if (standing === 'active' || isUnread || member.deviceKey === own) counting.push(member);
  }
  return counting;
}

/**
 * Returns whether a group may be joined. A direct conversation has no device that its accounts can't see. If one was
 * revoked, the group is joined, because other devices of the account may be in it, or follow. The revoked one isn't heard.
 * A room needs an active device of the account that invites.
 * @throws LogNeededError if a log has to be read first.
 */
export async function isJoinable(
  engine: Engine,
  batch: Batch,
  { members, roles, by }: Pick<StoredGroup, 'members' | 'roles'> & { by: Address },
): Promise<boolean> {
  if (roles.kind === 'direct') return !(await standingsOf(engine, members, batch)).includes('unlisted');
  const inviting = members.filter(({ account }) => isAddressEqual(account, by));
  return (await standingsOf(engine, inviting, batch)).includes('active');
}
