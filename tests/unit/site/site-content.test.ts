import {
  getBusinessLine,
  getBusinessLines,
  getHelpText,
  getLeaders,
  getLegalText,
  LEADERSHIP_LIMIT,
  selectLeaders,
} from '@/lib/content/content';
import type { LegalText } from '@/lib/content/types';
import { routing } from '@/lib/i18n/routing';
import { BUSINESS_LINE_IDS } from '@/lib/routes';

const textOf = (text: LegalText) =>
  [...text.intro, ...text.sections.flatMap((s) => s.body.flat())].join('\n');

test('LINE-1 has the four business lines in order', () => {
  expect(getBusinessLines('en').map((line) => line.label)).toEqual([
    'Commodities finance and delivery',
    'Infrastructure finance and development',
    'Technologies financing and market access',
    'Asset management for real assets',
  ]);
});

test.each(routing.locales)(
  'LINE-2 every line has two lists and a row of illustrated cards in %s',
  (locale) => {
    for (const id of BUSINESS_LINE_IDS) {
      const line = getBusinessLine(locale, id);
      expect(line.arr).toHaveLength(2);
      expect(line.infoArr.length).toBeGreaterThanOrEqual(3);
      for (const picture of [line, ...line.infoArr].flatMap((p) => [p.img, p.phone_img])) {
        expect(picture.alt).not.toBe('');
      }
    }
  },
);

test('LINE-3 only the first line has the trading arm', () => {
  for (const locale of routing.locales) {
    const lines = getBusinessLines(locale);
    expect(lines.map((line) => line.bottomArr.length)).toEqual([1, 0, 0, 0]);
  }
  const words = JSON.stringify(getBusinessLine('en', 1).bottomArr);
  for (const claim of ['metals and soft commodities', 'own credit lines', 'invite funding partners']) {
    expect(words).toContain(claim);
  }
});

test('LINE-4 every language has the same content structure', () => {
  const shape = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(shape);
    if (typeof value !== 'object' || value === null) return typeof value;
    return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, shape(inner)]));
  };
  for (const locale of routing.locales)
    expect(shape(getBusinessLines(locale))).toEqual(shape(getBusinessLines('en')));
});

test('ABOUT-1 lists two advisors and shows at most three leaders', () => {
  for (const locale of routing.locales) expect(getLeaders(locale)).toHaveLength(2);
  const [leader] = getLeaders('en');
  if (!leader) throw new Error('no leader');
  const many = Array.from({ length: 5 }, (_, i) => ({ ...leader, key: `${i}`, show: i !== 1 }));
  expect(selectLeaders(many).map((l) => l.key)).toEqual(['0', '2', '3']);
  expect(LEADERSHIP_LIMIT).toBe(3);
});

test.each(['terms', 'privacy'] as const)('ART-4 %s has the same anchors in every language', (name) => {
  const ids = routing.locales.map((locale) => getLegalText(locale, name).sections.map((s) => s.id));
  for (const other of ids) expect(other).toEqual(ids[0]);
  expect(new Set(ids[0]).size).toBe(ids[0]?.length);
});

test('HELP-1 the help page has the same anchors and links in every language', () => {
  const shapes = routing.locales.map((locale) =>
    getHelpText(locale).sections.flatMap((section) =>
      [section, ...(section.topics ?? [])].map(({ id, links }) => [id, links?.map(({ href }) => href)]),
    ),
  );
  for (const shape of shapes) expect(shape).toEqual(shapes[0]);
  const ids = shapes[0]?.map(([id]) => id);
  expect(new Set(ids).size).toBe(ids?.length);
});

test('ART-2 covers every topic of the terms', () => {
  const terms = getLegalText('en', 'terms');
  const topics = [
    'service',
    'commitments',
    'liability',
    'changes',
    'licence',
    'term',
    'force-majeure',
    'others',
  ];
  expect(terms.sections.map((s) => s.id)).toEqual(expect.arrayContaining(topics));
  for (const words of [
    'Singapore',
    'the Chinese version prevails',
    'currently free of charge',
    'at least 18 years',
  ]) {
    expect(textOf(terms)).toContain(words);
  }
  for (const words of ['新加坡', '以中文版本為準', '目前免費', '年滿 18 歲']) {
    expect(textOf(getLegalText('zh-Hant', 'terms'))).toContain(words);
  }
});

test('ART-3 covers every topic of the privacy policy', () => {
  const privacy = getLegalText('en', 'privacy');
  expect(privacy.updated).toBe('2025-04-15');
  expect(privacy.sections.map((s) => s.id)).toEqual([
    'collected',
    'purposes',
    'sharing',
    'retention',
    'transfer',
    'deletion',
    'disclosure',
    'security',
    'children',
    'links',
    'changes',
  ]);
  for (const words of ['Usage data', 'only if you give permission', 'children under 13']) {
    expect(textOf(privacy)).toContain(words);
  }
  expect(textOf(getLegalText('zh-Hant', 'privacy'))).toContain('未滿 13 歲');
});

test('I18N-4 writes Chinese content in Traditional script with full-width punctuation', () => {
  const words = JSON.stringify([
    getBusinessLines('zh-Hant'),
    getLeaders('zh-Hant'),
    getLegalText('zh-Hant', 'terms'),
    getLegalText('zh-Hant', 'privacy'),
    getHelpText('zh-Hant'),
  ]);
  expect(words).not.toMatch(/[为这们务说时产发关应后门间问见长东车书乐买卖实对开网链币钱软据资]/);
  expect(words).not.toMatch(/[\u4e00-\u9fff][,;:?!()]|[,;:?!()][\u4e00-\u9fff]/);
});
