import type { Options } from 'autocannon';
import { median } from './served-site';
import { type Load, measure } from './sign-in-requests';

const middle = (loads: readonly Load[]): Load => ({
  rate: median(loads.map(({ rate }) => rate)),
  p50: median(loads.map(({ p50 }) => p50)),
  p99: median(loads.map(({ p99 }) => p99)),
});

/** Medians of a target over all rounds, and the median of its rates' ratios to the first target's within each round. */
export type Compared = Load & { ratio: number };

/**
 * Measures each target in turn, in many short rounds, because other load on the machine varies over time and results are
 * compared only within a round.
 */
export async function inTurn(
  targets: readonly Options[],
  { connections, rounds, seconds }: { connections: number; rounds: number; seconds: number },
): Promise<Compared[]> {
  const loads: Load[][] = targets.map(() => []);
  for (let round = 0; round < rounds; round += 1)
    for (const [index, target] of targets.entries())
      loads[index]?.push(await measure({ ...target, connections }, seconds));
  const [base = []] = loads;
  return loads.map((own) => ({
    ...middle(own),
    ratio: median(own.map(({ rate }, round) => rate / (base[round]?.rate ?? Number.NaN))),
  }));
}
