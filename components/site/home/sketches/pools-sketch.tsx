import { ringLines } from '@/lib/art/rings';
import type { Art } from '../../art/art';
import { Lines } from '../../art/lines';

const centres = [
  [150, 250],
  [470, 130],
  [600, 400],
] as const;

const pools = centres.map((centre, i) =>
  ringLines({ seed: 17 + i, centre, inner: 18, outer: 290 - i * 50, rings: 14 - 3 * i, wobble: 0.06 }),
);

/** Rings of several drops that meet on one water. */
export const poolsSketch: Art = {
  width: 720,
  height: 460,
  drawing: pools.map((paths, i) => <Lines key={centres[i]?.[0]} paths={paths} index={4} />),
};
