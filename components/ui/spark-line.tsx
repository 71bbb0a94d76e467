import { smoothPath } from '@/lib/art/path';

const SPARK = { width: 96, height: 32, margin: 2 };

/** Returns the SVG path of a smooth line through the points, or of a flat line if there are fewer than two. */
function sparkPath(points: readonly number[]): string {
  const values = points.length > 1 ? points : [0, 0];
  const [low, high] = [Math.min(...values), Math.max(...values)];
  const reach = high - low || 1;
  const { width, height, margin } = SPARK;
  return smoothPath(
    values.map((value, i) => [
      (i * width) / (values.length - 1),
      high === low ? height / 2 : margin + ((high - value) / reach) * (height - 2 * margin),
    ]),
  );
}

/** The price over the past day as a line, stretched to fill its box. */
export function SparkLine({ points, className }: { points: readonly number[]; className: string }) {
  return (
    <svg
      aria-hidden="true"
      viewBox={`0 0 ${SPARK.width} ${SPARK.height}`}
      preserveAspectRatio="none"
      fill="none"
      stroke="currentColor"
      className={className}
    >
      <path d={sparkPath(points)} strokeWidth="1.5" vectorEffect="non-scaling-stroke" />
    </svg>
  );
}
