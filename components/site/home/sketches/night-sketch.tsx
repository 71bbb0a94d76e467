import { ringLines } from '@/lib/art/rings';
import { tideLines } from '@/lib/art/tide-lines';
import type { Art } from '../../art/art';
import { Lines } from '../../art/lines';

const moon = ringLines({ seed: 3, centre: [400, 120], inner: 6, outer: 74, rings: 9, wobble: 0.015 });
const sea = tideLines({
  seed: 27,
  width: 560,
  height: 420,
  lines: 16,
  steps: 8,
  left: [0.62, 1],
  right: [0.44, 1],
  swell: 0.05,
});

/** A moon over a rising tide. */
export const nightSketch: Art = {
  width: 560,
  height: 420,
  drawing: (
    <>
      <Lines paths={moon} index={0} color="var(--color-ink)" />
      <Lines paths={sea} index={5} color="var(--color-tide)" />
    </>
  ),
};
