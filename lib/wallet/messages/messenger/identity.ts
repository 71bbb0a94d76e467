import { type Address, getAddress, isAddressEqual } from 'viem';
import {
  activeDevices,
  consistencyOf,
  emptyHead,
  headsOf,
  type LogEntry,
  type LogHead,
} from '../binding-log';
import type { MessageBody } from '../content';
import type { DeviceRevocation } from '../device-binding';
import type { StoredIdentity } from '../store/records';
import type { Batch } from '../store/store';
import type { Engine } from './engine';
import { codeOf } from './views';

/** How long a log that was read is relied on, in ms. Signs of a change, such as another member's head, end it. */
const FRESH_MS = 600_000;
/** Maximum number of heads that are remembered per account. The latest ones cover all earlier ones. */
const MOST_SEEN = 20;

const isSameHead = (one: LogHead, other: LogHead) => one.length === other.length && one.hash === other.hash;
const has = (heads: readonly LogHead[], head: LogHead) => heads.some((one) => isSameHead(one, head));

const keyOf = (engine: Engine, account: Address) => engine.store.lookup(`identity:${account.toLowerCase()}`);

/** Returns what this device knows of an account's devices. */
export async function identityOf(engine: Engine, account: Address, batch?: Batch): Promise<StoredIdentity> {
  const known = await engine.store.read('identities', await keyOf(engine, account), batch);
  return (
    known ?? {
      account: getAddress(account),
      seen: [],
      ignored: [],
      head: emptyHead,
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

/** Keeps revocations that the account has signed. The server may have made up others. */
async function genuineRevocations(
  { trust }: Engine,
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

/**
 * Reads an account's log if what is known is old, and compares it with the heads that were seen before.
 * @throws MessengerError if the server can't be reached, or UnverifiedError if the account's chain can't.
 */
export async function refreshIdentity(
  engine: Engine,
  account: Address,
  maxAgeMs: number = FRESH_MS,
): Promise<StoredIdentity> {
  const known = await identityOf(engine, account);
  if (engine.now() - known.readAt < maxAgeMs) return known;
  const entries = await engine.api.readLog(account);
  const revoked = await genuineRevocations(engine, account, entries);
  const genuine = entries.filter(
    (entry) => entry.kind === 'bind' || revoked.some(({ deviceKey }) => deviceKey === entry.deviceKey),
  );
  const head = headsOf(entries).at(-1) ?? emptyHead;
  return engine.write(async (batch) => {
    // Read again: a member may have told a head in the meantime.
    const before = await identityOf(engine, account, batch);
    const consistency = consistencyOf(entries, before.seen);
    const active = activeDevices(genuine);
    const isChanged = before.readAt > 0 && active.toSorted().join() !== [...before.active].toSorted().join();
    const next: StoredIdentity = {
      ...before,
      head,
      active,
      revoked,
      // A problem stays until the person accepts it, even if the server shows the earlier history again.
      problem: consistency === 'consistent' ? before.problem : consistency,
      hasNewDevices: before.hasNewDevices || (isChanged && !engine.isSelf(account)),
      seen: has(before.seen, head) ? before.seen : [...before.seen, head].slice(-MOST_SEEN),
      readAt: engine.now(),
    };
    await put(engine, batch, next);
    return next;
  });
}

type ToldHeads = Extract<MessageBody, { type: 'heads' }>['heads'];

/**
 * Notes heads of logs that a member has seen. One that this device hasn't seen makes it read the log again. Only those
 * of members count, so that nobody fills the storage.
 */
export async function noteHeads(
  engine: Engine,
  batch: Batch,
  { heads, accounts }: { heads: ToldHeads; accounts: readonly Address[] },
): Promise<void> {
  for (const { account, ...head } of heads) {
    if (head.length === 0 || !accounts.some((one) => isAddressEqual(one, account))) continue;
    const identity = await identityOf(engine, account, batch);
    if (has(identity.seen, head) || has(identity.ignored, head)) continue;
    const seen = [...identity.seen, head].slice(-MOST_SEEN);
    await put(engine, batch, { ...identity, seen, readAt: 0 });
  }
}

/** Returns the heads that this device has seen, to tell other members. */
export async function headsToTell(engine: Engine, accounts: readonly Address[]): Promise<ToldHeads> {
  const identities = await Promise.all(accounts.map((account) => identityOf(engine, account)));
  return identities
    .filter(({ readAt }) => readAt > 0)
    .map(({ account, head }) => ({ account, length: head.length, hash: head.hash }));
}

/** Accepts what the server shows of an account now, after the person was told about it. */
export async function acceptIdentity(engine: Engine, account: Address): Promise<void> {
  await engine.write(async (batch) => {
    const identity = await identityOf(engine, account, batch);
    const others = identity.seen.filter((head) => !isSameHead(head, identity.head));
    await put(engine, batch, {
      ...identity,
      problem: null,
      hasNewDevices: false,
      seen: [identity.head],
      ignored: [...identity.ignored, ...others].slice(-MOST_SEEN),
    });
    // A security code that was compared before the change isn't any longer.
    for (const { key, value } of await engine.store.readAll('conversations')) {
      const isIn = value.participants.some((one) => isAddressEqual(one.account, account));
      if (isIn && value.verifiedCode !== null && value.verifiedCode !== codeOf(value))
        batch.put('conversations', key, { ...value, verifiedCode: null });
    }
  });
}
