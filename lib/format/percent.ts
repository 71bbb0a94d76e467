/** Returns the change from `before` to `value` as a signed percentage with two decimals, truncated, such as '+1.23'. */
export function changeText(value: bigint, before: bigint): string {
  const hundredths = ((value - before) * 10_000n) / before;
  const size = hundredths < 0n ? -hundredths : hundredths;
  const sign = hundredths === 0n ? '' : hundredths < 0n ? '-' : '+';
  return `${sign}${size / 100n}.${String(size % 100n).padStart(2, '0')}`;
}

const STEPS = 1_000_000n;

/** Returns a part's fraction of a whole, from 0 to 1, truncated. For charts only: amounts must stay bigint. */
export function shareOf(part: bigint, whole: bigint): number {
  if (whole <= 0n || part <= 0n) return 0;
  return part >= whole ? 1 : Number((part * STEPS) / whole) / Number(STEPS);
}
