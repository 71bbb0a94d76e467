import type { Page } from '@playwright/test';
import { createWalletClient, type Hash, http } from 'viem';
import { formatAmount } from '@/lib/format/amount';
import { axeFindings, showTheme } from '../support/axe';
import { readChains } from '../support/e2e-site';
import { fund } from '../support/fund';
import { hideReceipts } from '../support/hide-receipts';
import { pledgeOnChain, pledgesOf, pledgesOn, usdt } from '../support/presale';
import { walletBalance } from '../support/vault';
import { expect, latestEntry, test, type WalletPage } from '../support/wallet-test';

const CHAIN = 31337;
const DAY_S = 86_400n;

const card = (page: Page, chain = 'Local chain 1') => page.getByRole('region', { name: chain });
const panel = (page: Page) => page.getByRole('region', { name: 'New pledge' });
const review = (page: Page) => panel(page).getByRole('button', { name: 'Review' }).click();
const amountField = (page: Page) => panel(page).getByLabel('Amount', { exact: true });

async function open(walletPage: WalletPage, path = '/wallet/pledge') {
  await walletPage.open(path);
  await walletPage.signIn();
}

test('WAL-8 a disconnected visitor sees each network’s terms and reserve, as stored in its contract', async ({
  page,
}) => {
  await page.goto('/wallet');
  const rail = page.getByRole('navigation', { name: 'Wallet pages' });
  await rail.getByRole('link', { name: 'Earn' }).first().click();
  await rail.getByRole('link', { name: 'Pledge', exact: true }).click();
  await expect(page).toHaveURL('/wallet/pledge');
  for (const { id, name } of readChains().chains) {
    const { client, contract } = pledgesOn(id);
    const terms = await client.readContract({ ...contract, functionName: 'terms' });
    expect(terms.length).toBeGreaterThan(2);
    const items = card(page, name).getByRole('list', { name: 'Terms' }).getByRole('listitem');
    for (const [index, { duration, rateBps, penaltyBps }] of terms.entries()) {
      await expect(items.nth(index)).toContainText(`${BigInt(duration) / DAY_S} days`);
      await expect(items.nth(index)).toContainText(`${rateBps / 100}%`);
      await expect(items.nth(index)).toContainText(`costs ${penaltyBps / 100}% of the amount`);
    }
  }
  // Retry, because other tests pledge at the same time and the page polls only every few seconds.
  await expect(async () => {
    await page.reload();
    for (const { id, name } of readChains().chains) {
      const { client, contract, token } = pledgesOn(id);
      const args = [token.address] as const;
      const free = await client.readContract({ ...contract, functionName: 'freeReserve', args });
      const pledged = await client.readContract({ ...contract, functionName: 'pledged', args });
      for (const [label, value] of [
        ['Reserve left for interest', free],
        ['Total pledged', pledged],
      ] as const)
        await expect(card(page, name)).toContainText(`${label}${formatAmount(value, 6, 'en')} tUSDT`, {
          timeout: 20_000,
        });
    }
  }).toPass();
  await page.getByRole('main').getByRole('button', { name: 'Connect wallet' }).click();
  await expect(page.getByRole('dialog').getByRole('button', { name: 'Demo wallet' })).toBeVisible();
});

test('WAL-8 WAL-9 API-7 pledges for a selected term, exact to the base unit: previewed, stored on chain, recorded', async ({
  walletPage,
  wallet,
  page,
}) => {
  const { address } = wallet.account;
  await fund(address, 'tUSDT', '500', CHAIN);
  await open(walletPage);
  await amountField(page).fill('500.000001');
  await amountField(page).press('Enter');
  await expect(panel(page).getByText('Not enough tUSDT in your wallet.')).toBeVisible();
  await amountField(page).fill('120.000019');
  await panel(page)
    .getByRole('radio', { name: /^90 days/ })
    .check();
  await expect(page).toHaveURL('/wallet/pledge?chain=31337&term=1');
  for (const text of ['+ 4.8 tUSDT', '124.800019 tUSDT', '116.400018 tUSDT'])
    await expect(panel(page).getByText(text)).toBeVisible();
  await review(page);
  await walletPage.send('Pledge 120.000019 tUSDT');
  const result = walletPage.sheet().getByRole('heading', { name: '120.000019 tUSDT pledged.' });
  await expect(result).toBeVisible();
  const href = await walletPage.sheet().getByRole('link', { name: 'View in explorer' }).getAttribute('href');
  const [calendar] = await Promise.all([
    page.waitForEvent('download'),
    walletPage.sheet().getByRole('button', { name: 'Add to calendar' }).click(),
  ]);
  expect(calendar.suggestedFilename()).toBe('tidewell-unlock.ics');
  await walletPage.finish('120.000019 tUSDT pledged.');
  expect(href).toMatch(/\/wallet\/transaction\?chainId=31337&hash=0x[0-9a-f]{64}$/);
  await expect(panel(page).getByText('Confirmed on chain and recorded.')).toBeVisible();
  const left = card(page)
    .getByRole('definition')
    .filter({ hasText: /^(90 days|89 days 23 hours)$/ });
  await expect(left).toBeVisible();
  await expect(card(page)).toContainText('Paid at maturity124.800019 tUSDT');

  const [pledge] = await pledgesOf(wallet, CHAIN);
  expect(pledge).toMatchObject({
    termId: 1n,
    amount: usdt('120.000019'),
    interest: usdt('4.8'),
    penalty: usdt('3.600001'),
    status: 0,
  });
  expect((pledge?.maturesAt ?? 0n) - (pledge?.startedAt ?? 0n)).toBe(90n * DAY_S);
  expect(await walletBalance(address, 'tUSDT', CHAIN)).toBe(usdt('379.999981'));
  // The approval was for exactly the pledged amount.
  const { client, contract, token } = pledgesOn(CHAIN);
  const args = [address, contract.address] as const;
  expect(await client.readContract({ ...token, functionName: 'allowance', args })).toBe(0n);
  await page.getByRole('navigation', { name: 'Wallet pages' }).getByRole('link', { name: 'Home' }).click();
  const activity = page.getByRole('region', { name: 'Activity' }).getByRole('listitem');
  await expect(activity.filter({ hasText: /^Pledge/ })).toContainText(/Pledge.*Sent −120\.000019 tUSDT/);
});

test('WAL-8 an early exit shows its cost first and needs more than one press', async ({
  walletPage,
  wallet,
  page,
}) => {
  const { address } = wallet.account;
  await fund(address, 'tUSDT', '100.000099', CHAIN);
  await pledgeOnChain(wallet, CHAIN, 2n, usdt('100.000099'));
  await open(walletPage);
  const leave = card(page).getByRole('button', { name: 'Leave early: 100.000099 tUSDT, 180 days' });
  await leave.click();
  const sheet = walletPage.sheet();
  await expect(
    sheet.getByRole('heading', {
      name: /^Exit pledge .+ early, pay the penalty, and send the rest to your account$/,
    }),
  ).toBeVisible();
  for (const text of ['95.000094 tUSDT', '−5.000005 tUSDT', '−10.000009 tUSDT', '110.000108 tUSDT'])
    await expect(sheet.locator('dd').filter({ hasText: text }).first()).toBeVisible();
  const confirm = sheet.getByRole('button', { name: 'Leave early with 95.000094 tUSDT' });
  await confirm.click();
  await expect(sheet.getByText('Check the box to confirm the cost of leaving early.')).toBeVisible();
  await expect(sheet.getByRole('checkbox')).toBeFocused();
  expect(wallet.requests).not.toContain('eth_sendTransaction');
  await sheet.getByRole('button', { name: 'Back' }).click();
  await expect(leave).toBeFocused();

  await leave.click();
  await expect(sheet.getByRole('checkbox')).not.toBeChecked();
  await sheet.getByRole('checkbox').check();
  await confirm.click();
  await walletPage.finish('95.000094 tUSDT is back in your wallet.');
  await expect(card(page).getByText('You have no active pledge on this network.')).toBeVisible();
  await card(page).getByText('1 closed pledge').click();
  await expect(card(page).getByText('Left early with a penalty of 5.000005 tUSDT.')).toBeVisible();
  expect(await walletBalance(address, 'tUSDT', CHAIN)).toBe(usdt('95.000094'));
  expect(await pledgesOf(wallet, CHAIN)).toMatchObject([{ status: 2 }]);
});

test('WAL-9 WAL-10 rejecting keeps what was typed, on the second chain too, and an empty wallet is reported', async ({
  walletPage,
  wallet,
  page,
}) => {
  await fund(wallet.account.address, 'tUSDT', '20', 31338);
  await open(walletPage);
  await expect(panel(page).getByText(/^Your wallet has no tUSDT on this network/)).toBeVisible();
  await panel(page).getByLabel('Network').selectOption({ label: 'Local chain 2' });
  await amountField(page).fill('9.5');
  wallet.rejectNext('eth_sendTransaction');
  await review(page);
  await walletPage.send('Pledge 9.5 tUSDT');
  await expect(walletPage.sheet().getByText('You rejected the request in your wallet.')).toBeVisible();
  await expect(amountField(page)).toHaveValue('9.5');
  await expect(page.getByRole('region', { name: 'Notifications' })).not.toContainText('rejected');
  await walletPage.send('Pledge 9.5 tUSDT');
  await walletPage.finish('9.5 tUSDT pledged.');
  expect(wallet.chainId).toBe(31338);
  expect(await pledgesOf(wallet, 31338)).toMatchObject([{ amount: usdt('9.5') }]);
});

test('WAL-8 WAL-9 reports a revert, and shows the pledge as it is on chain', async ({
  walletPage,
  wallet,
  page,
}) => {
  await fund(wallet.account.address, 'tUSDT', '50', CHAIN);
  await pledgeOnChain(wallet, CHAIN, 0n, usdt('50'));
  await open(walletPage);
  await card(page)
    .getByRole('button', { name: /^Leave early/ })
    .click();
  const sheet = walletPage.sheet();
  await sheet.getByRole('checkbox').check();
  const release = wallet.hold('eth_sendTransaction');
  await walletPage.send(/^Leave early with/);
  await expect(sheet.getByText('Confirm the transaction in your wallet.')).toBeVisible();
  await wallet.hasAsked('eth_sendTransaction');
  // Exit early directly on chain while the page's own request is still pending in the wallet.
  const { client, contract } = pledgesOn(CHAIN);
  const [pledge] = await pledgesOf(wallet, CHAIN);
  const hash = await client.writeContract({
    ...contract,
    account: wallet.account,
    functionName: 'exitEarly',
    args: [pledge?.id ?? 0n, wallet.address],
  });
  await client.waitForTransactionReceipt({ hash, pollingInterval: 100 });
  release('answer');
  await expect(sheet.getByRole('alert')).toHaveText(/^The network rejected the transaction/);
  await page.keyboard.press('Escape');
  await expect(panel(page).getByText(/^The network rejected the transaction/)).toBeVisible();
  await expect(card(page).getByText('1 closed pledge')).toBeVisible();
  expect(await walletBalance(wallet.account.address, 'tUSDT', CHAIN)).toBe(usdt('49'));
});

test('WAL-8 WAL-9 a pending pledge survives a reload and is followed until it is recorded', async ({
  walletPage,
  wallet,
  page,
}) => {
  await fund(wallet.account.address, 'tUSDT', '20', CHAIN);
  const { client, contract, token } = pledgesOn(CHAIN);
  const args = [contract.address, usdt('4')] as const;
  const approval = await client.writeContract({
    ...token,
    account: wallet.account,
    functionName: 'approve',
    args,
  });
  await client.waitForTransactionReceipt({ hash: approval, pollingInterval: 100 });
  await open(walletPage);
  const showReceipts = await hideReceipts(page, CHAIN);
  await amountField(page).fill('4');
  await review(page);
  await walletPage.send('Pledge 4 tUSDT');
  await expect(walletPage.sheet().getByText('Waiting for the network')).toBeVisible();
  await page.reload();
  await expect(walletPage.sheet().getByText('Waiting for the network')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(panel(page).getByText('Sent. Waiting for the network…')).toBeVisible();
  showReceipts();
  await walletPage.told('4 tUSDT pledged.');
  await expect(panel(page).getByText('Confirmed on chain and recorded.')).toBeVisible();
  expect(wallet.count('eth_sendTransaction')).toBe(1);
  expect(await pledgesOf(wallet, CHAIN)).toMatchObject([{ amount: usdt('4') }]);
});

test('WAL-8 WAL-9 follows the new hash of a pledge that the wallet resent at a higher fee', async ({
  walletPage,
  wallet,
  page,
}) => {
  await fund(wallet.account.address, 'tUSDT', '20', CHAIN);
  const { client, contract, token } = pledgesOn(CHAIN);
  const { account } = wallet;
  const approve = {
    ...token,
    account,
    functionName: 'approve',
    args: [contract.address, usdt('6')],
  } as const;
  await client.waitForTransactionReceipt({
    hash: await client.writeContract(approve),
    pollingInterval: 100,
  });
  const letThrough = wallet.leaveGap();
  await open(walletPage);
  await amountField(page).fill('6');
  await review(page);
  await walletPage.send('Pledge 6 tUSDT');
  const explorer = panel(page).getByRole('link', { name: 'View in explorer' });
  const hashShown = async () => (await explorer.getAttribute('href'))?.split('hash=')[1] as Hash;
  await expect(panel(page).getByText('Sent. Waiting for the network…')).toBeVisible();
  const first = await client.getTransaction({ hash: await hashShown() });
  // Wait for the nonce, by which the page recognizes the replacement.
  await expect.poll(async () => (await latestEntry(page)).nonce).toBe(first.nonce);

  const sender = createWalletClient({ account, chain: client.chain, transport: http() });
  const second = await sender.sendTransaction({
    to: contract.address,
    data: first.input,
    nonce: first.nonce,
    gas: first.gas,
    maxFeePerGas: (first.maxFeePerGas ?? 0n) * 3n,
    maxPriorityFeePerGas: (first.maxPriorityFeePerGas ?? 0n) * 3n,
  });
  await letThrough();
  await walletPage.finish('6 tUSDT pledged.');
  await expect(panel(page).getByText('Confirmed on chain and recorded.')).toBeVisible();
  expect(await hashShown()).toBe(second);
  expect(await pledgesOf(wallet, CHAIN)).toMatchObject([{ amount: usdt('6') }]);
});

test('WAL-8 A11Y-1 pledges on a phone by keyboard; axe finds no violations in either theme and language', async ({
  walletPage,
  wallet,
  page,
}) => {
  await fund(wallet.account.address, 'tUSDT', '20', CHAIN);
  await open(walletPage);
  await page.setViewportSize({ width: 360, height: 740 });
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await panel(page)
    .getByRole('radio', { name: /^30 days/ })
    .focus();
  await page.keyboard.press('ArrowDown');
  await expect(panel(page).getByRole('radio', { name: /^90 days/ })).toBeChecked();
  await page.keyboard.press('Tab');
  await expect(amountField(page)).toBeFocused();
  await page.keyboard.type('2.25');
  await page.keyboard.press('Enter');
  await expect(walletPage.sheet().getByRole('heading', { name: /^Pledge 2\.25 tUSDT/ })).toBeVisible();
  await walletPage.sheet().getByRole('button', { name: 'Pledge 2.25 tUSDT' }).press('Enter');
  await walletPage.finish('2.25 tUSDT pledged.');
  expect(await pledgesOf(wallet, CHAIN)).toMatchObject([{ termId: 1n, amount: usdt('2.25') }]);

  for (const [path, leave] of [
    ['/wallet/pledge?term=2', /^Leave early/],
    ['/zh-Hant/wallet/pledge', /^提前退出/],
  ] as const) {
    await page.goto(path);
    await page.getByRole('main').getByRole('button', { name: leave }).click();
    await expect(page.getByRole('dialog').getByRole('checkbox')).toBeVisible();
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
