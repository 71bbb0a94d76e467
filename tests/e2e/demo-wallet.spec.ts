import { expect, test } from '../support/site-test';
import { WalletPage, withMotion } from '../support/wallet-test';

test.use(withMotion);

test('OPS-1 WAL-1 a user without an extension completes the whole journey with the demo wallet', async ({
  page,
}) => {
  const walletPage = new WalletPage(page);
  await page.goto('/');
  await expect(page).toHaveURL(/\/home$/);
  await walletPage.connect('Demo wallet');
  const connect = walletPage.dialog('Connect the demo wallet');
  await connect.getByRole('radio', { name: /Account 2/ }).check();
  await connect.getByRole('button', { name: 'Connect', exact: true }).click();
  const sign = walletPage.dialog('Demo wallet: sign a message');
  await expect(sign.getByLabel("What you're signing")).toHaveValue(
    /wants you to sign in with your Ethereum account/,
  );
  await sign.getByRole('button', { name: 'Confirm' }).click();
  await expect(walletPage.accountButton()).toBeVisible();

  await walletPage.openAccount();
  await walletPage.dialog('Account').getByRole('button', { name: 'Deposit' }).click();
  await walletPage.fillDeposit('tUSDT', '5');
  await walletPage.submitDeposit();
  const confirm = walletPage.dialog('Demo wallet: confirm a transaction');
  await expect(
    confirm.getByRole('heading', { name: 'Allow the Tidewell vault to take up to 5 tUSDT' }),
  ).toBeVisible();
  await expect(confirm).toContainText('approve(');
  await confirm.getByRole('button', { name: 'Confirm' }).click();
  await expect(
    confirm.getByRole('heading', { name: 'Deposit 5 tUSDT into your Tidewell vault' }),
  ).toBeVisible();
  await expect(confirm).toContainText('deposit(');
  await confirm.getByRole('button', { name: 'Confirm' }).click();
  await expect(walletPage.dialog('Deposit').getByText('Checked and credited')).toBeVisible();

  const [explorer] = await Promise.all([
    page.waitForEvent('popup'),
    walletPage.dialog('Deposit').getByRole('link', { name: 'View in explorer' }).click(),
  ]);
  await expect(explorer.getByText('Confirmed').first()).toBeVisible();
  await expect(explorer.getByRole('heading', { name: 'Deposited 5 tUSDT' })).toBeVisible();
});

test('WAL-18 switching the account asks the demo wallet first, and signs in with the account chosen there', async ({
  page,
}) => {
  const walletPage = new WalletPage(page);
  await page.goto('/wallet');
  await walletPage.connect('Demo wallet');
  const connect = walletPage.dialog('Connect the demo wallet');
  const sign = walletPage.dialog('Demo wallet: sign a message');
  await connect.getByRole('radio', { name: /Account 2/ }).check();
  await connect.getByRole('button', { name: 'Connect', exact: true }).click();
  await sign.getByRole('button', { name: 'Confirm' }).click();
  const first = await walletPage.accountButton().textContent();
  const switchAccount = async () => {
    await walletPage.accountButton().click();
    await page.getByRole('menuitem', { name: 'Switch account' }).click();
  };
  await switchAccount();
  await connect.getByRole('button', { name: 'Reject' }).last().click();
  await walletPage.told('You rejected the request in your wallet.');
  await expect(walletPage.accountButton()).toHaveText(first ?? '');

  await switchAccount();
  await connect.getByRole('radio', { name: /Account 3/ }).check();
  await connect.getByRole('button', { name: 'Connect', exact: true }).click();
  // The wallet isn't asked for an account again.
  await sign.getByRole('button', { name: 'Confirm' }).click();
  await expect(walletPage.accountButton()).not.toHaveText(first ?? '');
  await expect(walletPage.tokens()).toBeVisible();
  await page.reload();
  await expect(walletPage.tokens()).toBeVisible();
});

test('AUTH-4 rejecting in the demo wallet leaves a clean anonymous state', async ({ page }) => {
  const walletPage = new WalletPage(page);
  await page.goto('/zh-Hant/home');
  await page.getByRole('banner').getByRole('button', { name: '連接錢包' }).click();
  await page.getByRole('dialog').getByRole('button', { name: '示範錢包' }).click();
  await page
    .getByRole('dialog', { name: '連接示範錢包' })
    .getByRole('button', { name: '拒絕' })
    .last()
    .click();
  const dialog = page.getByRole('dialog', { name: '連接錢包' });
  await expect(dialog.getByRole('alert')).toHaveText('您已在錢包中拒絕這項請求。');
  await dialog.getByRole('button', { name: '關閉' }).click();
  await expect(walletPage.header().getByRole('button', { name: '連接錢包' })).toBeVisible();
});

test('AUTH-5 a sign-in with the demo wallet reaches a tab that was open before it', async ({
  page,
  context,
}) => {
  const walletPage = new WalletPage(page);
  const second = await context.newPage();
  await second.goto('/wallet');
  await expect(second.getByRole('main').getByRole('button', { name: 'Connect wallet' })).toBeVisible();
  await page.goto('/wallet');
  await walletPage.connect('Demo wallet');
  await walletPage
    .dialog('Connect the demo wallet')
    .getByRole('button', { name: 'Connect', exact: true })
    .click();
  await walletPage.dialog('Demo wallet: sign a message').getByRole('button', { name: 'Confirm' }).click();
  await expect(walletPage.accountButton()).toBeVisible();
  await expect(second.getByRole('heading', { name: 'Tokens', exact: true })).toBeVisible();
});
