import { type NameProblem, nameProblem, normalizeName } from '@/lib/validation/name';

const problemOf = (text: string) => nameProblem(normalizeName(text));

test.each([
  'Ada Lovelace',
  'A',
  '明',
  '小美',
  '👨‍👩‍👧‍👦',
  'Zoë Müller-Ó Briain',
  'e\u0301'.repeat(6),
  '一二三四五六',
  '한국어이름입니다',
  'สวัสดีชาวโลก',
  'می‌خواهم', // contains the zero-width non-joiner, as used in Persian
  'क्‍षक्‍षक्‍षक्‍षक्‍षक्‍ष', // contains the zero-width joiner, as used in Hindi
  '👩🏽‍🚀👨‍👩‍👧‍👦🏳️‍🌈❤️🇹🇼1️⃣',
  '👨‍👩‍👧‍👦'.repeat(20),
  'Oxbow Fox',
  '“Ada”',
  'Elisabeth',
])('WAL-11 accepts %s as a name', (name) => {
  expect(problemOf(name)).toBeNull();
});

test.each<[NameProblem, string, string]>([
  ['empty', 'nothing', ''],
  ['empty', 'spaces of all kinds', ' \u00a0\u2003\u3000'],
  ['length', 'twenty-one characters', 'a'.repeat(21)],
  ['length', 'twenty-one families', '👨‍👩‍👧‍👦'.repeat(21)],
  ['length', 'a very long text', 'a'.repeat(50_000)],
  ['character', 'a line break', 'Ada\nLovelace'],
  ['character', 'a null character', 'Ada\u0000Lovelace'],
  ['character', 'right-to-left override', 'Ada\u202eecalevol'],
  ['character', 'a bidirectional isolate', 'Ada\u2066Lovelace'],
  ['character', 'a right-to-left mark', 'Ada\u200fLovelace'],
  ['character', 'a zero-width space', 'Ada\u200bLovelace'],
  ['character', 'a joiner between Latin letters', 'Ada\u200dLovelace'],
  ['character', 'a non-joiner between Latin letters', 'Ada\u200cLovelace'],
  ['character', 'a soft hyphen', 'Ada\u00adLovelace'],
  ['character', 'a variation selector on a letter', 'Ada\ufe0fLovelace'],
  ['character', 'tag characters', 'Lovelace\u{e0041}\u{e0042}'],
  ['character', 'Hangul fillers', '\u3164'.repeat(8)],
  ['character', 'empty Braille cells', '\u2800'.repeat(8)],
  ['character', 'half a surrogate pair', 'Lovelace\ud83d'],
  ['character', 'a private character', 'Lovelace\ue000'],
  ['character', 'marks piled on a letter', `Lovel${'\u0335'.repeat(12)}ace`],
  ['address', 'the beginning of an address', '0x52908400'],
  ['address', 'a shortened address', '0x5290…aA4f'],
  ['address', 'an address in wide letters', '０ｘ５２９０８４'],
  ['address', 'a Cyrillic x', '0х529084'],
  ['address', 'a letter O for the zero', 'Ox52908400'],
  ['address', 'a shortened address with a letter O', 'Ox1a2B…C3d4'],
  ['address', 'a name of the Ethereum Name Service', 'vitalik.ETH'],
])('WAL-11 reports the problem %s for %s', (problem, _, text) => {
  expect(problemOf(text)).toBe(problem);
});

test('WAL-11 normalizes a name to composed form, with single inner spaces and none around it', () => {
  expect(normalizeName(' \u3000Ame\u0301lie\u00a0 Poulain\n')).toBe('Amélie Poulain');
});
