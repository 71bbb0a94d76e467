import type { Page } from '@playwright/test';
import { prefixOf, routing } from '@/lib/i18n/routing';
import { indexablePaths, routes } from '@/lib/routes';
import { weighPage } from '@/tools/bench/page-weight';
import { E2E_ORIGIN } from '../support/e2e-site';
import { readOne } from '../support/read-one';
import { expect, test } from '../support/wallet-test';

const KIB = 1024;
/** First-load JavaScript of an empty page with the same version of Next.js, as measured by `npm run bench -- site`. */
const BARE_JS = 131.7 * KIB;
const BUDGETS = {
  js: BARE_JS + 12 * KIB,
  css: 16 * KIB,
  fonts: 40 * KIB,
  html: 14 * KIB,
  flight: 17 * KIB,
  images: 60 * KIB,
};

for (const path of [...indexablePaths, routes.notFound]) {
  test(`SITE-4 ${path} stays within its size budget in both languages`, async () => {
    for (const localised of routing.locales.map((locale) => prefixOf(locale) + path)) {
      const weight = await weighPage(E2E_ORIGIN, localised);
      for (const [kind, limit] of Object.entries(BUDGETS))
        expect(weight[kind as keyof typeof BUDGETS], `${kind} of ${localised}`).toBeLessThanOrEqual(limit);
      const { length } = await (await fetch(E2E_ORIGIN + localised)).text();
      expect(length, `characters of ${localised}`).toBeLessThanOrEqual(80 * KIB);
      // A sum of zero would mean that the page was parsed incorrectly.
      expect(weight.js).toBeGreaterThan(100 * KIB);
      expect(weight.html).toBeGreaterThan(2 * KIB);
    }
  });
}

test('SITE-4 fetches scripts only after the style sheets, and none contains the server validation code', async ({
  page,
}) => {
  const scripts: Promise<string>[] = [];
  page.on('response', (response) => {
    if (response.request().resourceType() === 'script') scripts.push(response.text());
  });
  await readOne(page);
  await page.goto(routes.home);
  await expect(page.getByRole('button', { name: 'Announcements' }).locator('[data-unread]')).not.toBeEmpty();
  const { styled, first } = await page.evaluate(() => {
    const files = performance.getEntriesByType('resource') as PerformanceResourceTiming[];
    const of = (extension: string) => files.filter(({ name }) => name.endsWith(extension));
    return {
      styled: Math.max(...of('.css').map(({ responseEnd }) => responseEnd)),
      first: Math.min(...of('.js').map(({ startTime }) => startTime)),
    };
  });
  // Nothing is painted and no animation frame runs before the style sheets have loaded.
  expect(styled).toBeGreaterThan(0);
  expect(first).toBeGreaterThan(styled);
  const texts = await Promise.all(scripts);
  expect(texts.length).toBeGreaterThan(8);
  expect(texts.filter((text) => text.includes('ZodError'))).toEqual([]);
});

test('SITE-4 a first visit of the home page takes 30 requests at most and shows every drawing', async ({
  page,
}) => {
  await readOne(page);
  await page.goto(routes.home);
  await expect(page.getByRole('button', { name: 'Announcements' }).locator('[data-unread]')).not.toBeEmpty();
  const names = await page.evaluate(() => performance.getEntriesByType('resource').map(({ name }) => name));
  // The list of resources doesn't include the document itself.
  expect(names.length + 1, names.join('\n')).toBeLessThanOrEqual(30);
  const drawings = await page
    .locator('use[href^="/images/art/"]')
    .evaluateAll((uses) => uses.map((use) => (use as SVGUseElement).getBBox().width));
  expect(drawings.length).toBeGreaterThan(15);
  expect(Math.min(...drawings)).toBeGreaterThan(0);
});

/** The scripts that a page requested, oldest first. */
const scriptsOf = (page: Page) =>
  page.evaluate(() =>
    (performance.getEntriesByType('resource') as PerformanceResourceTiming[])
      .filter(({ name }) => new URL(name).pathname.endsWith('.js'))
      .map(({ name, startTime, encodedBodySize }) => ({ name, startTime, bytes: encodedBodySize })),
  );

test('WAL-1 SITE-4 the connect dialog takes 45 KiB of code at most, waits for neither the API nor the wallet code, and goes on in place', async ({
  walletPage,
  wallet,
  page,
}) => {
  await readOne(page);
  await walletPage.open('/home');
  await expect(page.getByRole('button', { name: 'Announcements' }).locator('[data-unread]')).not.toBeEmpty();
  let answer = () => {};
  const held = new Promise<void>((resolve) => {
    answer = resolve;
  });
  await page.route('**/api/**', async (route) => {
    await held;
    await route.continue();
  });
  const before = (await scriptsOf(page)).map(({ name }) => name);
  await page.evaluate(() => {
    addEventListener('focusin', ({ target }) => {
      if ((target as Element).matches('[role=dialog]'))
        document.documentElement.dataset.focusedAt ??= String(performance.now());
    });
  });
  await walletPage.connectButton().click();
  const dialog = walletPage.dialog('Connect a wallet');
  await expect(dialog).toBeFocused();
  const option = dialog.getByRole('button', { name: 'Harbour Wallet' });
  await expect(option).toBeVisible();

  const focusedAt = Number(await page.locator('html').getAttribute('data-focused-at'));
  const needed = (await scriptsOf(page)).filter(
    ({ name, startTime }) => !before.includes(name) && startTime <= focusedAt,
  );
  expect(needed.length).toBeGreaterThan(1);
  expect(needed.reduce((sum, { bytes }) => sum + bytes, 0)).toBeLessThanOrEqual(45 * KIB);
  const texts = await Promise.all(needed.map(async ({ name }) => (await page.request.get(name)).text()));
  expect(
    texts.filter((text) => /ConnectorNotConnected|ContractFunctionExecution|ZodError/.test(text)),
  ).toEqual([]);

  const first = await dialog.elementHandle();
  await option.click();
  await expect(dialog.getByRole('status')).toHaveText('Preparing the connection…');
  await expect(dialog).toBeFocused();
  const release = wallet.hold('personal_sign');
  answer();
  await expect(dialog.getByRole('status')).toContainText('Sign the message in your wallet.');
  await expect(dialog).toBeFocused();
  expect(await dialog.evaluate((element, shown) => element === shown, first)).toBe(true);
  release('answer');
  await expect(walletPage.accountButton()).toBeVisible();
  await expect(dialog).toBeHidden();
});
