import { Created, ISSUER_STEPS, takeIssuerStep } from './issuer-steps';
import { OWNER_STEPS, payOwed, takeOwnerStep } from './owner-steps';
import { setQuiet } from './settle';
import { causeFaults, causeTrouble, type Trouble } from './troubles';
import type { PurchaseWorld } from './world';

/** Moves within and beyond the band in which the token counts as pegged. */
const PRICES = ['1', '1', '0.9991', '1.00173', '0.98213', '1.0331', '0.8765', '1.2'];

const isPurchase = (name: string) =>
  name === 'forcePost' || name === 'cardCheck' || name.startsWith('purchase');

/**
 * Makes `count` purchases, with what happens to them and their accounts meanwhile, in rounds of steps at the same time. A step that is
 * refused or fails is counted as such: what came of it is read from the issuer and the chain at the end.
 */
export async function runPurchases(world: PurchaseWorld, count: number): Promise<void> {
  const { random, counts, accounts } = world;
  const created = new Created();
  let purchases = 0;
  let trouble: Trouble | null = null;
  const add = (name: string) => counts.set(name, (counts.get(name) ?? 0) + 1);
  const take = async (name: string, step: Promise<boolean>) => {
    try {
      if (!(await step)) return;
      add(name);
      if (isPurchase(name)) purchases += 1;
    } catch (error) {
      if (!(error instanceof Error)) throw error;
      add(`${name}: failed`);
    }
  };
  while (purchases < count) {
    if (random.chance(0.3)) {
      await world.setPrice(random.pick(PRICES) ?? '1');
      add('price');
    }
    causeFaults(world);
    if (!trouble && random.chance(0.15)) trouble = await causeTrouble(world);
    const issuerSteps = Array.from({ length: random.between(2, 7) }, () => {
      const name = random.weighted(ISSUER_STEPS);
      return take(name, takeIssuerStep(world, created, name));
    });
    const isCalm = !trouble?.losesBlocks;
    const ownerSteps = accounts
      .filter(() => isCalm && random.chance(0.2))
      .map((account) => {
        const name = random.weighted(OWNER_STEPS);
        return take(name, takeOwnerStep(world, account, name));
      });
    await Promise.all([...issuerSteps, ...ownerSteps]);
    if (trouble) {
      trouble.rounds -= 1;
      if (trouble.rounds > 0) continue;
      await trouble.end();
      trouble = null;
    }
    if (random.chance(0.12)) {
      await setQuiet(world);
      for (let paid = await payOwed(world); paid > 0; paid -= 1) add('payOwed');
    }
  }
  await trouble?.end();
}
