import { readFileSync } from 'node:fs';
import path from 'node:path';
import { getBusinessLines, getHelpText, getLeaders, getLegalText } from '@/lib/content/content';
import { type Locale, routing } from '@/lib/i18n/routing';
import { readWording } from '@/lib/i18n/wording-loader.mjs';
import en from '@/messages/en.json';
import zhHant from '@/messages/zh-Hant.json';
import { contentTexts, faultOf, textsIn, type Wording } from '../../support/wording-faults';

const placeholders = (text: string) => [...text.matchAll(/\{(\w+)/g)].map(([, name]) => name).sort();
const tags = (text: string) => [...text.matchAll(/<(\w+)>/g)].map(([, name]) => name).sort();

const english = textsIn(en);
const chinese = textsIn(zhHant);

test('I18N-4 both languages have the same keys', () => {
  expect([...chinese.keys()].sort()).toEqual([...english.keys()].sort());
});

test('I18N-4 both languages have the same placeholders and tags', () => {
  for (const [key, text] of english) {
    const other = chinese.get(key) ?? '';
    expect([key, placeholders(other), tags(other)]).toEqual([key, placeholders(text), tags(text)]);
  }
});

test('I18N-3 no text is empty', () => {
  for (const [key, text] of [...english, ...chinese]) expect([key, text.trim() !== '']).toEqual([key, true]);
});

test('I18N-4 Traditional Chinese has no simplified forms and no half-width punctuation between Han characters', () => {
  const simplified = /[个们这进连钱户签认证资产错误请检网络务员开关闭单币种语载处显额]/u;
  for (const [key, text] of chinese) {
    expect([key, simplified.test(text) ? text : null]).toEqual([key, null]);
    expect([key, /\p{Script=Han}[,!?;:]\p{Script=Han}?/u.test(text) ? text : null]).toEqual([key, null]);
  }
});

const messagesOf = (locale: string): unknown => JSON.parse(readFileSync(`messages/${locale}.json`, 'utf8'));

const connectFile = path.resolve('components/wallet/connect/connect.wording');
const connectFlow = readFileSync(connectFile, 'utf8');

/**
 * Returns the strings in a language by file and key: from the messages, lib/content and the separately loaded parts.
 */
function wordingOf(locale: Locale): { file: string; texts: Map<string, string> }[] {
  const name = locale.toLowerCase();
  return [
    { file: `messages/${locale}.json`, texts: textsIn(messagesOf(locale)) },
    { file: `lib/content/business-lines/${name}.ts`, texts: contentTexts(getBusinessLines(locale)) },
    { file: `lib/content/leadership/${name}.ts`, texts: contentTexts(getLeaders(locale)) },
    { file: `lib/content/legal/terms-${name}.ts`, texts: contentTexts(getLegalText(locale, 'terms')) },
    { file: `lib/content/legal/privacy-${name}.ts`, texts: contentTexts(getLegalText(locale, 'privacy')) },
    { file: `lib/content/help/${name}.ts`, texts: contentTexts(getHelpText(locale)) },
    {
      file: 'components/wallet/connect/connect.wording',
      texts: textsIn(readWording(connectFlow, connectFile, locale).wording),
    },
  ];
}

/** Returns every string in a language, with its file and the default-language string for the same file and key. */
function wordingsIn(locale: Locale): (Wording & { file: string })[] {
  const sources = wordingOf(routing.defaultLocale);
  return wordingOf(locale).flatMap(({ file, texts }, i) =>
    [...(sources[i]?.texts ?? [])].map(([key, source]) => ({
      file,
      key,
      text: texts.get(key) ?? '',
      locale,
      source: { text: source, locale: routing.defaultLocale },
    })),
  );
}

describe.each(routing.locales)('the wording in %s', (locale) => {
  const wordings = wordingsIn(locale);
  const isDefault = locale === routing.defaultLocale;

  test('I18N-3 I18N-4 has no text that is missing, a stub, truncated, in another language or its own key', () => {
    const faults = wordings.flatMap((wording) => {
      const fault = faultOf(wording);
      return fault ? [`${wording.file}: ${wording.key} ${fault}`] : [];
    });
    expect(faults).toEqual([]);
  });

  const cut = (text: string) => text.slice(0, text.length / 3).replace(/[^\p{L}]+$/u, '');
  const isSentence = (text: string) => text.length > 12 && /[.?!…。？！]$/.test(text);
  const mutations: [string, (wording: Wording) => string][] = [
    ['the letter X', () => 'X'],
    ['TODO', () => 'TODO'],
    ['an ellipsis', () => '…'],
    ['its key', ({ key }) => key],
    ['the last part of its key', ({ key }) => key.split('.').at(-1) ?? ''],
    ['its text in the default language', ({ source }) => source.text],
    ['its first third', ({ text }) => (isSentence(text) ? cut(text) : text)],
  ];

  // A fault in a default-language string may show up only when the string is compared with its translations.
  const translations = isDefault ? routing.locales.filter((other) => other !== locale).map(wordingsIn) : [];
  const isFound = (wording: Wording, text: string, i: number) =>
    faultOf({ ...wording, text }) !== null ||
    translations.some((others) => {
      const other = others[i];
      return other && faultOf({ ...other, source: { text, locale } }) !== null;
    });

  test.each(mutations)('I18N-3 detects %s in place of any text', (_, mutate) => {
    const missed = wordings.flatMap((wording, i) => {
      const text = mutate(wording);
      return text === wording.text || isFound(wording, text, i) ? [] : [`${wording.key}: ${text}`];
    });
    expect(missed).toEqual([]);
  });
});

test('I18N-3 detects Chinese in place of any English text', () => {
  const chineseTexts = wordingsIn('zh-Hant').map(({ text }) => text);
  const missed = wordingsIn('en').flatMap((wording, i) => {
    const text = chineseTexts[i] ?? '';
    return /\p{Script=Han}/u.test(text) && faultOf({ ...wording, text }) === null ? [wording.key] : [];
  });
  expect(missed).toEqual([]);
});

test.each([
  ['Close the dialog.', 'Close the dialog.', 'is in Latin letters alone'],
  ['Close the dialog.', '關閉對話框', 'ends unlike the English text'],
  ['Close the dialog before you leave this page.', '關。', 'is too short'],
  ['Close.', '關閉對話框，然後離開這個頁面，再回到首頁，就能看到您的資產與所有的交易紀錄。', 'is too long'],
  ['{count} tokens', '代幣', 'has other placeholders or tags than {count}'],
  ['{count} tokens', '{count 個代幣', 'is no ICU message'],
  ['<b>Danger</b>', '危險', 'has other placeholders or tags than <b>'],
  ['Close', 'lorem 關閉', 'is not written yet'],
  ['Close', '…', 'has no word'],
  ['Close', '關', 'is too short'],
  ['Close', 'close', 'is its own key'],
  ['Close', ' ', 'is empty'],
])('I18N-3 the wording check reports %p translated as %p: %s', (source, text, fault) => {
  const wording = { key: 'a.close', text, locale: 'zh-Hant', source: { text: source, locale: 'en' } };
  expect(faultOf(wording)).toMatch(new RegExp(`^${fault}`));
});

test.each([
  ['None', '無'],
  ['NFTs', 'NFT'],
  ['{what}: {amount}', '{what}：{amount}'],
  ['08:10', '08:10'],
  ['{days, plural, one {# day} other {# days}}', '{days} 天'],
])('I18N-3 the wording check accepts %p translated as %p', (source, text) => {
  const wording = { key: 'a.b', text, locale: 'zh-Hant', source: { text: source, locale: 'en' } };
  expect(faultOf(wording)).toBeNull();
});
