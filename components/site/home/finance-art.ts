import type { Art } from '@/components/site/art/line-art';
import { tideArt } from '@/components/site/art/tide-art';
import type { BusinessLineId } from '@/lib/routes';
import { ringsDrawing } from '../drawings/asset-drawings';
import { strataDrawing } from '../drawings/commodity-drawings';
import { spansDrawing } from '../drawings/infrastructure-drawings';
import { tracesDrawing } from '../drawings/technology-drawings';

const square = { width: 900, height: 900 };

/** One square drawing for each business line. */
export const financeArt: Record<BusinessLineId, Art> = {
  1: strataDrawing(square),
  2: spansDrawing(square),
  3: tracesDrawing(square),
  4: ringsDrawing(square),
};

/** Many price lines that converge into one. */
export const feedsDrawing = tideArt({
  seed: 63,
  width: 1200,
  height: 480,
  lines: 15,
  steps: 9,
  left: [0.1, 0.95],
  right: [0.53, 0.55],
  swell: 0.075,
  index: 7,
});
