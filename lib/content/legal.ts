import type { Locale } from '@/lib/i18n/routing';
import { privacyEn } from './legal/privacy-en';
import { privacyZhHant } from './legal/privacy-zh-hant';
import { termsEn } from './legal/terms-en';
import { termsZhHant } from './legal/terms-zh-hant';

/** A paragraph, or the points of a list. */
type LegalBlock = string | readonly string[];

export type LegalSection = {
  /** Fragment of the address; the same in every language. */
  id: string;
  title: string;
  body: readonly LegalBlock[];
};

export type LegalText = {
  title: string;
  /** Day of the last change, ISO 8601. */
  updated: string;
  intro: readonly string[];
  sections: readonly LegalSection[];
};

export type LegalName = 'terms' | 'privacy';

const texts: Record<LegalName, Record<Locale, LegalText>> = {
  terms: { en: termsEn, 'zh-Hant': termsZhHant },
  privacy: { en: privacyEn, 'zh-Hant': privacyZhHant },
};

/** The terms or the privacy policy in the wording of a locale. */
export function getLegalText(locale: Locale, name: LegalName): LegalText {
  return texts[name][locale];
}
