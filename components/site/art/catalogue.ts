import { getBusinessLines } from '@/lib/content/content';
import type { BusinessLine } from '@/lib/content/types';
import { routing } from '@/lib/i18n/routing';
import { drawingOf } from '../drawings/drawing';
import { homeSheet } from '../home/home-sheet';
import { brokenDrawing } from '../not-found/broken-drawing';
import {
  aboutField,
  contactField,
  downloadField,
  extraField,
  footerField,
  menuField,
  questionField,
  walletField,
} from './fields';
import type { Art, ArtSheet } from './line-art';

const lineArt = ({ img, phone_img, infoArr }: BusinessLine): Art[] => [
  drawingOf(img, 'banner'),
  drawingOf(phone_img, 'phoneBanner'),
  ...infoArr.flatMap((topic) => [drawingOf(topic.img, 'topic'), drawingOf(topic.phone_img, 'phoneTopic')]),
];

/** Drawings that are each served as a separate file. */
const ownFiles = (): Art[] => [
  aboutField,
  contactField,
  downloadField,
  extraField,
  footerField,
  menuField,
  questionField,
  walletField,
  brokenDrawing,
  ...routing.locales.flatMap((locale) => getBusinessLines(locale).flatMap(lineArt)),
];

/** All sheets of drawings served as files. */
export const artCatalogue = (): ArtSheet[] => [homeSheet, ...ownFiles().map((art): ArtSheet => [art])];
