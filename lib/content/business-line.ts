import type { Locale } from '@/lib/i18n/routing';
import { BUSINESS_LINE_IDS, type BusinessLineId } from '@/lib/routes';
import { content } from './content';
import type { Picture } from './picture';

export type TitledList = { key: string; title: string; list: readonly string[] };

export type BusinessLine = {
  value: BusinessLineId;
  /** Banner drawing, and the upright one shown below the mobile breakpoint. */
  img: Picture;
  phone_img: Picture;
  label: string;
  info: string;
  /** The two numbered lists. */
  arr: readonly TitledList[];
  /** The row of sub-topic cards. */
  infoArr: readonly (TitledList & { img: Picture; phone_img: Picture })[];
  /** Extra blocks below the cards. */
  bottomArr: readonly TitledList[];
};

export type BusinessLines = Readonly<Record<BusinessLineId, BusinessLine>>;

/** One business line in the wording of a locale. */
export function getBusinessLine(locale: Locale, id: BusinessLineId): BusinessLine {
  return content[locale].businessLines[id];
}

/** All business lines of a locale, in the order of their ids. */
export function getBusinessLines(locale: Locale): BusinessLine[] {
  return BUSINESS_LINE_IDS.map((id) => content[locale].businessLines[id]);
}
