import { type Address, getAddress, isAddressEqual } from 'viem';
import {
  activeDevices,
  type Consistency,
  consistencyOf,
  emptyHead,
  headsOf,
  type LogEntry,
  type LogHead,
} from '../binding-log';
import type { MessageBody } from '../content';
import type { DeviceRevocation, Trust } from '../device-binding';
import type { StoredIdentity } from '../store/records';
import type { Batch } from '../store/store';
import type { Engine } from './engine';
import type { ConversationId } from './types';
import { codeOf } from './views';

/** How long a log counts as fresh, in ms. Signs of a change, such as another member's head, end that early. */
const FRESH_MS = 600_000;
/** Maximum number of reported heads to store per account. */
const MAX_REPORTED_HEADS = 50;
/** Maximum number of dismissed heads to store per account. */
const MAX_IGNORED_HEADS = 20;

type ReportedHead = NonNullable<StoredIdentity['told']>[number];

const isSameHead = (one: LogHead, other: LogHead) => one.length === other.length && one.hash === other.hash;
const has = (heads: readonly LogHead[], head: LogHead) => heads.some((one) => isSameHead(one, head));

const keyOf = (engine: Engine, account: Address) => engine.store.lookup(`identity:${account.toLowerCase()}`);

/** Returns the locally known state of an account's devices. */
export async function identityOf(engine: Engine, account: Address, batch?: Batch): Promise<StoredIdentity> {
  const known = await engine.store.read('identities', await keyOf(engine, account), batch);
  return (
    known ?? {
      account: getAddress(account),
      head: emptyHead,
      told: [],
      ignored: [],
      active: [],
      revoked: [],
      problem: null,
      hasNewDevices: false,
      readAt: 0,
    }
  );
}

async function put(engine: Engine, batch: Batch, identity: StoredIdentity): Promise<void> {
  batch.put('identities', await keyOf(engine, identity.account), identity);
}

/** Filters revocations to those that the account has signed. The server could have forged others. */
async function genuineRevocations(
  trust: Trust,
  account: Address,
  entries: readonly LogEntry[],
): Promise<DeviceRevocation[]> {
  const found: DeviceRevocation[] = [];
  for (const entry of entries) {
    if (entry.kind !== 'revoke') continue;
    const { kind: _, ...revocation } = entry;
    if (await trust.isRevoked(account, revocation)) found.push(revocation);
  }
  return found;
}

/** Returns whether a member reported a head that hasn't been compared with the server's log yet. */
export const isUncompared = (
  { told = [] }: StoredIdentity,
  except: readonly ConversationId[] = [],
): boolean => told.some(({ problem, conversation }) => problem === null && !except.includes(conversation));

/** Returns the reported heads that contradict the log now or did so before. All others are part of the log. */
function contradictions(told: readonly ReportedHead[], entries: readonly LogEntry[]): ReportedHead[] {
  return told.flatMap((one) => {
    if (one.problem !== null) return [one];
    const consistency: Consistency = consistencyOf(entries, [one]);
    return consistency === 'consistent' ? [] : [{ ...one, problem: consistency }];
  });
}

/**
 * Reads an account's log unless it is fresh, and compares it with the previously read log. If the new log doesn't
 * continue that one, the known devices stay unchanged until the user accepts the new history. Revocations that the
 * account has signed always apply.
 * @throws MessengerError if the server is unreachable, or UnverifiedError if the account's chain can't be read.
 */
export async function refreshIdentity(
  engine: Engine,
  account: Address,
  maxAgeMs: number = FRESH_MS,
  trust: Trust = engine.trust,
): Promise<StoredIdentity> {
  const known = await identityOf(engine, account);
  if (!engine.isPast(known.readAt, maxAgeMs) && !isUncompared(known)) return known;
  const entries = await engine.api.readLog(account);
  const found = await genuineRevocations(trust, account, entries);
  return engine.write(async (batch) => {
    // Read again, because a member may have reported a head in the meantime.
    const before = await identityOf(engine, account, batch);
    const told = contradictions(before.told ?? [], entries);
    const revoked = [
      ...before.revoked,
      ...found.filter(({ deviceKey }) => before.revoked.every((one) => one.deviceKey !== deviceKey)),
    ];
    const isRevoked = (key: string) => revoked.some(({ deviceKey }) => deviceKey === key);
    const consistency = consistencyOf(entries, [before.head]);
    const isContinued = consistency === 'consistent';
    const bound = isContinued ? activeDevices(entries.filter(({ kind }) => kind === 'bind')) : before.active;
    const active = bound.filter((key) => !isRevoked(key));
    const isChanged = before.readAt > 0 && active.toSorted().join() !== [...before.active].toSorted().join();
    const next: StoredIdentity = {
      ...before,
      head: isContinued ? (headsOf(entries).at(-1) ?? emptyHead) : before.head,
      told,
      active,
      revoked,
      // A problem stays until the user accepts it, even if the server returns the earlier history again.
      problem: isContinued ? before.problem : consistency,
      hasNewDevices: before.hasNewDevices || (isChanged && !engine.isSelf(account)),
      readAt: engine.now(),
    };
    await put(engine, batch, next);
    return next;
  });
}

type SharedHeads = Extract<MessageBody, { type: 'heads' }>['heads'];

/**
 * Records log heads that a member reported, the latest one per member and conversation. An unknown head causes the log
 * to be read again. A contradiction blocks only this conversation, because the report may be false.
 */
export async function recordReportedHeads(
  engine: Engine,
  batch: Batch,
  {
    conversation,
    by,
    heads,
    accounts,
  }: {
    conversation: ConversationId;
    by: Address;
    heads: SharedHeads;
    /** Accounts in the conversation. Heads of other accounts are ignored to limit storage. */
    accounts: readonly Address[];
  },
): Promise<void> {
  for (const { account, ...head } of heads) {
    if (head.length === 0 || !accounts.some((one) => isAddressEqual(one, account))) continue;
    const identity = await identityOf(engine, account, batch);
    if (isSameHead(identity.head, head) || has(identity.ignored, head)) continue;
    const { told: before = [] } = identity;
    const isEarlier = (one: ReportedHead) => one.conversation === conversation && isAddressEqual(one.by, by);
    if (has(before.filter(isEarlier), head)) continue;
    const others = before.filter((one) => !isEarlier(one));
    const told = [...others, { conversation, by, ...head, problem: null }].slice(-MAX_REPORTED_HEADS);
    await put(engine, batch, { ...identity, told });
  }
}

/** Returns the heads that this device has read, to send them to other members. */
export async function headsToShare(engine: Engine, accounts: readonly Address[]): Promise<SharedHeads> {
  const identities = await Promise.all(accounts.map((account) => identityOf(engine, account)));
  return identities
    .filter(({ readAt }) => readAt > 0)
    .map(({ account, head }) => ({ account, length: head.length, hash: head.hash }));
}

/** Returns whether a problem with an account's devices blocks a conversation until the user accepts it. */
export const isStopped = ({ problem, told = [] }: StoredIdentity, id: ConversationId): boolean =>
  problem !== null || told.some((one) => one.conversation === id && one.problem !== null);

/**
 * Accepts the server's log of an account after the user saw the warning in a conversation. Reports from members of
 * other conversations stay.
 */
export async function acceptIdentity(engine: Engine, account: Address, id: ConversationId): Promise<void> {
  await engine.write(async (batch) => {
    const identity = await identityOf(engine, account, batch);
    const isHere = (one: ReportedHead) => one.conversation === id && one.problem !== null;
    const { told = [] } = identity;
    const accepted = told.filter(isHere).map(({ length, hash }) => ({ length, hash }));
    await put(engine, batch, {
      ...identity,
      problem: null,
      hasNewDevices: false,
      told: told.filter((one) => !isHere(one)),
      ignored: [...identity.ignored, ...accepted].slice(-MAX_IGNORED_HEADS),
      // The next log that the server returns becomes the trusted history.
      ...(identity.problem === null ? {} : { head: emptyHead, readAt: 0 }),
    });
    // The change invalidates the comparison of security codes.
    for (const { key, value } of await engine.store.readAll('conversations')) {
      const isIn = value.participants.some((one) => isAddressEqual(one.account, account));
      if (isIn && value.verifiedCode !== null && value.verifiedCode !== codeOf(value))
        batch.put('conversations', key, { ...value, verifiedCode: null });
    }
  });
}
