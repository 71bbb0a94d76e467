import type { Page } from '@playwright/test';
import { shownNotice } from '../support/shown-notices';
import { expect, test } from '../support/site-test';

const header = (page: Page) => page.getByRole('banner');
const languageButton = (page: Page) => header(page).getByRole('button', { name: 'Language' });
const currencyButton = (page: Page) => header(page).getByRole('button', { name: 'Display currency' });

test('SITE-8 I18N-2 CUR-1 theme, currency and language can be selected if storage is blocked', async ({
  page,
}) => {
  const errors: string[] = [];
  page.on('pageerror', (error) => errors.push(error.message));
  await page.addInitScript(() => {
    for (const name of ['localStorage', 'sessionStorage']) {
      Object.defineProperty(window, name, {
        get() {
          throw new DOMException('denied', 'SecurityError');
        },
      });
    }
  });
  await page.goto('/about');
  const theme = await page.locator('html').getAttribute('class');
  await header(page).getByRole('button', { name: 'Switch between light and dark' }).click();
  await expect(page.locator('html')).not.toHaveClass(theme ?? '');
  await currencyButton(page).click();
  await page.getByRole('dialog').getByRole('button', { name: /EUR/ }).click();
  await expect(currencyButton(page)).toContainText('EUR');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await languageButton(page).click();
  await page.getByRole('dialog').getByRole('button', { name: '繁體中文' }).click();
  await expect(page).toHaveURL(/\/zh-Hant\/about$/);
  expect(errors).toEqual([]);
});

test('CUR-1 API-6 explains in one place why a list cannot be loaded, and offers a retry', async ({
  page,
}) => {
  await page.route('**/api/config/currencyList', (route) => route.abort('internetdisconnected'));
  await page.goto('/about');
  await currencyButton(page).click();
  const alert = page.getByRole('dialog').getByRole('alert');
  await expect(alert).toContainText("Can't load the list.");
  await expect(alert).toContainText("Can't reach the server.");
  await expect(page.locator('.notice')).toHaveCount(0);

  let answer = () => {};
  const held = new Promise<void>((resolve) => {
    answer = resolve;
  });
  await page.unrouteAll();
  await page.route('**/api/config/currencyList', async (route) => {
    await held;
    await route.continue();
  });
  await alert.getByRole('button', { name: 'Try again' }).click();
  await expect(alert.getByRole('button', { name: 'Retrying…' })).toBeFocused();
  answer();
  await expect(page.getByRole('dialog').getByRole('button', { name: /EUR/ })).toBeVisible();
});

test('API-6 WAL-1 a wallet page says once that its lists cannot be loaded, and offers a retry', async ({
  page,
}) => {
  await page.route('**/api/coin/all', (route) => route.abort('internetdisconnected'));
  await page.goto('/wallet/stake');
  const alert = page.getByRole('main').getByRole('alert');
  await expect(alert).toHaveCount(1);
  await expect(alert).toContainText("Can't load the networks and tokens.");
  await expect(page.locator('.notice')).toHaveCount(0);
  await page.unroute('**/api/coin/all');
  await alert.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByRole('region', { name: 'Local chain 1' })).toBeVisible();
});

test('I18N-3 a language without a name and with a broken icon falls back to its own name and a letter', async ({
  page,
}) => {
  await page.route('**/icons/*.svg', (route) => route.fulfill({ status: 404 }));
  await page.route('**/api/config/getLangList', async (route) => {
    const response = await route.fetch();
    const answer = await response.json();
    for (const entry of answer.data) entry.language = '';
    await route.fulfill({ response, json: answer });
  });
  await page.goto('/about');
  await languageButton(page).click();
  const dialog = page.getByRole('dialog');
  for (const [name, letter] of [
    ['English', 'E'],
    ['繁體中文', '繁'],
  ] as const) {
    await expect(dialog.getByRole('button', { name })).toHaveText(`${letter}${name}`);
  }
  await expect(dialog).not.toContainText(/en_US|zh_CN/);
});

test('DLG-1 reports a dialog whose code cannot be loaded, and opens it on the next press', async ({
  page,
  context,
}) => {
  await page.goto('/about', { waitUntil: 'networkidle' });
  await context.setOffline(true);
  await languageButton(page).click();
  await shownNotice(page, "Can't reach the server.");
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await context.setOffline(false);
  await languageButton(page).click();
  await expect(page.getByRole('dialog').getByRole('button', { name: 'English' })).toBeVisible();
});

test('DLG-1 two quick clicks open one dialog, and going back in the history closes it', async ({ page }) => {
  await page.goto('/contact');
  await header(page).getByRole('link', { name: 'About' }).click();
  await expect(page).toHaveURL(/\/about$/);
  await currencyButton(page).dblclick();
  await expect(page.getByRole('dialog')).toHaveCount(1);
  await page.goBack();
  await expect(page).toHaveURL(/\/contact$/);
  await expect(page.getByRole('dialog')).toHaveCount(0);
  expect(await page.evaluate(() => getComputedStyle(document.body).overflow)).toBe('visible');
});

test('SITE-8 the theme follows the system until one is selected, and follows a selection in another tab', async ({
  page,
  context,
}) => {
  await page.emulateMedia({ colorScheme: 'light' });
  await page.goto('/about');
  await expect(page.locator('html')).toHaveClass(/\blight\b/);
  await page.emulateMedia({ colorScheme: 'dark' });
  await expect(page.locator('html')).toHaveClass(/\bdark\b/);
  const other = await context.newPage();
  await other.emulateMedia({ colorScheme: 'dark' });
  await other.goto('/contact');
  await header(other).getByRole('button', { name: 'Switch between light and dark' }).click();
  await expect(page.locator('html')).toHaveClass(/\blight\b/);
});

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false, viewport: { width: 360, height: 740 } });

  test('SITE-4 SITE-5 no button is dead, and the menu links to every page', async ({ page }) => {
    for (const path of ['/home', '/wallet']) {
      await page.goto(path);
      await expect(page.getByRole('button')).toHaveCount(0);
    }
    await expect(page.getByRole('main')).toContainText('The wallet needs JavaScript.');
    await header(page).getByRole('link', { name: 'Menu' }).click();
    await expect(page.getByRole('navigation', { name: 'All pages' })).toBeInViewport();
  });
});

/** Delays the next page's code until the returned function is called. */
async function holdCode(page: Page): Promise<() => void> {
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route('**/_next/static/chunks/*.js', async (route) => {
    await held;
    await route.continue();
  });
  return release;
}

test('DLG-1 a press before the page’s code has loaded opens its dialog afterward', async ({ page }) => {
  const release = await holdCode(page);
  await page.goto('/about', { waitUntil: 'commit' });
  await page.getByRole('banner').getByRole('button', { name: 'Language' }).click();
  release();
  await expect(page.getByRole('dialog', { name: 'Choose a language' })).toBeVisible();
});

test('SITE-8 DLG-1 every press before the page’s code has loaded counts once', async ({ page }) => {
  const release = await holdCode(page);
  await page.emulateMedia({ colorScheme: 'light' });
  await page.goto('/home', { waitUntil: 'commit' });
  const banner = page.getByRole('banner');
  const theme = banner.getByRole('button', { name: 'Switch between light and dark' });
  for (let press = 0; press < 3; press++) await theme.click();
  await banner.getByRole('button', { name: 'USD' }).click();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  release();
  await expect(page.getByRole('dialog', { name: 'Choose a display currency' })).toBeVisible();
  await expect(page.locator('html')).toHaveClass(/\bdark\b/);
  expect(await page.evaluate(() => localStorage.getItem('theme'))).toBe('dark');
});
