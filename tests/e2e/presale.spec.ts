import type { Page } from '@playwright/test';
import { type Address, erc20Abi, type Hash, parseEventLogs, parseUnits } from 'viem';
import { presaleAbi } from '@/lib/evm/abi/presale';
import { formatAmount } from '@/lib/format/amount';
import { axeFindings, findings, showTheme } from '../support/axe';
import { chainClient, FUNDER, findContract, findToken } from '../support/e2e-site';
import { fund } from '../support/fund';
import { contributeOnChain, deployPresale } from '../support/presale';
import { walletBalance } from '../support/vault';
import { expect, latestEntry, test } from '../support/wallet-test';

/**
 * Chains of the two presales. One sale accepts tUSDT, which doesn't support permits, and the other accepts native
 * currency.
 */
const [TOKEN_CHAIN, NATIVE_CHAIN] = [31337, 31338];
const presaleOn = (chainId: number, address = findContract('presale_contract', chainId)) => ({
  client: chainClient(chainId),
  contract: { address, abi: presaleAbi } as const,
});
const contributionOf = (account: Address, chainId: number) => {
  const { client, contract } = presaleOn(chainId);
  return client.readContract({ ...contract, functionName: 'contributionOf', args: [account] });
};

const card = (page: Page, chain = 'Local chain 1') => page.getByRole('region', { name: chain });
const panel = (page: Page) => page.getByRole('region', { name: 'Take part' });
const amountField = (page: Page) => panel(page).getByLabel('Amount', { exact: true });
const review = (page: Page) => panel(page).getByRole('button', { name: 'Review' }).click();
const chooseNetwork = (page: Page, label: string) =>
  panel(page).getByLabel('Network').selectOption({ label });
const shownHash = async (page: Page) => {
  const href = await panel(page).getByRole('link', { name: 'View in explorer' }).first().getAttribute('href');
  return href?.split('hash=')[1] as Hash;
};

test('WAL-7 a disconnected visitor sees the state of each sale, as stored in its contract', async ({
  page,
}) => {
  await page.goto('/wallet');
  const rail = page.getByRole('navigation', { name: 'Wallet pages' });
  await rail.getByRole('link', { name: 'Earn' }).first().click();
  await rail.getByRole('link', { name: 'Presale', exact: true }).click();
  await expect(page).toHaveURL('/wallet/presale');
  for (const [name, chainId, price, most, symbol, decimals] of [
    ['Local chain 1', TOKEN_CHAIN, '0.05 tUSDT', '25,000 tUSDT', 'tUSDT', 6],
    ['Local chain 2', NATIVE_CHAIN, '0.00002 ETH', '10 ETH', 'ETH', 18],
  ] as const) {
    const { client, contract } = presaleOn(chainId);
    const { softCap, hardCap } = await client.readContract({ ...contract, functionName: 'terms' });
    // Retry, because other tests contribute at the same time.
    await expect(async () => {
      const raised = await client.readContract({ ...contract, functionName: 'raised' });
      await expect(card(page, name).getByRole('progressbar')).toHaveAttribute(
        'aria-valuetext',
        `${formatAmount(raised, decimals, 'en')} ${symbol} of ${formatAmount(hardCap, decimals, 'en')} ${symbol}`,
        { timeout: 1_000 },
      );
    }).toPass();
    await expect(card(page, name)).toContainText(
      `Soft cap ${formatAmount(softCap, decimals, 'en')} ${symbol}`,
    );
    await expect(card(page, name)).toContainText(/Closes in 29 days \d+ hours?/);
    await expect(card(page, name)).toContainText(price);
    await expect(card(page, name)).toContainText(most);
    await expect(card(page, name)).toContainText('90 days after the end');
    await expect(card(page, name).getByText('Open', { exact: true })).toBeVisible();
  }
  await page.getByRole('main').getByRole('button', { name: 'Connect wallet' }).click();
  await expect(page.getByRole('dialog').getByRole('button', { name: 'Demo wallet' })).toBeVisible();
});

test('WAL-7 WAL-9 contributes a token with an approval of exactly the amount, and the server records it', async ({
  walletPage,
  wallet,
  page,
}) => {
  const { address } = wallet.account;
  await fund(address, 'tUSDT', '1000', TOKEN_CHAIN);
  await walletPage.open('/wallet/presale');
  await walletPage.signIn();
  await amountField(page).fill('123.456789');
  await expect(panel(page)).toContainText('You pay123.456789 tUSDT');
  await expect(panel(page)).toContainText('You buy2,469.13578 tTIDE');
  await review(page);
  await expect(walletPage.sheet()).toContainText('You buy2,469.13578 tTIDE');
  await walletPage.send('Contribute 123.456789 tUSDT');
  await expect(walletPage.sheet().getByRole('link', { name: 'View in explorer' })).toHaveAttribute(
    'href',
    /\/wallet\/transaction\?chainId=31337&hash=0x[0-9a-f]{64}$/,
  );
  await walletPage.finish('123.456789 tUSDT contributed.');
  await expect(panel(page).getByText('Confirmed on chain and recorded.')).toBeVisible();
  await expect(card(page)).toContainText('Your contribution123.456789 tUSDT');
  await expect(card(page)).toContainText('Tokens bought2,469.13578 tTIDE');
  await expect(amountField(page)).toHaveValue('');

  expect(await contributionOf(address, TOKEN_CHAIN)).toBe(123_456_789n);
  const { client, contract } = presaleOn(TOKEN_CHAIN);
  const bought = await client.readContract({ ...contract, functionName: 'purchasedBy', args: [address] });
  expect(bought).toBe(parseUnits('2469.13578', 18));
  expect(await walletBalance(address, 'tUSDT', TOKEN_CHAIN)).toBe(876_543_211n);
  const allowance = await client.readContract({
    address: findToken('tUSDT', TOKEN_CHAIN).address ?? '0x',
    abi: erc20Abi,
    functionName: 'allowance',
    args: [address, contract.address],
  });
  expect(allowance).toBe(0n);
  await page.goto('/wallet');
  const activity = page.getByRole('main').getByRole('region', { name: 'Activity' });
  await expect(activity).toContainText(/Presale.*Sent −123\.456789 tUSDT/);
});

test("WAL-7 WAL-10 contributes the second chain's native currency; rejecting before lost nothing", async ({
  walletPage,
  wallet,
  page,
}) => {
  const { address } = wallet.account;
  await fund(address, 'ETH', '0', NATIVE_CHAIN);
  await walletPage.open('/wallet/presale');
  await walletPage.signIn();
  await chooseNetwork(page, 'Local chain 2');
  await expect(page).toHaveURL('/wallet/presale?chain=31338');
  await amountField(page).fill('0.250000000000000001');
  await expect(panel(page)).toContainText('You buy12,500 tTIDE');
  await expect(panel(page).getByTitle('12,500.00000000000005')).toBeVisible();
  for (const method of ['wallet_switchEthereumChain', 'eth_sendTransaction']) {
    wallet.rejectNext(method);
    await review(page);
    await walletPage.send('Contribute 0.250000000000000001 ETH');
    await expect(walletPage.sheet().getByText('You rejected the request in your wallet.')).toBeVisible();
    await walletPage.sheet().getByRole('button', { name: 'Back' }).click();
    await expect(amountField(page)).toHaveValue('0.250000000000000001');
  }
  expect(await contributionOf(address, NATIVE_CHAIN)).toBe(0n);
  await review(page);
  await walletPage.send('Contribute 0.250000000000000001 ETH');
  await walletPage.finish('0.250000000000000001 ETH contributed.');
  expect(wallet.chainId).toBe(NATIVE_CHAIN);
  expect(await contributionOf(address, NATIVE_CHAIN)).toBe(250_000_000_000_000_001n);
});

test('WAL-7 shows the problem of an amount below the field; caps and the network fee limit it', async ({
  walletPage,
  wallet,
  page,
}) => {
  const { address } = wallet.account;
  await fund(address, 'tUSDT', '26000', TOKEN_CHAIN);
  await fund(address, 'ETH', '0', NATIVE_CHAIN);
  await walletPage.open('/wallet/presale');
  await walletPage.signIn();
  await expect(panel(page).getByText('You can contribute up to 25,000 tUSDT more.')).toBeVisible();
  for (const [typed, said] of [
    ['', 'Enter an amount.'],
    ['abc', 'Enter the amount as a number, such as 12.5.'],
    ['1.0000001', 'Use at most 6 decimal places for this token.'],
    ['25000.000001', "One address can't contribute that much tUSDT."],
  ] as const) {
    await amountField(page).fill(typed);
    await review(page);
    await expect(panel(page).getByText(said)).toBeVisible();
  }
  await panel(page).getByRole('slider').press('End');
  await expect(amountField(page)).toHaveValue('25000');

  await chooseNetwork(page, 'Local chain 2');
  await expect(panel(page).getByText(/^Balance: (9\.99\d+|10) ETH$/)).toBeVisible();
  await amountField(page).fill('10');
  await review(page);
  // The wallet holds 10 ETH and the cap is 10 ETH, but part of the balance must be left for the network fee.
  await expect(panel(page).getByText('Leave some ETH for the network fee.')).toBeVisible();
  expect(wallet.requests).not.toContain('eth_sendTransaction');
});

test('WAL-9 a contribution that reverts on chain is shown, and nothing has moved', async ({
  walletPage,
  wallet,
  page,
}) => {
  const { address } = wallet.account;
  await fund(address, 'tUSDT', '300', TOKEN_CHAIN);
  await walletPage.open('/wallet/presale');
  await walletPage.signIn();
  await amountField(page).fill('300');
  const release = wallet.hold('eth_sendTransaction', 1);
  await review(page);
  await walletPage.send('Contribute 300 tUSDT');
  await expect(walletPage.sheet().getByText('Confirm the transaction in your wallet.')).toBeVisible();
  await wallet.hasAsked('eth_sendTransaction');
  const client = chainClient(TOKEN_CHAIN);
  await client.impersonateAccount({ address });
  const spent = await client.writeContract({
    account: address,
    address: findToken('tUSDT', TOKEN_CHAIN).address ?? '0x',
    abi: erc20Abi,
    functionName: 'transfer',
    args: [FUNDER, 1n],
  });
  await client.waitForTransactionReceipt({ hash: spent, pollingInterval: 100 });
  release('answer');
  await expect(walletPage.sheet().getByRole('alert')).toContainText('The network rejected the transaction.');
  await expect(panel(page).getByText('The network rejected the transaction.')).toBeVisible();
  expect(await contributionOf(address, TOKEN_CHAIN)).toBe(0n);
  expect(await walletBalance(address, 'tUSDT', TOKEN_CHAIN)).toBe(299_999_999n);
});

test('WAL-7 WAL-9 finds on chain and records a contribution confirmed in the wallet after a reload', async ({
  walletPage,
  wallet,
  page,
}) => {
  await fund(wallet.account.address, 'ETH', '0', NATIVE_CHAIN);
  await walletPage.open('/wallet/presale?chain=31338');
  await walletPage.signIn();
  await amountField(page).fill('0.125');
  const release = wallet.hold('eth_sendTransaction');
  await review(page);
  await walletPage.send('Contribute 0.125 ETH');
  await expect(walletPage.sheet().getByText('Confirm the transaction in your wallet.')).toBeVisible();
  await wallet.hasAsked('eth_sendTransaction');
  await page.reload();
  await amountField(page).fill('0.125');
  await review(page);
  await expect(walletPage.sheet().getByText('You may have sent this already:')).toBeVisible();
  await walletPage.sheet().getByRole('button', { name: 'Back' }).click();
  release('answer');
  await walletPage.told('0.125 ETH contributed.');
  await expect(card(page, 'Local chain 2')).toContainText('Your contribution0.125 ETH');
  expect(await contributionOf(wallet.account.address, NATIVE_CHAIN)).toBe(125_000_000_000_000_000n);
});

test('WAL-9 a pending contribution survives a reload, and one resent at another fee is the same one', async ({
  walletPage,
  wallet,
  page,
}) => {
  const { account } = wallet;
  await fund(account.address, 'ETH', '0', NATIVE_CHAIN);
  await walletPage.open('/wallet/presale?chain=31338');
  await walletPage.signIn();
  const letThrough = wallet.leaveGap();
  await amountField(page).fill('0.5');
  // Until the balance is known, the button only says that it is loading.
  await expect(panel(page).getByText(/^Balance: /)).toBeVisible();
  await review(page);
  await walletPage.send('Contribute 0.5 ETH');
  await expect(walletPage.sheet().getByText('Waiting for the network')).toBeVisible();
  const asked = page.waitForResponse(
    (response) => response.request().postData()?.includes('eth_getTransactionByHash') === true,
  );
  await page.reload();
  await expect(walletPage.sheet().getByText('Waiting for the network')).toBeVisible();
  await walletPage.sheet().getByRole('button', { name: 'Close' }).click();
  await expect(panel(page).getByText('Sent. Waiting for the network…')).toBeVisible();
  await asked;

  await expect.poll(async () => (await latestEntry(page)).nonce).toBeDefined();
  const client = chainClient(NATIVE_CHAIN);
  const first = await shownHash(page);
  const { to, value, input, nonce, gas, maxFeePerGas = 0n } = await client.getTransaction({ hash: first });
  const price = { maxFeePerGas: maxFeePerGas * 2n, maxPriorityFeePerGas: maxFeePerGas };
  const hash = await client.sendTransaction({ account, to, value, data: input, nonce, gas, ...price });
  await letThrough();
  await walletPage.told('0.5 ETH contributed.');
  await expect(panel(page).getByText('Confirmed on chain and recorded.')).toBeVisible();
  expect(await shownHash(page)).toBe(hash);
  expect(await contributionOf(account.address, NATIVE_CHAIN)).toBe(500_000_000_000_000_000n);
});

test('WAL-7 after the end, one sale releases tokens to claim, and the other refunds the whole payment', async ({
  walletPage,
  wallet,
  page,
}) => {
  const { address } = wallet.account;
  await fund(address, 'tUSDT', '1000', TOKEN_CHAIN);
  await fund(address, 'ETH', '0', NATIVE_CHAIN);
  // Deploy separate sales, which end a few seconds after they open.
  const short = { cliff: 0n, vesting: 3_600n, opensIn: -1n, closesIn: 8n };
  const sales = new Map([
    [
      TOKEN_CHAIN,
      { payment: 'tUSDT', price: '0.05', softCap: '100', hardCap: '1000', walletCap: '1000', amount: '100' },
    ],
    [
      NATIVE_CHAIN,
      { payment: 'ETH', price: '0.001', softCap: '5', hardCap: '10', walletCap: '10', amount: '1.5' },
    ],
  ]);
  const addresses = new Map(
    await Promise.all(
      [...sales].map(async ([chainId, { amount, ...sale }]) => {
        const presale = await deployPresale({ chainId, ...sale, ...short });
        await contributeOnChain(address, { chainId, presale, payment: sale.payment, amount });
        return [chainId, presale] as const;
      }),
    ),
  );
  await page.route('**/api/config/contractAddressList', async (route) => {
    const response = await route.fetch();
    const answer: { data: { chainId: number; name: string; address: string }[] } = await response.json();
    const data = answer.data.map((listed) =>
      listed.name === 'presale_contract' ? { ...listed, address: addresses.get(listed.chainId) } : listed,
    );
    await route.fulfill({ response, json: { ...answer, data } });
  });
  const paid = await walletBalance(address, 'ETH', NATIVE_CHAIN);
  await walletPage.open('/wallet/presale');
  await walletPage.signIn();
  await expect(card(page)).toContainText('Your contribution100 tUSDT');

  // Once the chain's clock reaches the end of the sale, the page shows that the sale has ended, without user
  // interaction.
  await expect(card(page).getByText('Succeeded', { exact: true })).toBeVisible();
  await expect(card(page)).toContainText('Soft cap 100 tUSDT: reached');
  // Mine a block after the end of the other sale, which missed its soft cap.
  await chainClient(NATIVE_CHAIN).mine({ blocks: 1 });
  await expect(card(page)).toContainText(/Closed on .* The soft cap was reached\./);
  const claimable = async () =>
    Number(
      await card(page)
        .getByText('Claimable now')
        .locator('xpath=following-sibling::dd[1]/span[1]')
        .textContent(),
    );
  await expect.poll(claimable).toBeGreaterThan(0);
  const early = await claimable();
  await expect.poll(claimable).toBeGreaterThan(early);
  const shown = await claimable();
  await panel(page).getByRole('button', { name: 'Claim tokens' }).click();
  await walletPage.send('Claim your tTIDE');
  const result = walletPage.sheet().getByRole('heading', { name: / tTIDE claimed\./ });
  const said = await result.textContent();
  await walletPage.finish(/ tTIDE claimed\./);

  const { client, contract } = presaleOn(TOKEN_CHAIN, addresses.get(TOKEN_CHAIN));
  const { logs } = await client.getTransactionReceipt({ hash: await shownHash(page) });
  const [claim] = parseEventLogs({ abi: presaleAbi, eventName: 'TokensClaimed', logs });
  const claimed = claim?.args.amount ?? 0n;
  expect(Number(claimed) / 1e18).toBeGreaterThanOrEqual(shown);
  expect(await client.readContract({ ...contract, functionName: 'claimedBy', args: [address] })).toBe(
    claimed,
  );
  expect(await walletBalance(address, 'tTIDE', TOKEN_CHAIN)).toBe(claimed);
  expect(said).toBe(`${formatAmount(claimed, 18, 'en', 18)} tTIDE claimed.`);
  await expect(card(page)).toContainText(`Claimed${formatAmount(claimed, 18, 'en')} tTIDE`);

  await expect(card(page, 'Local chain 2').getByText('Failed', { exact: true })).toBeVisible();
  await chooseNetwork(page, 'Local chain 2');
  await expect(panel(page)).toContainText('You receive1.5 ETH');
  await panel(page).getByRole('button', { name: 'Claim refund' }).click();
  await walletPage.send('Get 1.5 ETH back');
  await walletPage.finish('1.5 ETH is back in your wallet.');
  await expect(panel(page).getByText('You have no contribution to refund in this presale.')).toBeVisible();
  const native = presaleOn(NATIVE_CHAIN, addresses.get(NATIVE_CHAIN));
  const { gasUsed, effectiveGasPrice } = await native.client.getTransactionReceipt({
    hash: await shownHash(page),
  });
  const refunded = parseUnits('1.5', 18) - gasUsed * effectiveGasPrice;
  expect(await walletBalance(address, 'ETH', NATIVE_CHAIN)).toBe(paid + refunded);
});

test('WAL-7 A11Y-1 contributes on a phone by keyboard; axe finds no violations in either theme and language', async ({
  walletPage,
  wallet,
  page,
}) => {
  const { address } = wallet.account;
  await fund(address, 'tUSDT', '20', TOKEN_CHAIN);
  await walletPage.open('/wallet/presale');
  await walletPage.signIn();
  await page.setViewportSize({ width: 360, height: 740 });
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await expect(panel(page).getByText('Balance: 20 tUSDT')).toBeVisible();
  await panel(page).getByLabel('Network').focus();
  await page.keyboard.press('Tab');
  await expect(amountField(page)).toBeFocused();
  await page.keyboard.type('2.25');
  await page.keyboard.press('Enter');
  const action = walletPage.sheet().getByRole('button', { name: 'Contribute 2.25 tUSDT' });
  await expect(action).toBeVisible();
  expect(await findings(page, 360, '[role=dialog]')).toEqual([]);
  await action.press('Enter');
  await expect(walletPage.sheet().getByRole('heading', { name: '2.25 tUSDT contributed.' })).toBeFocused();
  expect(await findings(page, 360, '[role=dialog]')).toEqual([]);
  await walletPage.sheet().getByRole('button', { name: 'Done' }).press('Enter');
  expect(await contributionOf(address, TOKEN_CHAIN)).toBe(2_250_000n);

  for (const [path, ready] of [
    ['/wallet/presale', 'Review'],
    ['/zh-Hant/wallet/presale?chain=31338', '下一步'],
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
