import { childEnv } from '@/lib/settings/process-env';
import { fuzzSeed } from '../../support/fuzz-seed';
import { checkBooks } from '../../support/random-purchases/checks';
import { runPurchases } from '../../support/random-purchases/run';
import { settleAll } from '../../support/random-purchases/settle';
import { type PurchaseWorld, startPurchaseWorld } from '../../support/random-purchases/world';

const PURCHASES = Number(childEnv({}).CARD_PURCHASES ?? 60);
/** Only meant to catch hangs. */
const MS_PER_PURCHASE = 10_000;

const since = new Date();
let world: PurchaseWorld;
beforeAll(async () => {
  world = await startPurchaseWorld(fuzzSeed);
});
afterAll(() => world?.stop());

test(
  'CARD-26 after random purchases with faults, the issuer’s facts, the statement, and the contract agree to the base unit',
  async () => {
    await runPurchases(world, PURCHASES);
    await settleAll(world);
    await checkBooks(world, since);
    const counts = [...world.counts].sort().map(([name, count]) => `${name} ${count}`);
    console.info(`${PURCHASES} purchases, seed ${fuzzSeed}: ${counts.join(', ')}`);
  },
  300_000 + PURCHASES * MS_PER_PURCHASE,
);
