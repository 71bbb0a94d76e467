import { UnverifiedError } from '../device-binding';
import { readBlocks } from './blocks';
import { settleCalls } from './calls';
import { deliverCommits } from './commits';
import { ensureBound, noteRevocation } from './devices';
import type { Engine } from './engine';
import { refreshIdentity } from './identity';
import { processHeld, pull } from './inbox';
import { flush } from './outbox';
import { MessengerError } from './types';
import { tendAll, topUpKeyPackages } from './upkeep';

/** How often all conversations are tended, in ms. Those in which somebody sends are tended before. */
const TEND_MS = 600_000;

/** Returns whether an account asks to be added or removed, or a member has seen another log than this device. */
async function hasDuties({ store }: Engine): Promise<boolean> {
  const conversations = await store.readAll('conversations');
  if (conversations.some(({ value }) => value.joining.length > 0 || value.leaving.length > 0)) return true;
  return (await store.readAll('identities')).some(({ value }) => value.readAt === 0 && value.seen.length > 0);
}

/** Returns a function that fetches and sends what waits. It returns whether the server could be reached. */
export function syncer(engine: Engine): (isThorough?: boolean) => Promise<boolean> {
  let tendedAt = Number.NEGATIVE_INFINITY;
  const run = async (isThorough: boolean) => {
    await ensureBound(engine);
    await deliverCommits(engine);
    await pull(engine);
    // Some waited because a contract account's chain couldn't be read.
    await processHeld(engine);
    await settleCalls(engine);
    await topUpKeyPackages(engine);
    await flush(engine);
    const isDue = isThorough || engine.now() - tendedAt >= TEND_MS;
    if (!isDue && !(await hasDuties(engine))) return;
    if (isDue) {
      await readBlocks(engine);
      // The account may have another device, which has to be added.
      await refreshIdentity(engine, engine.account, 0);
    }
    await tendAll(engine);
    tendedAt = engine.now();
    // Tending may have added members, who have to be told the room's name.
    await flush(engine);
  };
  return (isThorough = false) =>
    engine.network(async () => {
      const device = await engine.store.read('device', 'device');
      if (!device || device.isRevoked) return true;
      try {
        await run(isThorough);
        return true;
      } catch (error) {
        if (error instanceof UnverifiedError) return false;
        if (!(error instanceof MessengerError)) throw error;
        if (error.reason === 'noDevice') {
          await noteRevocation(engine);
          return true;
        }
        return false;
      }
    });
}
