import { ringLines } from '@/lib/art/rings';
import { LineArt } from './line-art';
import { Lines } from './lines';
import type { PictureProps } from './picture-props';

/** Asset management: the rings of something that grows, off centre as trees are. */
export function RingsPicture({ seed = 4, width = 1200, height = 900, ...frame }: PictureProps) {
  const rings = ringLines({
    seed,
    centre: [width * 0.58, height * 0.46],
    inner: height * 0.02,
    outer: height * 0.72,
    rings: 22,
    wobble: 0.07,
    lean: [-width * 0.06, height * 0.03],
  });
  return (
    <LineArt {...frame} width={width} height={height}>
      <Lines paths={rings} index={6} className="text-tide" />
    </LineArt>
  );
}
