import { isRefusal } from './core/api';
import { readBlocks } from './core/blocks';
import type { Engine } from './core/engine';
import { ensureBound, recordRevocation } from './members/devices';
import { compareReportedHeads, refreshIdentity } from './members/identity';
import { UnverifiedError } from './protocol/device-binding';
import { MessengerError } from './protocol/messenger-error';
import type { ConversationId } from './protocol/view-types';
import type { Acknowledgments } from './receive/acknowledgments';
import { settleCalls } from './receive/calls';
import { retryPending } from './receive/inbox';
import { receiveItems, type StreamedItems } from './receive/streamed-items';
import { deliverCommits } from './send/commits';
import { topUpKeyPackages } from './send/key-packages';
import { openRequests } from './send/open-requests';

/** Interval between maintenance of all conversations, in ms. Sending maintains a conversation earlier. */
const MAINTENANCE_MS = 600_000;
/** Interval between retries for items that wait for a contract account's chain, in ms. */
const PENDING_RETRY_MS = 30_000;

/** What is due in a conversation. */
export type Due = { isSending: boolean; isMaintained: boolean };
/** Whether the server was reachable, and what is due. */
export type Synced = { isOnline: boolean; due: ReadonlyMap<ConversationId, Due> };

const NOTHING_DUE: Synced['due'] = new Map();

/** Returns the conversations of commits without a response. */
async function conversationsOfCommits(engine: Engine): Promise<Set<ConversationId>> {
  const ids = new Set<ConversationId>();
  for (const groupId of await engine.store.keys('commits')) {
    const group = await engine.store.read('groups', groupId);
    if (group) ids.add(group.conversationId);
  }
  return ids;
}

/** Returns the conversations that have something to send, or need maintenance. */
async function dueConversations(
  engine: Engine,
  { isAll, isVerified }: { isAll: boolean; isVerified: boolean },
): Promise<Synced['due']> {
  const due = new Map<ConversationId, Due>();
  const sending = [
    ...(await engine.store.keys('outbox')).map(([id]) => id),
    ...(await conversationsOfCommits(engine)),
  ];
  for (const id of sending) due.set(id, { isSending: true, isMaintained: false });
  for (const { key, value } of await engine.store.readAll('conversations')) {
    if (value.isRequest) continue;
    const { joining, leaving } = openRequests(engine, value);
    // While this account's chain can't be read, only rooms are maintained, like while other accounts' chains can't be.
    const isMaintained = isAll && (value.kind === 'room' || isVerified);
    if (isMaintained || joining.length > 0 || leaving.length > 0)
      due.set(key, { isSending: due.has(key), isMaintained: true });
  }
  return due;
}

/**
 * Returns a function that receives queued items, and checks this account's device, key packages, and log. Maintenance of
 * all conversations is due if it was last due at least `maintenanceMs` ago.
 */
export function syncer(
  engine: Engine,
  streamed: StreamedItems,
  acknowledgments: Acknowledgments,
): (maintenanceMs?: number) => Promise<Synced> {
  let maintainedAt = Number.NEGATIVE_INFINITY;
  let retriedAt = Number.NEGATIVE_INFINITY;
  let packages = 0;
  const run = async (maintenanceMs: number): Promise<Synced> => {
    const isDue = engine.isPast(maintainedAt, maintenanceMs);
    let isRefused = false;
    // If the server stores no more for now, or no more of one kind, what has arrived can be read.
    const attempt = async (work: () => Promise<unknown>) => {
      try {
        await work();
      } catch (error) {
        if (!isRefusal(error)) throw error;
        isRefused = true;
      }
    };
    await engine.withInbox(() => ensureBound(engine));
    // Before fetching, because items of the epoch after an accepted commit can only be read with it. A conversation that is
    // sending does it itself.
    for (const id of await conversationsOfCommits(engine))
      await attempt(() => engine.tryConversation(id, () => deliverCommits(engine, id)));
    return engine.withInbox(async () => {
      await receiveItems(engine, streamed, acknowledgments);
      if (isDue || engine.isPast(retriedAt, PENDING_RETRY_MS)) {
        await retryPending(engine);
        retriedAt = engine.now();
      }
      await settleCalls(engine);
      // Each conversation that another account started has used one.
      if (isDue || (await engine.store.count('keyPackages')) < packages) {
        await attempt(() => topUpKeyPackages(engine));
        packages = await engine.store.count('keyPackages');
      }
      const isAll = (await compareReportedHeads(engine)) || isDue;
      let isVerified = true;
      if (isDue) await readBlocks(engine);
      // The account may have added another device.
      if (isAll)
        await attempt(() => refreshIdentity(engine, engine.account, isDue ? 0 : undefined)).catch(
          (error: unknown) => {
            if (!(error instanceof UnverifiedError)) throw error;
            isVerified = false;
          },
        );
      if (isDue) maintainedAt = engine.now();
      return { isOnline: !isRefused, due: await dueConversations(engine, { isAll, isVerified }) };
    });
  };
  return async (maintenanceMs = MAINTENANCE_MS) => {
    const device = await engine.store.read('device', 'device');
    if (!device || device.isRevoked) return { isOnline: true, due: NOTHING_DUE };
    try {
      return await run(maintenanceMs);
    } catch (error) {
      if (error instanceof UnverifiedError) return { isOnline: false, due: NOTHING_DUE };
      if (!(error instanceof MessengerError)) throw error;
      const isRevoked = error.reason === 'noDevice';
      if (isRevoked) await engine.withInbox(() => recordRevocation(engine));
      return { isOnline: isRevoked, due: NOTHING_DUE };
    }
  };
}
