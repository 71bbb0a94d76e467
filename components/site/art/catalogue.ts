import { getBusinessLines } from '@/lib/content/content';
import type { BusinessLine } from '@/lib/content/types';
import { routing } from '@/lib/i18n/routing';
import { drawingOf } from '../drawings/drawing';
import { financeArt } from '../home/finance-art';
import { physicalCardLines, virtualCardLines } from '../home/mock/card-lines';
import { feedsDrawing } from '../home/prices/feeds-drawing';
import { assetsSketch } from '../home/sketches/assets-sketch';
import { gallerySketch } from '../home/sketches/gallery-sketch';
import { nightSketch } from '../home/sketches/night-sketch';
import { poolsSketch } from '../home/sketches/pools-sketch';
import { qrSketch } from '../home/sketches/qr-sketch';
import { swapSketch } from '../home/sketches/swap-sketch';
import { watersSketch } from '../home/sketches/waters-sketch';
import { brokenDrawing } from '../not-found/broken-drawing';
import type { Art } from './art';
import {
  aboutField,
  contactField,
  downloadField,
  extraField,
  footerField,
  menuField,
  questionField,
  securityField,
  walletField,
} from './fields';

const lineArt = ({ img, phone_img, infoArr }: BusinessLine): Art[] => [
  drawingOf(img, 'banner'),
  drawingOf(phone_img, 'phoneBanner'),
  ...infoArr.flatMap((topic) => [drawingOf(topic.img, 'topic'), drawingOf(topic.phone_img, 'phoneTopic')]),
];

/** Every drawing that is served as a file. */
export const artCatalogue = (): Art[] => [
  aboutField,
  contactField,
  downloadField,
  extraField,
  footerField,
  menuField,
  questionField,
  securityField,
  walletField,
  brokenDrawing,
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
  ...Object.values(financeArt),
  ...routing.locales.flatMap((locale) => getBusinessLines(locale).flatMap(lineArt)),
];
