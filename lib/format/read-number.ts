/** A typed number as plain digits with a point, such as `1234.5`, or the reason that it can't be read. */
export type NumberRead =
  | {
      number: string;
      /** Whether the text had no other characters than digits and a point. */
      isPlain: boolean;
    }
  | { problem: 'empty' | 'notNumber' }
  | {
      problem: 'ambiguous';
      /** Both readings in the same form: without and with decimals. */
      readings: readonly [string, string];
    };

/** Full-width forms, which are U+FEE0 after their ASCII characters. NFKC would also turn `10²` into 102. */
const FULL_WIDTH = /[０-９．，＇]/g;

/** Replaces other forms of digits, separators, and spaces by their ASCII characters. */
const inAscii = (text: string): string =>
  text
    .replace(FULL_WIDTH, (character) => String.fromCharCode(character.charCodeAt(0) - 0xfee0))
    .replace(/[。｡]/g, '.')
    .replace(/’/g, "'")
    .replace(/[\u00a0\u2007\u2009\u202f\u3000]/g, ' ');

const PLAIN = /^(?:(\d+)(?:\.(\d*))?|\.(\d+))$/;
const DECIMAL_COMMA = /^(?:(\d+),(\d*)|,(\d+))$/;
/** Groups of three digits with one kind of separator, then decimals after the other mark. */
const GROUPED = /^([1-9]\d{0,2}([ ',.])\d{3}(?:\2\d{3})*)(?:(?!\2)[.,](\d+))?$/;
/** The only form with two readings: a comma as in 1,234, which is a thousand in some countries and about one in others. */
const AMBIGUOUS = /^([1-9]\d{0,2}),(\d{3})$/;

const plainNumber = (whole: string, fraction = ''): string =>
  (whole.replace(/^0+(?=\d)/, '') || '0') + (fraction && `.${fraction}`);

/**
 * Reads a number as people in any country type it: with a decimal point or comma, full-width characters, or digit groups.
 * Never guesses: a number with two readings and one with malformed groups are refused.
 */
export function readNumber(text: string): NumberRead {
  const trimmed = text.trim();
  if (trimmed === '') return { problem: 'empty' };
  const ascii = inAscii(trimmed);
  const two = AMBIGUOUS.exec(ascii);
  if (two) return { problem: 'ambiguous', readings: [`${two[1]}${two[2]}`, `${two[1]}.${two[2]}`] };
  const simple = PLAIN.exec(ascii) ?? DECIMAL_COMMA.exec(ascii);
  if (simple) {
    const [, whole = '', fraction, only] = simple;
    return { number: plainNumber(whole, only ?? fraction), isPlain: PLAIN.test(trimmed) };
  }
  const grouped = GROUPED.exec(ascii);
  if (!grouped) return { problem: 'notNumber' };
  const [, whole = '', , fraction] = grouped;
  return { number: plainNumber(whole.replace(/\D/g, ''), fraction), isPlain: false };
}
