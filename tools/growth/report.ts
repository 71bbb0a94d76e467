import { median } from '../bench/served-site';

/** The most that a call may take on the full database, as a multiple of its time on the empty one. */
export const GOAL_RATIO = 3;
/** Differences below this are noise on a shared machine, and no person notices them. */
const NOISE_MS = 5;

/** Times of a call in ms, by round. Both databases are measured in turn. */
export type CallTimes = { name: string; empty: number[]; full: number[] };

/** Returns the cells of a call's row, and whether the call grows too much. */
export function rate({ name, empty, full }: CallTimes): { cells: string[]; isSlow: boolean } {
  const [before, after] = [median(empty), median(full)];
  return {
    cells: [name, before.toFixed(1), after.toFixed(1), (after / before).toFixed(2)],
    isSlow: after > before * GOAL_RATIO && after - before > NOISE_MS,
  };
}
