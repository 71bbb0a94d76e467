import type { Art } from '@/components/site/art/line-art';
import { Lines } from '@/components/site/art/line-art';
import { brokenLines } from '@/lib/art/tide-lines';

const field = {
  seed: 40,
  width: 2880,
  height: 1500,
  lines: 30,
  steps: 36,
  left: [0.1, 1.0],
  right: [0.05, 1.05],
  swell: 0.035,
  wells: [{ x: 0.82, width: 0.1, depth: 0.16 }],
} as const;

const { paths, ends } = brokenLines(field, [0.6, 0.9]);

/** Lines that enter from the right and break off. */
export const brokenDrawing: Art = {
  width: field.width,
  height: field.height,
  drawing: (
    <>
      <Lines paths={paths} index={5} />
      {ends.map(([x, y]) => (
        <circle
          key={`${x},${y}`}
          cx={x}
          cy={y}
          r={9}
          fill="var(--color-paper)"
          color="var(--color-ink)"
          strokeWidth="3"
        />
      ))}
    </>
  ),
};
