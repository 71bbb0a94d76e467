import type { PictureProps } from '../art/picture-props';
import { TideBanner } from '../art/tide-banner';

/** A current that parts around stones and closes behind them. */
export function CurrentDrawing({ seed = 0, width = 1200, height = 900, className, ...frame }: PictureProps) {
  const stones = [
    { x: 0.3, y: 0.36, width: 0.13, height: 0.13 },
    { x: 0.68, y: 0.66, width: 0.17, height: 0.17 },
  ];
  const field = {
    seed,
    width,
    height,
    lines: 30,
    steps: 28,
    swell: 0.05,
    left: [-0.04, 1.04],
    right: [0.02, 1],
  } as const;
  return <TideBanner {...frame} {...field} stones={stones} className={`text-water ${className ?? ''}`} />;
}
