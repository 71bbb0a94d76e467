import { tideLines } from '@/lib/art/tide-lines';
import type { Art } from '../../art/art';
import { Lines } from '../../art/lines';

const bundle = { width: 560, height: 420, lines: 9, steps: 8, swell: 0.015 };
const down = tideLines({ ...bundle, seed: 2, left: [0.14, 0.38], right: [0.62, 0.86] });
const up = tideLines({ ...bundle, seed: 3, left: [0.62, 0.86], right: [0.14, 0.38] });

/** Two streams that trade places. */
export const swapSketch: Art = {
  width: 560,
  height: 420,
  drawing: (
    <>
      <Lines paths={down} index={4} color="var(--color-tide)" />
      <Lines paths={up} index={4} color="var(--color-ink)" />
    </>
  ),
};
