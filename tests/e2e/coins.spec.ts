import { axeFindingsInThemes } from '../support/axe';
import { E2E_ORIGIN, findToken } from '../support/e2e-site';
import { expect, test } from '../support/wallet-test';

const CHAIN = 31337;
test('API-7 lists coins with their networks and prices, and links to their details and back', async ({
  page,
}) => {
  await page.goto('/wallet/coins');
  const list = page.getByRole('list', { name: 'Tokens' });
  await expect(list.getByRole('listitem')).toHaveCount(5);
  await expect(page.getByText('5 tokens')).toBeVisible();
  const ether = list.getByRole('link', { name: /^ETH Ether/ });
  await expect(ether).toContainText(/\$[\d,]+/);
  await ether.click();
  await expect(page).toHaveURL('/wallet/coins?id=1');
  const heading = page.getByRole('heading', { name: 'Ether ETH' });
  await expect(heading).toBeFocused();
  await expect(page.getByText(/^1 source: Uniswap v2,/)).toBeVisible();
  await expect(page.getByText("The network's native currency. It has no token address.")).toHaveCount(2);
  await page.goBack();
  await expect(ether).toBeVisible();
});

test('API-7 a search by symbol, name or address is in the URL and survives a reload', async ({ page }) => {
  await page.goto('/wallet/coins');
  const search = page.getByRole('searchbox', { name: 'Find a token' });
  await search.fill('dai');
  await search.press('Enter');
  await expect(page).toHaveURL('/wallet/coins?search=dai');
  await expect(page.getByRole('link', { name: /^tDAI/ })).toBeVisible();
  await expect(page.getByRole('list', { name: 'Tokens' }).getByRole('listitem')).toHaveCount(1);
  await page.reload();
  await expect(search).toHaveValue('dai');
  await expect(page.getByText('1 token', { exact: true })).toBeVisible();

  await search.fill(findToken('tUSDT', CHAIN).address ?? '');
  await page.getByRole('button', { name: 'Find' }).click();
  await expect(page.getByRole('link', { name: /^tUSDT/ })).toBeVisible();
  await search.fill('nothing of the kind');
  await search.press('Enter');
  await expect(page.getByText('No token matches “nothing of the kind”.')).toBeVisible();
  await page.getByRole('main').getByRole('link', { name: 'All tokens' }).click();
  await expect(page).toHaveURL('/wallet/coins');
  await expect(search).toHaveValue('');
});

test('API-7 the page number is in the URL, and one past the last page links back', async ({ page }) => {
  // The list has only five coins, so the test uses pages of three.
  await page.route('**/api/coin/list?*', async (route) => {
    const url = new URL(route.request().url());
    url.searchParams.set('pageSize', '3');
    await route.continue({ url: url.href });
  });
  await page.goto('/wallet/coins');
  const pages = page.getByRole('navigation', { name: 'Pages' });
  await pages.getByRole('link', { name: 'Next page' }).click();
  await expect(page).toHaveURL('/wallet/coins?page=2');
  await expect(pages.getByText('Page 2 of 2')).toBeVisible();
  await expect(page.getByRole('list', { name: 'Tokens' }).getByRole('listitem')).toHaveCount(2);
  await pages.getByRole('link', { name: 'Previous page' }).click();
  await expect(page).toHaveURL('/wallet/coins');
  await page.goto('/wallet/coins?page=9');
  await expect(page.getByText('There are no tokens on this page.')).toBeVisible();
});

test('API-7 copies a token, looks it up, and adds it to the wallet on its own chain (EIP-747)', async ({
  page,
  wallet,
  walletPage,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await walletPage.open('/wallet/coins?id=2');
  await expect(page.getByRole('heading', { name: 'Test USDT tUSDT' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Add to wallet' })).toHaveCount(0);
  await walletPage.signIn();
  const { address } = findToken('tUSDT', 31338);
  const entry = page
    .getByRole('listitem')
    .filter({ has: page.getByRole('heading', { name: 'Local chain 2' }) });
  await expect(entry).toContainText(`${address}`);
  await entry.getByRole('button', { name: 'Copy address' }).click();
  await walletPage.told('copy successful');
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(address);
  await expect(entry.getByRole('link', { name: 'View in explorer' })).toHaveAttribute(
    'href',
    `${E2E_ORIGIN}/wallet/transaction?chainId=31338&address=${address}`,
  );
  await entry.getByRole('button', { name: 'Add to wallet' }).click();
  await walletPage.told('tUSDT was added to your wallet.');
  expect(wallet.watched).toEqual([
    {
      chainId: 31338,
      asset: {
        type: 'ERC20',
        options: { address, decimals: 6, symbol: 'tUSDT', image: `${E2E_ORIGIN}/coins/usdt.svg` },
      },
    },
  ]);
});

test('API-7 reports an unknown coin, and offers a retry for one that cannot be loaded', async ({ page }) => {
  await page.goto('/wallet/coins?id=99');
  await expect(page.getByRole('main').getByRole('alert')).toHaveText(
    'Token not found. It may no longer be listed.',
  );
  await page.route('**/api/coin/1', (route) => route.abort());
  await page.goto('/zh-Hant/wallet/coins?id=1');
  await expect(page.getByRole('main').getByRole('alert')).toContainText('無法載入這個代幣');
  await page.unroute('**/api/coin/1');
  await page.getByRole('button', { name: '再試一次' }).click();
  await expect(page.getByRole('heading', { name: 'Ether ETH' })).toBeVisible();
});

test('API-7 shows fees and limits without a connected wallet, with the API’s values', async ({
  page,
  request,
}) => {
  await page.goto('/wallet');
  await page.getByRole('contentinfo').getByRole('link', { name: 'Fees and limits' }).click();
  await expect(page).toHaveURL('/wallet/fees');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Fees and limits');
  const fees = page.getByRole('main');
  const { data: pricing } = await (await request.get('/api/config/pricing')).json();
  await expect(fees.getByText(`${pricing.swapFeeBps / 100}%`, { exact: true })).toBeVisible();
  for (const { termDays } of pricing.pledge)
    await expect(fees.getByText(`Pledge of ${termDays} days, interest for the full term`)).toBeVisible();
  const { data: terms } = await (await request.get('/api/withdraw/config')).json();
  await expect(fees.getByRole('table')).toHaveCount(2);
  await expect(fees.getByRole('row')).toHaveCount(terms.length + 2);

  await page.route('**/api/withdraw/config', (route) => route.abort());
  await page.reload();
  await expect(fees.getByRole('alert')).toContainText("Can't load the fees.");
});

for (const path of [
  '/wallet/coins',
  '/wallet/coins?id=2',
  '/zh-Hant/wallet/coins?id=3',
  '/zh-Hant/wallet/fees',
]) {
  test(`A11Y-1 axe finds no violations on ${path} in either theme, at any width`, async ({ page }) => {
    await page.goto(path);
    const main = page.getByRole('main');
    await expect(main.getByRole(path.endsWith('fees') ? 'table' : 'listitem').first()).toBeVisible();
    for (const width of [320, 768, 1280]) {
      await page.setViewportSize({ width, height: 800 });
      const overflow = await page.evaluate(
        () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
      );
      expect(overflow, `horizontal scroll at ${width} px`).toBe(0);
      // Skip axe at tablet width, where the page has the same elements and colors as at desktop width.
      if (width !== 768) expect(await axeFindingsInThemes(page)).toEqual([]);
    }
  });
}
