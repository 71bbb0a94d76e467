/** What cannot be seen, or turns the direction of what can: control, format, private and unassigned characters. */
const UNSEEN = /[\p{C}\p{Zl}\p{Zp}]/gu;

/** A text that a contract told of itself, fit to be shown: nothing unseen in it, and no longer than `most` characters. */
export function tokenText(text: string, most: number): string {
  const seen = [...text.normalize('NFC').replace(UNSEEN, '').replace(/\s+/g, ' ').trim()];
  return seen.length > most ? `${seen.slice(0, most).join('')}…` : seen.join('');
}

/** Letters of other scripts, and digits, that look like Latin letters. */
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

/** The skeleton of a symbol: two with the same one are easily taken for each other. */
const skeleton = (symbol: string) =>
  [...tokenText(symbol, 64).normalize('NFKD').toUpperCase()]
    .map((letter) => alike[letter] ?? letter)
    .join('')
    .replace(/[^\p{L}\p{N}]/gu, '');

/** The listed symbol that another one can be taken for, itself included; null where there is none. */
export function lookAlikeSymbol(symbol: string, listed: readonly string[]): string | null {
  const wanted = skeleton(symbol);
  return wanted === '' ? null : (listed.find((known) => skeleton(known) === wanted) ?? null);
}
