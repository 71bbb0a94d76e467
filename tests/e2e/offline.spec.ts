import type { Page } from '@playwright/test';
import { fund } from '../support/fund';
import { expect, test } from '../support/wallet-test';

test.use({ serviceWorkers: 'allow' });

/** Waits until the worker controls the page and has stored a path. */
const stored = (page: Page, path: string) =>
  expect
    .poll(() =>
      page.evaluate(
        async (wanted) => navigator.serviceWorker.controller !== null && !!(await caches.match(wanted)),
        path,
      ),
    )
    .toBe(true);

const storedPaths = (page: Page) =>
  page.evaluate(async () => {
    const names = await caches.keys();
    const keys = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()));
    return keys.flat().map(({ url }) => new URL(url).pathname + new URL(url).search);
  });

for (const [prefix, bar, title, retry, heading] of [
  ['', "You're offline.", "You're offline", 'Try again', 'About us'],
  ['/zh-Hant', '目前離線。', '目前離線', '再試一次', '關於我們'],
] as const) {
  test(`SITE-13 ${prefix || '/en'} opens visited pages offline, and says so`, async ({ page, context }) => {
    await page.goto(`${prefix}/about?from=mail`);
    const status = page.getByRole('status').filter({ hasText: bar });
    await expect(status).toBeHidden();
    await stored(page, `${prefix}/about`);
    await context.setOffline(true);
    await expect(status).toBeVisible();
    await page.reload();
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(page).toHaveTitle(new RegExp(heading));
    await expect(status).toBeVisible();
    // The stored page has its style sheets.
    expect(await page.evaluate(() => [...document.styleSheets].length)).toBeGreaterThan(0);

    await page.goto(`${prefix}/help`);
    await expect(page.getByRole('heading', { name: title })).toBeVisible();
    await expect(page.locator('html')).toHaveAttribute('lang', prefix ? 'zh-Hant' : 'en');
    await context.setOffline(false);
    await page.getByRole('link', { name: retry }).click();
    await expect(page.getByRole('banner')).toBeVisible();
    await expect(status).toBeHidden();
  });
}

test('SITE-13 opens pages offline that a link has opened', async ({ page, context }) => {
  await page.goto('/home');
  await stored(page, '/home');
  await page.getByRole('contentinfo').getByRole('link', { name: 'About', exact: true }).click();
  await expect(page).toHaveTitle(/About us/);
  await stored(page, '/about');
  await context.setOffline(true);
  await page.reload();
  await expect(page).toHaveTitle(/About us/);
});

test('SITE-13 WAL-25 shows the last known balances offline, hides them on request, and forgets them at sign-out', async ({
  walletPage,
  wallet,
  page,
  context,
}) => {
  await fund(wallet.account.address, 'tUSDT', '25', 31337);
  await walletPage.open();
  await walletPage.signIn();
  await expect(walletPage.tokens().getByRole('listitem').first()).toBeVisible();
  await stored(page, '/wallet/swap');
  const main = page.getByRole('main');
  const bar = page.getByRole('status').filter({ hasText: /^You're offline\. Balances as of \d/ });
  await context.setOffline(true);
  await expect(bar).toBeVisible();
  await page.reload();
  const last = main.getByRole('region', { name: 'Last known balances' });
  await expect(last.getByRole('listitem').first()).toBeVisible();
  await expect(bar).toBeVisible();
  await last.getByRole('button', { name: 'Hide balances' }).click();
  await expect(last.getByText('••••').first()).toBeVisible();
  await last.getByRole('button', { name: 'Hide balances' }).click();

  // A page of the wallet that was never opened, and one that was open when the connection ended.
  await page.goto('/wallet/swap');
  await expect(main.getByRole('heading', { level: 1, name: 'Swap' })).toBeAttached();
  await context.setOffline(false);
  await expect(bar).toBeHidden();
  await expect(main.getByRole('form', { name: 'Swap' })).toBeVisible();

  const paths = await storedPaths(page);
  expect(paths.filter((path) => path.startsWith('/api/') || path.includes('?'))).toEqual([]);
  await walletPage.openAccount();
  await walletPage.dialog('Account').getByRole('button', { name: 'Disconnect' }).click();
  await expect(walletPage.connectButton()).toBeVisible();
  expect(await page.evaluate(() => localStorage.getItem('tidewell.lastBalances'))).toBeNull();
});

test('SITE-13 a new build takes over: navigations go to the network first, and old caches are deleted', async ({
  page,
}) => {
  await page.goto('/about');
  await stored(page, '/about');
  await page.evaluate(async () => {
    for (const name of await caches.keys()) {
      const cache = await caches.open(name);
      if (name.includes('pages'))
        await cache.put('/about', new Response('old', { headers: { 'Content-Type': 'text/html' } }));
    }
    await caches.open('tidewell-pages-earlier');
  });
  await page.reload();
  await expect(page.getByRole('banner')).toBeVisible();
  // The worker of this build replaces itself as one of another build would. Chromium revives a registration that is removed if
  // the page registers its worker before the browser has let go of the old page. Such a worker isn't activated again, so remove it again.
  await expect(async () => {
    await page.evaluate(async () => {
      for (const registration of await navigator.serviceWorker.getRegistrations())
        await registration.unregister();
    });
    await page.reload();
    await stored(page, '/about');
    await expect
      .poll(() => page.evaluate(() => caches.keys()), { timeout: 5_000 })
      .not.toContain('tidewell-pages-earlier');
  }).toPass();
});
