/**
 * Characters that are invisible or change the text direction: control, format, private-use, and unassigned ones, those
 * that Unicode calls default-ignorable (such as Hangul fillers), and the empty Braille pattern.
 */
const UNSEEN = /[\p{C}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800]/gu;

/** Most combining marks on one character. Some languages need two; more would cover the lines above and below. */
const STACKED_MARKS = /(\p{M}{2})\p{M}+/gu;

/** Returns text from a contract for display, without invisible characters and truncated to `most` characters. */
export function tokenText(text: string, most: number): string {
  const plain = text.normalize('NFC').replace(UNSEEN, '').replace(STACKED_MARKS, '$1');
  const seen = [...plain.replace(/\s+/g, ' ').trim()];
  return seen.length > most ? `${seen.slice(0, most).join('')}…` : seen.join('');
}

/**
 * Characters that look like a Latin letter, in either case: of other scripts, small capitals, currency signs, and digits.
 * Also, kana that look like a Chinese character.
 */
const alike: Readonly<Record<string, string>> = {
  A: 'АΑᎪꓮᴀɑ4',
  B: 'ВΒᏴꓐʙЬƄ8฿₿',
  C: 'СϹᏟꓚᴄ₵¢',
  D: 'ᎠꓓᴅԁĐÐ',
  E: 'ЕΕᎬꓰᴇ€Ξ3',
  F: 'Ϝꓝꜰ',
  G: 'ԌᏀꓖɢɡց',
  H: 'НΗᎻꓧʜҺհ',
  I: 'ІӀΙꓲɪL1|ǀ!ᏞꓡʟŁ₤£',
  J: 'ЈᎫꓙᴊ',
  K: 'КΚᏦꓗᴋ₭',
  M: 'МΜᎷꓟᴍ',
  N: 'ΝꓠɴՈη',
  O: 'ОΟՕꓳᴏ0Ø',
  P: 'РΡᏢꓑᴘ₽',
  Q: 'Ԛ',
  R: 'ᎡᏒꓣʀ',
  S: 'ЅՏᏚꓢꜱ5$',
  T: 'ТΤᎢꓔᴛ₮Ŧ7',
  U: 'ՍꓴᴜԱυ',
  V: 'ѴᏙꓦᴠν',
  W: 'ԜᎳꓪᴡω',
  X: 'ХΧꓫ',
  Y: 'УΥҮꓬʏγ¥',
  Z: 'ΖᏃꓜᴢ',
  一: 'ー',
  二: 'ニ',
  口: 'ロ',
  力: 'カ',
  工: 'エ',
  夕: 'タ',
  卜: 'ト',
  八: 'ハ',
};

const letterOf = new Map(
  Object.entries(alike).flatMap(([letter, others]) => [...others].map((other) => [other, letter] as const)),
);

/** Some lower-case letters look like another letter than their capitals do, so they are looked up first. */
const plainLetter = (letter: string): string => {
  const capital = letter.toUpperCase();
  return letterOf.get(letter) ?? letterOf.get(capital) ?? capital;
};

/** Returns the skeleton of a symbol or name. Texts with the same skeleton look alike. NFKD converts 𝐔 and Ｕ to U. */
export const skeleton = (text: string) =>
  [...tokenText(text, 64).normalize('NFKD').replaceAll('rn', 'm')]
    .map(plainLetter)
    .join('')
    .replace(/[^\p{L}\p{N}]/gu, '')
    .replaceAll('VV', 'W');

/** Returns whether two texts look alike. Punctuation doesn't count, and texts without letters and digits never do. */
export function looksAlike(one: string, other: string): boolean {
  const seen = skeleton(one);
  return seen !== '' && seen === skeleton(other);
}

/** A shorter word would be part of many names by chance. */
const SHORTEST_PART = 4;

/** Returns whether a text looks like a word, or has a part that does. A very short word must be the whole text. */
export function containsAlike(text: string, word: string): boolean {
  const part = skeleton(word);
  return part.length < SHORTEST_PART ? looksAlike(text, word) : skeleton(text).includes(part);
}

/** Returns the listed symbol that a symbol equals or looks like, or null if there is none. */
export function lookAlikeSymbol(symbol: string, listed: readonly string[]): string | null {
  const wanted = skeleton(symbol);
  return wanted === '' ? null : (listed.find((known) => skeleton(known) === wanted) ?? null);
}

type Named = { symbol: string; name: string };

/** Returns the symbol of the listed coin whose symbol or name a token's symbol or name looks like, or null. */
export function imitatedCoin(token: Named, coins: readonly Named[]): string | null {
  const claimed = [skeleton(token.symbol), skeleton(token.name)].filter((text) => text !== '');
  const imitated = coins.find(({ symbol, name }) =>
    [skeleton(symbol), skeleton(name)].some((known) => claimed.includes(known)),
  );
  return imitated?.symbol ?? null;
}
