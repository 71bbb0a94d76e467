import type { Page } from '@playwright/test';
import type { CoinPrice } from '@/lib/api/types';
import { expect, test } from '../support/site-test';

const ANSWERS = '**/api/coin/pricing';
const STREAM = '**/api/coin/pricing/stream*';

const boardOf = (page: Page) =>
  page.getByRole('article').filter({ has: page.getByRole('heading', { name: 'Prices in real time' }) });

async function openBoard(page: Page) {
  await page.goto('/home');
  await page.evaluate(() => document.fonts.ready);
  const board = boardOf(page);
  await board.scrollIntoViewIfNeeded();
  return board;
}

test('HOME-7 shows the price service’s prices with their source', async ({ page }) => {
  const board = await openBoard(page);
  await expect(board.getByRole('radio', { name: /^ETH \$2,[45]\d\d\.\d\d/ })).toBeChecked();
  await expect(board.getByText('ETH · your price')).toBeVisible();
  await expect(board.getByText(/^Only 1 source right now: Uniswap v2 · \d\d:\d\d:\d\d$/)).toBeVisible();
  await expect(board.getByText('· past prices are samples')).toBeVisible();
});

for (const width of [360, 768, 1280]) {
  test(`HOME-7 nothing moves at ${width} px when prices of many platforms arrive`, async ({ page }) => {
    await page.setViewportSize({ width, height: 800 });
    await page.route(STREAM, (route) => route.abort());
    let release = () => {};
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    await page.route(ANSWERS, async (route) => {
      await held;
      // List platforms that this machine can't reach, as the API would.
      const response = await route.fetch();
      const answer: { data: CoinPrice[] } = await response.json();
      const sources = ['binance', 'coinbase', 'kraken', 'okx', 'uniswap-v2'];
      const data = answer.data.map((price) => ({ ...price, sources, change24h: '-12.34', stale: true }));
      await route.fulfill({ response, json: { ...answer, data } });
    });
    const board = await openBoard(page);
    await expect(board.getByText('Loading prices')).toBeVisible();
    const before = await board.boundingBox();
    release();
    await expect(board.getByText(/Binance, Coinbase, Kraken, OKX, Uniswap v2/)).toBeVisible();
    await expect(board.getByText('Out of date').first()).toBeVisible();
    expect(await board.boundingBox()).toEqual(before);
  });
}

test('HOME-7 prices are live: each is confirmed again while the page is open', async ({ page }) => {
  const board = await openBoard(page);
  const time = board.locator('time');
  await expect(time).toBeVisible();
  const first = (await time.getAttribute('datetime')) ?? '';
  await expect(time).not.toHaveAttribute('datetime', first, { timeout: 45_000 });
});

test('HOME-7 shows in the same space that prices are unavailable', async ({ page }) => {
  await page.route(STREAM, (route) => route.abort());
  await page.route(ANSWERS, (route) => route.abort());
  const board = await openBoard(page);
  const before = await board.boundingBox();
  await expect(board.getByText('Prices are unavailable right now.')).toBeVisible();
  expect(await board.boundingBox()).toEqual(before);
  await expect(page.getByRole('region', { name: 'Notifications' }).locator('p')).toHaveCount(0);
});

test('CUR-2 a selected pair survives a reload, and is cleared when the currency changes', async ({
  page,
}) => {
  const board = await openBoard(page);
  const weth = board.getByRole('radio', { name: /^WETH/ });
  await weth.press('Space');
  await expect(weth).toBeChecked();
  await page.reload();
  await board.scrollIntoViewIfNeeded();
  await expect(weth).toBeChecked();
  await page.getByRole('banner').getByRole('button', { name: 'Display currency' }).click();
  await page.getByRole('dialog').getByRole('button', { name: /EUR/ }).click();
  await expect(board.getByRole('radio', { name: /^ETH €/ })).toBeChecked();
  expect(await page.evaluate(() => localStorage.getItem('spotPair'))).toBeNull();
});
