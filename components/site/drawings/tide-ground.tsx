import { Lines } from '@/components/site/art/line-art';
import { tideLines } from '@/lib/art/tide-lines';

/** The water at the bottom of a drawing, from `top` (a fraction of the drawing's height) down. */
export function TideGround({
  seed,
  width,
  height,
  top,
}: Record<'seed' | 'width' | 'height' | 'top', number>) {
  const field = {
    seed,
    width,
    height,
    steps: 10,
    swell: 0.03,
    left: [top, 1.04],
    right: [top, 1.04],
  } as const;
  return (
    <Lines paths={tideLines({ ...field, lines: Math.round((1 - top) * 34) })} color="var(--color-edge)" />
  );
}
