import { type Address, getAddress, isAddressEqual } from 'viem';
import { type Engine, engineState } from '@/lib/messages/core/engine';
import {
  activeDevices,
  type Consistency,
  consistencyOf,
  emptyHead,
  headsOf,
  type LogEntry,
  type LogHead,
} from '@/lib/messages/protocol/binding-log';
import type { MessageBody } from '@/lib/messages/protocol/content';
import { type DeviceRevocation, type Trust, UnverifiedError } from '@/lib/messages/protocol/device-binding';
import { codeOf } from '@/lib/messages/protocol/security-code';
import type { ConversationId } from '@/lib/messages/protocol/view-types';
import type { StoredIdentity } from '@/lib/messages/storage/records';
import type { Batch } from '@/lib/messages/storage/store';

/** How long a log counts as fresh, in ms. Signs of a change, such as another member's head, end that early. */
const FRESH_MS = 600_000;
/** How long the revocations of an account are verified at once, in ms. The rest follows later. */
const MAX_VERIFICATION_MS = 10_000;
/** Maximum number of reported heads to store per account and conversation. A room has at most 100 accounts. */
const MAX_REPORTED_HEADS = 100;
/** Maximum number of dismissed heads to store per account. */
const MAX_IGNORED_HEADS = 20;

type ReportedHead = StoredIdentity['reported'][number];

const isSameHead = (one: LogHead, other: LogHead) => one.length === other.length && one.hash === other.hash;
const has = (heads: readonly LogHead[], head: LogHead) => heads.some((one) => isSameHead(one, head));

/** Maximum number of strangers' logs in memory. */
const MAX_STRANGERS = 200;
/**
 * Logs of accounts that this account hasn't dealt with itself, by lower-case address. They aren't stored, so strangers
 * can't fill the storage.
 */
const strangers = engineState(() => new Map<string, StoredIdentity>());
/** When each account's chain last couldn't be read, in ms since the epoch, by lower-case address. */
const unverifiedAt = engineState(() => new Map<string, number>());

const keyOf = (engine: Engine, account: Address) => engine.store.lookup(`identity:${account.toLowerCase()}`);

/** Returns the locally known state of an account's devices. */
export async function identityOf(engine: Engine, account: Address, batch?: Batch): Promise<StoredIdentity> {
  const known = await engine.store.read('identities', await keyOf(engine, account), batch);
  return (
    known ??
    strangers(engine).get(account.toLowerCase()) ?? {
      account: getAddress(account),
      head: emptyHead,
      hashes: [],
      reported: [],
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
  strangers(engine).delete(identity.account.toLowerCase());
}

/** Caches the log of an account that isn't stored. */
export function cacheIdentity(engine: Engine, identity: StoredIdentity): void {
  const cached = strangers(engine);
  const key = identity.account.toLowerCase();
  cached.delete(key);
  cached.set(key, identity);
  const [oldest] = cached.keys();
  if (oldest !== undefined && cached.size > MAX_STRANGERS) cached.delete(oldest);
}

/**
 * Returns the revocations that the account has signed, as the server could have forged others, without those that are
 * already known. `isComplete` is false if the account's chain can't be read, or takes too long.
 */
async function newRevocations(
  { trust, now }: Pick<Engine, 'trust' | 'now'>,
  { account, revoked }: StoredIdentity,
  entries: readonly LogEntry[],
): Promise<{ found: DeviceRevocation[]; isComplete: boolean }> {
  const found: DeviceRevocation[] = [];
  const startedAt = now();
  for (const entry of entries) {
    if (entry.kind !== 'revoke' || revoked.some(({ deviceKey }) => deviceKey === entry.deviceKey)) continue;
    if (now() - startedAt > MAX_VERIFICATION_MS) return { found, isComplete: false };
    const { kind: _, ...revocation } = entry;
    try {
      if (await trust.isRevoked(account, revocation)) found.push(revocation);
    } catch (error) {
      if (!(error instanceof UnverifiedError)) throw error;
      return { found, isComplete: false };
    }
  }
  return { found, isComplete: true };
}

/** Returns whether a member reported a head that hasn't been compared with the server's log yet. */
export const isUncompared = ({ reported }: StoredIdentity): boolean =>
  reported.some(({ problem }) => problem === null);

/** Returns the reported heads that contradict the log now or did so before. All others are part of the log. */
function contradictions(reported: readonly ReportedHead[], entries: readonly LogEntry[]): ReportedHead[] {
  return reported.flatMap((one) => {
    if (one.problem !== null) return [one];
    const consistency: Consistency = consistencyOf(entries, [one]);
    return consistency === 'consistent' ? [] : [{ ...one, problem: consistency }];
  });
}

/** Reads an account's log, and stores it or, for an account that isn't stored, only caches it. */
async function readIdentity(
  engine: Engine,
  account: Address,
  { isStored, trust }: { isStored: boolean; trust: Trust },
): Promise<StoredIdentity> {
  const entries = await engine.api.readLog(account);
  const known = await identityOf(engine, account);
  const { found, isComplete } = await newRevocations({ trust, now: engine.now }, known, entries);
  const identity = await engine.write(async (batch) => {
    // Read again, because a member may have reported a head in the meantime.
    const before = await identityOf(engine, account, batch);
    const reported = contradictions(before.reported, entries);
    const revoked = [
      ...before.revoked,
      ...found.filter(({ deviceKey }) => before.revoked.every((one) => one.deviceKey !== deviceKey)),
    ];
    const isRevoked = (key: string) => revoked.some(({ deviceKey }) => deviceKey === key);
    const consistency = consistencyOf(entries, [before.head]);
    const isContinued = consistency === 'consistent';
    const heads = headsOf(entries);
    const bound = isContinued ? activeDevices(entries.filter(({ kind }) => kind === 'bind')) : before.active;
    const active = bound.filter((key) => !isRevoked(key));
    const isChanged = before.readAt > 0 && active.toSorted().join() !== [...before.active].toSorted().join();
    const next: StoredIdentity = {
      ...before,
      ...(isContinued ? { head: heads.at(-1) ?? emptyHead, hashes: heads.map(({ hash }) => hash) } : {}),
      reported,
      active,
      revoked,
      // A problem stays until the user accepts it, even if the server returns the earlier history again.
      problem: isContinued ? before.problem : consistency,
      hasNewDevices: before.hasNewDevices || (isChanged && !engine.isSelf(account)),
      readAt: isComplete ? engine.now() : before.readAt,
    };
    if (isStored || (await engine.store.read('identities', await keyOf(engine, account), batch)))
      await put(engine, batch, next);
    else cacheIdentity(engine, next);
    return next;
  });
  if (!isComplete) throw new UnverifiedError('the revocations of an account cannot be verified');
  return identity;
}

/** Returns whether an account's log was read in the last ten minutes. */
export const isFresh = (engine: Engine, { readAt }: StoredIdentity): boolean =>
  !engine.isPast(readAt, FRESH_MS);

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
): Promise<StoredIdentity> {
  const known = await identityOf(engine, account);
  if (engine.isPast(known.readAt, maxAgeMs) || isUncompared(known))
    return readIdentity(engine, account, { isStored: true, trust: engine.trust });
  if (strangers(engine).has(account.toLowerCase())) await engine.write((batch) => put(engine, batch, known));
  return known;
}

/**
 * Reads an account's log unless it is fresh. While the account's chain can't be read, returns the known log without the
 * revocations that can't be verified, and tries again after ten minutes.
 * @throws MessengerError if the server is unreachable.
 */
export async function refreshIfVerifiable(engine: Engine, account: Address): Promise<StoredIdentity> {
  const key = account.toLowerCase();
  if (engine.isPast(unverifiedAt(engine).get(key) ?? Number.NEGATIVE_INFINITY, FRESH_MS)) {
    try {
      return await refreshIdentity(engine, account);
    } catch (error) {
      if (!(error instanceof UnverifiedError)) throw error;
      unverifiedAt(engine).set(key, engine.now());
    }
  }
  return identityOf(engine, account);
}

/**
 * Reads an account's log because of an item from the server. Stores it only if an earlier one is stored, because anyone
 * can send an item.
 * @throws MessengerError if the server is unreachable, or UnverifiedError if the account's chain can't be read.
 */
export const lookUpIdentity = (
  engine: Engine,
  account: Address,
  isTrusted: boolean,
): Promise<StoredIdentity> =>
  readIdentity(engine, account, { isStored: false, trust: engine.limitedTrust(account, isTrusted) });

/**
 * Compares the heads that members reported with the accounts' logs. Returns whether there were any.
 * @throws MessengerError if the server is unreachable.
 */
export async function compareReportedHeads(engine: Engine): Promise<boolean> {
  const all = await engine.store.readAll('identities');
  const uncompared = all.filter(({ value }) => isUncompared(value));
  for (const { value } of uncompared) {
    try {
      await refreshIdentity(engine, value.account);
    } catch (error) {
      if (!(error instanceof UnverifiedError)) throw error;
    }
  }
  return uncompared.length > 0;
}

type SharedHeads = Extract<MessageBody, { type: 'heads' }>['heads'];

/**
 * Records log heads that a member reported, the latest one per member and conversation, unless an earlier one
 * contradicts the log. Members of other conversations can't displace it. An unknown head causes the log
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
    // A member may have read the log earlier than this device.
    const isKnown = isSameHead(identity.head, head) || identity.hashes[head.length] === head.hash;
    if (isKnown || has(identity.ignored, head)) continue;
    const { reported: before = [] } = identity;
    const here = before.filter((one) => one.conversation === conversation);
    const earlier = here.filter((one) => isAddressEqual(one.by, by));
    // A contradiction stays until the user accepts it, and already blocks the conversation.
    if (has(earlier, head) || earlier.some(({ problem }) => problem !== null)) continue;
    if (here.length - earlier.length >= MAX_REPORTED_HEADS) continue;
    const reported = [
      ...before.filter((one) => !earlier.includes(one)),
      { conversation, by, ...head, problem: null },
    ];
    await put(engine, batch, { ...identity, reported });
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
export const isStopped = ({ problem, reported }: StoredIdentity, id: ConversationId): boolean =>
  problem !== null || reported.some((one) => one.conversation === id && one.problem !== null);

/**
 * Accepts the server's log of an account after the user saw the warning in a conversation. Reports from members of
 * other conversations stay.
 */
export async function acceptIdentity(engine: Engine, account: Address, id: ConversationId): Promise<void> {
  await engine.write(async (batch) => {
    const identity = await identityOf(engine, account, batch);
    const isHere = (one: ReportedHead) => one.conversation === id && one.problem !== null;
    const { reported } = identity;
    const accepted = reported.filter(isHere).map(({ length, hash }) => ({ length, hash }));
    await put(engine, batch, {
      ...identity,
      problem: null,
      hasNewDevices: false,
      reported: reported.filter((one) => !isHere(one)),
      ignored: [...identity.ignored, ...accepted].slice(-MAX_IGNORED_HEADS),
      // The next log that the server returns becomes the trusted history.
      ...(identity.problem === null ? {} : { head: emptyHead, hashes: [], readAt: 0 }),
    });
    // The change invalidates the comparison of security codes.
    for (const { key, value } of await engine.store.readAll('conversations')) {
      const isIn = value.participants.some((one) => isAddressEqual(one.account, account));
      if (isIn && value.verifiedCode !== null && value.verifiedCode !== codeOf(value))
        batch.put('conversations', key, { ...value, verifiedCode: null });
    }
  });
}
