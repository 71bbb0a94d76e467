import type { Art, ArtParameters } from '@/components/site/art/line-art';
import type { Motif, Picture } from '@/lib/content/types';
import { currentDrawing, ringsDrawing, vaultDrawing } from './asset-drawings';
import { containersDrawing, furrowsDrawing, ingotsDrawing, strataDrawing } from './commodity-drawings';
import { spansDrawing, storeysDrawing, wiresDrawing } from './infrastructure-drawings';
import { cellsDrawing, linksDrawing, tracesDrawing } from './technology-drawings';

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

/** Sizes of content images, in SVG units. */
const SHAPES = {
  banner: { width: 1200, height: 900 },
  phoneBanner: { width: 800, height: 640 },
  topic: { width: 1200, height: 900 },
  phoneTopic: { width: 1200, height: 720 },
  card: { width: 600, height: 630 },
} as const;

/** Returns the SVG artwork for a content image at the given size. */
export const drawingOf = ({ motif, seed }: Picture, shape: keyof typeof SHAPES): Art =>
  drawings[motif]({ ...SHAPES[shape], seed });
