import { sampleTokens, sampleTotal } from '@/components/site/home/mock/sample-wallet';
import shipped from '@/config/website.json';
import { websiteFile } from '@/lib/api/schemas/config';
import { homeClaims } from '@/lib/content/home-claims';
import { claims } from '@/lib/content/website';
import { knownPaths } from '@/lib/routes';
import en from '@/messages/en.json';

/** Returns the paths of all message groups that have a title and a text: the claims and their points. */
function claimPaths(group: object, path: readonly string[] = []): string[] {
  const own = 'title' in group && 'text' in group ? [path.join('.')] : [];
  const inner = Object.entries(group).flatMap(([key, value]) =>
    typeof value === 'object' ? claimPaths(value, [...path, key]) : [],
  );
  return [...own, ...inner];
}

test('HOME-5 each claim of the home page is linked or marked as planned', () => {
  const paths = claimPaths(en.home);
  expect(paths.length).toBeGreaterThan(20);
  const listed = (path: string) => path in homeClaims || path.replace(/\.\w+$/, '') in homeClaims;
  expect(paths.filter((path) => !listed(path))).toEqual([]);
});

test('HOME-5 each claim leads to a page of the site, or follows the operator’s setting', () => {
  for (const [claim, address] of Object.entries(homeClaims)) {
    if (address === null) continue;
    expect([claim, knownPaths]).toEqual([claim, expect.arrayContaining([address.replace(/[?#].*/, '')])]);
  }
  expect(claims).toEqual({
    card: '/wallet/card',
    voiceCalls: '/wallet/messages',
    messages: '/wallet/messages',
    dapps: null,
    chatTransfer: '/wallet/messages',
    riskOptions: '/wallet/earn',
  });
});

test('HOME-5 the claim of DApps leads to their page once there are some', async () => {
  jest.resetModules();
  jest.doMock('@/config/dapps.json', () => [{ slug: 'any' }]);
  const listed = await import('@/lib/content/website');
  jest.dontMock('@/config/dapps.json');
  expect(listed.claims.dapps).toBe('/wallet/dapps');
});

test('OPS-2 a claim’s address is a path of the site, an https address, or null', () => {
  const parse = (card: unknown) => websiteFile.safeParse({ ...shipped, claims: { ...shipped.claims, card } });
  for (const good of [null, '/download', 'https://card.example.org/order']) {
    expect([good, parse(good).success]).toEqual([good, true]);
  }
  for (const bad of [
    true,
    '',
    '//card.example.org',
    '/\\card.example.org',
    'javascript:alert(1)',
    'https://',
  ]) {
    expect([bad, parse(bad).success]).toEqual([bad, false]);
  }
});

test('the sample wallet adds up to the cent', () => {
  const cents = (value: string) => Math.round(Number(value) * 100);
  const sum = (values: readonly string[]) => values.reduce((total, value) => total + cents(value), 0);
  const { value, inWallet, inVault, gain, percent, spark } = sampleTotal;
  expect(sum(sampleTokens.map((token) => token.value))).toBe(cents(value));
  expect(sum([inWallet, inVault])).toBe(cents(value));
  const before = sampleTokens.map((token) => Number(token.value) / (1 + Number(token.change) / 100));
  const change = Number(value) - before.reduce((total, amount) => total + amount, 0);
  expect(change).toBeCloseTo(Number(gain), 1);
  expect(((change / (Number(value) - change)) * 100).toFixed(2)).toBe(percent);
  expect(spark.at(-1)).toBe(Number(percent));
});
