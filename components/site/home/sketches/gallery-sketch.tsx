import type { Art } from '@/components/site/art/line-art';
import { Lines } from '@/components/site/art/line-art';
import { ringLines } from '@/lib/art/rings';
import { tideLines } from '@/lib/art/tide-lines';

const frames = [
  { x: 40, y: 50, width: 190, height: 250 },
  { x: 262, y: 50, width: 258, height: 150 },
  { x: 262, y: 232, width: 120, height: 138 },
  { x: 414, y: 232, width: 106, height: 138 },
] as const;

const rings = ringLines({ seed: 6, centre: [130, 190], inner: 8, outer: 150, rings: 14, wobble: 0.1 });
const sea = tideLines({
  seed: 9,
  width: 258,
  height: 150,
  lines: 12,
  steps: 8,
  left: [0.5, 1],
  right: [0.2, 1],
  swell: 0.08,
});
const well = tideLines({
  seed: 4,
  width: 120,
  height: 138,
  lines: 9,
  steps: 8,
  left: [0.1, 0.5],
  right: [0.1, 0.5],
  swell: 0,
  wells: [{ x: 0.5, width: 0.24, depth: 0.4 }],
});

/** A wall of framed drawings. */
export const gallerySketch: Art = {
  width: 560,
  height: 420,
  drawing: (
    <>
      <svg aria-hidden="true" {...frames[0]} viewBox="40 50 190 250">
        <Lines paths={rings} index={5} color="var(--color-tide)" />
      </svg>
      <g transform="translate(262 50)">
        <Lines paths={sea} index={4} color="var(--color-tide)" />
      </g>
      <g transform="translate(262 232)">
        <Lines paths={well} index={4} color="var(--color-tide)" />
      </g>
      <circle cx="467" cy="301" r="34" fill="var(--color-tide)" stroke="none" />
      {frames.map((frame) => (
        <rect
          key={`${frame.x},${frame.y}`}
          {...frame}
          color="var(--color-ink)"
          strokeWidth="1.6"
          vectorEffect="non-scaling-stroke"
        />
      ))}
    </>
  ),
};
