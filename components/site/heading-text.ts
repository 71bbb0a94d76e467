import { useLocale } from 'next-intl';
import { createElement, Fragment, type ReactNode } from 'react';
import { hanWords } from '@/lib/i18n/han-words';
import { languageByLocale } from '@/lib/i18n/routing';

/**
 * The text of a large heading: one of a language without spaces may turn between words
 * where its line has no room, not inside one. Its
 * words are no list with keys: those would be written out in the page.
 */
export function HeadingText({ children }: { children: string }) {
  const locale = useLocale();
  if (languageByLocale[locale].spaced) return children;
  const nodes: ReactNode[] = [];
  for (const { text } of hanWords(children, locale)) nodes.push(createElement('wbr'), text);
  return createElement(Fragment, null, ...nodes.slice(1));
}
