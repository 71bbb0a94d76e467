import type { BusinessLineId } from '@/lib/routes';
import type { Art } from '../art/art';
import { ringsDrawing } from '../drawings/rings-drawing';
import { spansDrawing } from '../drawings/spans-drawing';
import { strataDrawing } from '../drawings/strata-drawing';
import { tracesDrawing } from '../drawings/traces-drawing';

const square = { width: 900, height: 900 };

/** One square drawing for each business line. */
export const financeArt: Record<BusinessLineId, Art> = {
  1: strataDrawing(square),
  2: spansDrawing(square),
  3: tracesDrawing(square),
  4: ringsDrawing(square),
};
