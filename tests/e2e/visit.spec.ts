import type { Page } from '@playwright/test';
import en from '../../messages/en.json' with { type: 'json' };
import { expect, test } from '../support/site-test';

const root = (page: Page) => page.locator('html');
const stored = (page: Page) =>
  page.evaluate(() => ['theme', 'legalItem', 'lang'].map((key) => localStorage.getItem(key)));

test('SITE-11 an embedded page has no header or footer from its first paint', async ({ page }) => {
  await page.addInitScript(() => {
    new MutationObserver((_, observer) => {
      if (!document.querySelector('header')) return;
      document.documentElement.dataset.whenHeaderCame = String(document.documentElement.dataset.embed);
      observer.disconnect();
    }).observe(document, { childList: true, subtree: true });
  });
  await page.goto('/about?embed=1');
  await expect(root(page)).toHaveAttribute('data-when-header-came', '1');
  await expect(page.getByRole('banner')).toHaveCount(0);
  await expect(page.getByRole('contentinfo')).toHaveCount(0);
  const skip = page.getByRole('link', { name: en.shell.skip });
  await expect(skip).toHaveCount(0);
  await page.goto('/about?embed=0');
  await expect(skip).toHaveCount(1);
});

test('SITE-11 embedding lasts for the visit, across all navigation, until ?embed=0', async ({
  page,
  context,
}) => {
  await page.goto('/about?embed=1');
  await page.getByRole('main').getByRole('link', { name: 'Infrastructure finance' }).first().click();
  await expect(page).toHaveURL(/\/cont\/2$/);
  await expect(page.getByRole('banner')).toHaveCount(0);
  await page.goto('/zh-Hant/article/terms');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(page.getByRole('banner')).toHaveCount(0);
  await page.goto('/nowhere');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(page.getByRole('banner')).toHaveCount(0);
  await page.goto('/nowhere?embed=1&from=x');
  await expect(page).toHaveURL(/\/404\?embed=1$/);

  const otherVisit = await context.newPage();
  await otherVisit.goto('/about');
  await expect(otherVisit.getByRole('banner')).toBeVisible();

  await page.goto('/about?embed=0');
  await expect(page.getByRole('banner')).toBeVisible();
  await page.goto('/home');
  await expect(page.getByRole('banner')).toBeVisible();
});

test('SITE-11 a page that was changed in transit, and so rendered again, stays embedded', async ({
  page,
}) => {
  await page.route('**/about*', async (route) => {
    const response = await route.fetch();
    const body = (await response.text()).replace('</main>', '<p id="stranger">A stranger</p></main>');
    await route.fulfill({ response, body });
  });
  await page.goto('/about?embed=1&theme=dark');
  await expect(page.locator('#stranger')).toHaveCount(0);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(page.getByRole('banner')).toHaveCount(0);
  await expect(root(page)).toHaveClass(/\bdark\b/);
});

test("SITE-11 an embedded page respects the device's safe-area insets", async ({ page }) => {
  const session = await page.context().newCDPSession(page);
  const insets = {
    top: 47,
    topMax: 47,
    bottom: 34,
    bottomMax: 34,
    left: 12,
    leftMax: 12,
    right: 9,
    rightMax: 9,
  };
  await session.send('Emulation.setSafeAreaInsetsOverride', { insets });
  await page.goto('/about?embed=1');
  await expect(page.getByRole('main')).toHaveCSS('padding', '47px 9px 34px 12px');
  await page.goto('/about?embed=0');
  await expect(page.getByRole('main')).toHaveCSS('padding', '0px');
});

test('SITE-11 an embedded page keeps its header and content without JavaScript', async ({ browser }) => {
  const context = await browser.newContext({ javaScriptEnabled: false });
  const page = await context.newPage();
  await page.goto('/about?embed=1&theme=dark&lang=zh_CN');
  await expect(page.getByRole('banner')).toBeVisible();
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
});

test('SITE-11 SITE-8 CUR-1 theme and currency from the URL apply for the visit without changing the stored choice', async ({
  page,
  context,
}) => {
  await page.goto('/home');
  await page.evaluate(() => {
    localStorage.setItem('theme', 'light');
    localStorage.setItem('legalItem', 'JPY');
  });
  await page.addInitScript(() => {
    new MutationObserver((_, observer) => {
      if (!document.querySelector('header')) return;
      document.documentElement.dataset.firstTheme = document.documentElement.className;
      observer.disconnect();
    }).observe(document, { childList: true, subtree: true });
  });
  const currency = (name: string) => page.getByRole('banner').getByRole('button', { name });
  for (const address of ['/home?theme=dark&currency=EUR', '/about']) {
    await page.goto(address);
    await expect(root(page)).toHaveAttribute('data-first-theme', /\bdark\b/);
    await expect(currency('EUR')).toBeVisible();
    await page.waitForLoadState('networkidle');
    await expect(root(page)).toHaveClass(/\bdark\b/);
  }
  expect(await stored(page)).toEqual(['light', 'JPY', null]);

  const otherVisit = await context.newPage();
  await otherVisit.goto('/home');
  await expect(root(otherVisit)).toHaveClass(/\blight\b/);
  await expect(otherVisit.getByRole('banner').getByRole('button', { name: 'JPY' })).toBeVisible();
});

test('SITE-11 SITE-8 CUR-1 a choice made on the page overrides the URL, even after a reload', async ({
  page,
}) => {
  await page.emulateMedia({ colorScheme: 'light' });
  await page.goto('/home?theme=dark&currency=EUR');
  await expect(root(page)).toHaveClass(/\bdark\b/);
  await page.getByRole('banner').getByRole('button', { name: 'Switch between light and dark' }).click();
  await expect(root(page)).toHaveClass(/\blight\b/);
  await page.getByRole('banner').getByRole('button', { name: /EUR/ }).click();
  await page
    .getByRole('dialog', { name: 'Choose a display currency' })
    .getByRole('button', { name: /GBP/ })
    .click();
  await page.reload();
  await expect(page.getByRole('banner').getByRole('button', { name: /GBP/ })).toBeVisible();
  await expect(root(page)).toHaveClass(/\blight\b/);
  expect(await stored(page)).toEqual(['light', 'GBP', null]);
});

test('SITE-11 SITE-8 ?theme=system follows the system regardless of the stored theme', async ({ page }) => {
  await page.emulateMedia({ colorScheme: 'dark' });
  await page.goto('/home');
  await page.evaluate(() => localStorage.setItem('theme', 'light'));
  await page.goto('/home?theme=system');
  await expect(root(page)).toHaveClass(/\bdark\b/);
  await page.waitForLoadState('networkidle');
  await page.emulateMedia({ colorScheme: 'light' });
  await expect(root(page)).toHaveClass(/\blight\b/);
});

test('SITE-11 I18N-1 the language from the URL applies for the visit, and its redirect keeps the rest of the URL', async ({
  page,
  context,
}) => {
  await page.goto('/about?from=x&lang=zh_CN&theme=dark&embed=1#story');
  await expect(page).toHaveURL(/\/zh-Hant\/about\?from=x&lang=zh_CN&theme=dark&embed=1#story$/);
  await expect(root(page)).toHaveClass(/\bdark\b/);
  await expect(page.getByRole('banner')).toHaveCount(0);
  await page.goto('/download');
  await expect(page).toHaveURL(/\/zh-Hant\/download$/);
  expect(await stored(page)).toEqual([null, null, null]);

  const otherVisit = await context.newPage();
  await otherVisit.goto('/download');
  await expect(root(otherVisit)).toHaveAttribute('lang', 'en');
  await otherVisit.evaluate(() => localStorage.setItem('lang', 'zh_CN'));
  await otherVisit.goto('/download?lang=en_US');
  await otherVisit.goto('/about');
  await expect(otherVisit).toHaveURL(/\/about$/);
  await expect(root(otherVisit)).toHaveAttribute('lang', 'en');
});

test('SITE-11 ignores unknown parameter values', async ({ page }) => {
  await page.emulateMedia({ colorScheme: 'light' });
  await page.goto('/home?embed=yes&theme=pink&lang=fr_FR&currency=%3Cb%3E');
  await expect(page.getByRole('banner').getByRole('button', { name: 'USD' })).toBeVisible();
  await expect(root(page)).toHaveClass(/\blight\b/);
  for (const name of ['data-embed', 'data-theme', 'data-lang', 'data-currency'])
    expect(await root(page).getAttribute(name)).toBeNull();
  await page.goto('/home?currency=ZZZ');
  await expect(page.getByRole('banner').getByRole('button', { name: 'USD' })).toBeVisible();
});

test('SITE-11 keeps the visit settings in the URL when storage is unavailable', async ({ page }) => {
  const errors: Error[] = [];
  page.on('pageerror', (error) => errors.push(error));
  await page.addInitScript(() => {
    for (const name of ['sessionStorage', 'localStorage'])
      Object.defineProperty(window, name, {
        get: () => {
          throw new DOMException('denied', 'SecurityError');
        },
      });
  });
  await page.goto('/about?embed=1&theme=dark');
  await page.waitForLoadState('networkidle');
  await page.getByRole('main').getByRole('link', { name: 'Infrastructure finance' }).first().click();
  await expect(page).toHaveURL(/\/cont\/2\?embed=1&theme=dark$/);
  await page.reload();
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(page.getByRole('banner')).toHaveCount(0);
  await expect(root(page)).toHaveClass(/\bdark\b/);

  // The setting is also kept after a link that loads a new page.
  await page
    .getByRole('main')
    .getByRole('link', { name: 'Contact' })
    .first()
    .evaluate((link) => {
      link.replaceWith(
        Object.assign(document.createElement('a'), { href: '/article/terms', textContent: 'Plain' }),
      );
    });
  await page.getByRole('link', { name: 'Plain' }).click();
  await expect(page).toHaveURL(/\/article\/terms\?embed=1&theme=dark$/);
  await expect(page.getByRole('banner')).toHaveCount(0);
  expect(errors).toEqual([]);
});
