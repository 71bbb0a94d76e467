import type { Page } from '@playwright/test';
import { parseEventLogs } from 'viem';
import { stakingPoolAbi } from '@/lib/evm/abi/staking-pool';
import { formatAmount } from '@/lib/format/amount';
import { axeFindings, findings, showTheme } from '../support/axe';
import { readChains } from '../support/e2e-site';
import { fund } from '../support/fund';
import { hideReceipts } from '../support/hide-receipts';
import type { InjectedWallet } from '../support/injected-wallet';
import { poolOn, stakeOnChain, tide } from '../support/staking';
import { expect, test } from '../support/wallet-test';

const CHAIN = 31337;
const stakeOf = ({ account }: InjectedWallet, chainId = CHAIN) => {
  const { client, contract } = poolOn(chainId);
  return client.readContract({ ...contract, functionName: 'stakeOf', args: [account.address] });
};

const balanceOf = ({ account }: InjectedWallet, chainId = CHAIN) => {
  const { client, token } = poolOn(chainId);
  return client.readContract({ ...token, functionName: 'balanceOf', args: [account.address] });
};

const poolCard = (page: Page, chain = 'Local chain 1') => page.getByRole('region', { name: chain });
const panel = (page: Page) => page.getByRole('region', { name: 'Manage your stake' });
const review = (page: Page) => panel(page).getByRole('button', { name: 'Review' }).click();
const amountField = (page: Page) => panel(page).getByLabel('Amount', { exact: true });
const earnedShown = async (page: Page) =>
  Number(
    await poolCard(page)
      .getByText('Rewards earned')
      .locator('xpath=following-sibling::dd[1]/span[1]')
      .textContent(),
  );

test('WAL-6 a disconnected visitor sees what each pool pays, as stored in its contract', async ({ page }) => {
  await page.goto('/wallet');
  const rail = page.getByRole('navigation', { name: 'Wallet pages' });
  await rail.getByRole('link', { name: 'Earn' }).first().click();
  await rail.getByRole('link', { name: 'Staking', exact: true }).click();
  await expect(page).toHaveURL('/wallet/stake');
  for (const { id, name } of readChains().chains) {
    const { client, contract } = poolOn(id);
    // Retry, because other tests stake at the same time.
    await expect(async () => {
      const apr = await client.readContract({ ...contract, functionName: 'aprBps' });
      const total = await client.readContract({ ...contract, functionName: 'totalStaked' });
      const card = poolCard(page, name);
      await expect(card).toContainText(`${formatAmount(apr, 2, 'en', 2)}%`, { timeout: 1_000 });
      await expect(card).toContainText(`${formatAmount(total, 18, 'en')} tTIDE`, { timeout: 1_000 });
    }).toPass();
    await expect(poolCard(page, name)).toContainText(/Rewards left\s*36\d days/);
  }
  await page.getByRole('main').getByRole('button', { name: 'Connect wallet' }).click();
  await expect(page.getByRole('dialog').getByRole('button', { name: 'Demo wallet' })).toBeVisible();
});

test('WAL-6 WAL-9 stakes by permit, exact to the base unit, and links to the explorer', async ({
  walletPage,
  wallet,
  page,
}) => {
  await fund(wallet.account.address, 'tTIDE', '500', CHAIN);
  await walletPage.open('/wallet/stake');
  await walletPage.signIn();
  await amountField(page).fill('500.5');
  await amountField(page).press('Enter');
  await expect(panel(page).getByText('Not enough tTIDE in your wallet.')).toBeVisible();
  await amountField(page).fill('12.000000000000000001');
  await review(page);
  await walletPage.send('Stake 12.000000000000000001 tTIDE');
  await expect(walletPage.sheet().getByRole('link', { name: 'View in explorer' })).toHaveAttribute(
    'href',
    /\/wallet\/transaction\?chainId=31337&hash=0x[0-9a-f]{64}$/,
  );
  await walletPage.finish('12.000000000000000001 tTIDE staked.');
  await expect(panel(page).getByText('Confirmed on chain.')).toBeVisible();
  await expect(poolCard(page)).toContainText('Your stake12 tTIDE');
  await expect(poolCard(page)).toContainText('In your wallet487.999999 tTIDE');
  expect(await stakeOf(wallet)).toBe(tide('12.000000000000000001'));
  expect(await balanceOf(wallet)).toBe(tide('487.999999999999999999'));
  expect(wallet.count('eth_signTypedData_v4')).toBe(1);
  expect(wallet.count('eth_sendTransaction')).toBe(1);
});

test('WAL-6 unstakes part of a stake with the slider, truncated to the base unit', async ({
  walletPage,
  wallet,
  page,
}) => {
  await fund(wallet.account.address, 'tTIDE', '100', CHAIN);
  await stakeOnChain(wallet, CHAIN, tide('30.000000000000000003'));
  await walletPage.open('/wallet/stake?action=unstake');
  await walletPage.signIn();
  await expect(panel(page).getByText('Staked: 30 tTIDE')).toBeVisible();
  const slider = panel(page).getByRole('slider');
  await slider.focus();
  await slider.press('ArrowRight');
  await expect(amountField(page)).toHaveValue('7.5');
  await slider.press('End');
  await expect(amountField(page)).toHaveValue('30.000000000000000003');
  await slider.press('Home');
  await slider.press('ArrowRight');
  const release = wallet.hold('eth_sendTransaction');
  await review(page);
  await walletPage.send('Unstake 7.5 tTIDE');
  await wallet.hasAsked('eth_sendTransaction');
  await page.reload();
  await expect(amountField(page)).toHaveValue('');
  await amountField(page).fill('7.5');
  await review(page);
  await expect(walletPage.sheet().getByText('You may have sent this already:')).toBeVisible();
  await walletPage.sheet().getByRole('button', { name: 'Back' }).click();
  release('answer');
  await walletPage.told('7.5 tTIDE unstaked.');
  expect(await stakeOf(wallet)).toBe(tide('22.500000000000000003'));
  await expect(panel(page).getByText('Staked: 22.5 tTIDE')).toBeVisible();
});

test('WAL-6 rewards grow while the page is open, and a claim sends them and leaves the stake', async ({
  walletPage,
  wallet,
  page,
}) => {
  await fund(wallet.account.address, 'tTIDE', '50000', CHAIN);
  await stakeOnChain(wallet, CHAIN, tide('50000'));
  await walletPage.open('/wallet/stake?action=claim');
  await walletPage.signIn();
  await expect.poll(() => earnedShown(page)).toBeGreaterThan(0);
  const early = await earnedShown(page);
  await expect.poll(() => earnedShown(page)).toBeGreaterThan(early);
  const before = await earnedShown(page);
  await panel(page).getByRole('button', { name: 'Claim rewards' }).click();
  await walletPage.send('Claim rewards');
  await walletPage.finish('Rewards claimed.');

  const explorer = panel(page).getByRole('link', { name: 'View in explorer' });
  const hash = (await explorer.getAttribute('href'))?.split('hash=')[1] as `0x${string}`;
  const { client } = poolOn(CHAIN);
  const { logs } = await client.getTransactionReceipt({ hash });
  const [claimed] = parseEventLogs({ abi: stakingPoolAbi, eventName: 'RewardClaimed', logs });
  expect(claimed?.args.amount).toBeGreaterThan(0n);
  expect(await balanceOf(wallet)).toBe(claimed?.args.amount);
  expect(await stakeOf(wallet)).toBe(tide('50000'));
  // The claim pays at least the amount that the page displayed.
  expect(Number(claimed?.args.amount) / 1e18).toBeGreaterThanOrEqual(before);
});

test('WAL-6 exit returns the whole stake with the rewards', async ({ walletPage, wallet, page }) => {
  await fund(wallet.account.address, 'tTIDE', '50000', CHAIN);
  await stakeOnChain(wallet, CHAIN, tide('50000'));
  await walletPage.open('/wallet/stake');
  await walletPage.signIn();
  await panel(page).getByRole('tab', { name: 'Unstake all' }).click();
  await expect(page).toHaveURL('/wallet/stake?action=exit');
  // Wait for rewards, because a stake and an exit in the same second would earn nothing.
  await expect.poll(() => earnedShown(page)).toBeGreaterThan(0);
  await panel(page).getByRole('button', { name: 'Unstake all and claim' }).click();
  await walletPage.send('Unstake all and claim');
  await walletPage.finish('Your stake and rewards are back in your wallet.');
  await expect(panel(page).getByText('You have no stake on this network.')).toBeVisible();
  expect(await stakeOf(wallet)).toBe(0n);
  expect(await balanceOf(wallet)).toBeGreaterThan(tide('50000'));
});

test('WAL-9 rejecting a stake keeps what was typed, on the second chain too', async ({
  walletPage,
  wallet,
  page,
}) => {
  await fund(wallet.account.address, 'tTIDE', '20', 31338);
  await walletPage.open('/wallet/stake');
  await walletPage.signIn();
  await panel(page).getByLabel('Network').selectOption({ label: 'Local chain 2' });
  await amountField(page).fill('9.5');
  wallet.rejectNext('eth_signTypedData_v4');
  await review(page);
  await walletPage.send('Stake 9.5 tTIDE');
  await expect(walletPage.sheet().getByText('You rejected the request in your wallet.')).toBeVisible();
  await walletPage.sheet().getByRole('button', { name: 'Back' }).click();
  await expect(amountField(page)).toHaveValue('9.5');
  await expect(page.getByRole('region', { name: 'Notifications' })).not.toContainText('rejected');
  await review(page);
  await walletPage.send('Stake 9.5 tTIDE');
  await walletPage.finish('9.5 tTIDE staked.');
  expect(wallet.chainId).toBe(31338);
  expect(await stakeOf(wallet, 31338)).toBe(tide('9.5'));
});

test('WAL-6 WAL-9 a stake confirmed in the wallet after a reload is found on chain and tracked through another reload', async ({
  walletPage,
  wallet,
  page,
}) => {
  await fund(wallet.account.address, 'tTIDE', '20', CHAIN);
  await walletPage.open('/wallet/stake');
  await walletPage.signIn();
  const showReceipts = await hideReceipts(page, CHAIN);
  await amountField(page).fill('4');
  const release = wallet.hold('eth_sendTransaction');
  await review(page);
  await walletPage.send('Stake 4 tTIDE');
  await wallet.hasAsked('eth_sendTransaction');
  await page.reload();
  release('answer');
  await expect(panel(page).getByText('Not on the network yet.')).toBeVisible();
  await page.reload();
  await expect(panel(page).getByText('Not on the network yet.')).toBeVisible();
  showReceipts();
  await walletPage.told('4 tTIDE staked.');
  await expect(panel(page).getByText('Confirmed on chain.')).toBeVisible();
  expect(wallet.count('eth_sendTransaction')).toBe(1);
});

test('WAL-6 A11Y-1 stakes by keyboard on a phone; axe finds no violations in either theme or language', async ({
  walletPage,
  wallet,
  page,
}) => {
  await fund(wallet.account.address, 'tTIDE', '20', CHAIN);
  await walletPage.open('/wallet/stake');
  await walletPage.signIn();
  await page.setViewportSize({ width: 360, height: 740 });
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await panel(page).getByRole('tab', { name: 'Stake', exact: true }).focus();
  await page.keyboard.press('ArrowRight');
  await expect(panel(page).getByText('You have no stake on this network.')).toBeVisible();
  await page.keyboard.press('ArrowLeft');
  await expect(amountField(page)).toBeVisible();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  await expect(amountField(page)).toBeFocused();
  await page.keyboard.type('2.25');
  await page.keyboard.press('Enter');
  await expect(walletPage.sheet()).toBeVisible();
  expect(await findings(page, 360, '[role=dialog]')).toEqual([]);
  await walletPage.sheet().getByRole('button', { name: 'Stake 2.25 tTIDE' }).press('Enter');
  const result = walletPage.sheet().getByRole('heading', { name: '2.25 tTIDE staked.' });
  await expect(result).toBeFocused();
  expect(await findings(page, 360, '[role=dialog]')).toEqual([]);
  await page.keyboard.press('Escape');
  expect(await stakeOf(wallet)).toBe(tide('2.25'));

  for (const [path, ready] of [
    ['/wallet/stake?action=exit', 'Unstake all and claim'],
    ['/zh-Hant/wallet/stake?action=unstake', '下一步'],
  ] as const) {
    await page.goto(path);
    await expect(page.getByRole('main').getByRole('button', { name: ready })).toBeVisible();
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
