import type { Page } from '@playwright/test';
import { parseGwei, parseUnits } from 'viem';
import { findings, PHONE } from '../support/axe';
import { chainClient } from '../support/e2e-site';
import { fund } from '../support/fund';
import type { InjectedWallet } from '../support/injected-wallet';
import { fillVault, vaultBalance, walletBalance } from '../support/vault';
import { ageLedger, expect, latestEntry, test, type WalletPage } from '../support/wallet-test';

const CHAIN = 31337;
const STUCK_MS = 31_000;
const MISSING_MS = 16_000;
const client = () => chainClient(CHAIN);

/** Starts a stake that stays pending until the returned function is called. */
async function stakeStuck(walletPage: WalletPage, wallet: InjectedWallet, page: Page, amount: string) {
  await fund(wallet.account.address, 'tTIDE', '20', CHAIN);
  await walletPage.open('/wallet/stake');
  await walletPage.signIn();
  const panel = page.getByRole('region', { name: 'Manage your stake' });
  const letThrough = wallet.leaveGap();
  await panel.getByLabel('Amount', { exact: true }).fill(amount);
  await panel.getByRole('button', { name: 'Review' }).click();
  await walletPage.send(`Stake ${amount} tTIDE`);
  await expect(walletPage.sheet().getByText('Waiting for the network')).toBeVisible();
  await expect.poll(async () => (await latestEntry(page)).nonce).toBe(1);
  return { panel, sheet: walletPage.sheet(), letThrough };
}

/** Starts a withdrawal that stays pending, and returns its dialog. */
async function withdrawStuck(walletPage: WalletPage, wallet: InjectedWallet, page: Page) {
  await fillVault(wallet.account.address, 'tTIDE', '30', CHAIN);
  await walletPage.open();
  await walletPage.signIn();
  await walletPage.openWithdraw();
  await walletPage.fillWithdraw('tTIDE', '7');
  await walletPage.reviewWithdraw();
  const letThrough = wallet.leaveGap();
  await walletPage.confirmWithdraw();
  const dialog = walletPage.dialog('Withdraw');
  await expect(dialog.getByText('Waiting for the network')).toBeVisible();
  await expect.poll(async () => (await latestEntry(page)).nonce).toBeDefined();
  return { dialog, letThrough };
}

/** Replaces a pending transaction directly on chain, as a wallet can. */
async function replaceOutside({ account }: InjectedWallet, page: Page) {
  const { hash } = await latestEntry(page);
  const { nonce, maxFeePerGas = 0n, maxPriorityFeePerGas = 0n } = await client().getTransaction({ hash });
  await client().sendTransaction({
    account,
    to: '0x00000000000000000000000000000000000000ff',
    value: 1n,
    nonce,
    maxFeePerGas: maxFeePerGas * 2n + parseGwei('1'),
    maxPriorityFeePerGas: maxPriorityFeePerGas * 2n + parseGwei('1'),
  });
}

/** Removes an account's pending transactions from the node. */
async function dropAll({ account }: InjectedWallet) {
  type Drop = { Method: 'anvil_removePoolTransactions'; Parameters: [string]; ReturnType: null };
  await client().request<Drop>({ method: 'anvil_removePoolTransactions', params: [account.address] });
}

test('WAL-16 speeds up a pending deposit: same call and nonce, higher fee, credited once', async ({
  walletPage,
  wallet,
  page,
}) => {
  await fund(wallet.account.address, 'tDAI', '30', CHAIN);
  await walletPage.open();
  await walletPage.signIn();
  await walletPage.openDeposit();
  await walletPage.fillDeposit('tDAI', '7');
  const letThrough = wallet.leaveGap();
  await walletPage.submitDeposit();
  const dialog = walletPage.dialog('Deposit');
  await expect(dialog.getByText('Waiting for the network')).toBeVisible();
  await expect(dialog.getByRole('button', { name: 'Speed up' })).toHaveCount(0);
  await ageLedger(page, STUCK_MS);

  await expect(dialog.getByText('This is taking longer than usual.')).toBeVisible();
  const { hash: first } = await latestEntry(page);
  await dialog.getByRole('button', { name: 'Speed up' }).click();
  await expect(
    dialog.getByText(/^This sends the transaction again .+ The network fee is at most [\d.]+ ETH/),
  ).toBeFocused();
  wallet.rejectNext('eth_sendTransaction');
  await dialog.getByRole('button', { name: 'Send with a higher fee' }).click();
  await expect(dialog.getByRole('button', { name: 'Speed up' })).toBeFocused();
  await expect(dialog.getByRole('alert')).toHaveCount(0);
  expect((await latestEntry(page)).hash).toBe(first);

  await dialog.getByRole('button', { name: 'Speed up' }).click();
  await dialog.getByRole('button', { name: 'Send with a higher fee' }).click();
  await expect(dialog.getByText('Sent again with a higher fee. Waiting')).toBeVisible();
  await expect(dialog.getByRole('button', { name: 'Speed up' })).toHaveCount(0);
  const { hash: second } = await latestEntry(page);
  expect(second).not.toBe(first);
  await expect(dialog.getByRole('link', { name: 'View in explorer' })).toHaveAttribute(
    'href',
    new RegExp(second),
  );
  await page.reload();
  await expect(dialog.getByText('Sent again with a higher fee. Waiting')).toBeVisible();
  await letThrough();
  await expect(dialog.getByText('Checked and credited')).toBeVisible();
  await expect(client().getTransaction({ hash: first })).rejects.toThrow('could not be found');
  expect(await client().getTransaction({ hash: second })).toMatchObject({ nonce: 1 });
  expect(await vaultBalance(wallet.account.address, 'tDAI', CHAIN)).toBe(parseUnits('7', 18));
  expect(await walletBalance(wallet.account.address, 'tDAI', CHAIN)).toBe(parseUnits('23', 18));
});

test('WAL-16 A11Y-1 cancels a pending withdrawal on a phone; the vault balance is unchanged', async ({
  walletPage,
  wallet,
  page,
}) => {
  const { address } = wallet.account;
  await page.setViewportSize({ width: PHONE, height: 740 });
  await page.emulateMedia({ reducedMotion: 'reduce' });
  const { dialog, letThrough } = await withdrawStuck(walletPage, wallet, page);
  await ageLedger(page, STUCK_MS);
  await dialog.getByRole('button', { name: 'Cancel transaction' }).press('Enter');
  await expect(
    dialog.getByText(/^This sends an empty transaction to yourself .+ at most [\d.]+ ETH/),
  ).toBeFocused();
  expect(await findings(page, PHONE, '[role=dialog]')).toEqual([]);
  await dialog.getByRole('button', { name: 'Back' }).press('Enter');
  await expect(dialog.getByRole('button', { name: 'Speed up' })).toBeFocused();
  await dialog.getByRole('button', { name: 'Cancel transaction' }).press('Enter');
  await dialog.getByRole('button', { name: 'Send cancellation' }).press('Enter');
  await expect(dialog.getByText('Cancellation sent.')).toBeVisible();
  await letThrough();
  await expect(dialog.getByRole('alert')).toContainText('This one moved no tokens.');
  const { hash } = await latestEntry(page);
  expect(await client().getTransaction({ hash })).toMatchObject({
    from: address.toLowerCase(),
    to: address.toLowerCase(),
    value: 0n,
    input: '0x',
  });
  expect(await vaultBalance(address, 'tTIDE', CHAIN)).toBe(parseUnits('30', 18));
});

test('WAL-9 a stake that the wallet itself replaces with another transaction is shown as replaced', async ({
  walletPage,
  wallet,
  page,
}) => {
  const { sheet, letThrough } = await stakeStuck(walletPage, wallet, page, '4');
  await replaceOutside(wallet, page);
  await letThrough();
  await expect(sheet.getByRole('alert')).toContainText('Another transaction replaced this one');
  expect(await walletBalance(wallet.account.address, 'tTIDE', CHAIN)).toBe(parseUnits('20', 18));
});

test('WAL-9 a stake that no node has anymore stays pending, and a new one names it', async ({
  walletPage,
  wallet,
  page,
}) => {
  const { panel, sheet } = await stakeStuck(walletPage, wallet, page, '4');
  await dropAll(wallet);
  await expect(sheet.getByText("The network doesn't show this transaction yet.")).toBeVisible();
  await ageLedger(page, MISSING_MS);
  await expect(sheet.getByText("The network doesn't show this transaction yet.")).toBeVisible();
  await expect(sheet.getByRole('alert')).toHaveCount(0);
  await sheet.getByRole('link', { name: 'Start again' }).click();
  await expect(panel.getByLabel('Amount', { exact: true })).toHaveValue('4');
  await panel.getByLabel('Amount', { exact: true }).fill('3');
  await panel.getByRole('button', { name: 'Review' }).click();
  await expect(sheet.getByText('You may have sent this already:')).toBeVisible();
  await expect(sheet.getByRole('listitem').filter({ hasText: 'Stake 4 tTIDE' })).toBeVisible();
  await walletPage.acceptSecond();
  await walletPage.send('Stake 3 tTIDE');
  await walletPage.finish('3 tTIDE staked.');
  expect(await walletBalance(wallet.account.address, 'tTIDE', CHAIN)).toBe(parseUnits('17', 18));
});

test('WAL-9 a withdrawal that was replaced while no page was open is shown as replaced, not as missing', async ({
  walletPage,
  wallet,
  page,
}) => {
  const { dialog, letThrough } = await withdrawStuck(walletPage, wallet, page);
  await ageLedger(page, MISSING_MS);
  const { hash } = await latestEntry(page);
  await replaceOutside(wallet, page);
  await page.goto('about:blank');
  await letThrough();
  await expect(client().getTransactionReceipt({ hash })).rejects.toThrow('could not be found');
  await walletPage.open();
  await expect(dialog.getByRole('alert')).toContainText('Another transaction replaced this one');
  expect(await vaultBalance(wallet.account.address, 'tTIDE', CHAIN)).toBe(parseUnits('30', 18));
});

test('WAL-16 lists a pending transaction on the overview after its dialog is closed', async ({
  walletPage,
  wallet,
  page,
}) => {
  const { dialog, letThrough } = await withdrawStuck(walletPage, wallet, page);
  await ageLedger(page, STUCK_MS);
  await dialog.getByRole('button', { name: 'Close' }).click();
  const activity = page.getByRole('region', { name: 'Activity' });
  await expect(activity.getByRole('listitem').filter({ hasText: 'Withdrawal7 tTIDE' })).toBeVisible();
  await expect(activity.getByRole('button', { name: 'Speed up' })).toBeVisible();
  await activity.getByRole('button', { name: 'Withdrawal' }).click();
  await expect(dialog.getByText('Waiting for the network')).toBeVisible();
  await dialog.getByRole('button', { name: 'Close' }).click();
  await letThrough();
  await walletPage.told(/7 tTIDE arrived in your wallet/);
  await page.getByRole('button', { name: 'Show details' }).click();
  await walletPage.finish(/7 tTIDE arrived in your wallet/);
  await expect(activity.getByText('In progress')).toHaveCount(0);
});
