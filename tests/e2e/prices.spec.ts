import { expect, test } from '../support/site-test';

test('HOME-7 shows the price service’s prices with their sources, and nothing moves when they come', async ({
  page,
}) => {
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route('**/api/coin/pricing', async (route) => {
    await held;
    await route.continue();
  });
  await page.goto('/home');
  const board = page
    .getByRole('article')
    .filter({ has: page.getByRole('heading', { name: 'Prices in real time' }) });
  await board.scrollIntoViewIfNeeded();
  await expect(board.getByText('Asking for prices …')).toBeVisible();
  const before = await board.boundingBox();
  release();
  const eth = board.getByRole('radio', { name: /^ETH/ });
  await expect(eth).toBeChecked();
  await expect(board.getByText('ETH · your price')).toBeVisible();
  await expect(board.getByText(/^Middle price of Uniswap v2 · \d\d:\d\d:\d\d$/)).toBeVisible();
  expect(await board.boundingBox()).toEqual(before);
});

test('HOME-7 the prices are live: each is confirmed again while the page is open', async ({ page }) => {
  await page.goto('/home');
  const time = page.getByRole('article').locator('time');
  await time.scrollIntoViewIfNeeded();
  const first = await time.getAttribute('datetime');
  await expect(time).not.toHaveAttribute('datetime', first ?? '', { timeout: 45_000 });
});

test('HOME-7 says that prices are unavailable in the same room', async ({ page }) => {
  await page.route('**/api/coin/pricing*', (route) => route.abort());
  await page.goto('/home');
  const board = page
    .getByRole('article')
    .filter({ has: page.getByRole('heading', { name: 'Prices in real time' }) });
  const before = await board.boundingBox();
  await board.scrollIntoViewIfNeeded();
  await expect(board.getByText('Prices are unavailable right now.')).toBeVisible();
  expect((await board.boundingBox())?.height).toBe(before?.height);
  await expect(page.getByRole('region', { name: 'Notices' }).getByText(/./)).toHaveCount(0);
});

test('CUR-2 a chosen pair stays over a reload, and goes when the currency changes', async ({ page }) => {
  await page.goto('/home');
  const weth = page.getByRole('radio', { name: /^WETH/ });
  await page.getByRole('heading', { name: 'Prices in real time' }).scrollIntoViewIfNeeded();
  await page.getByText('WETH', { exact: true }).last().click();
  await expect(weth).toBeChecked();
  await page.reload();
  await page.getByRole('heading', { name: 'Prices in real time' }).scrollIntoViewIfNeeded();
  await expect(weth).toBeChecked();
  await page
    .getByRole('banner')
    .getByRole('button', { name: /currency/i })
    .click();
  await page.getByRole('dialog').getByRole('button', { name: /EUR/ }).click();
  await expect(page.getByRole('radio', { name: /^ETH/ })).toBeChecked();
  await expect(page.getByText(/^€/).first()).toBeVisible();
  expect(await page.evaluate(() => localStorage.getItem('spotPair'))).toBeNull();
});
