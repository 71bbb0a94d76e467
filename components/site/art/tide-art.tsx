import { type TideField, tideLines } from '@/lib/art/tide-lines';
import type { Art } from './line-art';
import { Lines } from './line-art';

/** A wide field of tide lines; every so many lines (`index`) one is heavier. */
export function tideArt({
  width = 2880,
  height = 1200,
  lines = 36,
  index = 5,
  ...field
}: Partial<TideField> & { seed: number; index?: number }): Art {
  return {
    width,
    height,
    drawing: <Lines paths={tideLines({ ...field, width, height, lines })} index={index} />,
  };
}
