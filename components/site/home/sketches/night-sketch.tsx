import { ringLines } from '@/lib/art/rings';
import { tideLines } from '@/lib/art/tide-lines';
import { LineArt } from '../../art/line-art';
import { Lines } from '../../art/lines';

const moon = ringLines({ seed: 3, centre: [400, 120], inner: 6, outer: 74, rings: 9, wobble: 0.015 });
const sea = tideLines({
  seed: 27,
  width: 560,
  height: 420,
  lines: 16,
  steps: 12,
  left: [0.62, 1],
  right: [0.44, 1],
  swell: 0.05,
});

/** A moon over a rising tide. */
export function NightSketch({ className }: { className?: string }) {
  return (
    <LineArt width={560} height={420} className={className}>
      <Lines paths={moon} index={0} className="text-ink" />
      <Lines paths={sea} index={5} className="text-tide" />
    </LineArt>
  );
}
