import sharp from 'sharp';
import { THEME_COLORS } from '@/lib/constants';
import { expect, test } from '../support/site-test';

for (const [home, lang, shortcut] of [
  ['/home', 'en', 'Wallet'],
  ['/zh-Hant/home', 'zh-Hant', '錢包'],
] as const) {
  test(`SITE-12 ${home} can be installed, and opens in its language`, async ({ page, request, baseURL }) => {
    await page.goto(home);
    const devtools = await page.context().newCDPSession(page);
    const { url, errors, data } = await devtools.send('Page.getAppManifest');
    expect(errors).toEqual([]);
    const { installabilityErrors } = await devtools.send('Page.getInstallabilityErrors');
    // Playwright's contexts are incognito windows, where Chromium doesn't install apps.
    expect(installabilityErrors.map(({ errorId }) => errorId).filter((id) => id !== 'in-incognito')).toEqual(
      [],
    );

    const manifest = JSON.parse(data ?? '');
    expect(manifest).toMatchObject({
      name: 'Tidewell',
      lang,
      id: '/home',
      start_url: home,
      scope: '/',
      display: 'standalone',
      theme_color: THEME_COLORS.light,
    });
    expect(manifest.shortcuts[0].name).toBe(shortcut);
    expect((await request.get(url)).headers()['content-type']).toContain('application/manifest+json');
    for (const { url: target } of manifest.shortcuts)
      expect((await request.get(target, { maxRedirects: 0 })).status()).toBe(200);
    expect(manifest.icons.map(({ purpose }: { purpose: string }) => purpose)).toEqual([
      'any',
      'any',
      'maskable',
    ]);
    for (const { src, sizes, type } of manifest.icons) {
      const icon = await request.get(new URL(src, baseURL).href);
      expect(icon.headers()['content-type']).toBe(type);
      const { width, height } = await sharp(await icon.body()).metadata();
      expect(`${width}x${height}`).toBe(sizes);
    }
  });
}

test('SITE-12 serves the icons of tabs and home screens', async ({ page, request }) => {
  await page.goto('/about');
  for (const [selector, type] of [
    ['link[rel=icon][type="image/x-icon"]', 'image/x-icon'],
    ['link[rel=icon][type="image/svg+xml"]', 'image/svg+xml; charset=utf-8'],
    ['link[rel=apple-touch-icon]', 'image/png'],
  ] as const) {
    const href = await page.locator(selector).getAttribute('href');
    const icon = await request.get(href ?? '', { maxRedirects: 0 });
    expect([selector, icon.status(), icon.headers()['content-type']]).toEqual([selector, 200, type]);
  }
  expect((await request.get('/favicon.ico', { maxRedirects: 0 })).status()).toBe(200);
});

test("SITE-12 SITE-8 the browser's color follows the visitor's theme, also after navigation", async ({
  browser,
}) => {
  const context = await browser.newContext({ colorScheme: 'light' });
  const page = await context.newPage();
  await page.goto('/home');
  const colors = () =>
    page
      .locator('meta[name="theme-color"]')
      .evaluateAll((all) => all.map((meta) => meta.getAttribute('content')));
  await expect.poll(colors).toEqual([THEME_COLORS.light, THEME_COLORS.light]);
  await page.getByRole('banner').getByRole('button', { name: 'Switch between light and dark' }).click();
  await expect.poll(colors).toEqual([THEME_COLORS.dark, THEME_COLORS.dark]);
  await page.getByRole('banner').getByRole('link', { name: 'About', exact: true }).click();
  await expect(page).toHaveURL(/\/about$/);
  await expect(page).toHaveTitle(/^About us/);
  expect(await colors()).toEqual([THEME_COLORS.dark, THEME_COLORS.dark]);
  await page.reload();
  await expect.poll(colors).toEqual([THEME_COLORS.dark, THEME_COLORS.dark]);
});

test('SITE-12 without JavaScript, the color follows the system', async ({ request }) => {
  const html = await (await request.get('/home')).text();
  for (const [theme, color] of Object.entries(THEME_COLORS))
    expect(html).toContain(
      `<meta name="theme-color" content="${color}" media="(prefers-color-scheme: ${theme})"/>`,
    );
});

for (const [file, document] of [
  ['apple-app-site-association', { applinks: { details: [] } }],
  ['assetlinks.json', []],
] as const) {
  test(`SITE-12 /.well-known/${file} is JSON, served without a redirect`, async ({ request }) => {
    const response = await request.get(`/.well-known/${file}`, { maxRedirects: 0 });
    expect(response.status()).toBe(200);
    expect(response.headers()['content-type']).toBe('application/json');
    expect(await response.json()).toEqual(document);
  });
}

test('SITE-12 the API does not return the app links, which only phones request', async ({ request }) => {
  const { code, data } = await (await request.get('/api/config/website')).json();
  expect([code, data.app]).toEqual([200, undefined]);
});
