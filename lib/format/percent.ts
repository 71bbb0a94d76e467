/**
 * Returns the change from `before` to `value` as signed percent with two decimals, truncated: '+1.23',
 * '-0.40', '0.00'.
 */
export function changeText(value: bigint, before: bigint): string {
  const hundredths = ((value - before) * 10_000n) / before;
  const size = hundredths < 0n ? -hundredths : hundredths;
  const sign = hundredths === 0n ? '' : hundredths < 0n ? '-' : '+';
  return `${sign}${size / 100n}.${String(size % 100n).padStart(2, '0')}`;
}

const STEPS = 1_000_000n;

/** Returns a part's share of a whole from 0 to 1, truncated; for drawings only, because amounts stay bigint. */
export function shareOf(part: bigint, whole: bigint): number {
  if (whole <= 0n || part <= 0n) return 0;
  return part >= whole ? 1 : Number((part * STEPS) / whole) / Number(STEPS);
}
