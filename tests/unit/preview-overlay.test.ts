/** @jest-environment node */
import compile from 'icu-minify/compile';
import format from 'icu-minify/format';
import { overlayDrafts, type Wording } from '@/lib/preview/overlay';

const published: Wording = {
  home: {
    title: 'Published',
    rich: compile('Read <b>the {what}</b>'),
    count: compile('{index} of {count}'),
  },
};

const overlay = (drafts: unknown) => overlayDrafts(published, drafts, 'en');
const homeOf = (drafts: unknown) => overlay({ home: drafts });

test('I18N-5 a draft replaces its text, compiled as the build does it, and leaves the others', () => {
  const { messages, problems } = homeOf({ title: "It's a 'draft'", count: 'No. {index}, {count} in all' });
  expect(problems).toEqual([]);
  expect(messages.home).toEqual({
    ...(published.home as Wording),
    title: "It's a 'draft'",
    count: compile('No. {index}, {count} in all'),
  });
  expect((published.home as Wording).title).toBe('Published');
});

test('I18N-5 a draft may turn a placeholder into a plural, its branches included in the check', () => {
  const { messages, problems } = homeOf({
    count: '{count, plural, one {{index} of one} other {{index} of #}}',
  });
  expect(problems).toEqual([]);
  const text = (messages.home as Wording).count as ReturnType<typeof compile>;
  const formatters = {
    getDateTimeFormat: () => new Intl.DateTimeFormat(),
    getNumberFormat: () => new Intl.NumberFormat('en'),
    getPluralRules: () => new Intl.PluralRules('en'),
  };
  expect(format(text, 'en', { index: 2, count: 3 }, { formatters })).toBe('2 of 3');
  expect(homeOf({ title: '{count, plural, one {#} other {{more}}}' }).problems).toEqual([
    { key: 'home.title', kind: 'placeholders', expected: [] },
  ]);
});

test.each([
  ['an unknown text', { home: { nope: 'x' } }, { key: 'home.nope', kind: 'unknownKey' }],
  ['an unknown group', { nope: { title: 'x' } }, { key: 'nope', kind: 'unknownKey' }],
  ['a name that every object has', { home: { toString: 'x' } }, { key: 'home.toString', kind: 'unknownKey' }],
  [
    'a prototype',
    JSON.parse('{ "home": { "__proto__": { "title": "x" } } }'),
    { key: 'home.__proto__', kind: 'unknownKey' },
  ],
  ['a text for a group', { home: 'x' }, { key: 'home', kind: 'notGroup' }],
  ['a list for the whole', ['x'], { key: '', kind: 'notGroup' }],
  ['a group for a text', { home: { title: { x: 'x' } } }, { key: 'home.title', kind: 'notText' }],
  ['a number', { home: { title: 1 } }, { key: 'home.title', kind: 'notText' }],
  ['an empty text', { home: { title: ' ' } }, { key: 'home.title', kind: 'empty' }],
  ['an open brace', { home: { title: 'a {b' } }, { key: 'home.title', kind: 'invalid' }],
  ['an open tag', { home: { rich: '<b>the {what}' } }, { key: 'home.rich', kind: 'invalid' }],
  [
    'a plural without other',
    { home: { count: '{index} {count, plural, one {x}}' } },
    { key: 'home.count', kind: 'invalid' },
  ],
  [
    'a date made of a text',
    { home: { count: '{index} {count, date}' } },
    { key: 'home.count', kind: 'invalid' },
  ],
  [
    'another placeholder',
    { home: { count: '{index} of {total}' } },
    { key: 'home.count', kind: 'placeholders', expected: ['{count}', '{index}'] },
  ],
  [
    'a missing placeholder',
    { home: { count: '{index}' } },
    { key: 'home.count', kind: 'placeholders', expected: ['{count}', '{index}'] },
  ],
  [
    'another tag',
    { home: { rich: '<i>the {what}</i>' } },
    { key: 'home.rich', kind: 'placeholders', expected: ['<b>', '{what}'] },
  ],
])('I18N-5 %s is named and leaves the published wording', (_, drafts, problem) => {
  expect(overlay(drafts)).toEqual({ messages: published, problems: [problem] });
});
