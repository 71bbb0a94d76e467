import { ringLines } from '@/lib/art/rings';
import { tideLines } from '@/lib/art/tide-lines';
import { Lines } from '../../art/lines';
import { Sketch, type SketchProps } from './sketch';

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
export function NightSketch(props: SketchProps) {
  return (
    <Sketch {...props} id="night-sketch">
      <Lines paths={moon} index={0} className="text-ink" />
      <Lines paths={sea} index={5} className="text-tide" />
    </Sketch>
  );
}
