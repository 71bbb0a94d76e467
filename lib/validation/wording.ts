import type { useTranslations } from 'next-intl';
import { LENGTH_RULE_CHARACTERS, MAX_RULE_DECIMALS } from '@/lib/constants';
import type { ValidationProblem } from './rules';

export type ValidationWording = Record<ValidationProblem, string>;

/** The messages of the rules in the language of `t`, a translator of `validation`. */
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
