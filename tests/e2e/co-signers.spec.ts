import { parseUnits } from 'viem';
import { generatePrivateKey, privateKeyToAddress } from 'viem/accounts';
import { writePaymentRequest } from '@/lib/wallet/pay/payment-request';
import { findToken } from '../support/e2e-site';
import { fund } from '../support/fund';
import { SafeWallet } from '../support/safe-wallet';
import { vaultBalance, walletBalance } from '../support/vault';
import { test as base, expect, WalletPage } from '../support/wallet-test';

const CHAIN = 31337;
const SEND = 'eth_sendTransaction';
const WAITING = 'Waiting for co-signers';

const test = base.extend<{ owned: SafeWallet }>({
  walletPage: async ({ page }, use) => use(new WalletPage(page)),
  owned: async ({ context }, use) => {
    const wallet = new SafeWallet();
    await wallet.safe.prepare();
    await wallet.install(context);
    await use(wallet);
  },
});

test('WAL-40 a Safe’s payment waits for its co-signers over a reload, is named before a second one, and arrives once they execute it', async ({
  walletPage,
  owned,
  page,
}) => {
  await fund(owned.address, 'tUSDT', '20', CHAIN);
  const recipient = privateKeyToAddress(generatePrivateKey());
  const { address: token, decimals } = findToken('tUSDT', CHAIN);
  if (!token) throw new Error('tUSDT has no contract');
  const amount = parseUnits('7', decimals);
  const request = writePaymentRequest({ recipient, chainId: CHAIN, token, amount });
  const openPayment = () => walletPage.open(`/wallet/pay?${new URLSearchParams({ tab: 'pay', request })}`);
  // A contract account without a vault balance has no free route.
  const review = () => page.getByRole('main').getByRole('button', { name: 'Review' }).click();
  await openPayment();
  await walletPage.signIn();
  await review();
  await walletPage.send('Send 7 tUSDT');
  const sheet = walletPage.sheet();
  await expect(sheet.getByText(WAITING)).toBeVisible({ timeout: 30_000 });
  await expect(sheet.getByText(owned.proposed[0] ?? 'none')).toBeVisible();
  await expect(sheet.getByRole('button', { name: 'Copy hash' })).toBeVisible();
  await expect(sheet.getByRole('button', { name: 'Send again' })).toHaveCount(0);
  await expect(sheet.getByRole('link', { name: /explorer/ })).toHaveCount(0);

  await page.reload();
  await expect(sheet.getByText(WAITING)).toBeVisible();
  await sheet.getByRole('button', { name: 'Close' }).click();
  await walletPage.open('/wallet/activity');
  await expect(page.getByText(WAITING)).toBeVisible();
  await openPayment();
  await review();
  await expect(sheet.getByText('You may have sent this already:')).toBeVisible();
  await expect(sheet.getByText(/Your account's co-signers can still execute it\./)).toBeVisible();
  expect(owned.count(SEND)).toBe(1);
  await sheet.getByRole('button', { name: 'Close' }).click();

  await owned.safe.execute(owned.proposed[0] ?? '0x');
  await walletPage.told(/^7 tUSDT arrived at/);
  expect(await walletBalance(recipient, 'tUSDT', CHAIN)).toBe(amount);
  await walletPage.open('/wallet/activity');
  await expect(
    page.getByRole('table', { name: 'Activity' }).getByRole('row').filter({ hasText: '7 tUSDT' }),
  ).toHaveCount(1);
  await expect(page.getByText('In progress')).toHaveCount(0);
});

test('WAL-40 WAL-3 a Safe’s deposit is credited once its co-signers executed the approval and the deposit', async ({
  walletPage,
  owned,
}) => {
  await fund(owned.address, 'tTIDE', '20', CHAIN);
  await walletPage.open();
  await walletPage.signIn();
  await walletPage.openDeposit();
  await walletPage.fillDeposit('tTIDE', '12');
  await walletPage.submitDeposit();
  const sheet = walletPage.sheet();
  await expect(sheet.getByText(WAITING)).toBeVisible({ timeout: 30_000 });
  expect(owned.proposed).toHaveLength(1);
  await owned.safe.execute(owned.proposed[0] ?? '0x');
  await expect.poll(() => owned.proposed.length).toBe(2);
  await expect(sheet.getByText(WAITING)).toBeVisible({ timeout: 30_000 });
  await owned.safe.execute(owned.proposed[1] ?? '0x');
  await walletPage.finish(/deposited and credited\./);
  expect(await vaultBalance(owned.address, 'tTIDE', CHAIN)).toBe(parseUnits('12', 18));
});
