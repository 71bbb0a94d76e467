/** @jest-environment node */

import { existsSync } from 'node:fs';
import { pathToRegexp } from 'path-to-regexp';
import listed from '@/config/languages.json';
import { DRAFT_MODE_COOKIE } from '@/lib/constants';
import { defaultLocale, languages, prefixedLocales } from '@/lib/i18n/locales.mjs';
import { prefixOf, routing } from '@/lib/i18n/routing';
import { indexablePaths, knownPaths, routes } from '@/lib/routes';
import { routeTemplate } from '@/lib/server/metrics/route-template';
import { config } from '@/middleware';
import { defaultPages } from '../../../next.config.mjs';

const [everyone, drafting] = config.matcher;
const matcher = pathToRegexp(everyone);
const draftMatcher = pathToRegexp(drafting.source);

/** Language prefixes that middleware.ts repeats in its matchers, because Next.js requires literals there. */
const prefixes = routing.locales.filter((locale) => locale !== routing.defaultLocale).map(prefixOf);

test('SITE-6 the middleware skips known pages, API calls and assets, and handles every other path', () => {
  for (const path of knownPaths) {
    expect([path, matcher.test(path)]).toEqual([path, false]);
    for (const prefix of prefixes) expect([prefix, matcher.test(prefix + path)]).toEqual([prefix, false]);
  }
  for (const path of [
    '/',
    '/404',
    ...prefixes.flatMap((prefix) => [prefix, `${prefix}/404`]),
    '/xx/home',
    '/nope',
    '/home/x',
    '/a/b.c',
    '/cont/5',
    '/cont/01',
    '/walletx',
    '/apix',
  ]) {
    expect([path, matcher.test(path)]).toEqual([path, true]);
  }
  for (const path of [
    '/api/x',
    '/_next/static/x.js',
    '/avatars/0a.webp',
    '/robots.txt',
    '/sitemap.xml',
    '/favicon.ico',
    '/icon.svg',
    '/dapp-provider.js',
    '/icons/icon-192.png',
    '/images/og/en/home.png',
    '/manifest.webmanifest',
    ...prefixes.map((prefix) => `${prefix}/manifest.webmanifest`),
    '/.well-known/assetlinks.json',
  ])
    expect([path, matcher.test(path)]).toEqual([path, false]);
});

test('I18N-5 with the draft cookie, the middleware handles every known page and nothing else', () => {
  expect(drafting.has).toEqual([{ type: 'cookie', key: DRAFT_MODE_COOKIE }]);
  for (const path of knownPaths) {
    expect([path, draftMatcher.test(path)]).toEqual([path, true]);
    for (const prefix of prefixes) expect([prefix, draftMatcher.test(prefix + path)]).toEqual([prefix, true]);
  }
  for (const path of ['/api/preview', '/_next/static/x.js', '/robots.txt', '/cont/5', '/walletx', '/xhome'])
    expect([path, draftMatcher.test(path)]).toEqual([path, false]);
});

test('SITE-4 every known page has an unprefixed English URL', () => {
  const rewrite = pathToRegexp(defaultPages);
  for (const path of knownPaths) expect([path, rewrite.test(path)]).toEqual([path, true]);
});

test('SEO-1 TEST-4 every page is indexable except the wallet, the developer page and a duplicate page', () => {
  const hidden = [
    routes.test,
    routes.businessLines,
    routes.wallet,
    routes.transaction,
    routes.coins,
    routes.earn,
    routes.stake,
    routes.swap,
    routes.presale,
    routes.pledge,
    routes.portfolio,
    routes.activity,
    routes.unlocks,
    routes.pay,
    routes.nfts,
    routes.approvals,
    routes.recovery,
    routes.fees,
    routes.settings,
    routes.dapps,
    routes.messages,
    routes.card,
  ];
  expect([...indexablePaths].sort()).toEqual(
    knownPaths.filter((path) => !hidden.some((h) => h === path)).sort(),
  );
});

/** @jest-environment node */

test.each([
  ['/api/coin/all', undefined, '/api/coin/all'],
  ['/api/coin/all', {}, '/api/coin/all'],
  ['/api/coin/7', { id: '7' }, '/api/coin/{id}'],
  ['/api/coin/coin', { id: 'coin' }, '/api/coin/{id}'],
  ['/api/coin/a%20b', { id: 'a b' }, '/api/coin/{id}'],
  ['/api/coin/a%20b', { id: 'a%20b' }, '/api/coin/{id}'],
  ['/api/nothing/at/all', { path: ['nothing', 'at', 'all'] }, '/api/*'],
  ['/api', { path: undefined }, '/api'],
  // All unknown paths share one label.
  ['/api/coin/%ff', { id: '\ufffd' }, 'unknown'],
])('OPS-3 maps %s to a bounded set of route labels', (pathname, params, template) => {
  expect(routeTemplate(pathname, params)).toBe(template);
});

describe.each(languages)('the language $locale', ({ locale, langKey, dir }) => {
  test('I18N-1 has a BCP 47 tag and a key of language and territory', () => {
    expect(Intl.getCanonicalLocales(locale)).toEqual([locale]);
    expect(langKey).toMatch(/^[a-z]{2,3}_[A-Z]{2}$/);
    expect(['ltr', 'rtl']).toContain(dir);
  });

  test('I18N-2 has its messages, its entry in config/languages.json and an icon', () => {
    const entry = listed.find((language) => language.langKey === langKey);
    expect(existsSync(`messages/${locale}.json`)).toBe(true);
    expect(entry).toMatchObject({ isDefault: locale === defaultLocale });
    expect(existsSync(`public${entry?.langIcon}`)).toBe(true);
  });
});

test('SITE-4 I18N-1 only the default language has no prefix', () => {
  const [first, ...others] = languages.map(({ locale }) => prefixOf(locale));
  expect(first).toBe('');
  expect(others).toEqual(
    prefixedLocales()
      .split('|')
      .map((locale) => `/${locale}`),
  );
});
