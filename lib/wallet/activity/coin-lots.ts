import { min } from '@/lib/evm/bigint';

/** US dollars in units of 1e-18, and whether a sample price of the local demo is part of them. */
export type Dollars = { usd: bigint; isSample: boolean };

/** Coins that the account got at one time. The cost is of the whole amount, or null if it's unknown. */
type Lot = { amount: bigint; cost: Dollars | null; taken: bigint };

/** Returns the cost of a part of a lot. The costs of all its parts add up to its own. */
const costOfPart = ({ amount, cost }: Lot, from: bigint, to: bigint): bigint =>
  cost === null ? 0n : (cost.usd * to) / amount - (cost.usd * from) / amount;

/** A coin's lots on all networks, oldest first. Coins leave in the order in which they came (first in, first out). */
export class CoinLots {
  readonly #lots: Lot[] = [];
  #next = 0;
  #isUncertain: boolean;

  /** `isWhole` means that all lots since the account's first are added. */
  constructor(isWhole: boolean) {
    this.#isUncertain = !isWhole;
  }

  add(amount: bigint, cost: Dollars | null): void {
    this.#lots.push({ amount, cost, taken: 0n });
  }

  /** Makes all later costs unknown, for example after a recovery. */
  markUncertain(): void {
    this.#isUncertain = true;
  }

  /** Takes the oldest coins, and returns their cost, or null if any of it is unknown. */
  take(amount: bigint): Dollars | null {
    const cost = { usd: 0n, isSample: false };
    let isKnown = !this.#isUncertain;
    for (let rest = amount; rest > 0n; ) {
      const lot = this.#lots[this.#next];
      if (!lot) {
        // More left than came in, so the activity is incomplete, and the remaining lots are unknown.
        this.markUncertain();
        return null;
      }
      const part = min(rest, lot.amount - lot.taken);
      cost.usd += costOfPart(lot, lot.taken, lot.taken + part);
      cost.isSample ||= lot.cost?.isSample === true;
      isKnown &&= lot.cost !== null;
      lot.taken += part;
      rest -= part;
      if (lot.taken === lot.amount) this.#next += 1;
    }
    return isKnown ? cost : null;
  }

  /** Returns the cost of a balance, or null if any of it is unknown, or if the balance isn't exactly what the lots have left. */
  costOfRest(balance: bigint): Dollars | null {
    const left = this.#lots.slice(this.#next);
    const rest = left.reduce((total, { amount, taken }) => total + amount - taken, 0n);
    if (this.#isUncertain || rest !== balance) return null;
    const cost = { usd: 0n, isSample: false };
    for (const lot of left) {
      if (!lot.cost) return null;
      cost.usd += costOfPart(lot, lot.taken, lot.amount);
      cost.isSample ||= lot.cost.isSample;
    }
    return cost;
  }
}
