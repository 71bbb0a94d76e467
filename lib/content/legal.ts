import type { Locale } from '@/lib/i18n/routing';
import { content } from './content';

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

/** The terms or the privacy policy in the wording of a locale. */
export function getLegalText(locale: Locale, name: LegalName): LegalText {
  return content[locale][name];
}
