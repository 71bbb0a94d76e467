import { type Address, isAddressEqual } from 'viem';
import { z } from 'zod';
import { address } from '@/lib/api/schemas/values';

/**
 * Who may change a conversation. Stored in the group context (RFC 9420, section 8.1), so all members agree on it and
 * the server can't alter it.
 */
export const roles = z.discriminatedUnion('kind', [
  /** A conversation of two accounts. Each may only add and remove its own devices. */
  z.strictObject({ kind: z.literal('direct'), accounts: z.tuple([address, address]) }),
  /** A room. The owner and the admins add and remove accounts. The owner appoints admins. */
  z.strictObject({ kind: z.literal('room'), owner: address, admins: z.array(address).max(20) }),
]);
export type Roles = z.infer<typeof roles>;
export type Role = 'owner' | 'admin' | 'member';

const includes = (accounts: readonly Address[], account: Address) =>
  accounts.some((one) => isAddressEqual(one, account));

/** Returns an account's role. Both accounts of a direct conversation are members. */
export function roleOf(value: Roles, account: Address): Role {
  if (value.kind === 'direct') return 'member';
  if (isAddressEqual(value.owner, account)) return 'owner';
  return includes(value.admins, account) ? 'admin' : 'member';
}

/** Returns whether an account with role `own` may remove one with role `other`. */
export const mayRemove = (own: Role, other: Role): boolean =>
  own === 'owner' || (own === 'admin' && other === 'member');

/** A device in a conversation. */
export type Member = { leafIndex: number; account: Address; deviceKey: string };

/** A change that one commit makes to a conversation. */
export type Change = {
  /** Account of the device that committed the change. */
  by: Address;
  before: { members: readonly Member[]; roles: Roles };
  after: { members: readonly Member[]; roles: Roles | null };
  /** Keys of the devices whose revocations in the commit were verified. Any member may remove them. */
  revoked?: readonly string[];
};

const difference = (these: readonly Member[], others: readonly Member[]): Member[] =>
  these.filter((one) =>
    others.every(
      (other) =>
        other.leafIndex !== one.leafIndex ||
        other.deviceKey !== one.deviceKey ||
        !isAddressEqual(other.account, one.account),
    ),
  );

/** Returns the devices that a change adds and removes. */
export const changedMembers = ({ before, after }: Pick<Change, 'before' | 'after'>) => ({
  added: difference(after.members, before.members),
  removed: difference(before.members, after.members),
});

/** Maximum number of devices of one account in a conversation. Equals the server's limit per account. */
export const MAX_ACCOUNT_DEVICES = 10;

/** Returns whether all accounts, or all given ones, are within the limit of devices in a conversation. */
export function hasFewDevices(
  members: readonly Member[],
  accounts = members.map((one) => one.account),
): boolean {
  const counts = new Map<string, number>();
  for (const { account } of members) {
    const key = account.toLowerCase();
    counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  return accounts.every((account) => (counts.get(account.toLowerCase()) ?? 0) <= MAX_ACCOUNT_DEVICES);
}

/** Returns whether these devices may be in a conversation. A direct conversation can't include a third account. */
export function areFitting(members: readonly Member[], value: Roles): boolean {
  if (value.kind === 'room') return true;
  const [one, other] = value.accounts;
  return !isAddressEqual(one, other) && members.every(({ account }) => includes(value.accounts, account));
}

/**
 * Returns whether an account may make a change. All members reach the same result, because it depends only on shared
 * group state.
 */
export function isAllowed(change: Change): boolean {
  const { by, before, after, revoked = [] } = change;
  if (after.roles === null || !areFitting(after.members, after.roles)) return false;
  const own = roleOf(before.roles, by);
  if (JSON.stringify(before.roles) !== JSON.stringify(after.roles)) {
    // A direct conversation can't become a room, and only the owner can transfer a room's ownership.
    if (before.roles.kind === 'direct' || after.roles.kind === 'direct' || own !== 'owner') return false;
  }
  const accounts = before.members.map(({ account }) => account);
  const { added, removed: all } = changedMembers(change);
  // Without a limit, a regular member could fill the conversation with devices. Removals are always possible.
  if (
    !hasFewDevices(
      after.members,
      added.map((one) => one.account),
    )
  )
    return false;
  const removed = all.filter(({ deviceKey }) => !revoked.includes(deviceKey));
  if (before.roles.kind === 'direct') {
    const { accounts: both } = before.roles;
    // The first commit adds the devices of the other account.
    const isFirst = accounts.every((account) => isAddressEqual(account, by));
    return (
      added.every(({ account }) => isAddressEqual(account, by) || (isFirst && includes(both, account))) &&
      removed.every(({ account }) => isAddressEqual(account, by))
    );
  }
  const mayAdd = (account: Address) =>
    own !== 'member' || (isAddressEqual(account, by) && includes(accounts, account));
  return (
    added.every(({ account }) => mayAdd(account)) &&
    removed.every(
      ({ account }) => isAddressEqual(account, by) || mayRemove(own, roleOf(before.roles, account)),
    )
  );
}

/**
 * Returns whether an account may have added a device of another account. The added device can't check the commit
 * itself, because it never sees it.
 */
export const mayInvite = (value: Roles, by: Address, account: Address): boolean =>
  isAddressEqual(by, account) ||
  (value.kind === 'direct' ? includes(value.accounts, by) : roleOf(value, by) !== 'member');

/** Returns the accounts of the devices in a conversation. */
export const accountsOf = (members: readonly Member[]): Address[] => [
  ...new Set(members.map(({ account }) => account)),
];
