import { ringLines } from '@/lib/art/rings';
import type { Art, ArtParameters } from '../art/art';
import { Lines } from '../art/lines';

/** Asset management: the rings of something that grows, off centre as trees are. */
export function ringsDrawing({ seed = 4, width = 1200, height = 900 }: ArtParameters): Art {
  const rings = ringLines({
    seed,
    centre: [width * 0.58, height * 0.46],
    inner: height * 0.02,
    outer: height * 0.72,
    rings: 22,
    wobble: 0.07,
    lean: [-width * 0.06, height * 0.03],
  });
  return {
    width,
    height,
    drawing: (
      <>
        <Lines paths={rings} index={6} color="var(--color-tide)" />
      </>
    ),
  };
}
