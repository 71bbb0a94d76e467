import type { Locator, Page } from '@playwright/test';
import { NATIVE_TOKEN } from '@/lib/evm/address';
import { writePaymentRequest } from '@/lib/wallet/pay/payment-request';
import { chooseToken } from '../support/choose-token';
import { fund } from '../support/fund';
import { InjectedWallet } from '../support/injected-wallet';
import { installOverlay, isInReach, LEFT_BY_KEYBOARD, PHONE, raiseKeyboard } from '../support/keyboard';
import { fillVault } from '../support/vault';
import { expect, test } from '../support/wallet-test';

const CHAIN = 31337;

test.use({ viewport: PHONE });

const amountIn = (place: Locator) => place.getByLabel('Amount', { exact: true });

/** Opens the longest form of the vault dialogs and fills it in. */
async function openTransfer(page: Page, name: 'Deposit' | 'Withdraw') {
  const main = page.getByRole('main');
  if (name === 'Withdraw') await main.getByRole('tab', { name: 'Vault' }).click();
  await main.getByRole('button', { name, exact: true }).first().click();
  const dialog = page.getByRole('dialog', { name });
  await chooseToken(dialog, 'tUSDT');
  await amountIn(dialog).fill('12.5');
  return dialog;
}

test('WAL-3 WAL-4 WAL-15 A11Y-1 a keyboard that shrinks the window leaves a dialog’s field and button reachable', async ({
  walletPage,
  wallet,
  page,
}) => {
  const { address } = wallet.account;
  await fillVault(address, 'tUSDT', '100', CHAIN);
  await fund(address, 'tUSDT', '100', CHAIN);
  await walletPage.open();
  await walletPage.signIn();
  // In phone browsers, this meta tag enables the behavior that the test emulates.
  await expect(page.locator('meta[name=viewport]')).toHaveAttribute(
    'content',
    /viewport-fit=cover.*interactive-widget=resizes-content/,
  );

  const deposit = await openTransfer(page, 'Deposit');
  const submit = deposit.getByRole('button', { name: 'Review' });
  await raiseKeyboard(page, amountIn(deposit));
  await expect.poll(() => isInReach(amountIn(deposit))).toBe(true);
  await expect.poll(() => isInReach(submit)).toBe(true);
  // Controls that receive keyboard focus are scrolled out from under overlapping elements.
  await amountIn(deposit).focus();
  for (const reached of [
    deposit.getByRole('button', { name: 'Token: tUSDT on Local chain 1' }),
    deposit.getByRole('button', { name: 'Enter the amount in USD' }),
    deposit.getByRole('button', { name: 'Max' }),
  ]) {
    await page.keyboard.press('Tab');
    await expect(reached).toBeFocused();
    await expect.poll(() => isInReach(reached)).toBe(true);
  }
  await submit.click();
  await expect.poll(() => isInReach(deposit.getByRole('button', { name: 'Deposit 12.5 tUSDT' }))).toBe(true);
  await walletPage.send('Deposit 12.5 tUSDT');
  await expect(deposit.getByText('Checked and credited')).toBeVisible();
  await page.setViewportSize(PHONE);
  await deposit.getByRole('button', { name: 'Done' }).click();

  const withdraw = await openTransfer(page, 'Withdraw');
  await withdraw.getByRole('radio', { name: 'Another address' }).check();
  const recipient = withdraw.getByLabel('Address', { exact: true });
  await recipient.fill(new InjectedWallet().account.address);
  const review = withdraw.getByRole('button', { name: 'Review' });
  for (const field of [recipient, amountIn(withdraw)]) {
    await raiseKeyboard(page, field);
    await expect.poll(() => isInReach(field)).toBe(true);
    await expect.poll(() => isInReach(review)).toBe(true);
  }
  await review.click();
  await expect(withdraw.getByRole('heading', { name: /^Withdraw 12\.5 tUSDT/ })).toBeFocused();

  await page.setViewportSize(PHONE);
  await page.keyboard.press('Escape');
  await expect(withdraw).toBeHidden();
  await walletPage.open('/wallet/nfts');
  await page.getByRole('button', { name: 'Add an NFT manually' }).click();
  const add = page.getByRole('dialog', { name: 'Add an NFT' });
  await raiseKeyboard(page, add.getByLabel('Token ID'));
  await expect.poll(() => isInReach(add.getByLabel('Token ID'))).toBe(true);
  await expect.poll(() => isInReach(add.getByRole('button', { name: 'Add', exact: true }))).toBe(true);
});

test('WAL-3 WAL-4 A11Y-1 a sheet stays above a keyboard that covers the page, also if the browser has moved the view', async ({
  walletPage,
  wallet,
  page,
}) => {
  const overlay = await installOverlay(page);
  const { address } = wallet.account;
  await fillVault(address, 'tUSDT', '100', CHAIN);
  await fund(address, 'tUSDT', '100', CHAIN);
  await walletPage.open();
  await walletPage.signIn();
  for (const name of ['Deposit', 'Withdraw'] as const) {
    const dialog = await openTransfer(page, name);
    const action = dialog.getByRole('button', { name: 'Review' });
    await amountIn(dialog).focus();
    for (const panned of [0, 200]) {
      await overlay(PHONE.height - LEFT_BY_KEYBOARD, panned);
      for (const element of [action, amountIn(dialog), dialog.getByRole('button', { name: 'Close' })])
        await expect.poll(() => isInReach(element, LEFT_BY_KEYBOARD + panned, panned)).toBe(true);
    }
    await overlay(0);
    const bottom = async () => {
      const box = await dialog.boundingBox();
      return box && box.y + box.height;
    };
    await expect.poll(bottom).toBe(PHONE.height);
    await page.keyboard.press('Escape');
    await expect(dialog).toBeHidden();
  }
});

test('WAL-5 WAL-6 WAL-7 WAL-8 WAL-14 A11Y-1 every form’s button can be scrolled to and pressed above a keyboard', async ({
  walletPage,
  wallet,
  page,
}) => {
  const { address } = wallet.account;
  for (const symbol of ['tUSDT', 'tTIDE']) await fund(address, symbol, '100', CHAIN);
  const request = writePaymentRequest({
    recipient: new InjectedWallet().account.address,
    chainId: CHAIN,
    token: NATIVE_TOKEN,
    amount: null,
  });
  const main = page.getByRole('main');
  await walletPage.open('/wallet/stake');
  await walletPage.signIn();
  for (const [path, label, ready] of [
    ['/wallet/stake', 'Amount', /^Balance: 100 /],
    ['/wallet/swap?sell=2&buy=1', 'You pay', /^At least /],
    ['/wallet/pledge', 'Amount', /^Balance: 100 /],
    ['/wallet/presale', 'Amount', /^Balance: 100 /],
    [`/wallet/pay?${new URLSearchParams({ tab: 'pay', request })}`, 'Amount', /^Balance: [\d.]+ ETH/],
  ] as const) {
    await page.setViewportSize(PHONE);
    await walletPage.open(path);
    const field = main.getByLabel(label, { exact: true });
    await raiseKeyboard(page, field);
    await page.keyboard.type('1.5');
    const submit = main.getByRole('button', { name: 'Review' });
    // Wait until the data that the button depends on has loaded.
    await expect(main.getByText(ready).first()).toBeVisible();
    await expect(submit).toBeEnabled();
    await submit.scrollIntoViewIfNeeded();
    await expect.poll(async () => [path, await isInReach(submit)]).toEqual([path, true]);
    // If the review opens, the click has reached the button.
    await submit.click();
    await expect(walletPage.sheet()).toBeVisible();
  }
});
