/** Units of the drawing across; its height is in CSS pixels. */
const WIDTH = 1_000;
const HEIGHT = 12;
const LINES = [2, 6, 10];

/** A share of a whole (0 to 1) as lines that turn heavy up to there. The figure beside it says the same. */
export function ShareLines({ share }: { share: number }) {
  const reached = Math.max(share * WIDTH, 2);
  const row = (from: number, to: number) => LINES.map((y) => `M${from} ${y}H${to}`).join('');
  return (
    <svg
      aria-hidden="true"
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      preserveAspectRatio="none"
      height={HEIGHT}
      className="w-full"
      fill="none"
      stroke="currentColor"
    >
      <path d={row(reached, WIDTH)} strokeWidth="1" vectorEffect="non-scaling-stroke" className="text-line" />
      <path d={row(0, reached)} strokeWidth="2.5" vectorEffect="non-scaling-stroke" className="text-tide" />
    </svg>
  );
}
