import { smoothPath } from '@/lib/art/path';
import { tideLines } from '@/lib/art/tide-lines';
import type { Art, ArtParameters } from '../art/art';
import { Lines } from '../art/lines';

/** Furrows that run to the horizon, with hills behind. The seed moves the point they meet at. */
export function furrowsDrawing({ seed = 0, width = 1200, height = 900 }: ArtParameters): Art {
  const meet = width * (0.56 + (seed % 4) * 0.05);
  const horizon = height * 0.36;
  const furrows = Array.from({ length: 43 }, (_, i) => {
    const at = (i - 21) / 21;
    const [near, far] = [meet + at * width * 2.3, meet + at * width * 0.34];
    const bend = width * 0.06 * (1 - Math.abs(at));
    return smoothPath([
      [far, horizon],
      [far + (near - far) * 0.14 + bend, horizon + height * 0.14],
      [far + (near - far) * 0.48 + bend * 0.6, horizon + height * 0.38],
      [near, height * 1.02],
    ]);
  });
  const hills = tideLines({
    seed,
    width,
    height,
    lines: 9,
    steps: 8,
    swell: 0.08,
    left: [0.2, 0.37],
    right: [0.27, 0.35],
  });
  return {
    width,
    height,
    drawing: (
      <>
        <Lines paths={hills} index={0} color="var(--color-edge)" />
        <path d={`M0 ${horizon}H${width}V${height}H0z`} fill="var(--color-raised)" stroke="none" />
        <Lines paths={furrows} index={4} color="var(--color-water)" />
        <path d={`M0 ${horizon}H${width}`} color="var(--color-ink)" strokeWidth={3} />
      </>
    ),
  };
}
