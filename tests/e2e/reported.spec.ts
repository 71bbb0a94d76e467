import type { Page } from '@playwright/test';
import { type Address, parseEther, parseUnits } from 'viem';
import { writePaymentRequest } from '@/lib/wallet/pay/payment-request';
import { mined } from '@/scripts/launcher/chains/create2';
import { axeFindings, findings, showTheme } from '../support/axe';
import { chainClient, DAPP_ORIGIN, FUNDER, findToken, launcherClient } from '../support/e2e-site';
import { fund } from '../support/fund';
import { walletBalance } from '../support/vault';
import { expect, test, type WalletPage } from '../support/wallet-test';
import { putCode, tokenAbi } from '../support/wallet-tokens';

const CHAIN = 31337;
/** An address in tests/support/reported-list.txt. */
const SCAM: Address = '0x5CA3000000000000000000000000000000005cA3';
const ORACLE: Address = '0x05ac1e0000000000000000000000000000000001';
const CONSENT = 'I know that this was reported, and I want to continue.';

/** Opens the form of a payment. */
async function payTo(walletPage: WalletPage, recipient: Address) {
  const { address, decimals } = findToken('tUSDT', CHAIN);
  const amount = parseUnits('3', decimals);
  const request = writePaymentRequest({ recipient, chainId: CHAIN, token: address as Address, amount });
  await walletPage.open(`/wallet/pay?${new URLSearchParams({ tab: 'pay', request })}`);
}

/** Adds a contract of this name to the operator's list, as `CHAINS_FILE` would. */
const listContract = (page: Page, name: string, address: Address) =>
  page.route('**/api/config/contractAddressList', async (route) => {
    const response = await route.fetch();
    const answer = (await response.json()) as { data: unknown[] };
    await route.fulfill({
      json: { ...answer, data: [...answer.data, { chainId: CHAIN, name, address }] },
    });
  });

test('RISK-2 A11Y-1 a payment to an address on the operator’s list is a danger and needs a second step', async ({
  walletPage,
  wallet,
  page,
}) => {
  await fund(wallet.account.address, 'tUSDT', '20', CHAIN);
  const asked: string[] = [];
  page.on('request', (request) => asked.push(request.url()));
  await payTo(walletPage, SCAM);
  await walletPage.signIn();
  await expect(page.getByText('This address is on a list of known scams.')).toBeVisible();
  await page.setViewportSize({ width: 360, height: 800 });
  expect(await axeFindings(page)).toEqual([]);
  await expect(page.getByText('Balance: 20 tUSDT')).toBeVisible();
  await walletPage.reviewWithFee(page.getByRole('main'));
  const sheet = walletPage.sheet();
  await expect(sheet).toContainText(/0x5ca3….* is on a list of known scams\./i);
  await showTheme(page, 'dark');
  expect(await findings(page, 360, '[role=dialog]')).toEqual([]);
  await walletPage.send('Send 3 tUSDT');
  await expect(sheet).toContainText('Check the box to continue, or go back.');
  expect(wallet.count('eth_sendTransaction')).toBe(0);
  await sheet.getByRole('checkbox', { name: CONSENT }).check();
  await walletPage.send('Send 3 tUSDT');
  await walletPage.finish(/^3 tUSDT arrived at 0x/);
  expect(await walletBalance(SCAM, 'tUSDT', CHAIN)).toBeGreaterThanOrEqual(3_000_000n);
  // The list was downloaded whole: no request to the site's API names the recipient.
  const calls = asked.filter((url) => new URL(url).pathname.startsWith('/api/'));
  expect(calls.filter((url) => url.toLowerCase().includes(SCAM.toLowerCase()))).toEqual([]);
  expect(calls.some((url) => url.includes('/config/reported'))).toBe(true);
});

test('RISK-2 until the lists have loaded, a review can’t be confirmed, and says so', async ({
  walletPage,
  wallet,
  page,
}) => {
  await fund(wallet.account.address, 'tUSDT', '20', CHAIN);
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route('**/api/config/reported', async (route) => {
    await held;
    await route.continue();
  });
  await walletPage.open('/wallet');
  await walletPage.signIn();
  await walletPage.openDeposit();
  await walletPage.fillDeposit('tUSDT', '3');
  await walletPage.dialog('Deposit').getByRole('button', { name: 'Review' }).click();
  const send = walletPage.sheet().getByRole('button', { name: 'Deposit 3 tUSDT' });
  await expect(send).toBeDisabled();
  await send.press('Enter');
  release();
  await expect(send).toBeEnabled();
  expect(wallet.count('eth_sendTransaction')).toBe(0);
  await walletPage.send('Deposit 3 tUSDT');
  await walletPage.finish('deposited and credited.');
});

test('RISK-2 the sanctions oracle that the operator lists is asked, and one that can’t answer is named', async ({
  walletPage,
  wallet,
  page,
}) => {
  const client = launcherClient(CHAIN);
  await putCode(client, 'SanctionsOracle', ORACLE);
  await fund(wallet.account.address, 'tUSDT', '20', CHAIN);
  const add = { address: ORACLE, abi: tokenAbi, functionName: 'add', args: [FUNDER] } as const;
  await mined(client, await client.writeContract({ ...add, account: wallet.account }));
  await listContract(page, 'sanctions_oracle', ORACLE);
  await payTo(walletPage, FUNDER);
  await walletPage.signIn();
  await expect(page.getByText('Balance: 20 tUSDT')).toBeVisible();
  await walletPage.reviewWithFee(page.getByRole('main'));
  const sheet = walletPage.sheet();
  await expect(sheet).toContainText(/ is on the sanctions list that this site checks\./);
  await expect(sheet.getByRole('checkbox', { name: CONSENT })).toBeVisible();
  await page.unrouteAll({ behavior: 'wait' });
  await listContract(page, 'sanctions_oracle', findToken('tUSDT', CHAIN).address as Address);
  await payTo(walletPage, FUNDER);
  await expect(page.getByText('Balance: 20 tUSDT')).toBeVisible();
  await walletPage.reviewWithFee(page.getByRole('main'));
  await expect(sheet).toContainText(/ couldn't be checked against the sanctions list\./);
  await expect(sheet.getByRole('checkbox', { name: CONSENT })).toHaveCount(0);
});

test('RISK-2 requests of a DApp whose domain is reported are dangers', async ({
  walletPage,
  wallet,
  page,
}) => {
  await chainClient(CHAIN).setBalance({ address: wallet.address, value: parseEther('5') });
  await page.route('**/api/config/reported', async (route) => {
    const response = await route.fetch();
    const { data, ...rest } = (await response.json()) as { data: object };
    await route.fulfill({ json: { ...rest, data: { ...data, origins: [DAPP_ORIGIN] } } });
  });
  await walletPage.open('/wallet/dapps?dapp=sample');
  await walletPage.signIn();
  const dapp = page.frameLocator('iframe');
  await expect(dapp.getByLabel('Answers')).toContainText('Account 0x');
  await expect(page.getByRole('main')).toContainText("This DApp's website is on a list of known scams.");
  await dapp.getByRole('button', { name: 'Send 0.1 ETH' }).click();
  const dialog = page.getByRole('dialog').filter({ hasText: DAPP_ORIGIN });
  await expect(dialog).toContainText(`${DAPP_ORIGIN} is on a list of known scams.`);
  await expect(dialog.getByRole('checkbox', { name: /^I understand the risk/ })).toBeVisible();
});
