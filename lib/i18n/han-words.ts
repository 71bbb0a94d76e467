/** A text segment and its position. */
export type Piece = { index: number; text: string };

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
