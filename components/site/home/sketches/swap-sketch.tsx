import { tideLines } from '@/lib/art/tide-lines';
import { Lines } from '../../art/lines';
import { Sketch, type SketchProps } from './sketch';

const bundle = { width: 560, height: 420, lines: 9, steps: 8, swell: 0.015 };
const down = tideLines({ ...bundle, seed: 2, left: [0.14, 0.38], right: [0.62, 0.86] });
const up = tideLines({ ...bundle, seed: 3, left: [0.62, 0.86], right: [0.14, 0.38] });

/** Two streams that trade places. */
export function SwapSketch(props: SketchProps) {
  return (
    <Sketch {...props} id="swap-sketch">
      <Lines paths={down} index={4} className="text-tide" />
      <Lines paths={up} index={4} className="text-ink" />
    </Sketch>
  );
}
