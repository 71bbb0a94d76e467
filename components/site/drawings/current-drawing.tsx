import { tideLines } from '@/lib/art/tide-lines';
import type { Art, ArtParameters } from '../art/art';
import { Lines } from '../art/lines';

const stones = [
  { x: 0.3, y: 0.36, width: 0.13, height: 0.13 },
  { x: 0.68, y: 0.66, width: 0.17, height: 0.17 },
];

/** A current that parts around stones and closes behind them. */
export function currentDrawing({ seed = 0, width = 1200, height = 900 }: ArtParameters): Art {
  const paths = tideLines({
    seed,
    width,
    height,
    lines: 30,
    steps: 28,
    swell: 0.05,
    left: [-0.04, 1.04],
    right: [0.02, 1],
    stones,
  });
  return { width, height, drawing: <Lines paths={paths} color="var(--color-water)" /> };
}
