import type { Motif, Picture } from '@/lib/content/types';
import type { Art, ArtParameters } from '../art/art';
import { cellsDrawing } from './cells-drawing';
import { containersDrawing } from './containers-drawing';
import { currentDrawing } from './current-drawing';
import { furrowsDrawing } from './furrows-drawing';
import { ingotsDrawing } from './ingots-drawing';
import { linksDrawing } from './links-drawing';
import { ringsDrawing } from './rings-drawing';
import { spansDrawing } from './spans-drawing';
import { storeysDrawing } from './storeys-drawing';
import { strataDrawing } from './strata-drawing';
import { tracesDrawing } from './traces-drawing';
import { vaultDrawing } from './vault-drawing';
import { wiresDrawing } from './wires-drawing';

const drawings: Record<Motif, (parameters: ArtParameters) => Art> = {
  strata: strataDrawing,
  spans: spansDrawing,
  traces: tracesDrawing,
  rings: ringsDrawing,
  cells: cellsDrawing,
  containers: containersDrawing,
  current: currentDrawing,
  furrows: furrowsDrawing,
  ingots: ingotsDrawing,
  links: linksDrawing,
  storeys: storeysDrawing,
  vault: vaultDrawing,
  wires: wiresDrawing,
};

/** The shapes in which the content's pictures are drawn, in units. */
const SHAPES = {
  banner: { width: 1200, height: 900 },
  phoneBanner: { width: 800, height: 640 },
  topic: { width: 1200, height: 900 },
  phoneTopic: { width: 1200, height: 720 },
  card: { width: 600, height: 630 },
} as const;

/** The picture that the content names, in the shape of its place. */
export const drawingOf = ({ motif, seed }: Picture, shape: keyof typeof SHAPES): Art =>
  drawings[motif]({ ...SHAPES[shape], seed });
