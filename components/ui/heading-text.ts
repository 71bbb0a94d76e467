import { useLocale } from 'next-intl';
import { createElement, Fragment, type ReactNode } from 'react';
import { languageByLocale } from '@/lib/i18n/routing';

/** A text segment and its position in the text. */
type Piece = { index: number; text: string };

const HAN = /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]+$/u;

/** Words that ICU's dictionary splits. */
const WHOLE =
  /代幣|鎖倉|分得|鏈上|上鏈|不影響|兩件事|加密錢包|被動收益|加密資產|付款功能|通訊中心|在您手上|就刷什麼幣/g;

/**
 * Splits Chinese or Japanese text only between words, never next to punctuation or Latin letters, where the browser's
 * own rules apply. Word boundaries follow Unicode UAX #29 and ICU's dictionary.
 */
export function hanWords(text: string, locale: string): Piece[] {
  const pieces: Piece[] = [];
  const isInWord = new Set(
    [...text.matchAll(WHOLE)].flatMap(({ index, 0: word }) =>
      Array.from({ length: word.length - 1 }, (_, offset) => index + offset + 1),
    ),
  );
  let endsWithHan = false;
  for (const { segment, index } of new Intl.Segmenter(locale, { granularity: 'word' }).segment(text)) {
    const isHan = HAN.test(segment);
    const last = pieces.at(-1);
    if (last && (!(endsWithHan && isHan) || isInWord.has(index))) last.text += segment;
    else pieces.push({ index, text: segment });
    endsWithHan = isHan;
  }
  return pieces;
}

/**
 * Renders the text of a heading or an introduction. In a language without spaces, lines break only between words, if
 * the element has `word-break: keep-all`. The words are child elements without keys, because keys would be serialized
 * into the page.
 */
export function HeadingText({ children }: { children: string }) {
  const locale = useLocale();
  // Firefox before version 125 has no segmenter. There, lines break only after punctuation.
  if (languageByLocale[locale].spaced || !('Segmenter' in Intl)) return children;
  const nodes: ReactNode[] = [];
  for (const { text } of hanWords(children, locale)) nodes.push(createElement('wbr'), text);
  return createElement(Fragment, null, ...nodes.slice(1));
}
