/** Characters that are invisible or change the text direction: control, format, private-use, and unassigned. */
const UNSEEN = /[\p{C}\p{Zl}\p{Zp}]/gu;

/** Returns text from a contract for display, without invisible characters and truncated to `most` characters. */
export function tokenText(text: string, most: number): string {
  const seen = [...text.normalize('NFC').replace(UNSEEN, '').replace(/\s+/g, ' ').trim()];
  return seen.length > most ? `${seen.slice(0, most).join('')}…` : seen.join('');
}

/** Characters that look like Latin capital letters. */
const alike: Readonly<Record<string, string>> = {
  А: 'A',
  В: 'B',
  С: 'C',
  Е: 'E',
  Н: 'H',
  І: 'I',
  Ј: 'J',
  К: 'K',
  М: 'M',
  О: 'O',
  Р: 'P',
  Ѕ: 'S',
  Т: 'T',
  Х: 'X',
  У: 'Y',
  Α: 'A',
  Β: 'B',
  Ε: 'E',
  Ζ: 'Z',
  Η: 'H',
  Ι: 'I',
  Κ: 'K',
  Μ: 'M',
  Ν: 'N',
  Ο: 'O',
  Ρ: 'P',
  Τ: 'T',
  Υ: 'Y',
  Χ: 'X',
  0: 'O',
  1: 'I',
  5: 'S',
  L: 'I',
  '|': 'I',
  $: 'S',
};

/** Returns the skeleton of a symbol. Symbols with the same skeleton look alike. */
const skeleton = (symbol: string) =>
  [...tokenText(symbol, 64).normalize('NFKD').toUpperCase()]
    .map((letter) => alike[letter] ?? letter)
    .join('')
    .replace(/[^\p{L}\p{N}]/gu, '');

/** Returns the listed symbol that a symbol equals or looks like, or null if there is none. */
export function lookAlikeSymbol(symbol: string, listed: readonly string[]): string | null {
  const wanted = skeleton(symbol);
  return wanted === '' ? null : (listed.find((known) => skeleton(known) === wanted) ?? null);
}
