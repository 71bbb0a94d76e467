import { erc20Abi, parseUnits } from 'viem';
import { vaultAbi } from '@/lib/evm/abi/vault';
import { PHONE } from '../support/axe';
import { chooseToken } from '../support/choose-token';
import { chainClient, FUNDER, findContract, findToken } from '../support/e2e-site';
import { fund } from '../support/fund';
import { vaultBalance } from '../support/vault';
import { expect, test } from '../support/wallet-test';

const CHAIN = 31337;

test('WAL-3 deposits a token with an approval of exactly the amount', async ({
  walletPage,
  wallet,
  page,
}) => {
  await fund(wallet.account.address, 'tUSDT', '1000', CHAIN);
  await walletPage.open();
  await walletPage.signIn();
  await walletPage.openDeposit();
  await walletPage.fillDeposit('tUSDT', '250.5');
  await walletPage.submitDeposit();
  await expect(walletPage.sheet().getByText('Checked and credited')).toBeVisible();
  await walletPage.finish('deposited and credited.');

  expect(await vaultBalance(wallet.account.address, 'tUSDT', CHAIN)).toBe(parseUnits('250.5', 6));
  const { address } = findToken('tUSDT', CHAIN);
  const allowance = await chainClient(CHAIN).readContract({
    address: address ?? '0x',
    abi: erc20Abi,
    functionName: 'allowance',
    args: [wallet.account.address, findContract('vault_contract', CHAIN)],
  });
  expect(allowance).toBe(0n);
  const main = page.getByRole('main');
  await expect(main.getByRole('region', { name: 'Activity' })).toContainText('Sent −250.5 tUSDT');
  await expect(walletPage.tokens()).toContainText('1,000 tUSDT');
  await expect(await walletPage.openVault()).toContainText('250.5 tUSDT');
  await expect(page).toHaveURL('/wallet?view=vault');
  await walletPage.tokens().getByRole('tab', { name: 'Wallet' }).click();
  await expect(walletPage.tokens()).toContainText('749.5 tUSDT');
  await page.reload();
  await expect(walletPage.tokens().getByRole('tabpanel', { name: 'Wallet' })).toContainText('749.5 tUSDT');
});

test('WAL-3 deposits with an EIP-2612 permit if the token has it: one transaction, no approval', async ({
  walletPage,
  wallet,
}) => {
  await fund(wallet.account.address, 'tDAI', '80', CHAIN);
  await walletPage.open();
  await walletPage.signIn();
  await walletPage.openDeposit();
  await walletPage.fillDeposit('tDAI', '12.000000000000000001');
  await walletPage.submitDeposit();
  await expect(walletPage.dialog('Deposit').getByText('Checked and credited')).toBeVisible();
  expect(wallet.count('eth_signTypedData_v4')).toBe(1);
  expect(wallet.count('eth_sendTransaction')).toBe(1);
  expect(await vaultBalance(wallet.account.address, 'tDAI', CHAIN)).toBe(
    parseUnits('12.000000000000000001', 18),
  );
});

test("WAL-3 WAL-10 deposits the second chain's native currency, switching the wallet's network", async ({
  walletPage,
  wallet,
}) => {
  await fund(wallet.account.address, 'ETH', '0', 31338);
  await walletPage.open();
  await walletPage.signIn();
  await walletPage.openDeposit();
  await walletPage.fillDeposit('ETH', '1.25', 'Local chain 2');
  await walletPage.submitDeposit();
  await expect(walletPage.dialog('Deposit').getByText('Checked and credited')).toBeVisible();
  expect(wallet.chainId).toBe(31338);
  expect(await vaultBalance(wallet.account.address, 'ETH', 31338)).toBe(parseUnits('1.25', 18));
});

test('WAL-3 WAL-9 continues after a reload between approval and deposit', async ({
  walletPage,
  wallet,
  page,
}) => {
  await fund(wallet.account.address, 'tUSDT', '100', CHAIN);
  await walletPage.open();
  await walletPage.signIn();
  await walletPage.openDeposit();
  await walletPage.fillDeposit('tUSDT', '40');
  const release = wallet.hold('eth_sendTransaction', 1);
  await walletPage.submitDeposit();
  await expect(
    walletPage.dialog('Deposit').getByText('Confirm the transaction in your wallet.'),
  ).toBeVisible();
  await wallet.hasAsked('eth_sendTransaction');
  await page.reload();

  const dialog = walletPage.dialog('Deposit');
  await expect(dialog.getByLabel('Amount', { exact: true })).toHaveValue('40');
  release('drop');
  expect(await vaultBalance(wallet.account.address, 'tUSDT', CHAIN)).toBe(0n);
  // The form can be reviewed once the balance is read.
  await expect(dialog.getByText('Balance: 100 tUSDT')).toBeVisible();
  await dialog.getByRole('button', { name: 'Review' }).click();
  await expect(dialog.getByText('You may have sent this already:')).toBeVisible();
  await walletPage.send('Deposit 40 tUSDT');
  await expect(dialog.getByText('Check the box to send another one.')).toBeVisible();
  expect(wallet.count('eth_sendTransaction')).toBe(2);
  await walletPage.acceptSecond();
  await walletPage.send('Deposit 40 tUSDT');
  await expect(dialog.getByText('Checked and credited')).toBeVisible();
  expect(await vaultBalance(wallet.account.address, 'tUSDT', CHAIN)).toBe(parseUnits('40', 6));
});

test('WAL-9 resumes a pending deposit after a reload and credits it once', async ({
  walletPage,
  wallet,
  page,
}) => {
  await fund(wallet.account.address, 'tDAI', '30', CHAIN);
  await walletPage.open();
  await walletPage.signIn();
  await walletPage.openDeposit();
  await walletPage.fillDeposit('tDAI', '7');
  await page.route('**/api/deposit/verifyTx', (route) => route.abort());
  await walletPage.submitDeposit();
  await expect(walletPage.dialog('Deposit').getByText('Confirmed on chain')).toBeVisible();
  await page.unroute('**/api/deposit/verifyTx');
  await page.reload();
  await expect(walletPage.dialog('Deposit').getByText('Checked and credited')).toBeVisible();
  await walletPage.dialog('Deposit').getByRole('button', { name: 'Done' }).click();
  const activity = page.getByRole('region', { name: 'Activity' }).getByRole('listitem');
  await expect(activity.filter({ hasText: 'Deposit' })).toHaveCount(1);
});

test('WAL-9 NUM-1 rejecting in the wallet keeps everything that was typed, and all of it is visible on a phone', async ({
  walletPage,
  wallet,
  page,
}) => {
  const typed = '12345.123456789012345678';
  await page.setViewportSize({ width: PHONE, height: 740 });
  await fund(wallet.account.address, 'tDAI', typed, CHAIN);
  await walletPage.open();
  await walletPage.signIn();
  await walletPage.openDeposit();
  await walletPage.fillDeposit('tDAI', typed);
  wallet.rejectNext('eth_signTypedData_v4');
  await walletPage.submitDeposit();
  const sheet = walletPage.sheet();
  const told = sheet.getByText('You rejected the request in your wallet.');
  await expect(told).toBeVisible();
  await expect(sheet.getByRole('alert')).toHaveCount(0);
  // The sticky buttons stay visible and cover the content behind them.
  await expect(async () => {
    const [text, button] = await Promise.all([
      told.boundingBox(),
      sheet.getByRole('button', { name: /^Deposit / }).boundingBox(),
    ]);
    expect((text?.y ?? 0) + (text?.height ?? 0)).toBeLessThanOrEqual(button?.y ?? 0);
  }).toPass();
  // An edge above the buttons shows that there is more to scroll, until the end of the content.
  await page.setViewportSize({ width: PHONE, height: 480 });
  const edge = () =>
    sheet.locator('.dialog-action').evaluate((bar) => getComputedStyle(bar, '::after').opacity);
  const body = sheet.locator('.dialog-body');
  await body.evaluate((element) => element.scrollTo({ top: 0, behavior: 'instant' }));
  await expect.poll(edge).toBe('1');
  await body.evaluate((element) => element.scrollTo({ top: element.scrollHeight, behavior: 'instant' }));
  await expect.poll(edge).toBe('0');
  await page.setViewportSize({ width: PHONE, height: 740 });
  await sheet.getByRole('button', { name: 'Back' }).click();
  const amount = walletPage.dialog('Deposit').getByLabel('Amount', { exact: true });
  await expect(amount).toHaveValue(typed);
  expect(await amount.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0);
});

test('WAL-3 shows the problem of an amount below the field', async ({ walletPage, wallet }) => {
  await fund(wallet.account.address, 'tUSDT', '10', CHAIN);
  await walletPage.open();
  await walletPage.signIn();
  await walletPage.openDeposit();
  const dialog = walletPage.dialog('Deposit');
  await expect(dialog.getByText(/^Balance/)).toBeVisible();
  for (const [typed, said] of [
    ['', 'Enter an amount.'],
    ['abc', 'Enter the amount as a number, such as 12.5.'],
    ['0', 'Enter an amount above zero.'],
    ['1.9999999', 'Use at most 6 decimal places for this token.'],
    ['10.000001', 'You can deposit at most 10 tUSDT.'],
  ] as const) {
    await walletPage.fillDeposit('tUSDT', typed);
    await dialog.getByRole('button', { name: 'Review' }).click();
    await expect(dialog.getByText(said)).toBeVisible();
  }
  expect(wallet.requests).not.toContain('eth_sendTransaction');
});

test('WAL-3 TEST-2 the slider selects a quarter of the available amount, and all of it if more was entered', async ({
  walletPage,
  wallet,
  page,
}) => {
  await fund(wallet.account.address, 'tUSDT', '100.000003', CHAIN);
  await walletPage.open();
  await walletPage.signIn();
  await walletPage.openDeposit();
  const dialog = walletPage.dialog('Deposit');
  await chooseToken(dialog, 'tUSDT');
  await expect(dialog.getByText('Balance: 100.000003 tUSDT')).toBeVisible();
  const slider = dialog.getByRole('slider');
  await slider.focus();
  const amount = dialog.getByLabel('Amount', { exact: true });
  await slider.press('ArrowRight');
  await expect(amount).toHaveValue('25');
  await slider.press('End');
  await expect(amount).toHaveValue('100.000003');

  const press = async (part: number) => {
    const box = await dialog.locator('.snap-slider-track').boundingBox();
    if (!box) throw new Error('the slider is shown');
    await page.mouse.click(box.x + box.width * part, box.y + box.height / 2);
  };
  for (const [typed, part, taken] of [
    ['100.000004', 0.99, '100.000003'],
    ['60', 0.5, '50.000001'],
    ['1', 0.01, '1'],
    ['60', 0.01, ''],
  ] as const) {
    await amount.fill(typed);
    await press(part);
    await expect(amount).toHaveValue(taken);
  }
});

test('WAL-3 NUM-1 an amount entered in the display currency is deposited as the token amount shown', async ({
  walletPage,
  wallet,
}) => {
  await fund(wallet.account.address, 'tDAI', '1000', CHAIN);
  await walletPage.open();
  await walletPage.signIn();
  await walletPage.openDeposit();
  const dialog = walletPage.dialog('Deposit');
  await chooseToken(dialog, 'tDAI');
  await dialog.getByRole('button', { name: 'Enter the amount in USD' }).click();
  await dialog.getByLabel('Amount · USD').fill('123.45');
  // Prices vary between test runs, so read the amount from the review.
  await dialog.getByRole('button', { name: 'Review' }).click();
  const submit = walletPage.sheet().getByRole('button', { name: /^Deposit [\d.]+ tDAI$/ });
  const shown = (await submit.textContent())?.split(' ')[1] ?? '';
  await walletPage.sheet().getByRole('button', { name: 'Back' }).click();
  await expect(dialog.getByLabel('Amount · USD')).toHaveValue('123.45');
  await walletPage.submitDeposit();
  await expect(dialog.getByText('Checked and credited')).toBeVisible();
  expect(await vaultBalance(wallet.account.address, 'tDAI', CHAIN)).toBe(parseUnits(shown, 18));
});

test('WAL-9 a session that expires during a deposit requires a new sign-in, and the deposit is credited afterward', async ({
  walletPage,
  wallet,
  page,
  context,
}) => {
  await fund(wallet.account.address, 'tDAI', '30', CHAIN);
  await walletPage.open();
  await walletPage.signIn();
  await walletPage.openDeposit();
  await walletPage.fillDeposit('tDAI', '3');
  const release = wallet.hold('eth_sendTransaction');
  await walletPage.submitDeposit();
  await expect(
    walletPage.dialog('Deposit').getByText('Confirm the transaction in your wallet.'),
  ).toBeVisible();
  await wallet.hasAsked('eth_sendTransaction');
  const token = (await context.cookies()).find(({ name }) => name === 'token')?.value ?? '';
  await page.request.post('/api/user/logout', { headers: { Authorization: `Bearer ${token}` } });
  release('answer');
  await expect(walletPage.connectButton()).toBeVisible();
  await walletPage.signIn();
  await walletPage.told('deposited and credited.');
});

test('WAL-9 finds on chain and credits a deposit confirmed in the wallet after a reload', async ({
  walletPage,
  wallet,
  page,
}) => {
  await fund(wallet.account.address, 'tDAI', '30', CHAIN);
  await walletPage.open();
  await walletPage.signIn();
  await walletPage.openDeposit();
  await walletPage.fillDeposit('tDAI', '11');
  const release = wallet.hold('eth_sendTransaction');
  await walletPage.submitDeposit();
  await expect(
    walletPage.dialog('Deposit').getByText('Confirm the transaction in your wallet.'),
  ).toBeVisible();
  await wallet.hasAsked('eth_sendTransaction');
  await page.reload();
  await expect(walletPage.dialog('Deposit').getByText('Balance: 30 tDAI')).toBeVisible();
  await walletPage.dialog('Deposit').getByRole('button', { name: 'Review' }).click();
  await expect(walletPage.sheet().getByText('You may have sent this already:')).toBeVisible();
  release('answer');
  await walletPage.told('deposited and credited.');
  expect(await vaultBalance(wallet.account.address, 'tDAI', CHAIN)).toBe(parseUnits('11', 18));
});

test('WAL-9 a deposit that reverts on chain is shown, credits nothing, and can be tried again', async ({
  walletPage,
  wallet,
}) => {
  await fund(wallet.account.address, 'tDAI', '30', CHAIN);
  await walletPage.open();
  await walletPage.signIn();
  await walletPage.openDeposit();
  await walletPage.fillDeposit('tDAI', '30');
  const release = wallet.hold('eth_sendTransaction');
  await walletPage.submitDeposit();
  const dialog = walletPage.dialog('Deposit');
  await expect(dialog.getByText('Confirm the transaction in your wallet.')).toBeVisible();
  await wallet.hasAsked('eth_sendTransaction');

  const client = chainClient(CHAIN);
  const { address } = findToken('tDAI', CHAIN);
  await client.impersonateAccount({ address: wallet.account.address });
  const spent = await client.writeContract({
    account: wallet.account.address,
    address: address ?? '0x',
    abi: erc20Abi,
    functionName: 'transfer',
    args: [findContract('router_contract', CHAIN), 1n],
  });
  await client.waitForTransactionReceipt({ hash: spent, pollingInterval: 100 });
  release('answer');
  await expect(dialog.getByRole('alert')).toContainText('The network rejected the transaction.');
  expect(await vaultBalance(wallet.account.address, 'tDAI', CHAIN)).toBe(0n);
  await dialog.getByRole('button', { name: 'Try again' }).click();
  await expect(dialog.getByRole('button', { name: 'Deposit 30 tDAI' })).toBeVisible();
});

test('WAL-9 rejects, with the reason, a transaction that isn’t a deposit of this account', async ({
  walletPage,
  wallet,
  page,
  context,
}) => {
  await fund(wallet.account.address, 'tUSDT', '30', CHAIN);
  await walletPage.open();
  await walletPage.signIn();
  const token = (await context.cookies()).find(({ name }) => name === 'token')?.value ?? '';
  const verify = async (chainId: number, txHash: string) => {
    const response = await page.request.post('/api/deposit/verifyTx', {
      data: { chainId, txHash },
      headers: { Authorization: `Bearer ${token}` },
    });
    return response.json();
  };
  const client = chainClient(CHAIN);
  const foreign = await client.writeContract({
    account: FUNDER,
    address: findContract('vault_contract', CHAIN),
    abi: vaultAbi,
    functionName: 'depositNative',
    value: 1n,
  });
  await client.waitForTransactionReceipt({ hash: foreign, pollingInterval: 100 });
  expect(await verify(CHAIN, foreign)).toMatchObject({ code: 422, data: { reason: 'not_owner' } });
  expect(await verify(31338, foreign)).toMatchObject({ code: 425 });
  expect(await verify(1, foreign)).toMatchObject({ code: 400 });
  expect(await verify(CHAIN, '0xgarbage')).toMatchObject({ code: 400 });
  const activity = await page.request.get('/api/wallet/activity?pageNum=1&pageSize=20', {
    headers: { Authorization: `Bearer ${token}` },
  });
  expect(await activity.json()).toMatchObject({ data: { total: 0 } });
});
