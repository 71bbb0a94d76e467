/** @jest-environment node */
import { addressOfReferrer, pageAddress } from '@/lib/server/preview/preview';

const from = (referer?: string) =>
  new Request('http://127.0.0.1:3000/api/preview/language', referer ? { headers: { referer } } : {});

test('I18N-5 a preview begins on our own pages alone, and names their language', () => {
  expect(pageAddress('/about', 'zh-Hant')).toBe('/zh-Hant/about?lang=zh_CN');
  expect(pageAddress('/404', 'en')).toBe('/404?lang=en_US');
  expect(pageAddress('', '')).toBe('/home?lang=en_US');
  for (const path of [
    '//example.org',
    'https://example.org',
    '/zh-Hant/about',
    '/about/',
    '/..',
    'about',
    '/cont/9',
  ])
    expect(() => pageAddress(path, 'en')).toThrow('invalid');
  for (const locale of ['fr', 'EN', '__proto__'])
    expect(() => pageAddress('/about', locale)).toThrow('invalid');
});

test('I18N-5 the page at hand is the one the referrer names, with its query; home where it names none of ours', () => {
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
    expect([referer, addressOfReferrer(from(referer), 'en')]).toEqual([referer, address]);
});
