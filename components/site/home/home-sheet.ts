import { securityField } from '../art/fields';
import type { ArtSheet } from '../art/line-art';
import { bannerField } from './banner-field';
import { feedsDrawing, financeArt } from './finance-art';
import { physicalCardLines, virtualCardLines } from './mock/card-lines';
import { gallerySketch } from './sketches/gallery-sketch';
import { qrSketch } from './sketches/qr-sketch';
import { assetsSketch, nightSketch, poolsSketch, swapSketch, watersSketch } from './sketches/wallet-sketches';

/** The drawings that only the home page shows, in one file, so that a first visit needs fewer requests. */
export const homeSheet: ArtSheet = [
  bannerField,
  feedsDrawing,
  assetsSketch,
  gallerySketch,
  nightSketch,
  poolsSketch,
  qrSketch,
  swapSketch,
  watersSketch,
  physicalCardLines,
  virtualCardLines,
  securityField,
  ...Object.values(financeArt),
];
