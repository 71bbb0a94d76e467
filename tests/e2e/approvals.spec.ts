import type { Page } from '@playwright/test';
import { type Address, erc20Abi, maxUint256, parseUnits } from 'viem';
import { PERMIT2 } from '@/lib/evm/address';
import { mined } from '@/scripts/launcher/chains/create2';
import { axeFindings, findings, showTheme } from '../support/axe';
import {
  chainClient,
  FUNDER,
  findContract,
  findToken,
  launcherClient,
  readChains,
} from '../support/e2e-site';
import { fund } from '../support/fund';
import type { InjectedWallet } from '../support/injected-wallet';
import { approveInPermit2, delegate, installPermit2, permit2TestAbi } from '../support/permit2';
import { expect, test } from '../support/wallet-test';

const CHAIN = 31337;
const region = (page: Page) => page.getByRole('region', { name: /^Local chain 1/ });
const tokenOf = (symbol: string) => findToken(symbol, CHAIN).address as Address;

async function approve({ account }: InjectedWallet, symbol: string, spender: Address, amount: bigint) {
  const client = chainClient(CHAIN);
  const args = [spender, amount] as const;
  const hash = await client.writeContract({
    address: tokenOf(symbol),
    abi: erc20Abi,
    account,
    functionName: 'approve',
    args,
  });
  await client.waitForTransactionReceipt({ hash, pollingInterval: 100 });
}

const allowanceOf = ({ account }: InjectedWallet, symbol: string, spender: Address) =>
  chainClient(CHAIN).readContract({
    address: tokenOf(symbol),
    abi: erc20Abi,
    functionName: 'allowance',
    args: [account.address, spender],
  });

test('WAL-16 A11Y-1 a disconnected visitor sees what approvals are, and axe finds no violations', async ({
  page,
}) => {
  await page.goto('/wallet/approvals');
  await expect(page.getByRole('main').getByRole('button', { name: 'Connect wallet' })).toBeVisible();
  expect(await axeFindings(page)).toEqual([]);
});

test('WAL-16 A11Y-1 approvals are listed by risk and revoked by keyboard, one by one until the wallet rejects', async ({
  walletPage,
  wallet,
  page,
}) => {
  await fund(wallet.account.address, 'tUSDT', '100', CHAIN);
  const vault = findContract('vault_contract', CHAIN);
  const unknown = tokenOf('tTIDE');
  await approve(wallet, 'tUSDT', vault, parseUnits('12.5', 6));
  await approve(wallet, 'tDAI', FUNDER, maxUint256);
  await approve(wallet, 'tUSDT', unknown, maxUint256);
  await walletPage.open('/wallet/approvals');
  await walletPage.signIn();
  const rows = region(page).getByRole('listitem');
  await expect(rows).toHaveCount(3);
  await expect(rows.nth(0)).toContainText(/tUSDT\s*High risk/);
  await expect(rows.nth(0)).toContainText(/\$\d+/);
  await expect(rows.nth(1)).toContainText(/tDAI\s*High risk/);
  await expect(rows.nth(2)).toContainText(/tUSDT\s*Low risk/);

  for (const [colorScheme, width] of [
    ['light', 1280],
    ['dark', 360],
  ] as const) {
    await showTheme(page, colorScheme);
    await page.setViewportSize({ width, height: 800 });
    expect(
      await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth),
    ).toBeLessThanOrEqual(0);
    expect(await axeFindings(page)).toEqual([]);
  }
  for (const row of [0, 1]) {
    await rows.nth(row).getByRole('checkbox').focus();
    await page.keyboard.press('Space');
  }
  const bar = page.getByRole('region', { name: 'Selected approvals' });
  wallet.rejectNext('eth_sendTransaction');
  await bar.getByRole('button', { name: 'Revoke selected (2)' }).focus();
  await page.keyboard.press('Enter');
  const sheet = walletPage.sheet();
  await expect(sheet).toContainText('Your wallet will ask 2 times, once for each approval:');
  expect(await findings(page, 360, '[role=dialog]')).toEqual([]);
  await sheet.getByRole('button', { name: 'Revoke approval: tUSDT' }).press('Enter');
  await expect(sheet).toContainText('You rejected the request in your wallet.');
  await sheet.getByRole('button', { name: 'Revoke approval: tUSDT' }).press('Enter');
  await walletPage.told(/^0x.* can no longer take your tUSDT\./);
  await walletPage.finish(/^0x.* can no longer take your tDAI\./);
  await expect(rows).toHaveCount(1);
  expect(await allowanceOf(wallet, 'tUSDT', unknown)).toBe(0n);
  expect(await allowanceOf(wallet, 'tDAI', FUNDER)).toBe(0n);
  expect(await allowanceOf(wallet, 'tUSDT', vault)).toBe(parseUnits('12.5', 6));
  await expect(rows.nth(0)).toContainText('Tidewell vault');
});

test('WAL-16 WAL-10 an unreachable network is shown without covering the selected approvals, on a phone', async ({
  walletPage,
  wallet,
  page,
}) => {
  await fund(wallet.account.address, 'tUSDT', '5', CHAIN);
  await approve(wallet, 'tUSDT', FUNDER, maxUint256);
  await page.setViewportSize({ width: 360, height: 640 });
  await walletPage.open('/wallet/approvals');
  await walletPage.signIn();
  await region(page).getByRole('checkbox').check();
  const bar = page.getByRole('region', { name: 'Selected approvals' });
  await expect(bar.getByRole('button', { name: 'Revoke selected (1)' })).toBeInViewport({ ratio: 1 });
  const node = new URL(readChains().chains.find(({ id }) => id === CHAIN)?.rpcUrl ?? '').origin;
  await page.route(
    ({ origin }) => origin === node,
    (route) => route.fulfill({ status: 429, body: 'too many requests' }),
  );
  const banner = page.locator('.node-banner-text').filter({ hasText: "Can't reach Local chain 1" });
  await expect(banner).toBeVisible();
  const [told, chosen] = await Promise.all([banner.boundingBox(), bar.boundingBox()]);
  if (!told || !chosen) throw new Error('both are shown');
  expect(told.y >= chosen.y + chosen.height || told.y + told.height <= chosen.y).toBe(true);
  await expect(bar.getByRole('button', { name: 'Revoke selected (1)' })).toBeInViewport({ ratio: 1 });
});

test('APPR-1 A11Y-1 code that the account runs comes first, with how to stop it, on the network where it runs', async ({
  walletPage,
  wallet,
  page,
}) => {
  await fund(wallet.account.address, 'tUSDT', '5', CHAIN);
  const code = tokenOf('tTIDE');
  await delegate(launcherClient(CHAIN), wallet.account, code);
  await walletPage.open('/wallet/approvals');
  await walletPage.signIn();
  const note = region(page).getByRole('group', { name: 'This account runs unknown code' });
  await expect(note).toContainText("can do anything with this account's money");
  await expect(note).toContainText('Only your wallet can undo this');
  await expect(note.getByRole('link')).toHaveAttribute('href', new RegExp(code, 'i'));
  const other = page.getByRole('region', { name: /^Local chain 2/ });
  await expect(other).toContainText('No active approvals');
  await expect(other.getByRole('group')).toHaveCount(0);
  await checkLooks(page);
});

/** Checks that axe finds nothing, and that nothing scrolls sideways, on a desktop and a phone, in either theme. */
async function checkLooks(page: Page) {
  for (const [colorScheme, width] of [
    ['light', 1280],
    ['dark', 360],
  ] as const) {
    await showTheme(page, colorScheme);
    await page.setViewportSize({ width, height: 800 });
    expect(
      await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth),
    ).toBeLessThanOrEqual(0);
    expect(await axeFindings(page)).toEqual([]);
  }
}

test('APPR-2 A11Y-1 an allowance in Permit2 is listed under its token and revoked there, and the approval stays', async ({
  walletPage,
  wallet,
  page,
}) => {
  const chainId = 31338;
  const client = launcherClient(chainId);
  await fund(wallet.account.address, 'tUSDT', '50', chainId);
  await installPermit2(client);
  const token = findToken('tUSDT', chainId).address as Address;
  const owner = wallet.account;
  const approval = { account: owner, address: token, abi: erc20Abi, functionName: 'approve' } as const;
  await mined(client, await client.writeContract({ ...approval, args: [PERMIT2, maxUint256] }));
  const terms = { token, spender: FUNDER, amount: parseUnits('7', 6), expiration: 2 ** 48 - 1 };
  await approveInPermit2(client, owner, terms);
  await walletPage.open('/wallet/approvals');
  await walletPage.signIn();
  const rows = page.getByRole('region', { name: /^Local chain 2/ }).getByRole('listitem');
  await expect(rows).toHaveCount(2);
  await expect(rows.nth(0)).toContainText(/tUSDT\s*High risk/);
  await expect(rows.nth(0)).toContainText('Through Permit2');
  await expect(rows.nth(1)).toContainText(/tUSDT\s*Low risk/);
  await expect(rows.nth(1)).toContainText('Permit2 takes this token only if');
  await checkLooks(page);
  await rows
    .nth(0)
    .getByRole('button', { name: /^Revoke: tUSDT/ })
    .click();
  await walletPage.send('Revoke approval: tUSDT');
  await walletPage.finish(/ can no longer take your tUSDT\./);
  await expect(rows).toHaveCount(1);
  const args = [owner.address, token, FUNDER] as const;
  const kept = { address: PERMIT2, abi: permit2TestAbi, functionName: 'allowance', args } as const;
  expect((await client.readContract(kept))[0]).toBe(0n);
});
