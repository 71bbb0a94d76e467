import { securityField } from '../art/fields';
import type { ArtSheet } from '../art/line-art';
import { feedsDrawing, financeArt } from './finance-art';
import { gallerySketch } from './sketches/gallery-sketch';
import { qrSketch } from './sketches/qr-sketch';
import { assetsSketch, nightSketch, poolsSketch, swapSketch, watersSketch } from './sketches/wallet-sketches';

/** The drawings that only the home page shows: one file, because each further request delays a first visit. */
export const homeSheet: ArtSheet = [
  feedsDrawing,
  assetsSketch,
  gallerySketch,
  nightSketch,
  poolsSketch,
  qrSketch,
  swapSketch,
  watersSketch,
  securityField,
  ...Object.values(financeArt),
];
