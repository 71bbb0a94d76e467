import { readFileSync } from 'node:fs';
import shipped from '@/config/website.json';
import { getHelpText, getLegalText } from '@/lib/content/content';
import { listItems, splitFeatures } from '@/lib/content/legal/features';
import { type Claim, claims } from '@/lib/content/website';
import { SECURITY_HEADERS } from '@/lib/http/response-headers';
import { type Locale, routing } from '@/lib/i18n/routing';
import { settings } from '@/lib/settings/settings-schema';
import en from '@/messages/en.json';
import zhHant from '@/messages/zh-Hant.json';

/** Claims of features that `MESSAGES_ENABLED` turns on. */
const OF_MESSAGES = ['messages', 'voiceCalls', 'chatTransfer'] as const satisfies readonly Claim[];
const isOn = settings().shape.MESSAGES_ENABLED.parse(undefined) === '1';

test('HOME-5 messages, calls, and transfers in a chat are claimed if they are on by default', () => {
  for (const claim of OF_MESSAGES) expect([claim, shipped.claims[claim] !== null]).toEqual([claim, isOn]);
});

/** Loads the texts of a site whose settings have these values instead of the shipped ones. */
async function siteWith(settingsOfSite: object) {
  jest.resetModules();
  jest.doMock('@/config/website.json', () => ({ ...shipped, ...settingsOfSite }));
  const { getHelpText, getLegalText: legalText } = await import('@/lib/content/content');
  const { homeClaims } = await import('@/lib/content/home-claims');
  return { getHelpText, legalText, homeClaims };
}
afterEach(() => jest.dontMock('@/config/website.json'));

const ADDRESS = 'https://feature.example.org';
const homeNames: Record<Claim, readonly string[]> = {
  card: ['card'],
  voiceCalls: ['hub.calls'],
  messages: ['hub.messages'],
  dapps: ['hub.dapps'],
  chatTransfer: ['transfer', 'moments.table'],
  riskOptions: ['earn.risk'],
};
const termsWords: Record<Locale, Partial<Record<Claim, string>>> = {
  en: {
    messages: 'encrypted messages',
    voiceCalls: 'call other people',
    chatTransfer: 'inside a conversation',
    card: 'crypto card',
    dapps: 'third-party applications',
  },
  'zh-Hant': {
    messages: '加密訊息',
    voiceCalls: '通話',
    chatTransfer: '聊天中轉帳',
    card: '使用加密卡',
    dapps: '第三方應用程式',
  },
};
/** Topics of the help page that exist only with a feature. */
const helpTopics: Partial<Record<Claim, string>> = { card: 'card', messages: 'messages' };
const cardWords: Record<Locale, { privacy: string; planned: string }> = {
  en: { privacy: 'for a card', planned: 'the card is planned' },
  'zh-Hant': { privacy: '申請卡片時', planned: '卡片仍在規劃中' },
};

describe.each(Object.keys(homeNames) as Claim[])('HELP-3 the claim %s', (claim) => {
  test.each([ADDRESS, null])('has the same state on all pages: %s', async (address) => {
    const { homeClaims, legalText, getHelpText } = await siteWith({
      claims: { ...shipped.claims, [claim]: address },
    });
    const isThere = address !== null;
    for (const name of homeNames[claim])
      expect([name, homeClaims[name as keyof typeof homeClaims]]).toEqual([name, address]);
    for (const locale of routing.locales) {
      const { sections } = legalText(locale, 'terms');
      const service = sections.find(({ id }) => id === 'service');
      const [existing, planned] = (service?.body ?? []).filter((block) => typeof block !== 'string');
      const words = termsWords[locale][claim];
      if (words !== undefined) {
        expect(existing?.join().includes(words)).toBe(isThere);
        expect(planned?.join().includes(words) ?? false).toBe(!isThere);
      }
      const help = getHelpText(locale).sections.flatMap(({ topics = [] }) => topics);
      const topic = helpTopics[claim];
      if (topic !== undefined) expect(help.some(({ id }) => id === topic)).toBe(isThere);
      if (claim !== 'card') continue;
      expect(sections.some(({ id }) => id === 'cards')).toBe(isThere);
      expect(JSON.stringify(legalText(locale, 'privacy')).includes(cardWords[locale].privacy)).toBe(isThere);
      expect(JSON.stringify(help).includes(cardWords[locale].planned)).toBe(!isThere);
    }
  });
});

test('HELP-2 the operator is named in the terms and on the help page, or the page says that none is', async () => {
  const operator = { name: 'Tide Ltd', address: '1 Quay, Singapore', registration: 'UEN 202600001A' };
  const named = await siteWith({ operator });
  const unnamed = await siteWith({ operator: null });
  const help = (site: typeof named, locale: Locale) =>
    site.getHelpText(locale).sections.find(({ id }) => id === 'operator')?.body;
  for (const locale of routing.locales) {
    const [first = ''] = named.legalText(locale, 'terms').intro;
    for (const words of [operator.name, operator.address]) expect(first).toContain(words);
    expect(help(named, locale)).toEqual(Object.values(operator));
  }
  expect(help(unnamed, 'en')?.join()).toContain('hasn’t published a name and address');
  expect(help(unnamed, 'zh-Hant')?.join()).toContain('沒有在這裡公布名稱與地址');
});

const capOf = (file: string, name: string) =>
  `${Number(new RegExp(`${name} = (\\d+);`).exec(readFileSync(file, 'utf8'))?.[1]) / 100}%`;

test('HELP-3 home, terms, and help name the caps of the contracts', () => {
  const fee = capOf('contracts/src/Vault.sol', 'MAX_FEE_BPS');
  const penalty = capOf('contracts/src/Pledge.sol', 'MAX_PENALTY_BPS');
  const most = { en: '(?:at most|withdrawal fee at) ', 'zh-Hant': '最多(?:為金額的)? ?' };
  const messages = { en, 'zh-Hant': zhHant };
  for (const locale of routing.locales) {
    const feeWords = new RegExp(`${most[locale]}${fee}`);
    const topics = getHelpText(locale).sections.flatMap(({ topics = [] }) => topics);
    const topic = (id: string) => topics.find((each) => each.id === id)?.body.join();
    const terms = getLegalText(locale, 'terms').sections.find(({ id }) => id === 'fees');
    const texts = [messages[locale].home.trust.exit.text, terms?.body.join(), topic('vault'), topic('fees')];
    for (const text of texts) expect(text).toMatch(feeWords);
    expect(topic('fees')).toMatch(new RegExp(`${most[locale]}${penalty}`));
  }
});

test('ART-3 the privacy policy says which device data is collected today, as the code does', () => {
  for (const [locale, topics] of [
    [
      'en',
      [
        /^device identifiers\. We do not .* today/,
        /^crash reports\. We do not .* today/,
        /^Location: .* today\.$/,
      ],
    ],
    ['zh-Hant', [/^裝置識別碼；目前並未蒐集/, /^當機報告；目前並未/, /^位置：.*目前不會要求/]],
  ] as const) {
    const collected = getLegalText(locale, 'privacy').sections.find(({ id }) => id === 'collected');
    for (const topic of topics) expect(collected?.body.flat()).toContainEqual(expect.stringMatching(topic));
  }
  expect(SECURITY_HEADERS['Permissions-Policy']).toContain('geolocation=()');
});

test('features without an address are planned, and lists end with a full stop', () => {
  const features = [
    { claim: 'card', text: 'pay' },
    { claim: 'dapps', text: 'open' },
  ] as const;
  const split = (change: object) => splitFeatures(features, { ...claims, ...change });
  expect(split({ card: '/card', dapps: null })).toEqual({ existing: ['pay'], planned: ['open'] });
  expect(split({ card: '/card', dapps: '/dapps' }).planned).toEqual([]);
  expect(listItems(['a', 'b'], [';', '.'])).toEqual(['a;', 'b.']);
});

test('README, the security overview, and the privacy policy say of messages what the setting does', () => {
  const read = (file: string) => readFileSync(file, 'utf8');
  const [, security = ''] = /## Encrypted messages\n([\s\S]*?)\n## /.exec(read('docs/security.md')) ?? [];
  const readme = read('README.md');
  for (const text of [readme, security]) {
    expect(/off by default/i.test(text)).toBe(!isOn);
    expect(text).toContain('`MESSAGES_ENABLED');
  }
  expect(JSON.stringify(getLegalText('en', 'privacy'))).toContain('Messages and calls, if you turn them on');
  expect(JSON.stringify(getLegalText('zh-Hant', 'privacy'))).toContain('訊息與通話（於您啟用時）');
});

test('the privacy policy says that members of a conversation see a display name only if it is shared', () => {
  expect(JSON.stringify(getLegalText('en', 'privacy'))).toContain(
    'your display name if you share it with them',
  );
  expect(JSON.stringify(getLegalText('zh-Hant', 'privacy'))).toContain('您選擇揭露的顯示名稱');
});
