import type { Page } from '@playwright/test';
import { type Address, erc20Abi, type Hash, maxUint256, parseAbi, parseEther, parseUnits } from 'viem';
import { formatAmount } from '@/lib/format/amount';
import { routerAbi } from '@/lib/wallet/swap/abi';
import { receivedAmount } from '@/lib/wallet/swap/swap-logs';
import { axeFindings, showTheme } from '../support/axe';
import { chooseToken } from '../support/choose-token';
import { chainClient, FUNDER, findContract, findToken } from '../support/e2e-site';
import { fund } from '../support/fund';
import type { InjectedWallet } from '../support/injected-wallet';
import { expect, test } from '../support/wallet-test';

const CHAIN = 31337;
const sellAbi = parseAbi([
  'function swapExactETHForTokens(uint256, address[], address, uint256) payable returns (uint256[])',
]);
const router = (chainId = CHAIN) =>
  ({ address: findContract('router_contract', chainId), abi: routerAbi }) as const;
const token = (symbol: string, chainId = CHAIN): Address => findToken(symbol, chainId).address ?? '0x';
const balanceOf = ({ account }: InjectedWallet, symbol: string, chainId = CHAIN) =>
  chainClient(chainId).readContract({
    ...{ address: token(symbol, chainId), abi: erc20Abi, functionName: 'balanceOf' },
    args: [account.address],
  });
const allowance = ({ account }: InjectedWallet, symbol: string) =>
  chainClient(CHAIN).readContract({
    ...{ address: token(symbol), abi: erc20Abi, functionName: 'allowance' },
    args: [account.address, router().address],
  });
const panel = (page: Page) => page.getByRole('form', { name: 'Swap' });
const review = (page: Page) => panel(page).getByRole('button', { name: 'Review' }).click();
const terms = (page: Page) => page.getByRole('region', { name: 'Swap details' });
const amountField = (page: Page) => panel(page).getByLabel('You pay', { exact: true });
/** Returns the minimum received that the page shows, without digit separators. */
const leastShown = async (page: Page) => {
  const line = panel(page).getByText(/^At least [\d,.]+ \S+, or the swap doesn't happen\.$/);
  await expect(line).toBeVisible();
  return (await line.textContent())?.split(' ')[2]?.replaceAll(',', '') ?? '';
};

/** Reads the swap transaction that the page's explorer link points to, and returns the amount received. */
async function latestSwap(
  page: Page,
  wallet: InjectedWallet,
  sold: Address,
  bought: Address,
  chainId = CHAIN,
) {
  const link = page.getByRole('main').getByRole('link', { name: 'View in explorer' });
  const hash = (await link.getAttribute('href'))?.split('hash=')[1] as Hash;
  const client = chainClient(chainId);
  const { logs, blockNumber } = await client.getTransactionReceipt({ hash });
  const wrapped = token('WETH', chainId);
  const trade = { sold, bought, wrapped, coinId: 0, symbol: '', decimals: 18, minimumRaw: '0' };
  const received =
    receivedAmount(logs, {
      ...{ account: wallet.account.address, amountRaw: '0', trade },
      request: { to: router(chainId).address },
    }) ?? 0n;
  /** Returns the router's quote as of the block before the swap. */
  const promised = async (amount: bigint, path: readonly Address[]) =>
    (
      await client.readContract({
        ...router(chainId),
        functionName: 'getAmountsOut',
        args: [amount, path],
        blockNumber: blockNumber - 1n,
      })
    ).at(-1);
  return { received, promised };
}

test('WAL-5 a disconnected visitor sees a live quote with its route, as calculated by the router', async ({
  page,
}) => {
  await page.goto('/wallet');
  await page.getByRole('navigation', { name: 'Wallet pages' }).getByRole('link', { name: 'Trade' }).click();
  await expect(page).toHaveURL('/wallet/swap');
  await expect(terms(page)).toContainText(/1 ETH = 2,[45]\d\d/);
  await chooseToken(panel(page), 'tTIDE', { label: 'You pay' });
  await chooseToken(panel(page), 'ETH', { label: 'You receive' });
  await expect(page).toHaveURL('/wallet/swap?sell=5&buy=1');
  await amountField(page).fill('2000');
  const path = [token('tTIDE'), token('tUSDT'), token('WETH')];
  // Retry, because other tests trade at the same time.
  await expect(async () => {
    const out = (
      await chainClient(CHAIN).readContract({
        ...{ ...router(), functionName: 'getAmountsOut' },
        args: [parseEther('2000'), path],
      })
    ).at(-1);
    await expect(panel(page).getByLabel('You get about')).toHaveText(formatAmount(out ?? 0n, 18, 'en', 8), {
      timeout: 7_000,
    });
  }).toPass();
  await expect(terms(page)).toContainText('tTIDE to ETH through tUSDT, 2 pools');
  await expect(terms(page)).toContainText(/1 ETH = [\d,.]+ tTIDE/);
  await panel(page).getByRole('button', { name: 'Switch tokens' }).click();
  await expect(page).toHaveURL('/wallet/swap?sell=1&buy=5');
  await panel(page).getByRole('button', { name: 'Connect wallet' }).click();
  await expect(page.getByRole('dialog').getByRole('button', { name: 'Demo wallet' })).toBeVisible();
});

test('WAL-5 WAL-9 sells a token for the native currency: exact approval, enforced minimum, and a full report', async ({
  walletPage,
  wallet,
  page,
}) => {
  await fund(wallet.account.address, 'tUSDT', '500', CHAIN);
  await walletPage.open('/wallet/swap?sell=2&buy=1');
  await walletPage.signIn();
  await amountField(page).fill('500.000001');
  await amountField(page).press('Enter');
  await expect(panel(page).getByText('Not enough tUSDT in your wallet.')).toBeVisible();
  await amountField(page).fill('123.456789');
  const least = await leastShown(page);
  await review(page);
  await walletPage.send('Swap 123.456789 tUSDT');
  const result = walletPage.sheet().getByRole('heading', {
    name: /^123\.456789 tUSDT swapped for 0\.04\d+ ETH\./,
  });
  await expect(result).toBeVisible();
  const told = await result.textContent();
  await walletPage.finish(/swapped for/);
  await expect(amountField(page)).toHaveValue('');
  await expect(page.getByRole('main').getByText('Confirmed on chain.')).toBeVisible();

  const amount = parseUnits('123.456789', 6);
  const { received, promised } = await latestSwap(
    page,
    wallet,
    token('tUSDT'),
    '0x0000000000000000000000000000000000000000',
  );
  expect(received).toBe(await promised(amount, [token('tUSDT'), token('WETH')]));
  expect(received).toBeGreaterThanOrEqual(parseEther(least));
  expect(told).toContain(`${formatAmount(received, 18, 'en')} ETH`);
  expect(await balanceOf(wallet, 'tUSDT')).toBe(parseUnits('376.543211', 6));
  expect(await allowance(wallet, 'tUSDT')).toBe(0n);
  expect(wallet.count('eth_sendTransaction')).toBe(2);
});

test('WAL-5 the maximum of the native currency leaves the network fee, and wrapping is one to one', async ({
  walletPage,
  wallet,
  page,
}) => {
  await fund(wallet.account.address, 'ETH', '0', CHAIN);
  await walletPage.open('/wallet/swap?sell=1&buy=4');
  await walletPage.signIn();
  await panel(page).getByRole('button', { name: 'Max' }).click();
  const most = await amountField(page).inputValue();
  expect(parseEther(most)).toBeLessThan(parseEther('10'));
  expect(parseEther(most)).toBeGreaterThan(parseEther('9.9'));
  await expect(
    panel(page).getByText('Exchanged one to one, with no pool and no price impact.'),
  ).toBeVisible();
  await amountField(page).fill('6.000000000000000001');
  await expect(terms(page)).toContainText('Minimum received6 WETH');
  await review(page);
  await walletPage.send('Swap 6.000000000000000001 ETH');
  await walletPage.finish('6.000000000000000001 ETH swapped for 6 WETH.');
  expect(await balanceOf(wallet, 'WETH')).toBe(parseEther('6.000000000000000001'));

  await panel(page).getByRole('button', { name: 'Switch tokens' }).click();
  await amountField(page).fill('4.5');
  await expect(terms(page)).toContainText('Minimum received4.5 ETH');
  await review(page);
  await walletPage.send('Swap 4.5 WETH');
  await walletPage.finish('4.5 WETH swapped for 4.5 ETH.');
  expect(await balanceOf(wallet, 'WETH')).toBe(parseEther('1.500000000000000001'));
  expect(wallet.count('eth_sendTransaction')).toBe(2);
});

test('WAL-9 rejecting a swap keeps what was typed, on the second chain too', async ({
  walletPage,
  wallet,
  page,
}) => {
  await fund(wallet.account.address, 'tDAI', '20', 31338);
  await walletPage.open('/wallet/swap?sell=3&buy=4');
  await walletPage.signIn();
  await chooseToken(panel(page), 'tDAI', { network: 'Local chain 2', label: 'You pay' });
  await expect(page).toHaveURL('/wallet/swap?sell=3&buy=4&chain=31338');
  await amountField(page).fill('9.5');
  await leastShown(page);
  wallet.rejectNext('eth_sendTransaction');
  await review(page);
  await walletPage.send('Swap 9.5 tDAI');
  await expect(walletPage.sheet().getByText('You rejected the request in your wallet.')).toBeVisible();
  await expect(amountField(page)).toHaveValue('9.5');
  await walletPage.send('Swap 9.5 tDAI');
  await walletPage.finish(/^9\.5 tDAI swapped for 0\.003\d+ WETH\./);
  expect(wallet.chainId).toBe(31338);
  const { received, promised } = await latestSwap(
    page,
    wallet,
    token('tDAI', 31338),
    token('WETH', 31338),
    31338,
  );
  expect(await balanceOf(wallet, 'WETH', 31338)).toBe(received);
  const paths = [
    ['tDAI', 'WETH'],
    ['tDAI', 'tUSDT', 'WETH'],
  ].map((way) => way.map((name) => token(name, 31338)));
  expect(await Promise.all(paths.map((way) => promised(parseEther('9.5'), way)))).toContain(received);
});

test('WAL-5 WAL-9 if the price passes the limit during the wallet’s prompt, nothing moves and the page says so', async ({
  walletPage,
  wallet,
  page,
}) => {
  await fund(wallet.account.address, 'ETH', '0', CHAIN);
  await walletPage.open('/wallet/swap?sell=1&buy=3');
  await walletPage.signIn();
  await panel(page)
    .getByText(/^Slippage tolerance 0\.5%/)
    .click();
  await panel(page).getByLabel('Slippage tolerance').fill('25');
  await expect(
    panel(page).getByText('Enter a value from 0.05% to 20%, with at most two decimals.'),
  ).toBeVisible();
  await amountField(page).fill('1');
  await amountField(page).press('Enter');
  await expect(panel(page).getByLabel('Slippage tolerance')).toBeFocused();
  await panel(page).getByLabel('Slippage tolerance').fill('0.05');
  await leastShown(page);
  const release = wallet.hold('eth_sendTransaction');
  await review(page);
  await walletPage.send('Swap 1 ETH');
  await expect(walletPage.sheet().getByText('Confirm the transaction in your wallet.')).toBeVisible();
  await wallet.hasAsked('eth_sendTransaction');
  const client = chainClient(CHAIN);
  const sale = await client.writeContract({
    account: FUNDER,
    address: router().address,
    abi: sellAbi,
    functionName: 'swapExactETHForTokens',
    args: [0n, [token('WETH'), token('tDAI')], FUNDER, maxUint256],
    value: parseEther('2'),
  });
  await client.waitForTransactionReceipt({ hash: sale, pollingInterval: 100 });
  release('answer');
  await expect(walletPage.sheet().getByRole('alert').last()).toHaveText(
    'The price moved past your limit or the deadline passed, so the swap failed. No tokens moved, but you paid the network fee.',
  );
  expect(await balanceOf(wallet, 'tDAI')).toBe(0n);
});

test('WAL-5 blocks a swap with a price impact of 15% or more until the user types a confirmation', async ({
  walletPage,
  wallet,
  page,
}) => {
  await fund(wallet.account.address, 'tUSDT', '150000', CHAIN);
  await walletPage.open('/wallet/swap?sell=2&buy=5');
  await walletPage.signIn();
  for (const [amount, word] of [
    ['100', 'low'],
    ['20000', 'high'],
    ['120000', 'extreme'],
  ] as const) {
    await amountField(page).fill(amount);
    await expect(terms(page)).toContainText(new RegExp(`Price impact.*% · ${word}Minimum received`));
  }
  await review(page);
  const confirm = panel(page).getByLabel('Type “swap anyway” to continue');
  await expect(confirm).toBeFocused();
  expect(wallet.count('eth_sendTransaction')).toBe(0);
  await page.keyboard.type('swap anyway');
  // The confirmation applies to this amount only.
  await amountField(page).fill('130000');
  await expect(confirm).toHaveValue('');
  await confirm.fill('Swap anyway');
  wallet.rejectNext('eth_sendTransaction');
  await confirm.press('Enter');
  await expect(walletPage.sheet().getByText(/^Extreme price impact/)).toBeVisible();
  await walletPage.send('Swap 130,000 tUSDT');
  await expect(walletPage.sheet().getByText('You rejected the request in your wallet.')).toBeVisible();
  expect(wallet.count('eth_sendTransaction')).toBe(1);
});

test('WAL-9 a swap confirmed in the wallet after a reload is found on chain and keeps showing the amount received', async ({
  walletPage,
  wallet,
  page,
}) => {
  await fund(wallet.account.address, 'ETH', '0', CHAIN);
  await walletPage.open('/wallet/swap?sell=1&buy=2');
  await walletPage.signIn();
  await amountField(page).fill('0.02');
  await leastShown(page);
  const release = wallet.hold('eth_sendTransaction');
  await review(page);
  await walletPage.send('Swap 0.02 ETH');
  await expect(walletPage.sheet().getByText('Confirm the transaction in your wallet.')).toBeVisible();
  await wallet.hasAsked('eth_sendTransaction');
  await page.reload();
  await expect(amountField(page)).toHaveValue('0.02');
  await leastShown(page);
  await review(page);
  await expect(walletPage.sheet().getByText('You may have sent this already:')).toBeVisible();
  await page.keyboard.press('Escape');
  release('answer');
  await walletPage.told(/^0\.02 ETH swapped for 49\.\d+ tUSDT\./);
  const { received } = await latestSwap(
    page,
    wallet,
    '0x0000000000000000000000000000000000000000',
    token('tUSDT'),
  );
  expect(await balanceOf(wallet, 'tUSDT')).toBe(received);

  await page.reload();
  await expect(page.getByRole('main').getByText(/^0\.02 ETH for 49\.\d+ tUSDT/)).toBeVisible();
  expect(wallet.count('eth_sendTransaction')).toBe(1);
});

test('WAL-5 ignores a late quote for an earlier amount and reports an expired quote', async ({ page }) => {
  await page.clock.install();
  await page.goto('/wallet/swap?sell=1&buy=2');
  const node = new URL(chainClient(CHAIN).chain.rpcUrls.default.http[0] ?? '').origin;
  let held: (() => void) | null = null;
  let isDown = false;
  await page.route(
    (url) => url.origin === node,
    async (route) => {
      if (isDown) return route.abort();
      // The quote for 3 ETH arrives late.
      if (route.request().postData()?.includes(parseEther('3').toString(16)) && !held)
        await new Promise<void>((resolve) => {
          held = resolve;
        });
      return route.continue();
    },
  );
  await amountField(page).fill('3');
  await page.clock.runFor(1_000);
  await expect.poll(() => held !== null).toBe(true);
  await amountField(page).fill('1');
  await page.clock.runFor(1_000);
  await expect(panel(page)).toContainText(/You get about2,4\d\d/);
  (held as unknown as () => void)();
  await page.clock.runFor(2_000);
  await expect(panel(page)).toContainText(/You get about2,4\d\d/);

  isDown = true;
  await page.clock.runFor(45_000);
  await expect(panel(page).getByRole('alert')).toContainText('This quote has expired');
  isDown = false;
  await panel(page).getByRole('alert').getByRole('button', { name: 'Try again' }).click();
  await expect(panel(page).getByRole('alert')).toHaveCount(0);
});

test('WAL-5 A11Y-1 swaps by keyboard on a phone; axe finds no violations in either theme or language', async ({
  walletPage,
  wallet,
  page,
}) => {
  await fund(wallet.account.address, 'tTIDE', '50', CHAIN);
  await walletPage.open('/wallet/swap?sell=5&buy=2');
  await walletPage.signIn();
  await page.setViewportSize({ width: 360, height: 740 });
  await page.emulateMedia({ reducedMotion: 'reduce' });
  const receive = panel(page).getByRole('button', { name: /^You receive: / });
  await receive.press('Enter');
  const sheet = page.getByRole('dialog', { name: 'Choose a token' });
  await expect(sheet.getByRole('combobox')).toBeFocused();
  await page.keyboard.type('usdt');
  await page.keyboard.press('Escape');
  await expect(sheet).toBeHidden();
  await expect(receive).toBeFocused();
  await expect(receive).toHaveAccessibleName('You receive: tUSDT on Local chain 1');
  await amountField(page).focus();
  await page.keyboard.type('20');
  await leastShown(page);
  await page.keyboard.press('Enter');
  // About a dollar: other swaps move the price.
  await walletPage.sheet().getByRole('button', { name: 'Swap 20 tTIDE' }).press('Enter');
  await walletPage.finish(/^20 tTIDE swapped for (0\.9|1\.0)\d+ tUSDT\./);
  const { received } = await latestSwap(page, wallet, token('tTIDE'), token('tUSDT'));
  expect(await balanceOf(wallet, 'tUSDT')).toBe(received);

  for (const [path, amount, ready] of [
    ['/wallet/swap?sell=5&buy=1', '4000000', 'Extreme price impact'],
    ['/zh-Hant/wallet/swap?sell=5&buy=3', '30', '最少收到'],
  ] as const) {
    await page.goto(path);
    await page.getByRole('main').getByRole('textbox').first().fill(amount);
    await expect(page.getByRole('main').getByText(ready).first()).toBeVisible();
    await page.getByRole('main').locator('form summary').click();
    for (const [colorScheme, widths] of [
      ['light', [320, 360]],
      ['dark', [1280]],
    ] as const) {
      await showTheme(page, colorScheme);
      for (const width of widths) {
        await page.setViewportSize({ width, height: 800 });
        const overflow = await page.evaluate(
          () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
        );
        expect(overflow, `horizontal scroll at ${width} px`).toBe(0);
      }
      expect(await axeFindings(page)).toEqual([]);
    }
  }
});
