import { demoKeys } from '@/components/wallet/demo-wallet/demo-accounts';
import { axeFindings, showTheme } from '../support/axe';
import { fund } from '../support/fund';
import { InjectedWallet } from '../support/injected-wallet';
import { pledgeOnChain, usdt } from '../support/presale';
import { expect, test, WalletPage } from '../support/wallet-test';

const CHAIN = 31337;
const OTHER_CHAIN = 31338;

test('WAL-13 the portfolio shows the total, allocation, and holdings, sums networks, and hides small ones; a new account has no history (WAL-22, WAL-23)', async ({
  walletPage,
  wallet,
  page,
}) => {
  const { address } = wallet.account;
  await fund(address, 'tUSDT', '1000', CHAIN);
  await fund(address, 'tUSDT', '20', OTHER_CHAIN);
  await fund(address, 'tDAI', '0.5', CHAIN);
  await pledgeOnChain(wallet, CHAIN, 0n, usdt('250'));
  await walletPage.open('/wallet/portfolio');
  await walletPage.signIn();
  const main = page.getByRole('main');
  await expect(main.getByRole('region', { name: 'Total in USD' })).toContainText(/Pledged\$2[45]\d\.\d\d/);
  const history = main.getByRole('region', { name: 'Value over time' });
  await expect(
    history.getByText(/^No history yet\. This account hasn't held anything with a price/),
  ).toBeVisible();
  await expect(history.locator('canvas')).toHaveCount(0);

  const spread = main.getByRole('region', { name: 'Allocation' });
  await expect(spread.getByRole('listitem').first()).toContainText('ETH');
  await spread.getByRole('tab', { name: 'By location' }).click();
  await expect(spread.getByRole('listitem').filter({ hasText: 'Pledged' })).toBeVisible();

  const holdings = main.getByRole('region', { name: 'Holdings' });
  const row = (symbol: string) =>
    holdings.getByRole('row').filter({ has: page.getByRole('rowheader', { name: symbol }) });
  await expect(row('tUSDT')).toContainText('1,020 tUSDT');
  await expect(row('tUSDT')).toContainText('Pledged 250');
  const sum = holdings.getByRole('button', { name: /tUSDT.*2 networks/ });
  await sum.click();
  await expect(row('tUSDT')).toHaveCount(3);
  await expect(row('tUSDT').filter({ hasText: 'Local chain 2' })).toContainText('20 tUSDT');
  await sum.click();
  await expect(row('tUSDT')).toHaveCount(1);
  await expect(main.getByRole('region', { name: 'Found tokens' })).toContainText('All blocks searched.');
  await expect(row('tDAI')).toBeVisible();
  await holdings.getByRole('checkbox', { name: 'Hide holdings below $1.00' }).check();
  await expect(row('tDAI')).toHaveCount(0);
  await page.reload();
  await expect(row('tUSDT')).toBeVisible();
  await expect(row('tDAI')).toHaveCount(0);
});

test('WAL-13 OPS-1 the monthly value chart of a demo account has no jumps, and sample prices are marked', async ({
  context,
  page,
}) => {
  await new InjectedWallet(demoKeys[0]).install(context);
  const walletPage = new WalletPage(page);
  await walletPage.open('/wallet/portfolio');
  await walletPage.signIn();
  const history = page.getByRole('main').getByRole('region', { name: 'Value over time' });
  await history.getByRole('tab', { name: '1M' }).click();
  await expect(history.locator('canvas').first()).toBeVisible();
  await expect(history.getByText('Sample prices', { exact: true })).toBeVisible();
  await expect(history.getByText(/^Starts on/)).toHaveCount(0);
  await expect(history.getByRole('link', { name: /^TradingView/ })).toHaveAttribute(
    'href',
    'https://www.tradingview.com/',
  );
  await history.getByText('Show as a table').click();
  const cells = await history.getByRole('cell').allTextContents();
  const values = cells.map((text) => Number(text.replace(/[$,]/g, '')));
  expect(values.length).toBeGreaterThan(30);
  expect(new Set(values).size).toBeGreaterThan(25);
  for (const [index, value] of values.slice(1).entries())
    expect(Math.abs(value / (values[index] ?? value) - 1)).toBeLessThan(0.2);

  for (const colorScheme of ['light', 'dark'] as const) {
    await showTheme(page, colorScheme);
    await expect(history.locator('canvas').first()).toBeVisible();
    expect(await axeFindings(page, 'main'), colorScheme).toEqual([]);
  }
  await page.setViewportSize({ width: 320, height: 700 });
  const overflow = () =>
    page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
  await expect.poll(overflow).toBe(0);
  // Content that is too wide would be clipped, so a chart drawn in a wide window must resize.
  const width = () => history.evaluate((section) => section.getBoundingClientRect().width);
  await expect.poll(width).toBeLessThanOrEqual(320);
});
