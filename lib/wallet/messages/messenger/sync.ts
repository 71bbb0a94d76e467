import { UnverifiedError } from '../device-binding';
import { readBlocks } from './blocks';
import { settleCalls } from './calls';
import { deliverCommits } from './commits';
import { ensureBound, recordRevocation } from './devices';
import type { Engine } from './engine';
import { isUncompared, refreshIdentity } from './identity';
import { processHeld, pull } from './inbox';
import { flush } from './outbox';
import { MessengerError } from './types';
import { openRequests, tendAll, topUpKeyPackages } from './upkeep';

/** How often all conversations are tended, in ms. Those in which somebody sends are tended before. */
const TEND_MS = 600_000;
/** How often what waits for a contract account's chain is tried again, in ms. */
const HELD_MS = 30_000;

/** Returns whether an account asks to be added or removed, or a member has seen another log than this device. */
async function hasDuties(engine: Engine): Promise<boolean> {
  const { store } = engine;
  const conversations = await store.readAll('conversations');
  for (const { value } of conversations) {
    const { joining, leaving } = openRequests(engine, value);
    if (!value.isRequest && (joining.length > 0 || leaving.length > 0)) return true;
  }
  // A stranger's message has no effect that others could see.
  const requests = conversations.filter(({ value }) => value.isRequest).map(({ key }) => key);
  return (await store.readAll('identities')).some(({ value }) => isUncompared(value, requests));
}

/**
 * Returns a function that fetches and sends what waits, and looks after devices, key packages, and members if the last
 * time was `tendMs` ago. It returns whether the server could be reached.
 */
export function syncer(engine: Engine): (tendMs?: number) => Promise<boolean> {
  let tendedAt = Number.NEGATIVE_INFINITY;
  let retriedAt = Number.NEGATIVE_INFINITY;
  let packages = 0;
  const run = async (tendMs: number) => {
    const isDue = engine.isPast(tendedAt, tendMs);
    await ensureBound(engine);
    await deliverCommits(engine);
    await pull(engine);
    if (isDue || engine.isPast(retriedAt, HELD_MS)) {
      // Some waited because a contract account's chain couldn't be read.
      await processHeld(engine);
      retriedAt = engine.now();
    }
    await settleCalls(engine);
    await flush(engine);
    // Each conversation that somebody else started has taken one.
    if (isDue || (await engine.store.count('keyPackages')) < packages) {
      await topUpKeyPackages(engine);
      packages = await engine.store.count('keyPackages');
    }
    if (!isDue && !(await hasDuties(engine))) return;
    if (isDue) {
      await readBlocks(engine);
      // The account may have another device, which has to be added.
      await refreshIdentity(engine, engine.account, 0);
    }
    await tendAll(engine);
    if (isDue) tendedAt = engine.now();
    // Tending may have added members, who have to be told the room's name.
    await flush(engine);
  };
  return (tendMs = TEND_MS) =>
    engine.network(async () => {
      const device = await engine.store.read('device', 'device');
      if (!device || device.isRevoked) return true;
      try {
        await run(tendMs);
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
