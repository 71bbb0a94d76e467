import { tideLines } from '@/lib/art/tide-lines';
import type { Art } from '../../art/art';
import { Lines } from '../../art/lines';

const bundle = { width: 2880, height: 620, lines: 11, steps: 9 };
const calm = tideLines({ ...bundle, seed: 41, left: [0.86, 0.97], right: [0.66, 0.82], swell: 0.008 });
const steady = tideLines({ ...bundle, seed: 42, left: [0.82, 0.93], right: [0.34, 0.54], swell: 0.025 });
const lively = tideLines({ ...bundle, seed: 43, left: [0.78, 0.88], right: [0.02, 0.24], swell: 0.06 });

/** Three waters, each livelier than the one below. */
export const watersSketch: Art = {
  width: bundle.width,
  height: bundle.height,
  drawing: (
    <>
      <Lines paths={calm} index={5} />
      <Lines paths={steady} index={5} />
      <Lines paths={lively} index={5} />
    </>
  ),
};
