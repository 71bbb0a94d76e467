import { childEnv } from '@/lib/settings/process-env';
import { fuzzSeed } from '../../support/fuzz-seed';
import { checkBooks } from '../../support/random-purchases/checks';
import { runPurchases } from '../../support/random-purchases/run';
import { settleAll } from '../../support/random-purchases/settle';
import { type PurchaseWorld, startPurchaseWorld } from '../../support/random-purchases/world';

const PURCHASES = Number(childEnv({}).CARD_PURCHASES ?? 60);
/** Only meant to catch hangs. */
const MS_PER_PURCHASE = 10_000;

/** Where the comparison must notice one base unit. */
const COMPARED = [
  ['card_entries', 'amount_raw'],
  ['card_accounts', 'owed'],
  ['card_accounts', 'held'],
] as const;

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
    for (const [table, column] of COMPARED) {
      const change = (unit: number) =>
        world.query(
          `update ${table} set ${column} = ${column} + ${unit} where id = (select min(id) from ${table})`,
        );
      await change(1);
      await expect(checkBooks(world, since)).rejects.toThrow();
      await change(-1);
    }
    const counts = [...world.counts].sort().map(([name, count]) => `${name} ${count}`);
    console.info(`${PURCHASES} purchases, seed ${fuzzSeed}: ${counts.join(', ')}`);
  },
  300_000 + PURCHASES * MS_PER_PURCHASE,
);
