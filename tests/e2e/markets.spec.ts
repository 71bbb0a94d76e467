import type { Page } from '@playwright/test';
import type { CoinPrice, PriceHistory } from '@/lib/api/types';
import type { PriceAlert } from '@/lib/prices/price-alerts';
import { axeFindingsInThemes } from '../support/axe';
import { shownNotice } from '../support/shown-notices';
import { expect, test } from '../support/site-test';

const ANSWERS = '**/api/coin/pricing';
const STREAM = '**/api/coin/pricing/stream*';
const ETH = 1;

const main = (page: Page) => page.getByRole('main');
const notices = (page: Page) => page.getByRole('region', { name: /Notifications|通知/ }).locator('p');
const tab = (page: Page, name: string) => main(page).getByRole('tab', { name, exact: true });
const alertItems = (page: Page) =>
  main(page).getByRole('list', { name: 'Price alerts' }).getByRole('listitem');
const storedPair = (page: Page) => page.evaluate(() => localStorage.getItem('spotPair'));

async function chooseCurrency(page: Page, name: RegExp) {
  await page.getByRole('banner').getByRole('button', { name: 'Display currency' }).click();
  await page.getByRole('dialog').getByRole('button', { name }).click();
  await expect(page.getByRole('dialog')).toBeHidden();
}

/**
 * Changes the ETH price in the API's responses. The page requests prices every few seconds, because the stream is
 * blocked.
 */
async function answerWith(page: Page, change: () => Partial<CoinPrice>) {
  await page.route(STREAM, (route) => route.abort());
  await page.route(ANSWERS, async (route) => {
    const response = await route.fetch();
    const answer: { data: CoinPrice[] } = await response.json();
    const data = answer.data.map((price) => (price.coinId === ETH ? { ...price, ...change() } : price));
    await route.fulfill({ response, json: { ...answer, data } });
  });
}

/** Stores an alert in local storage. */
const keepAlert = (page: Page, alert: Partial<PriceAlert>) =>
  page.addInitScript(
    (entry) => {
      if (localStorage.getItem('tidewell.priceAlerts') === null)
        localStorage.setItem('tidewell.priceAlerts', JSON.stringify([entry]));
    },
    {
      id: 'kept',
      coinId: ETH,
      symbol: 'ETH',
      currency: 'USD',
      side: 'above',
      price: '1',
      toldAt: null,
      ...alert,
    },
  );

test('PRICE-1 shows each coin with its live price, the day as a line, the number of sources, and the age', async ({
  page,
}) => {
  await page.goto('/wallet/coins');
  await expect(page.getByRole('heading', { name: 'Markets', level: 1 })).toBeVisible();
  const ether = main(page).getByRole('link', { name: /^ETH Ether/ });
  await expect(ether).toContainText(/\$2,[45]\d\d\.\d\d/);
  await expect(ether).toContainText(/1 source · (now|\d+s ago)/);
  await expect(ether.locator('svg[preserveAspectRatio=none] path')).toHaveAttribute('d', /^M/);
  await expect(main(page).getByText('Sample prices', { exact: true })).toBeVisible();
  const time = ether.locator('time');
  const first = (await time.getAttribute('datetime')) ?? '';
  await expect(time).not.toHaveAttribute('datetime', first, { timeout: 45_000 });
});

test('CUR-2 WAL-13 a selected pair is drawn, survives a reload, and is cleared when the currency changes', async ({
  page,
}) => {
  await page.goto('/wallet/coins');
  await tab(page, 'Pair chart').click();
  await expect(page).toHaveURL('/wallet/coins?view=chart');
  const chart = main(page).getByRole('region', { name: 'Pair chart' });
  await expect(chart.getByText('1 ETH in USD')).toBeVisible();
  await expect(chart.getByText(/Now: \$2,[45]\d\d\.\d\d\. Lowest \$/)).toBeVisible();
  await expect(chart.locator('canvas').first()).toBeVisible();
  await expect(chart.getByText('Sample prices', { exact: true })).toBeVisible();

  await chart.getByLabel('Token', { exact: true }).selectOption('tDAI');
  await chart.getByLabel('Priced in').selectOption('ETH');
  await expect(chart.getByText('1 tDAI in ETH')).toBeVisible();
  await expect(chart.getByText(/Now: 0\.000[34]\d* ETH\./)).toBeVisible();
  await chart.getByRole('button', { name: 'Switch tokens' }).click();
  await expect(chart.getByText('1 ETH in tDAI')).toBeVisible();
  await expect(chart.getByText(/Now: 2,[45]\d\d(\.\d+)? tDAI\./)).toBeVisible();
  await expect(
    chart.getByText(/^The price of one token in units of the other, based on both prices at the same time\./),
  ).toBeVisible();
  await chart.getByText('Show as a table').click();
  expect(await chart.getByRole('row').count()).toBeGreaterThan(20);
  expect(await storedPair(page)).toBe('ETH/tDAI/USD');

  await page.reload();
  await expect(chart.getByText('1 ETH in tDAI')).toBeVisible();
  await chooseCurrency(page, /EUR/);
  await expect(chart.getByText('1 ETH in EUR')).toBeVisible();
  await expect(chart.getByText('Past prices are converted into EUR at the current rate.')).toBeVisible();
  expect(await storedPair(page)).toBeNull();
});

test('WAL-13 a chart shows since when prices are known, and offers a retry if they cannot be loaded', async ({
  page,
}) => {
  await page.route('**/api/coin/history?*', (route) => route.abort());
  await page.goto('/wallet/coins?id=1');
  const chart = main(page).getByRole('region', { name: 'ETH over time' });
  await expect(chart.getByRole('alert')).toContainText("Can't load past prices.");
  await page.unroute('**/api/coin/history?*');
  // Unlike a newly started site, the demo has a complete price history.
  await page.route('**/api/coin/history?*', async (route) => {
    const response = await route.fetch();
    const answer: { data: PriceHistory } = await response.json();
    const coins = answer.data.coins.map((coin) => ({
      ...coin,
      prices: coin.prices.map((price, index) => (index < 9 ? null : price)),
    }));
    await route.fulfill({ response, json: { ...answer, data: { ...answer.data, coins } } });
  });
  await chart.getByRole('button', { name: 'Try again' }).click();
  await expect(chart.locator('canvas').first()).toBeVisible();
  await chart.getByRole('tab', { name: '1M' }).click();
  await expect(
    chart.getByText(/^Starts on [A-Z][a-z]{2} \d+, 2\d{3}: no earlier prices were recorded/),
  ).toBeVisible();
  await expect(chart.getByLabel('Token', { exact: true })).toHaveCount(0);
  await chart.getByLabel('Priced in').selectOption('tUSDT');
  await expect(chart.getByText('1 ETH in tUSDT')).toBeVisible();
});

test('WAL-13 A11Y-1 the crosshair follows pointer and arrow keys, and the range is in the URL', async ({
  page,
}) => {
  await page.goto('/wallet/coins?id=1&range=month');
  const chart = main(page).getByRole('region', { name: 'ETH over time' });
  await expect(chart.getByRole('tab', { name: '1M' })).toHaveAttribute('aria-selected', 'true');
  await expect(chart.getByText('past 30 days', { exact: true })).toBeVisible();
  await chart.getByRole('tab', { name: '1D' }).click();
  await expect(page).toHaveURL('/wallet/coins?id=1&range=day');
  await chart.getByRole('tab', { name: '1W' }).click();
  await expect(page).toHaveURL('/wallet/coins?id=1');
  const canvas = chart.locator('canvas').first();
  await expect(canvas).toBeVisible();

  const crosshair = chart.getByRole('slider', { name: 'Crosshair: 1 ETH in USD' });
  await crosshair.focus();
  await page.keyboard.press('Home');
  await expect(crosshair).toHaveValue('0');
  await expect(crosshair).toHaveAttribute('aria-valuetext', /^[A-Z][a-z]{2} \d+, 2\d{3}: \$[\d,.]+, 0\.00%/);
  await page.keyboard.press('ArrowRight');
  await expect(crosshair).toHaveValue('1');
  await expect(chart.getByText('past 7 days', { exact: true })).toHaveCount(0);
  await page.keyboard.press('Escape');
  await expect(chart.getByText('past 7 days', { exact: true })).toBeVisible();

  await canvas.scrollIntoViewIfNeeded();
  const box = await canvas.boundingBox();
  if (!box) throw new Error('the chart has no box');
  await page.mouse.move(box.x + box.width / 4, box.y + box.height / 2);
  await expect(chart.getByText('past 7 days', { exact: true })).toHaveCount(0);
  expect(Number(await crosshair.inputValue())).toBeGreaterThan(1);
  await page.mouse.move(0, 0);
  await expect(chart.getByText('past 7 days', { exact: true })).toBeVisible();
});

test('WAL-13 an alert is set, notified once at its price, listed as notified, and removed', async ({
  page,
}) => {
  let price = '2500';
  await answerWith(page, () => ({ price, stale: false }));
  await page.goto('/wallet/coins?id=1');
  const form = main(page).getByRole('region', { name: 'Price alerts' });
  const field = form.getByRole('textbox', { name: 'Price' });
  await expect(main(page).getByText('$2,500.00').first()).toBeVisible();
  for (const [text, problem] of [
    ['', 'Enter a price.'],
    ['a lot', 'Enter the price as a number, such as 12.5.'],
    ['0', 'Enter a price above zero.'],
    ['2400', 'The price is already that high. Enter a price above $2,500.00.'],
  ] as const) {
    await field.fill(text);
    await form.getByRole('button', { name: 'Set alert' }).click();
    await expect(form.getByText(problem)).toBeVisible();
  }
  await field.fill('2600');
  await field.press('Enter');
  await shownNotice(page, 'Alert set: ETH rises to $2,600.00.');
  await expect(alertItems(page)).toContainText(['ETH rises to $2,600.00Waiting']);
  await field.fill('2600.0');
  await field.press('Enter');
  await expect(form.getByText('You already have this alert.')).toBeVisible();

  // The alert fires on another wallet page too.
  price = '2600.01';
  await page.goto('/wallet/stake');
  await shownNotice(page, 'ETH has risen to $2,600.01. Your alert: $2,600.00.');
  await page.goto('/wallet/coins?view=alerts');
  await expect(alertItems(page)).toContainText([/^ETH rises to \$2,600\.00Notified on /]);
  await expect(notices(page)).toHaveCount(0);
  await page.getByRole('button', { name: 'Remove: ETH rises to $2,600.00' }).click();
  await expect(main(page).getByRole('heading', { name: 'Price alerts' })).toBeFocused();
  await expect(main(page).getByText(/^No alerts yet\. Open a token and set a target price\./)).toBeVisible();
  await page.reload();
  await expect(main(page).getByText(/^No alerts yet\. Open a token and set a target price\./)).toBeVisible();
});

test('WAL-13 an alert keeps its currency if the display currency changes', async ({ page }) => {
  await keepAlert(page, { price: '2000' });
  await page.addInitScript(() => localStorage.setItem('legalItem', 'TWD'));
  await page.goto('/wallet/coins?view=alerts');
  await shownNotice(page, /^ETH has risen to \$2,[45]\d\d\.\d\d\. Your alert: \$2,000\.00\./);
  await expect(alertItems(page)).toContainText([/^ETH rises to \$2,000\.00Notified on /]);
});

test('WAL-13 a price that no source confirms notifies nobody', async ({ page }) => {
  let stale = true;
  await keepAlert(page, {});
  await answerWith(page, () => ({ stale }));
  await page.goto('/wallet/coins?view=alerts');
  await expect(alertItems(page)).toContainText(['ETH rises to $1.00Waiting for a reliable price']);
  await expect(notices(page)).toHaveCount(0);
  stale = false;
  await shownNotice(page, /^ETH has risen to /);
});

test('WAL-13 of two open pages only one notifies, and a public page never', async ({ page, context }) => {
  await page.goto('/home');
  const other = await context.newPage();
  await other.goto('/wallet/coins?view=alerts');
  await expect(main(other).getByText(/^No alerts yet\. Open a token and set a target price\./)).toBeVisible();
  const told: string[] = [];
  for (const each of [other, await context.newPage()]) {
    await each.exposeFunction('noteNotice', (text: string) => told.push(text));
    await each.addInitScript(() => {
      new MutationObserver((changes) => {
        for (const { addedNodes } of changes)
          for (const node of addedNodes)
            if (node instanceof HTMLElement && node.matches('.notice'))
              (window as unknown as { noteNotice: (text: string) => void }).noteNotice(
                node.textContent ?? '',
              );
      }).observe(document, { childList: true, subtree: true });
    });
    await each.goto('/wallet/coins?view=alerts');
    await expect(
      main(each).getByText(/^No alerts yet\. Open a token and set a target price\./),
    ).toBeVisible();
  }
  await page.evaluate((entry) => localStorage.setItem('tidewell.priceAlerts', JSON.stringify([entry])), {
    ...{ id: 'kept', coinId: ETH, symbol: 'ETH', currency: 'USD', side: 'above', price: '1', toldAt: null },
  });
  await expect(alertItems(other)).toContainText([/Notified on/]);
  const pages = context.pages();
  await expect(alertItems(pages.at(-1) ?? other)).toContainText([/Notified on/]);
  await expect.poll(() => told.length).toBe(1);
  await expect(notices(page)).toHaveCount(0);
});

test('WAL-13 says that an alert ends with the page if the browser blocks storage', async ({ page }) => {
  await page.addInitScript(() => {
    Storage.prototype.setItem = () => {
      throw new DOMException('refused', 'QuotaExceededError');
    };
  });
  await page.goto('/wallet/coins?id=1');
  const form = main(page).getByRole('region', { name: 'Price alerts' });
  await form.getByRole('textbox', { name: 'Price' }).fill('999999');
  await form.getByRole('button', { name: 'Set alert' }).click();
  await shownNotice(page, "This browser can't store alerts. You'll lose this one when you close the page.");
  await expect(alertItems(page)).toContainText([/^ETH rises to \$999,999\.00/]);
});

for (const [path, name] of [
  ['/wallet/coins?view=chart', 'Pair chart'],
  ['/zh-Hant/wallet/coins?view=chart', '交易對走勢'],
  ['/wallet/coins?view=alerts', 'Price alerts'],
  ['/zh-Hant/wallet/coins?view=alerts', '到價提醒'],
] as const) {
  test(`A11Y-1 axe finds no violations on ${path} in either theme, and nothing is too wide`, async ({
    page,
  }) => {
    await keepAlert(page, { price: '999999', side: 'above' });
    await page.goto(path);
    const region = main(page).getByRole('region', { name });
    await expect(region.getByRole('listitem').or(region.locator('canvas')).first()).toBeVisible();
    for (const width of [320, 1280]) {
      await page.setViewportSize({ width, height: 800 });
      await expect
        .poll(() =>
          page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth),
        )
        .toBe(0);
      expect(await axeFindingsInThemes(page)).toEqual([]);
    }
  });
}
