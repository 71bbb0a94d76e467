import { renderHook } from '@testing-library/react';
import { NextIntlClientProvider, useTranslations } from 'next-intl';
import type { ReactNode } from 'react';
import { useNotices } from '@/lib/browser/notices';
import { ruleByProblem, type ValidationProblem, validate, validationWording } from '@/lib/validation/wording';
import en from '@/messages/en.json';
import zhHant from '@/messages/zh-Hant.json';

const astral = '𠮷'; // one character, two UTF-16 units

const { decimal, digit, empty, length, tooManyDecimals } = ruleByProblem;

const cases: [string, ValidationProblem, { good: string[]; bad: string[] }][] = [
  [
    'integer only',
    'integer',
    {
      good: ['0', '7', '-7', '007', '123456789012345678901234567890'],
      bad: [
        '',
        ' ',
        '1.0',
        '1.',
        '+1',
        '--1',
        '-',
        '1e3',
        '0x10',
        '１２',
        '١٢',
        ' 1',
        '1 ',
        '1\n',
        '1,000',
        '²',
      ],
    },
  ],
  [
    'integer or decimal',
    'decimal',
    {
      good: ['0', '-3', '3.14', '-0.5', '.5', '5.', '0.000000000000000001'],
      bad: ['', '.', '-.', '1.2.3', '1e-7', '+1.5', 'NaN', 'Infinity', '１.５', '1,5', ' 1.5', '1.5\n'],
    },
  ],
  ['not empty', 'empty', { good: ['0', ' a ', astral], bad: ['', ' ', '\t\r\n', '\u3000', '\u00a0'] }],
  [
    'length 6 to 20',
    'length',
    {
      good: ['123456', '12345678901234567890', '一二三四五六', astral.repeat(6), astral.repeat(20), '      '],
      bad: ['', '12345', '123456789012345678901', astral.repeat(5), astral.repeat(21), '👍👍👍'],
    },
  ],
  [
    'contains a letter',
    'letter',
    { good: ['a', '1Z', 'é', '字', astral], bad: ['', '123', '!?', ' ', '👍'] },
  ],
  ['contains an uppercase letter', 'uppercase', { good: ['A', 'aÉ1', '𝐀'], bad: ['', 'a', '1', '字', 'ß'] }],
  ['contains a lowercase letter', 'lowercase', { good: ['a', 'Aé1', 'ß'], bad: ['', 'A', '1', '字'] }],
  ['contains a digit', 'digit', { good: ['1', 'a0b'], bad: ['', 'a', '１', '一', '٣', '²'] }],
  [
    'email shape',
    'email',
    {
      good: ['a@b', 'ada.lovelace+x@example.org', '用戶@例子.台灣'],
      bad: ['', '@', 'a@', '@b', 'a b@c', 'a@b c', 'a@@b', 'a@b@c', ' a@b', 'a@b\n', 'a＠b'],
    },
  ],
  [
    'at most 2 decimals',
    'tooManyDecimals',
    { good: ['1', '1.', '1.2', '1.25', '-0.05', '.5'], bad: ['', '1.234', '1.200', '1e-3', 'x', '1.2５'] },
  ],
];

test.each(cases)('VAL-1 %s', (_, problem, { good, bad }) => {
  const rule = ruleByProblem[problem];
  expect(good.filter((value) => rule(value) !== null)).toEqual([]);
  expect(bad.filter((value) => rule(value) === null)).toEqual([]);
});

test('VAL-1 counts grapheme clusters, not code units', () => {
  expect(length('e\u0301'.repeat(20))).toBeNull();
  expect(length('e\u0301'.repeat(3))).toBe('length');
});

describe('VAL-1 the first problem', () => {
  beforeEach(() => useNotices.setState({ notices: [] }));
  const notices = () => useNotices.getState().notices.map(({ type, message }) => [type, message]);

  test('is shown as a warning', () => {
    expect(validate(' ', [empty, ruleByProblem.integer], { wording: en.validation })).toBe('empty');
    expect(notices()).toEqual([['warning', 'cannot be empty']]);
  });

  test('is only returned when silent', () => {
    expect(validate('1.234', [decimal, tooManyDecimals], { wording: en.validation, silent: true })).toBe(
      'tooManyDecimals',
    );
    expect(notices()).toEqual([]);
  });

  test('is null, and nothing is shown, if every rule passes', () => {
    expect(validate('Ada123', [empty, length, digit], { wording: en.validation })).toBeNull();
    expect(notices()).toEqual([]);
  });
});

test('VAL-1 each rule returns its own problem, is tested above, and has a message in both languages', () => {
  const problems = Object.keys(ruleByProblem).sort();
  expect(Object.values(ruleByProblem).map((rule) => rule(''))).toEqual(Object.keys(ruleByProblem));
  expect(cases.map(([, problem]) => problem).sort()).toEqual(problems);
  expect(Object.keys(en.validation).sort()).toEqual(problems);
  expect(Object.keys(zhHant.validation).sort()).toEqual(problems);
});

test('VAL-1 the messages state exactly what the rules require', () => {
  const wrapper = ({ children }: { children: ReactNode }) => (
    <NextIntlClientProvider locale="en" messages={en}>
      {children}
    </NextIntlClientProvider>
  );
  const { result } = renderHook(() => validationWording(useTranslations('validation')), { wrapper });
  expect(result.current).toMatchObject({
    integer: 'must be an integer',
    decimal: 'must be an integer or decimal',
    empty: 'cannot be empty',
    length: 'character length is 6 ~ 20 characters',
    email: 'email format error',
    tooManyDecimals: 'at most 2 decimal places',
  });
});
