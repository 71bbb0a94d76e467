import type { Locale } from '@/lib/i18n/routing';
import { BUSINESS_LINE_IDS, type BusinessLineId } from '@/lib/routes';
import { businessLinesEn } from './business-lines/en';
import { businessLinesZhHant } from './business-lines/zh-hant';
import { helpEn } from './help/en';
import { helpZhHant } from './help/zh-hant';
import { leadershipEn } from './leadership/en';
import { leadershipZhHant } from './leadership/zh-hant';
import { privacyEn } from './legal/privacy-en';
import { privacyZhHant } from './legal/privacy-zh-hant';
import { termsEn } from './legal/terms-en';
import { termsZhHant } from './legal/terms-zh-hant';
import type { BusinessLine, BusinessLines, HelpText, Leader, LegalName, LegalText } from './types';

export const LEADERSHIP_LIMIT = 3;

/** Content in one language that is too long for the message file. */
type Content = {
  businessLines: BusinessLines;
  leadership: readonly Leader[];
  terms: LegalText;
  privacy: LegalText;
  help: HelpText;
};

export const content: Record<Locale, Content> = {
  en: {
    businessLines: businessLinesEn,
    leadership: leadershipEn,
    terms: termsEn,
    privacy: privacyEn,
    help: helpEn,
  },
  'zh-Hant': {
    businessLines: businessLinesZhHant,
    leadership: leadershipZhHant,
    terms: termsZhHant,
    privacy: privacyZhHant,
    help: helpZhHant,
  },
};

/** Returns the leaders to show, in order, up to LEADERSHIP_LIMIT. */
export function selectLeaders(leaders: readonly Leader[]): Leader[] {
  return leaders.filter((leader) => leader.show).slice(0, LEADERSHIP_LIMIT);
}

/** Returns the leaders to show on the about page. */
export function getLeaders(locale: Locale): Leader[] {
  return selectLeaders(content[locale].leadership);
}

/** Returns the terms or the privacy policy in a locale. */
export function getLegalText(locale: Locale, name: LegalName): LegalText {
  return content[locale][name];
}

/** Returns the text of the page about security and help in a locale. */
export const getHelpText = (locale: Locale): HelpText => content[locale].help;

export function getBusinessLine(locale: Locale, id: BusinessLineId): BusinessLine {
  return content[locale].businessLines[id];
}

/** Returns all business lines of a locale, ordered by ID. */
export function getBusinessLines(locale: Locale): BusinessLine[] {
  return BUSINESS_LINE_IDS.map((id) => content[locale].businessLines[id]);
}
