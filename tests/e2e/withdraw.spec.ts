import { type Address, getAddress, parseUnits } from 'viem';
import { generatePrivateKey, privateKeyToAddress } from 'viem/accounts';
import { findings, PHONE } from '../support/axe';
import { chainClient, findContract, findToken } from '../support/e2e-site';
import { hideReceipts } from '../support/hide-receipts';
import { fillVault, vaultBalance, walletBalance } from '../support/vault';
import { expect, test, type WalletPage } from '../support/wallet-test';

const CHAIN = 31337;
const SECOND_CHAIN = 31338;
const newAddress = () => privateKeyToAddress(generatePrivateKey());

/** Opens the withdrawal dialog, waits until the vault balance is shown, and returns the dialog. */
async function openForm(walletPage: WalletPage) {
  await walletPage.open();
  await walletPage.signIn();
  await walletPage.openWithdraw();
  const dialog = walletPage.dialog('Withdraw');
  await expect(dialog.getByText(/^In your vault/)).toBeVisible();
  return dialog;
}

test('WAL-4 NUM-1 withdraws a token to the connected wallet and charges exactly the fee shown, to the base unit', async ({
  walletPage,
  wallet,
}) => {
  const { address } = wallet.account;
  await fillVault(address, 'tUSDT', '300.000003', CHAIN);
  const dialog = await openForm(walletPage);
  await walletPage.fillWithdraw('tUSDT', '250.123457');
  await expect(dialog.getByText('249.373334 tUSDT')).toBeVisible();
  // How the fee is calculated is beside it.
  await expect(dialog.getByText('Withdrawal fee').locator('..')).toContainText(
    '0.1% + 0.5 tUSDT, at most 1%',
  );
  await expect(dialog.getByText('You receive').locator('..')).toContainText('249.373334 tUSDT');
  await expect(dialog.getByText('Estimated network fee').locator('..')).toContainText(/0\.\d+ ETH/);
  await walletPage.reviewWithdraw();
  await expect(
    dialog.getByRole('heading', { name: /^Withdraw .+ from your Tidewell vault to / }),
  ).toBeFocused();
  for (const text of ['250.123457 tUSDT', '0.750123 tUSDT', '249.373334 tUSDT', 'Local chain 1', address])
    await expect(dialog).toContainText(text);
  await expect(dialog).toContainText('Minimum received249.373334 tUSDT');
  await expect(dialog).toContainText('You receive 249.373334 tUSDT after the withdrawal fee.');
  await walletPage.confirmWithdraw();
  await expect(dialog.getByText('Confirmed on chain')).toBeVisible();
  await expect(dialog.getByRole('link', { name: 'View in explorer' })).toHaveAttribute(
    'href',
    /0x[0-9a-f]{64}$/,
  );
  await walletPage.finish('249.373334 tUSDT arrived in your wallet.');

  expect(await walletBalance(address, 'tUSDT', CHAIN)).toBe(249_373_334n);
  expect(await vaultBalance(address, 'tUSDT', CHAIN)).toBe(49_876_546n);
  await expect(walletPage.tokens().getByRole('tabpanel', { name: 'Vault' })).toContainText('49.876546');
});

test("WAL-4 WAL-9 WAL-10 withdraws the second chain's native currency to another address typed in lower case", async ({
  walletPage,
  wallet,
}) => {
  const { address } = wallet.account;
  const to = newAddress();
  await fillVault(address, 'ETH', '2', SECOND_CHAIN);
  const dialog = await openForm(walletPage);
  await walletPage.fillWithdraw('ETH', '0.500000000000000001', to.toLowerCase(), 'Local chain 2');
  await expect(dialog.getByText(to, { exact: true })).toBeVisible();
  await walletPage.reviewWithdraw();
  await expect(dialog.getByText(to, { exact: true }).first()).toBeVisible();
  await expect(dialog.getByText('Local chain 2').first()).toBeVisible();
  await walletPage.confirmWithdraw();
  await expect(dialog.getByText('Confirmed on chain')).toBeVisible();

  expect(wallet.chainId).toBe(SECOND_CHAIN);
  const arrived = parseUnits('0.500000000000000001', 18) - parseUnits('0.0005', 18);
  expect(await walletBalance(to, 'ETH', SECOND_CHAIN)).toBe(arrived);
  expect(await vaultBalance(address, 'ETH', SECOND_CHAIN)).toBe(parseUnits('1.499999999999999999', 18));
});

test('WAL-9 rejecting in the wallet returns to the review, and from there to the form, with all input kept', async ({
  walletPage,
  wallet,
}) => {
  const to = newAddress();
  await fillVault(wallet.account.address, 'tDAI', '50', CHAIN);
  const dialog = await openForm(walletPage);
  await walletPage.fillWithdraw('tDAI', '12.5', to);
  await walletPage.reviewWithdraw();
  wallet.rejectNext('eth_sendTransaction');
  await walletPage.confirmWithdraw();
  await expect(dialog.getByText('You rejected the request in your wallet.')).toBeVisible();
  await expect(dialog.getByRole('alert')).toHaveCount(0);
  await expect(dialog.getByText(to, { exact: true }).first()).toBeVisible();
  await dialog.getByRole('button', { name: 'Back' }).click();
  await expect(dialog.getByRole('button', { name: 'Review' })).toBeFocused();
  await expect(dialog.getByLabel('Amount', { exact: true })).toHaveValue('12.5');
  await expect(dialog.getByLabel('Address', { exact: true })).toHaveValue(to);
  expect(await vaultBalance(wallet.account.address, 'tDAI', CHAIN)).toBe(parseUnits('50', 18));
});

test('WAL-4 warns about a contract, rejects addresses that would lose funds, and requires confirmation of a look-alike', async ({
  walletPage,
  wallet,
}) => {
  const own = wallet.account.address;
  await fillVault(own, 'tDAI', '50', CHAIN);
  const contract = newAddress();
  await chainClient(CHAIN).setCode({ address: contract, bytecode: '0x00' });
  const lookAlike = getAddress(`0x${own.slice(2, 6)}${newAddress().slice(6, -4)}${own.slice(-4)}`);
  const dialog = await openForm(walletPage);
  const swapped = own.replace(/[a-f]/i, (letter) =>
    letter === letter.toLowerCase() ? letter.toUpperCase() : letter.toLowerCase(),
  );
  for (const [typed, said] of [
    ['', 'Enter an address.'],
    ['0x1234', 'Enter an address: 0x'],
    [swapped, 'This address has a typo: its capitalization is wrong.'],
    [`0x${'0'.repeat(40)}`, 'Nobody owns the zero address'],
    [findContract('vault_contract', CHAIN), "This is a contract that can't return what it receives."],
    [findToken('tDAI', CHAIN).address ?? '', "This is the contract of the asset you're sending"],
  ] as const) {
    await walletPage.fillWithdraw('tDAI', '20', typed);
    await walletPage.reviewWithdraw();
    await expect(dialog.getByText(said)).toBeVisible();
  }
  await walletPage.fillWithdraw('tDAI', '20', contract);
  await expect(dialog.getByText('This address is a contract.')).toBeVisible();

  await walletPage.fillWithdraw('tDAI', '20', lookAlike);
  await expect(dialog.getByRole('alert')).toContainText('This is not the address you know');
  await walletPage.reviewWithdraw();
  await expect(dialog.getByText('Compare both addresses and confirm')).toBeVisible();
  await dialog.getByRole('checkbox').check();
  await walletPage.reviewWithdraw();
  await walletPage.confirmWithdraw();
  await expect(dialog.getByText('Confirmed on chain')).toBeVisible();
  // The fee is capped at one percent, because the flat fee of half a token would be a larger share of this amount.
  expect(await walletBalance(lookAlike, 'tDAI', CHAIN)).toBe(parseUnits('19.8', 18));
});

test('WAL-4 shows amount errors beside the field, and allows withdrawing the whole balance regardless of the limits', async ({
  walletPage,
  wallet,
}) => {
  const { address } = wallet.account;
  await fillVault(address, 'tUSDT', '200000.000001', CHAIN);
  const dialog = await openForm(walletPage);
  for (const [typed, said] of [
    ['', 'Enter an amount.'],
    ['5.0000001', 'Use at most 6 decimal places for this token.'],
    ['4.999999', 'Withdraw at least 5 tUSDT, or your full vault balance.'],
    ['100000.000001', 'Withdraw at most 100,000 tUSDT at a time, or your full vault balance.'],
    ['200000.000002', 'Your vault holds only 200,000.000001 tUSDT.'],
  ] as const) {
    await walletPage.fillWithdraw('tUSDT', typed);
    await walletPage.reviewWithdraw();
    await expect(dialog.getByText(said)).toBeVisible();
  }
  expect(wallet.requests).not.toContain('eth_sendTransaction');
  await dialog.getByRole('slider').press('End');
  await walletPage.reviewWithdraw();
  await walletPage.confirmWithdraw();
  await expect(dialog.getByText('Confirmed on chain')).toBeVisible();
  expect(await vaultBalance(address, 'tUSDT', CHAIN)).toBe(0n);
  expect(await walletBalance(address, 'tUSDT', CHAIN)).toBe(200_000_000_001n - 200_000_000n - 500_000n);
});

test('WAL-9 tracks a pending withdrawal to completion after a reload', async ({
  walletPage,
  wallet,
  page,
}) => {
  const { address } = wallet.account;
  await fillVault(address, 'tTIDE', '30', CHAIN);
  const dialog = await openForm(walletPage);
  await walletPage.fillWithdraw('tTIDE', '7');
  await walletPage.reviewWithdraw();
  const showReceipts = await hideReceipts(page, CHAIN);
  await walletPage.confirmWithdraw();
  await expect(dialog.getByText('Waiting for the network')).toBeVisible();
  await page.reload();
  await expect(dialog.getByText('Waiting for the network')).toBeVisible();
  showReceipts();
  await expect(dialog.getByText('Confirmed on chain')).toBeVisible();
  await walletPage.finish(/7 tTIDE arrived in your wallet/);
  expect(await walletBalance(address, 'tTIDE', CHAIN)).toBe(parseUnits('7', 18));
});

test('WAL-9 a withdrawal confirmed in the wallet after a reload is found on chain', async ({
  walletPage,
  wallet,
  page,
}) => {
  const { address } = wallet.account;
  const to: Address = newAddress();
  await fillVault(address, 'tTIDE', '30', CHAIN);
  const dialog = await openForm(walletPage);
  await walletPage.fillWithdraw('tTIDE', '11', to);
  await walletPage.reviewWithdraw();
  const release = wallet.hold('eth_sendTransaction');
  await walletPage.confirmWithdraw();
  await expect(dialog.getByText('Confirm the transaction in your wallet.')).toBeVisible();
  await wallet.hasAsked('eth_sendTransaction');
  await page.reload();
  await expect(dialog.getByLabel('Address', { exact: true })).toHaveValue(to);
  await expect(dialog.getByText(/^In your vault/)).toBeVisible();
  await walletPage.reviewWithdraw();
  await expect(dialog.getByText('You may have sent this already:')).toBeVisible();
  release('answer');
  await walletPage.told(/11 tTIDE arrived at/);
  expect(await walletBalance(to, 'tTIDE', CHAIN)).toBe(parseUnits('11', 18));
});

test('WAL-4 A11Y-1 withdraws by keyboard on a phone; axe finds no violations in either theme', async ({
  walletPage,
  wallet,
  page,
}) => {
  const to = newAddress();
  await page.setViewportSize({ width: PHONE, height: 740 });
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await fillVault(wallet.account.address, 'tTIDE', '30', CHAIN);
  await walletPage.open();
  await walletPage.signIn();
  await walletPage.tokens().getByRole('tab', { name: 'All', exact: true }).press('End');
  const vault = walletPage.tokens().getByRole('tabpanel', { name: 'Vault' });
  await expect(vault).toContainText('30 tTIDE');
  await vault.getByRole('button', { name: 'Withdraw' }).press('Enter');
  const dialog = walletPage.dialog('Withdraw');
  const amount = dialog.getByLabel('Amount', { exact: true });
  await expect(dialog.getByText(/^In your vault/)).toBeVisible();
  const { keyboard } = page;
  const tabTo = async (target: typeof amount, most = 6) => {
    for (let pressed = 0; pressed < most; pressed += 1) {
      if (await target.evaluate((element) => element === document.activeElement)) return;
      await keyboard.press('Tab');
    }
    await expect(target).toBeFocused();
  };
  const checkThemes = async (place: string) => {
    expect(await findings(page, PHONE, '[role=dialog]'), place).toEqual([]);
  };
  await tabTo(amount);
  await keyboard.type('8');
  await tabTo(dialog.getByRole('radio', { name: 'My wallet' }));
  await keyboard.press('ArrowDown');
  await tabTo(dialog.getByLabel('Address', { exact: true }));
  await keyboard.type(to);
  await expect(dialog.getByText(to, { exact: true })).toBeVisible();
  await checkThemes('form');
  await tabTo(dialog.getByRole('button', { name: 'Review' }));
  await keyboard.press('Enter');
  await expect(
    dialog.getByRole('heading', { name: /^Withdraw .+ from your Tidewell vault to / }),
  ).toBeFocused();
  await checkThemes('review');
  await tabTo(dialog.getByRole('button', { name: 'Withdraw 8 tTIDE' }));
  await keyboard.press('Enter');
  await expect(dialog.getByText('Confirmed on chain')).toBeVisible();
  expect(await walletBalance(to, 'tTIDE', CHAIN)).toBe(parseUnits('8', 18));
});

test('WAL-4 WAL-33 on a phone, the recipient is in sight above the button, and Deposit says what leaving costs', async ({
  walletPage,
  wallet,
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await fillVault(wallet.account.address, 'tUSDT', '10', CHAIN);
  const dialog = await openForm(walletPage);
  await walletPage.fillWithdraw('tUSDT', '5');
  const review = await dialog.getByRole('button', { name: 'Review' }).boundingBox();
  for (const name of [/^My wallet/, 'Another address']) {
    const option = dialog.getByRole('radio', { name });
    await expect(option).toBeInViewport({ ratio: 1 });
    const box = await option.boundingBox();
    expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThan(review?.y ?? 0);
  }
  await dialog.getByRole('button', { name: 'Close' }).click();
  await walletPage.openDeposit();
  await walletPage.fillDeposit('tUSDT', '1');
  await expect(
    walletPage.dialog('Deposit').getByText(/Withdrawing costs 0\.1% \+ 0\.5 tUSDT, at most 1%\.$/),
  ).toBeVisible();
});
