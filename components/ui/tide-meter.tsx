/** Width of the drawing in view box units. Its height is in CSS pixels. */
const WIDTH = 1_000;
const HEIGHT = 28;
const LINES = [8, 12, 16, 20];

/**
 * Shows progress as lines that are bold up to the value, with a tall stroke at each mark. `value` and `marks` are
 * fractions from 0 to 1.
 */
export function TideMeter({
  label,
  valueText,
  value,
  marks,
}: {
  label: string;
  /** Text that assistive technology reads instead of a percentage. */
  valueText: string;
  value: number;
  marks: readonly number[];
}) {
  const share = Math.min(Math.max(value, 0), 1);
  const reached = share * WIDTH;
  const row = (from: number, to: number) => LINES.map((y) => `M${from} ${y}H${to}`).join('');
  return (
    <svg
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      preserveAspectRatio="none"
      height={HEIGHT}
      className="w-full"
      fill="none"
      stroke="currentColor"
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={Math.floor(share * 100)}
      aria-valuetext={valueText}
    >
      <path d={row(reached, WIDTH)} strokeWidth="1" vectorEffect="non-scaling-stroke" className="text-edge" />
      <path d={row(0, reached)} strokeWidth="3" vectorEffect="non-scaling-stroke" className="text-water" />
      {marks.map((mark) => (
        <path
          key={mark}
          d={`M${Math.min(Math.max(mark, 0), 1) * (WIDTH - 4) + 2} 0V${HEIGHT}`}
          strokeWidth="2"
          vectorEffect="non-scaling-stroke"
          className="text-ink"
        />
      ))}
    </svg>
  );
}
