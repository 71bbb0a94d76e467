import type { useTranslations } from 'next-intl';
import { notify } from '@/lib/browser/notices';

/** Limits of the length and decimals rules (VAL-1). */
export const LENGTH_RULE_CHARACTERS = { min: 6, max: 20 } as const;
export const MAX_RULE_DECIMALS = 2;

/** Problem found by a rule. Its message is under `validation` in the message files. */
export type ValidationProblem =
  | 'integer'
  | 'decimal'
  | 'empty'
  | 'length'
  | 'letter'
  | 'uppercase'
  | 'lowercase'
  | 'digit'
  | 'email'
  | 'tooManyDecimals';

/**
 * Returns the problem with a string, or null if there is none. Trim the string first if surrounding spaces don't
 * matter. An empty string fails every rule, so check optional fields only if they are filled in.
 */
type Rule = (value: string) => ValidationProblem | null;

const NUMBER = /^-?(\d+(?:\.\d*)?|\.\d+)$/;

const rule =
  (problem: ValidationProblem, holds: (value: string) => boolean): Rule =>
  (value) =>
    holds(value) ? null : problem;

/** Counts grapheme clusters (UAX #29), so a letter with accents or an emoji counts as one. */
export const countCharacters = (value: string) =>
  [...new Intl.Segmenter(undefined, { granularity: 'grapheme' }).segment(value.normalize('NFC'))].length;

/** Digits 0 to 9 with an optional minus sign, but no plus sign, exponent, or full-width digits. */
const integer = rule('integer', (value) => /^-?\d+$/.test(value));
/** Like `integer`, but with an optional decimal point. */
const decimal = rule('decimal', (value) => NUMBER.test(value));
/** Whitespace alone counts as empty. */
const notEmpty = rule('empty', (value) => value.trim() !== '');
const lengthInRange = rule('length', (value) => {
  const count = countCharacters(value);
  return count >= LENGTH_RULE_CHARACTERS.min && count <= LENGTH_RULE_CHARACTERS.max;
});
/** A letter in any script. */
const hasLetter = rule('letter', (value) => /\p{L}/u.test(value));
const hasUppercase = rule('uppercase', (value) => /\p{Lu}/u.test(value));
const hasLowercase = rule('lowercase', (value) => /\p{Ll}/u.test(value));
/** A digit from 0 to 9. */
const hasDigit = rule('digit', (value) => /\d/.test(value));
/** Checks only the form something@something, because only sending a message can show whether the mailbox exists. */
const email = rule('email', (value) => /^[^\s@]+@[^\s@]+$/.test(value));
/** A number with at most MAX_RULE_DECIMALS decimals. A string that isn't a number also fails. */
const fewDecimals = rule(
  'tooManyDecimals',
  (value) => NUMBER.test(value) && (value.split('.')[1] ?? '').length <= MAX_RULE_DECIMALS,
);

/** Rules, keyed by the problem they find. */
export const ruleByProblem: Readonly<Record<ValidationProblem, Rule>> = {
  integer,
  decimal,
  empty: notEmpty,
  length: lengthInRange,
  letter: hasLetter,
  uppercase: hasUppercase,
  lowercase: hasLowercase,
  digit: hasDigit,
  email,
  tooManyDecimals: fewDecimals,
};

export type ValidationWording = Record<ValidationProblem, string>;

/** Returns the messages of all rules, using a translator for the `validation` messages. */
export function validationWording(t: ReturnType<typeof useTranslations<'validation'>>): ValidationWording {
  return {
    integer: t('integer'),
    decimal: t('decimal'),
    empty: t('empty'),
    length: t('length', LENGTH_RULE_CHARACTERS),
    letter: t('letter'),
    uppercase: t('uppercase'),
    lowercase: t('lowercase'),
    digit: t('digit'),
    email: t('email'),
    tooManyDecimals: t('tooManyDecimals', { decimals: MAX_RULE_DECIMALS }),
  };
}

/** Returns the first problem that the rules find, in order, or null (VAL-1). Shows it as a warning unless `silent`. */
export function validate(
  value: string,
  rules: readonly Rule[],
  { wording, silent = false }: { wording: ValidationWording; silent?: boolean },
): ValidationProblem | null {
  for (const rule of rules) {
    const problem = rule(value);
    if (problem === null) continue;
    if (!silent) notify('warning', wording[problem]);
    return problem;
  }
  return null;
}
