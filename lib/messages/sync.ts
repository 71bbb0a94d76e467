import { isRefusal } from './core/api';
import { readBlocks } from './core/blocks';
import type { Engine } from './core/engine';
import { ensureBound, recordRevocation } from './members/devices';
import { compareReportedHeads } from './members/identity';
import { UnverifiedError } from './protocol/device-binding';
import { MessengerError } from './protocol/messenger-error';
import { settleCalls } from './receive/calls';
import { pull, retryHeld } from './receive/inbox';
import { deliverCommits } from './send/commits';
import { topUpKeyPackages } from './send/key-packages';
import { maintainAll } from './send/maintain-group';
import { openRequests } from './send/open-requests';
import { flush } from './send/outbox';

/** Interval between maintenance of all conversations, in ms. Sending maintains a conversation earlier. */
const MAINTENANCE_MS = 600_000;
/** Interval between retries for items that wait for a contract account's chain, in ms. */
const HELD_RETRY_MS = 30_000;

/** Returns whether an account asked to be added to a room or removed from it. */
async function hasOpenRequests(engine: Engine): Promise<boolean> {
  return (await engine.store.readAll('conversations')).some(({ value }) => {
    const { joining, leaving } = openRequests(engine, value);
    return !value.isRequest && (joining.length > 0 || leaving.length > 0);
  });
}

/**
 * Returns a function that fetches and sends queued items, and maintains devices, key packages, and members if that was
 * last done at least `maintenanceMs` ago. It resolves to whether the server was reachable.
 */
export function syncer(engine: Engine): (maintenanceMs?: number) => Promise<boolean> {
  let maintainedAt = Number.NEGATIVE_INFINITY;
  let retriedAt = Number.NEGATIVE_INFINITY;
  let packages = 0;
  const run = async (maintenanceMs: number) => {
    const isDue = engine.isPast(maintainedAt, maintenanceMs);
    const refusals: MessengerError[] = [];
    // If the server stores no more for now, or no more of one kind, what has arrived can be read, and devices removed.
    const attempt = async (work: () => Promise<unknown>) => {
      try {
        await work();
      } catch (error) {
        if (!isRefusal(error)) throw error;
        refusals.push(error);
      }
    };
    await ensureBound(engine);
    await deliverCommits(engine, attempt);
    await pull(engine);
    if (isDue || engine.isPast(retriedAt, HELD_RETRY_MS)) {
      await retryHeld(engine);
      retriedAt = engine.now();
    }
    await settleCalls(engine);
    await attempt(() => flush(engine));
    // Each conversation that another account started has used one.
    if (isDue || (await engine.store.count('keyPackages')) < packages) {
      await attempt(() => topUpKeyPackages(engine));
      packages = await engine.store.count('keyPackages');
    }
    const hasNewHeads = await compareReportedHeads(engine);
    if (isDue || hasNewHeads || (await hasOpenRequests(engine))) {
      if (isDue) await readBlocks(engine);
      // Refused maintenance counts as done. Otherwise, each synchronization would repeat it and read all logs.
      await attempt(() => maintainAll(engine, isDue ? 0 : undefined));
      if (isDue) maintainedAt = engine.now();
      // Maintenance may have added members, who need the room's name.
      await attempt(() => flush(engine));
    }
    const [refusal] = refusals;
    if (refusal) throw refusal;
  };
  return (maintenanceMs = MAINTENANCE_MS) =>
    engine.network(async () => {
      const device = await engine.store.read('device', 'device');
      if (!device || device.isRevoked) return true;
      try {
        await run(maintenanceMs);
        return true;
      } catch (error) {
        if (error instanceof UnverifiedError) return false;
        if (!(error instanceof MessengerError)) throw error;
        if (error.reason === 'noDevice') {
          await recordRevocation(engine);
          return true;
        }
        return false;
      }
    });
}
