const STEPS = 1_000_000n;

/** How much of a whole a part is, from 0 to 1 and truncated: for drawings alone, amounts stay bigint. */
export function shareOf(part: bigint, whole: bigint): number {
  if (whole <= 0n || part <= 0n) return 0;
  return part >= whole ? 1 : Number((part * STEPS) / whole) / Number(STEPS);
}
