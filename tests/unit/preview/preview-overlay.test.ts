/** @jest-environment node */

import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import compile from 'icu-minify/compile';
import format from 'icu-minify/format';
import { POST as exit } from '@/app/api/preview/exit/route';
import { GET as language } from '@/app/api/preview/language/route';
import { GET as open } from '@/app/api/preview/route';
import { overlayDrafts, type Wording } from '@/lib/preview/overlay';
import { isSame, sealOf } from '@/lib/preview/preview-mode';
import { readDrafts } from '@/lib/preview/preview-wording';
import { pageUrl, referrerUrl } from '@/lib/server/preview/preview';
import { childEnv } from '@/lib/settings/process-env';

const published: Wording = {
  home: {
    title: 'Published',
    rich: compile('Read <b>the {what}</b>'),
    count: compile('{index} of {count}'),
  },
};

const overlay = (drafts: unknown) => overlayDrafts(published, drafts, 'en');
const homeOf = (drafts: unknown) => overlay({ home: drafts });

test('I18N-5 a draft replaces its text, compiled as in the build, and leaves the others unchanged', () => {
  const { messages, problems } = homeOf({ title: "It's a 'draft'", count: 'No. {index}, {count} in all' });
  expect(problems).toEqual([]);
  expect(messages.home).toEqual({
    ...(published.home as Wording),
    title: "It's a 'draft'",
    count: compile('No. {index}, {count} in all'),
  });
  expect((published.home as Wording).title).toBe('Published');
});

test('I18N-5 a draft may turn a placeholder into a plural, whose branches are checked too', () => {
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
])('I18N-5 %s is reported and leaves the published wording unchanged', (_, drafts, problem) => {
  expect(overlay(drafts)).toEqual({ messages: published, problems: [problem] });
});

/** @jest-environment node */

const from = (referer?: string) =>
  new Request('http://127.0.0.1:3000/api/preview/language', referer ? { headers: { referer } } : {});

test('I18N-5 a preview opens only our own pages and sets their language', () => {
  expect(pageUrl('/about', 'zh-Hant')).toBe('/zh-Hant/about?lang=zh_CN');
  expect(pageUrl('/404', 'en')).toBe('/404?lang=en_US');
  expect(pageUrl('', '')).toBe('/home?lang=en_US');
  for (const path of [
    '//example.org',
    'https://example.org',
    '/zh-Hant/about',
    '/about/',
    '/..',
    'about',
    '/cont/9',
  ])
    expect(() => pageUrl(path, 'en')).toThrow('invalid');
  for (const locale of ['fr', 'EN', '__proto__']) expect(() => pageUrl('/about', locale)).toThrow('invalid');
});

test('I18N-5 returns to the page in the referrer with its query, or to home if it is not ours', () => {
  for (const [referer, address] of [
    ['http://127.0.0.1:3000/zh-Hant/cont/2', '/cont/2?lang=en_US'],
    [
      'http://127.0.0.1:3000/wallet/transaction?hash=0x1&lang=zh_CN',
      '/wallet/transaction?hash=0x1&lang=en_US',
    ],
    ['https://example.org/elsewhere?x=1', '/home?lang=en_US'],
    ['not an address', '/home?lang=en_US'],
    [undefined, '/home?lang=en_US'],
  ] as const)
    expect([referer, referrerUrl(from(referer), 'en')]).toEqual([referer, address]);
});

/** @jest-environment node */

let dir: string;
beforeAll(async () => {
  dir = await mkdtemp(path.join(os.tmpdir(), 'tidewell-drafts-'));
  jest.replaceProperty(
    process,
    'env',
    childEnv({
      DATABASE_URL: 'postgresql://127.0.0.1/x',
      CHAINS_FILE: 'x',
      ORIGINS: 'http://127.0.0.1:3000',
      DRAFTS_DIR: dir,
    }),
  );
});
afterAll(() => rm(dir, { recursive: true, force: true }));

test('I18N-5 reads drafts from disk each time, with or without a byte order mark, and accepts a missing file', async () => {
  expect(await readDrafts('en')).toEqual({ drafts: {} });
  await writeFile(path.join(dir, 'en.json'), '\uFEFF{ "home": { "title": "x" } }');
  expect(await readDrafts('en')).toEqual({ drafts: { home: { title: 'x' } } });
  await writeFile(path.join(dir, 'en.json'), '{ "home": ');
  expect(await readDrafts('en')).toEqual({ problem: 'notJson' });
  await mkdir(path.join(dir, 'zh-Hant.json'));
  expect(await readDrafts('zh-Hant')).toEqual({ problem: 'unreadable' });
});

test('I18N-5 the preview cookie does not reveal the secret and changes with it', () => {
  const secret = 'a secret of more than thirty-two characters';
  expect(sealOf(secret)).toBe(sealOf(secret));
  expect(sealOf(secret)).not.toBe(sealOf(`${secret}.`));
  expect(sealOf(secret)).toMatch(/^[\w-]{43}$/);
  expect(isSame(secret, secret)).toBe(true);
  expect(isSame(secret, `${secret}.`)).toBe(false);
  expect(isSame('', secret)).toBe(false);
});

/** @jest-environment node */

const ORIGIN = 'http://127.0.0.1:3000';

// The server reads its settings only once, so this file tests a server without a preview secret.
jest.replaceProperty(
  process,
  'env',
  childEnv({
    DATABASE_URL: 'postgresql://127.0.0.1/x',
    CHAINS_FILE: 'x',
    ORIGINS: ORIGIN,
    PREVIEW_SECRET: '',
    LOG_LEVEL: 'silent',
  }),
);

const context = { params: Promise.resolve({}) };

test('I18N-5 without a secret, the preview endpoints return 404', async () => {
  const answers = await Promise.all([
    open(new Request(`${ORIGIN}/api/preview?secret=&path=/about`), context),
    open(new Request(`${ORIGIN}/api/preview?path=//example.org`), context),
    language(new Request(`${ORIGIN}/api/preview/language?locale=en`), context),
    exit(new Request(`${ORIGIN}/api/preview/exit`, { method: 'POST' }), context),
  ]);
  for (const answer of answers) {
    expect(answer.status).toBe(404);
    expect(await answer.json()).toMatchObject({
      code: 404,
      msg: 'This endpoint does not exist.',
      data: null,
    });
  }
});
