import type { Locale } from '@/lib/i18n/routing';
import type { BusinessLines } from './business-line';
import { businessLinesEn } from './business-lines/en';
import { businessLinesZhHant } from './business-lines/zh-hant';
import type { Leader } from './leadership';
import { leadershipEn } from './leadership/en';
import { leadershipZhHant } from './leadership/zh-hant';
import type { LegalText } from './legal';
import { privacyEn } from './legal/privacy-en';
import { privacyZhHant } from './legal/privacy-zh-hant';
import { termsEn } from './legal/terms-en';
import { termsZhHant } from './legal/terms-zh-hant';

/** The texts of a language that are too long for its message file. */
type Content = {
  businessLines: BusinessLines;
  leadership: readonly Leader[];
  terms: LegalText;
  privacy: LegalText;
};

/** Each language has its line here. */
export const content: Record<Locale, Content> = {
  en: { businessLines: businessLinesEn, leadership: leadershipEn, terms: termsEn, privacy: privacyEn },
  'zh-Hant': {
    businessLines: businessLinesZhHant,
    leadership: leadershipZhHant,
    terms: termsZhHant,
    privacy: privacyZhHant,
  },
};
