import { readFileSync } from 'node:fs';
import type { Messages } from 'next-intl';
import { getBusinessLine, getLegalText } from '@/lib/content/content';
import type { LegalName } from '@/lib/content/types';
import type { Locale } from '@/lib/i18n/routing';
import { BUSINESS_LINE_IDS, routes } from '@/lib/routes';

function messagesOf(locale: Locale): Messages {
  return JSON.parse(readFileSync(`messages/${locale}.json`, 'utf8'));
}

const sections = {
  [routes.home]: 'home',
  [routes.download]: 'download',
  [routes.about]: 'about',
  [routes.contact]: 'contact',
  [routes.test]: 'test',
} as const;
const legal: Record<string, LegalName> = { [routes.terms]: 'terms', [routes.privacy]: 'privacy' };

/** Title, without the brand, and description that a page carries in a language. Throws an Error for an unknown path. */
export function pageWording(locale: Locale, path: string): { title: string; description: string } {
  const id = BUSINESS_LINE_IDS.find((line) => routes.businessLine(line) === path);
  if (id) {
    const { label, info } = getBusinessLine(locale, id);
    return { title: label, description: info };
  }
  const name = legal[path];
  if (name) {
    const { title } = getLegalText(locale, name);
    return { title, description: messagesOf(locale).article[`${name}Description`] };
  }
  const section = Object.entries(sections).find(([known]) => known === path)?.[1];
  if (!section) throw new Error(`${path} has no wording`);
  const { metaTitle, metaDescription } = messagesOf(locale)[section];
  return { title: metaTitle, description: metaDescription };
}
