import { useLocale } from 'next-intl';
import { createElement, Fragment, type ReactNode } from 'react';
import { languageByLocale } from '@/lib/i18n/routing';

/** A text segment and its position. */
type Piece = { index: number; text: string };

const HAN = /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]+$/u;

/**
 * Cuts a Chinese or Japanese text between words, and nowhere else: never beside punctuation or Latin letters, where the browser's
 * own rules hold. Words are those of Unicode UAX #29 with the dictionary of ICU.
 */
export function hanWords(text: string, locale: string): Piece[] {
  const pieces: Piece[] = [];
  let endsWithHan = false;
  for (const { segment, index } of new Intl.Segmenter(locale, { granularity: 'word' }).segment(text)) {
    const isHan = HAN.test(segment);
    const last = pieces.at(-1);
    if (last && !(endsWithHan && isHan)) last.text += segment;
    else pieces.push({ index, text: segment });
    endsWithHan = isHan;
  }
  return pieces;
}

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
