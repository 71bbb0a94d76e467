import { feedsDrawing } from '@/components/site/home/finance-art';
import { physicalCardLines, virtualCardLines } from '@/components/site/home/mock/card-mock';
import {
  nightSketch,
  poolsSketch,
  swapSketch,
  watersSketch,
} from '@/components/site/home/sketches/wallet-sketches';
import { getBusinessLines } from '@/lib/content/content';
import type { BusinessLine } from '@/lib/content/types';
import { routing } from '@/lib/i18n/routing';
import { drawingOf } from '../drawings/drawing';
import { financeArt } from '../home/finance-art';
import { gallerySketch } from '../home/sketches/gallery-sketch';
import { qrSketch } from '../home/sketches/qr-sketch';
import { assetsSketch } from '../home/sketches/wallet-sketches';
import { brokenDrawing } from '../not-found/broken-drawing';
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
import type { Art } from './line-art';

const lineArt = ({ img, phone_img, infoArr }: BusinessLine): Art[] => [
  drawingOf(img, 'banner'),
  drawingOf(phone_img, 'phoneBanner'),
  ...infoArr.flatMap((topic) => [drawingOf(topic.img, 'topic'), drawingOf(topic.phone_img, 'phoneTopic')]),
];

/** All drawings served as files. */
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
