import { readFileSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import type messages from '../../messages/en.json';
import { axeFindings } from '../support/axe';
import { E2E_DRAFTS_DIR, E2E_PREVIEW_SECRET } from '../support/e2e-site';
import { expect, test } from '../support/site-test';

const en: typeof messages = JSON.parse(readFileSync('messages/en.json', 'utf8'));

const drafts = {
  en: {
    about: { title: 'A draft of the about page', lead: 'Not {valid', closing: 'No such text' },
    actions: { languageTitle: 'Choose a draft language' },
    home: { moments: { position: 'Without its placeholders' } },
    notFound: { title: 'A draft of nowhere' },
    wallet: { connect: { title: 'Connect a draft wallet' }, overview: { offer: 'A draft of the offer.' } },
  },
  'zh-Hant': { about: { title: '關於頁的草稿' } },
};

async function writeDrafts(locale: keyof typeof drafts, content: unknown) {
  await mkdir(E2E_DRAFTS_DIR, { recursive: true });
  await writeFile(join(E2E_DRAFTS_DIR, `${locale}.json`), JSON.stringify(content));
}

const link = (query: Record<string, string> = {}) =>
  `/api/preview?${new URLSearchParams({ secret: E2E_PREVIEW_SECRET, ...query })}`;

const bar = (page: Page) => page.getByRole('complementary', { name: 'Preview' });

// Run these tests serially, because they share the drafts on disk.
test.describe.configure({ mode: 'default' });

test.beforeAll(async () => {
  await writeDrafts('en', drafts.en);
  await writeDrafts('zh-Hant', drafts['zh-Hant']);
});

test('I18N-5 the secret link opens the drafts of a public page, marked, not indexed and not cached', async ({
  page,
}) => {
  const response = await page.goto(link({ path: '/about' }));
  await expect(page).toHaveURL(/\/about\?lang=en_US$/);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(drafts.en.about.title);
  await expect(bar(page)).toContainText('Preview: unpublished wording');
  const headers = response?.headers() ?? {};
  expect(headers['x-robots-tag']).toContain('noindex');
  expect(headers['cache-control']).toMatch(/private.*no-store/);
  await expect(page.locator('meta[name=robots]')).toHaveAttribute('content', 'noindex, nofollow');

  const scripts = /script-src ([^;]+)/.exec(headers['content-security-policy'] ?? '')?.[1];
  expect(scripts).toMatch(/^'self' 'nonce-\S+'$/);
  const again = await page.reload();
  expect(again?.headers()['content-security-policy']).not.toContain(scripts);
});

test('I18N-5 the link itself leaves no trace: not cached, no referrer, session cookies only', async ({
  request,
}) => {
  const response = await request.get(link({ path: '/about', locale: 'zh-Hant' }), { maxRedirects: 0 });
  expect(response.status()).toBe(303);
  expect(response.headers()).toMatchObject({
    location: '/zh-Hant/about?lang=zh_CN',
    'cache-control': 'no-store',
    'referrer-policy': 'no-referrer',
  });
  const cookies = response.headersArray().filter(({ name }) => name.toLowerCase() === 'set-cookie');
  expect(cookies).toHaveLength(2);
  for (const { value } of cookies) {
    expect(value).toMatch(/; Path=\/; HttpOnly; SameSite=lax$/i);
    expect(value).not.toContain(E2E_PREVIEW_SECRET);
  }
});

test('I18N-5 a wrong secret opens nothing, and the right one leads only to pages of this site', async ({
  request,
  context,
}) => {
  for (const [query, status] of [
    [{ secret: 'x'.repeat(40), path: '/about' }, 403],
    [{ secret: '', path: '/nowhere' }, 403],
    [{ path: '//example.org' }, 400],
    [{ path: 'https://example.org' }, 400],
    [{ path: '/about/../../x' }, 400],
    [{ path: '/about', locale: 'fr' }, 400],
  ] as const) {
    const response = await request.get(link(query), { maxRedirects: 0 });
    expect([query, response.status()]).toEqual([query, status]);
    expect(await response.json()).toMatchObject({ code: status, data: null });
    expect(response.headers()['set-cookie']).toBeUndefined();
  }
  expect(await context.cookies()).toEqual([]);
});

test('I18N-5 previews continue across pages, dialogs, the wallet and the not-found page', async ({
  page,
}) => {
  await page.goto(link());
  await expect(page).toHaveURL(/\/home/);
  await page.getByRole('contentinfo').getByRole('link', { name: en.shell.about, exact: true }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(drafts.en.about.title);

  await page
    .getByRole('banner')
    .getByRole('button', { name: /language/i })
    .click();
  await expect(page.getByRole('dialog', { name: drafts.en.actions.languageTitle })).toBeVisible();
  await page.keyboard.press('Escape');
  await page.getByRole('banner').getByRole('button', { name: en.actions.connect }).click();
  await expect(page.getByRole('dialog', { name: drafts.en.wallet.connect.title })).toBeVisible();

  await page.goto('/wallet');
  await expect(page.getByText(drafts.en.wallet.overview.offer)).toBeVisible();
  await expect(bar(page)).toBeVisible();

  const response = await page.goto('/nowhere');
  expect(response?.status()).toBe(404);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(drafts.en.notFound.title);
  await expect(bar(page)).toBeVisible();
});

test('I18N-5 the bar links to the same page in the other language, regardless of the stored language', async ({
  page,
}) => {
  await page.goto(link());
  await page.getByRole('contentinfo').getByRole('link', { name: en.shell.about, exact: true }).click();
  await expect(page).toHaveURL(/\/about$/);
  await bar(page).getByRole('link', { name: en.preview.language }).click();
  await expect(page).toHaveURL(/\/zh-Hant\/about/);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(drafts['zh-Hant'].about.title);
  await page.evaluate(() => localStorage.setItem('lang', 'zh_CN'));
  await page.getByRole('complementary', { name: '預覽' }).getByRole('link').click();
  await expect(page).toHaveURL(/[^t]\/about/);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(drafts.en.about.title);
});

test('I18N-5 an invalid draft keeps the published wording and is listed as a problem', async ({ page }) => {
  await page.goto(link({ path: '/about' }));
  await expect(page.getByText(en.about.lead)).toBeVisible();
  await bar(page).getByText('Problems in the drafts: 3').click();
  for (const [key, problem] of [
    ['about.lead', en.preview.problem.invalid],
    ['about.closing', en.preview.problem.unknownKey],
    ['home.moments.position', '{count} {index}'],
  ] as const)
    await expect(bar(page).locator('dl > div').filter({ hasText: key })).toContainText(problem);
  expect(await axeFindings(page, 'aside')).toEqual([]);
});

test('I18N-5 a changed draft appears on the next load, and a broken file is harmless', async ({ page }) => {
  await page.goto(link({ path: '/about', locale: 'zh-Hant' }));
  const title = page.getByRole('heading', { level: 1 });
  await expect(title).toHaveText(drafts['zh-Hant'].about.title);
  await writeDrafts('zh-Hant', { about: { title: '改過的草稿' } });
  await page.reload();
  await expect(title).toHaveText('改過的草稿');
  await writeFile(join(E2E_DRAFTS_DIR, 'zh-Hant.json'), '{ "about": ');
  await page.reload();
  await expect(title).not.toHaveText('改過的草稿');
  await page.getByText('草稿中的問題：1').click();
  await expect(page.getByText('檔案不是有效的 JSON。')).toBeVisible();
  await writeDrafts('zh-Hant', drafts['zh-Hant']);
});

test('I18N-5 other visitors get the static page, not the preview', async ({ page, browser, request }) => {
  const before = await request.get('/about');
  await page.goto(link({ path: '/about' }));
  await expect(bar(page)).toBeVisible();
  const other = await browser.newContext();
  const stranger = await other.newPage();
  const response = await stranger.goto('/about');
  await expect(stranger.getByRole('heading', { level: 1 })).toHaveText(en.about.title);
  await expect(bar(stranger)).toHaveCount(0);
  expect(response?.headers()['cache-control']).toContain('s-maxage');
  expect(response?.headers().etag).toBe(before.headers().etag);
  expect(await response?.text()).toBe(await before.text());
});

test('I18N-5 a forged cookie gets the ordinary page with its own policy', async ({
  context,
  page,
  request,
  baseURL,
}) => {
  const plain = await request.get('/about');
  for (const name of ['__prerender_bypass', 'preview'])
    await context.addCookies([{ name, value: 'forged', url: baseURL ?? '' }]);
  const response = await page.goto('/about');
  expect(response?.status()).toBe(200);
  expect(response?.headers()['content-security-policy']).toBe(plain.headers()['content-security-policy']);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(en.about.title);
  await expect(bar(page)).toHaveCount(0);
});

test("I18N-5 Next's own cookie without the secret's cookie shows nothing unpublished", async ({
  context,
  page,
}) => {
  await page.goto(link({ path: '/about' }));
  await context.clearCookies({ name: 'preview' });
  await page.reload();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(en.about.title);
  await expect(bar(page)).toHaveCount(0);
});

test('I18N-5 leaving a preview shows the published page at once, also without JavaScript', async ({
  browser,
}) => {
  for (const javaScriptEnabled of [true, false]) {
    const context = await browser.newContext({ javaScriptEnabled });
    const page = await context.newPage();
    await page.goto(link({ path: '/about' }));
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(drafts.en.about.title);
    await bar(page).getByRole('button', { name: en.preview.leave }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(en.about.title);
    await expect(page).toHaveURL(/\/about/);
    await expect(bar(page)).toHaveCount(0);
    expect(await context.cookies()).toEqual([]);
  }
});

test('I18N-5 another site cannot end a preview', async ({ request }) => {
  const response = await request.post('/api/preview/exit', { form: { locale: 'en' }, maxRedirects: 0 });
  expect(response.status()).toBe(303);
  expect(response.headers()['set-cookie']).toBeUndefined();
});
