import { readFileSync } from 'node:fs';
import shipped from '@/config/website.json';
import { getLegalText } from '@/lib/content/content';
import { listItems, splitFeatures } from '@/lib/content/legal/features';
import { type Claim, claims } from '@/lib/content/website';
import type { Locale } from '@/lib/i18n/routing';
import { settings } from '@/lib/settings/settings-schema';

/** Claims of features that `MESSAGES_ENABLED` turns on. */
const OF_MESSAGES = ['messages', 'voiceCalls', 'chatTransfer'] as const satisfies readonly Claim[];
const isOn = settings().shape.MESSAGES_ENABLED.parse(undefined) === '1';

test('HOME-5 messages, calls, and transfers in a chat are claimed if they are on by default', () => {
  for (const claim of OF_MESSAGES) expect([claim, shipped.claims[claim] !== null]).toEqual([claim, isOn]);
});

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

test.each(['en', 'zh-Hant'] as const)('the terms list features as the claims do, in %s', (locale) => {
  const service = getLegalText(locale, 'terms').sections.find(({ id }) => id === 'service');
  const [existing, planned] = (service?.body ?? []).filter((block) => typeof block !== 'string');
  for (const [claim, words] of Object.entries(termsWords[locale])) {
    const isPlanned = claims[claim as Claim] === null;
    expect([claim, existing?.join().includes(words), planned?.join().includes(words)]).toEqual([
      claim,
      !isPlanned,
      isPlanned,
    ]);
  }
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

test('the privacy policy says that members of a conversation don’t see a display name', () => {
  expect(JSON.stringify(getLegalText('en', 'privacy'))).toContain('but not your display name');
  expect(JSON.stringify(getLegalText('zh-Hant', 'privacy'))).toContain('不會看到您的顯示名稱');
});
