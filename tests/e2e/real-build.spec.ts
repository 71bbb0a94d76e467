import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { findings } from '../support/axe';
import { E2E_DIST_DIR, OPERATOR, REAL_DIST_DIR, serveRealBuild } from '../support/e2e-site';
import { expect, test } from '../support/site-test';

/** Strings that occur only in the demo wallet and its guide. */
const MARKS = ['local.tidewell.demo-wallet', '59c6995e998f97a5a0044966f0945389', 'tidewell.guide'];

async function scriptsWith(dist: string): Promise<string[]> {
  const found: string[] = [];
  for (const folder of ['static', 'server']) {
    for (const file of await readdir(join(dist, folder), { recursive: true, withFileTypes: true })) {
      if (!file.isFile() || !file.name.endsWith('.js')) continue;
      const text = await readFile(join(file.parentPath, file.name), 'utf8');
      if (MARKS.some((mark) => text.includes(mark))) found.push(file.name);
    }
  }
  return found;
}

test('WAL-1 a build for real chains contains nothing of the demo wallet, and the local build does', async () => {
  expect(await scriptsWith(REAL_DIST_DIR)).toEqual([]);
  expect(await scriptsWith(E2E_DIST_DIR)).not.toEqual([]);
});

test("SEO-1 a build has the operator's origin in every absolute URL", async () => {
  const read = (file: string) => readFile(join(REAL_DIST_DIR, 'server/app', file), 'utf8');
  const [home, sitemap, robots] = await Promise.all(
    ['zh-Hant/home.html', 'sitemap.xml.body', 'robots.txt.body'].map(read),
  );
  expect(home).toContain(`<link rel="canonical" href="${OPERATOR}/zh-Hant/home"/>`);
  expect(home).toContain(`content="${OPERATOR}/images/og/zh-Hant/home.png"`);
  expect(sitemap).toContain(`<loc>${OPERATOR}/home</loc>`);
  expect(robots).toContain(`Sitemap: ${OPERATOR}/sitemap.xml`);
  for (const text of [home, sitemap, robots]) expect(text).not.toMatch(/https?:\/\/(127\.0\.0\.1|localhost)/);
});

test('WAL-1 leads a phone without a wallet to a wallet app, WalletConnect, or an install page', async ({
  page,
}) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await serveRealBuild(page, '0123456789abcdef0123456789abcdef');
  await page.goto(`${OPERATOR}/home?ref=1#part`);
  await page.getByRole('banner').getByRole('button', { name: 'Connect wallet' }).click();
  const dialog = page.getByRole('dialog', { name: 'Connect a wallet' });
  await expect(dialog.getByText('No wallet found in this browser.')).toBeVisible();
  await expect(dialog.getByRole('button', { name: /WalletConnect/ })).toBeVisible();
  const address = 'https://wallet.example.org/home?ref=1';
  for (const [name, href] of [
    ['MetaMask', 'https://link.metamask.io/dapp/wallet.example.org/home?ref=1'],
    ['Trust Wallet', `https://link.trustwallet.com/open_url?coin_id=60&url=${encodeURIComponent(address)}`],
    ['Coinbase Wallet', `https://go.cb-w.com/dapp?cb_url=${encodeURIComponent(address)}`],
  ] as const)
    await expect(dialog.getByRole('link', { name: `${name} Opens this page in the app` })).toHaveAttribute(
      'href',
      href,
    );
  await expect(dialog.getByRole('link', { name: 'Install MetaMask' })).toBeVisible();
  expect(await findings(page, 360, '[role=dialog]')).toEqual([]);

  // Desktop browsers get a link to an extension instead.
  await page.setViewportSize({ width: 1280, height: 800 });
  await expect(dialog.getByRole('link', { name: 'Install MetaMask' })).toBeVisible();
  await expect(dialog.getByRole('link', { name: /Opens this page in the app/ })).toHaveCount(0);
});

test('WAL-1 a phone’s links are those of the page that opened the dialog, and disappear if there is a wallet', async ({
  page,
}) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await serveRealBuild(page, null);
  await page.goto(`${OPERATOR}/zh-Hant/wallet`);
  await page.getByRole('banner').getByRole('button', { name: '連接錢包' }).click();
  const dialog = page.getByRole('dialog', { name: '連接錢包' });
  const metaMask = dialog.getByRole('link', { name: 'MetaMask 在 App 中開啟本頁' });
  await expect(metaMask).toHaveAttribute(
    'href',
    'https://link.metamask.io/dapp/wallet.example.org/zh-Hant/wallet',
  );
  await expect(dialog.getByRole('button', { name: /WalletConnect/ })).toHaveCount(0);
  await page.evaluate(() => {
    Object.assign(window, { ethereum: { request: () => Promise.resolve([]) } });
    window.dispatchEvent(new Event('ethereum#initialized'));
  });
  await expect(dialog.getByRole('button', { name: '瀏覽器錢包' })).toBeVisible();
  await expect(metaMask).toHaveCount(0);
});

test('HOME-5 only what the operator has not switched on is marked as planned', async ({ page }) => {
  await serveRealBuild(page, null);
  await page.goto(`${OPERATOR}/home`);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(page.getByText('Planned', { exact: true })).toHaveCount(1);
  await expect(page.getByRole('main').getByRole('term').filter({ hasText: 'DApps' })).toContainText(
    'Planned',
  );
});
