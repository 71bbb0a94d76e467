import { ringLines } from '@/lib/art/rings';
import { tideLines } from '@/lib/art/tide-lines';
import { Lines } from '../../art/lines';
import { Sketch, type SketchProps } from './sketch';

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
export function GallerySketch(props: SketchProps) {
  return (
    <Sketch {...props} id="gallery-sketch">
      <clipPath id="gallery-tall">
        <rect {...frames[0]} />
      </clipPath>
      <g clipPath="url(#gallery-tall)">
        <Lines paths={rings} index={5} className="text-tide" />
      </g>
      <g transform="translate(262 50)">
        <Lines paths={sea} index={4} className="text-tide" />
      </g>
      <g transform="translate(262 232)">
        <Lines paths={well} index={4} className="text-tide" />
      </g>
      <circle cx="467" cy="301" r="34" className="fill-tide" stroke="none" />
      {frames.map((frame) => (
        <rect
          key={`${frame.x},${frame.y}`}
          {...frame}
          className="text-ink"
          strokeWidth="1.6"
          vectorEffect="non-scaling-stroke"
        />
      ))}
    </Sketch>
  );
}
