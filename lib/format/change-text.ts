/** What `value` has gained since `before`, as signed percent with two decimals, truncated: '+1.23', '-0.40', '0.00'. */
export function changeText(value: bigint, before: bigint): string {
  const hundredths = ((value - before) * 10_000n) / before;
  const size = hundredths < 0n ? -hundredths : hundredths;
  const sign = hundredths === 0n ? '' : hundredths < 0n ? '-' : '+';
  return `${sign}${size / 100n}.${String(size % 100n).padStart(2, '0')}`;
}
