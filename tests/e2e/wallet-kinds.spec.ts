import type { Page } from '@playwright/test';
import { type Address, erc20Abi, formatUnits, parseUnits } from 'viem';
import { presaleAbi } from '@/lib/evm/abi/presale';
import { stakingPoolAbi } from '@/lib/evm/abi/staking-pool';
import { formatAmount } from '@/lib/format/amount';
import { findings, PHONE } from '../support/axe';
import { chainClient, findContract, findToken } from '../support/e2e-site';
import { fund } from '../support/fund';
import type { InjectedWallet } from '../support/injected-wallet';
import { pledgesOf } from '../support/presale';
import { SmartWallet } from '../support/smart-wallet';
import { vaultBalance, walletBalance } from '../support/vault';
import { test as base, expect, WalletPage } from '../support/wallet-test';

const CHAIN = 31337;
const OTHER = 31338;
const usdt = (amount: string) => parseUnits(amount, 6);

/** The `test` function, extended with a fixture that installs a smart-account wallet. */
const test = base.extend<{
  smart: (...kind: ConstructorParameters<typeof SmartWallet>) => Promise<SmartWallet>;
}>({
  walletPage: async ({ page }, use) => use(new WalletPage(page)),
  smart: async ({ context }, use) =>
    use(async (...kind) => {
      const wallet = new SmartWallet(...kind);
      await wallet.prepare();
      await wallet.install(context);
      return wallet;
    }),
});

const allowances = ({ address: owner }: InjectedWallet) =>
  Promise.all(
    (
      [
        ['tUSDT', 'vault_contract'],
        ['tUSDT', 'router_contract'],
        ['tTIDE', 'staking_contract'],
        ['tUSDT', 'pledge_contract'],
        ['tUSDT', 'presale_contract'],
      ] as const
    ).map(([symbol, contract]) =>
      chainClient(CHAIN).readContract({
        address: findToken(symbol, CHAIN).address ?? '0x',
        abi: erc20Abi,
        functionName: 'allowance',
        args: [owner, findContract(contract, CHAIN)],
      }),
    ),
  );
const stakeOf = (owner: Address) =>
  chainClient(CHAIN).readContract({
    address: findContract('staking_contract', CHAIN),
    abi: stakingPoolAbi,
    functionName: 'stakeOf',
    args: [owner],
  });
/** Reads the account's contribution and purchase from the presale contract. */
const presaleOf = (owner: Address) => {
  const presale = {
    address: findContract('presale_contract', CHAIN),
    abi: presaleAbi,
    args: [owner],
  } as const;
  const client = chainClient(CHAIN);
  return Promise.all([
    client.readContract({ ...presale, functionName: 'contributionOf' }),
    client.readContract({ ...presale, functionName: 'purchasedBy' }),
  ]);
};
/** Fetches the number of activity records that the server has for the account, and the latest one. */
async function recorded(page: Page) {
  const token = (await page.context().cookies()).find(({ name }) => name === 'token')?.value ?? '';
  const answer = await page.request.get('/api/wallet/activity?pageNum=1&pageSize=20', {
    headers: { Authorization: `Bearer ${token}` },
  });
  const { total, list } = (await answer.json()).data;
  return { total, first: list[0] };
}

for (const [name, kind, atomic, prompts] of [
  [
    'an EIP-7702 account that does batches',
    'delegating',
    'ready',
    { wallet_sendCalls: 3, eth_sendTransaction: 1 },
  ],
  [
    'a contract wallet that does batches',
    'contract',
    'supported',
    { wallet_sendCalls: 3, eth_sendTransaction: 1 },
  ],
  [
    'a contract wallet that knows no batches',
    'contract',
    null,
    { wallet_sendCalls: 0, eth_sendTransaction: 7 },
  ],
] as const)
  test(`WAL-3 WAL-4 WAL-5 WAL-6 WAL-16 AUTH-2 ${name} signs in, deposits, withdraws, stakes and swaps to the last base unit`, async ({
    smart,
    walletPage,
    page,
  }) => {
    const wallet = await smart(kind, atomic);
    const { address } = wallet;
    await fund(address, 'tUSDT', '100', CHAIN);
    await fund(address, 'tTIDE', '20', CHAIN);
    await walletPage.open();
    await walletPage.signIn();

    await walletPage.openDeposit();
    await walletPage.fillDeposit('tUSDT', '40.000001');
    const deposit = walletPage.dialog('Deposit');
    // The review says how often the wallet will ask, according to its capabilities.
    const confirm = async (action: string) => {
      await expect(
        walletPage
          .sheet()
          .getByText(atomic ? /^Your wallet will ask once, for two steps/ : /^Your wallet will ask twice/),
      ).toBeVisible();
      await walletPage.send(action);
    };
    await deposit.getByRole('button', { name: 'Review' }).click();
    await confirm('Deposit 40.000001 tUSDT');
    await walletPage.finish('deposited and credited.');
    expect(await vaultBalance(address, 'tUSDT', CHAIN)).toBe(usdt('40.000001'));
    expect(await recorded(page)).toMatchObject({ total: 1, first: { kind: 'deposit', amount: '40.000001' } });

    await walletPage.openWithdraw();
    await walletPage.fillWithdraw('tUSDT', '15');
    await walletPage.reviewWithdraw();
    await walletPage.confirmWithdraw();
    const withdraw = walletPage.dialog('Withdraw');
    await expect(withdraw.getByText('Confirmed on chain')).toBeVisible();
    expect(await vaultBalance(address, 'tUSDT', CHAIN)).toBe(usdt('25.000001'));
    const arrived = (await walletBalance(address, 'tUSDT', CHAIN)) - usdt('59.999999');
    await walletPage.finish(`${formatUnits(arrived, 6)} tUSDT arrived in your wallet.`);

    await page.goto('/wallet/stake');
    const panel = page.getByRole('region', { name: 'Manage your stake' });
    await panel.getByLabel('Amount', { exact: true }).fill('4.000000000000000001');
    await panel.getByRole('button', { name: 'Review' }).click();
    await confirm('Stake 4.000000000000000001 tTIDE');
    await walletPage.finish('4.000000000000000001 tTIDE staked.');
    expect(await stakeOf(address)).toBe(parseUnits('4.000000000000000001', 18));

    await page.goto('/wallet/swap?sell=2&buy=4');
    const swapForm = page.getByRole('form', { name: 'Swap' });
    await swapForm.getByLabel('You pay', { exact: true }).fill('10');
    await expect(swapForm.getByText(/^At least [\d,.]+ \S+, or the swap doesn't happen\.$/)).toBeVisible();
    await swapForm.getByRole('button', { name: 'Review' }).click();
    await confirm('Swap 10 tUSDT');
    await walletPage.finish(/^10 tUSDT swapped for /);
    const bought = formatAmount(await walletBalance(address, 'WETH', CHAIN), 18, 'en');
    await expect(page.getByRole('main').getByText(`10 tUSDT for ${bought} WETH`)).toBeVisible();

    expect(await allowances(wallet)).toEqual([0n, 0n, 0n, 0n, 0n]);
    for (const [method, times] of Object.entries(prompts)) expect(wallet.count(method), method).toBe(times);
    expect(wallet.count('eth_signTypedData_v4')).toBe(0);
  });

test('WAL-9 WAL-16 I18N-2 A11Y-1 a batch confirmed in the wallet while no page was open is credited once, on a phone', async ({
  smart,
  walletPage,
  page,
}) => {
  const wallet = await smart('delegating', 'supported');
  await fund(wallet.address, 'tUSDT', '100', CHAIN);
  await walletPage.open();
  await walletPage.signIn();
  await page.setViewportSize({ width: PHONE, height: 740 });
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await walletPage.openDeposit();
  await walletPage.fillDeposit('tUSDT', '7.5');
  const dialog = walletPage.dialog('Deposit');
  await dialog.getByRole('button', { name: 'Review' }).click();
  await expect(dialog.getByText(/^Your wallet will ask once, for two steps/)).toBeVisible();
  expect(await findings(page, PHONE, '[role=dialog]')).toEqual([]);
  const release = wallet.hold('wallet_sendCalls');
  await walletPage.send('Deposit 7.5 tUSDT');
  await expect(
    dialog.getByText('Confirm in your wallet. The approval and the transaction happen together'),
  ).toBeVisible();
  await wallet.hasAsked('wallet_sendCalls');
  await page.reload();
  // The form can be reviewed once the balance is read.
  await expect(dialog.getByText('Balance: 100 tUSDT')).toBeVisible();
  await dialog.getByRole('button', { name: 'Review' }).click();
  await expect(dialog.getByText('You may have sent this already:')).toBeVisible();
  release('answer');
  await walletPage.told('deposited and credited.');
  expect(await vaultBalance(wallet.address, 'tUSDT', CHAIN)).toBe(usdt('7.5'));
  expect(await recorded(page)).toMatchObject({ total: 1, first: { amount: '7.5' } });
  expect(wallet.count('wallet_getCallsStatus')).toBeGreaterThan(0);
  expect(await allowances(wallet)).toEqual([0n, 0n, 0n, 0n, 0n]);
});

test('WAL-8 WAL-9 WAL-16 API-7 a contract wallet pledges in one batch and exits early: one prompt each, exact to the base unit', async ({
  smart,
  walletPage,
  page,
}) => {
  const wallet = await smart('contract', 'supported');
  const { address } = wallet;
  await fund(address, 'tUSDT', '100', CHAIN);
  await walletPage.open('/wallet/pledge');
  await walletPage.signIn();
  const panel = page.getByRole('region', { name: 'New pledge' });
  const card = page.getByRole('region', { name: 'Local chain 1' });
  await panel.getByRole('radio', { name: /^180 days/ }).check();
  await panel.getByLabel('Amount', { exact: true }).fill('40.000019');
  await panel.getByRole('button', { name: 'Review' }).click();
  const sheet = walletPage.sheet();
  await expect(sheet.getByText(/^Your wallet will ask once, for two steps/)).toBeVisible();
  const release = wallet.hold('wallet_sendCalls');
  await walletPage.send('Pledge 40.000019 tUSDT');
  await expect(
    sheet.getByText('Confirm in your wallet. The approval and the transaction happen together'),
  ).toBeVisible();
  await wallet.hasAsked('wallet_sendCalls');
  release('answer');
  await walletPage.finish('40.000019 tUSDT pledged.');
  await expect(panel.getByText('Confirmed on chain and recorded.')).toBeVisible();
  const [pledge] = await pledgesOf(wallet, CHAIN);
  if (!pledge) throw new Error('the contract has no pledge of the account');
  expect(pledge).toMatchObject({ termId: 2n, amount: usdt('40.000019'), status: 0 });
  await expect(card).toContainText(
    `Paid at maturity${formatUnits(pledge.amount + pledge.interest, 6)} tUSDT`,
  );
  expect(await walletBalance(address, 'tUSDT', CHAIN)).toBe(usdt('59.999981'));
  expect(await recorded(page)).toMatchObject({ total: 1, first: { kind: 'pledge', amount: '40.000019' } });
  expect(await allowances(wallet)).toEqual([0n, 0n, 0n, 0n, 0n]);
  expect(wallet.count('eth_sendTransaction')).toBe(0);

  const returned = formatUnits(pledge.amount - pledge.penalty, 6);
  await card.getByRole('button', { name: 'Leave early: 40.000019 tUSDT, 180 days' }).click();
  await sheet.getByRole('checkbox').check();
  await walletPage.send(`Leave early with ${returned} tUSDT`);
  await walletPage.finish(`${returned} tUSDT is back in your wallet.`);
  await expect(card.getByText('1 closed pledge')).toBeVisible();
  expect(await pledgesOf(wallet, CHAIN)).toMatchObject([{ status: 2 }]);
  expect(await walletBalance(address, 'tUSDT', CHAIN)).toBe(usdt('100') - pledge.penalty);
  for (const method of ['wallet_sendCalls', 'eth_sendTransaction'])
    expect(wallet.count(method), method).toBe(1);
});

test('WAL-7 WAL-9 WAL-16 an EIP-7702 account contributes to a presale in one batch; chain, server and pages agree', async ({
  smart,
  walletPage,
  page,
}) => {
  const wallet = await smart('delegating', 'ready');
  const { address } = wallet;
  await fund(address, 'tUSDT', '1000', CHAIN);
  await walletPage.open('/wallet/presale');
  await walletPage.signIn();
  const panel = page.getByRole('region', { name: 'Take part' });
  const card = page.getByRole('region', { name: 'Local chain 1' });
  await panel.getByLabel('Amount', { exact: true }).fill('123.456789');
  await expect(panel).toContainText('You buy2,469.13578 tTIDE');
  await panel.getByRole('button', { name: 'Review' }).click();
  const sheet = walletPage.sheet();
  await expect(sheet.getByText(/^Your wallet will ask once, for two steps/)).toBeVisible();
  wallet.rejectNext('wallet_sendCalls');
  await walletPage.send('Contribute 123.456789 tUSDT');
  await expect(sheet.getByText('You rejected the request in your wallet.')).toBeVisible();
  expect(await presaleOf(address)).toEqual([0n, 0n]);
  await walletPage.send('Contribute 123.456789 tUSDT');
  await walletPage.finish('123.456789 tUSDT contributed.');
  await expect(panel.getByText('Confirmed on chain and recorded.')).toBeVisible();
  await expect(card).toContainText('Your contribution123.456789 tUSDT');
  await expect(card).toContainText('Tokens bought2,469.13578 tTIDE');
  expect(await presaleOf(address)).toEqual([usdt('123.456789'), parseUnits('2469.13578', 18)]);
  expect(await walletBalance(address, 'tUSDT', CHAIN)).toBe(usdt('876.543211'));
  expect(await recorded(page)).toMatchObject({ total: 1, first: { kind: 'presale', amount: '123.456789' } });
  expect(await allowances(wallet)).toEqual([0n, 0n, 0n, 0n, 0n]);
  expect(wallet.count('wallet_sendCalls')).toBe(2);
  expect(wallet.count('eth_sendTransaction')).toBe(0);

  await page.reload();
  await expect(card).toContainText('Your contribution123.456789 tUSDT');
  await expect(panel.getByText('Balance: 876.543211 tUSDT')).toBeVisible();
  await page.getByRole('navigation', { name: 'Wallet pages' }).getByRole('link', { name: 'Home' }).click();
  const activity = page.getByRole('region', { name: 'Activity' }).getByRole('listitem');
  await expect(activity.filter({ hasText: 'Presale' })).toContainText(/Presale.*Sent −123\.456789 tUSDT/);
});

test('WAL-9 finds on chain and credits once a deposit from a wallet that never reports capabilities and returns the hash late', async ({
  wallet,
  walletPage,
  page,
}) => {
  await fund(wallet.address, 'tUSDT', '100', CHAIN);
  await walletPage.open();
  await walletPage.signIn();
  wallet.hold('wallet_getCapabilities');
  const answer = wallet.answerLate('eth_sendTransaction', 1);
  await walletPage.openDeposit();
  await walletPage.fillDeposit('tUSDT', '5');
  await walletPage.submitDeposit();
  const dialog = walletPage.dialog('Deposit');
  await expect(dialog.getByText('Confirm the transaction in your wallet.')).toBeVisible();
  await walletPage.told('deposited and credited.');
  await expect(dialog.getByText('Confirm the transaction in your wallet.')).toBeVisible();
  answer();
  await expect(dialog.getByText('Checked and credited')).toBeVisible();
  expect(await vaultBalance(wallet.address, 'tUSDT', CHAIN)).toBe(usdt('5'));
  expect(await recorded(page)).toMatchObject({ total: 1, first: { amount: '5' } });
  expect(wallet.count('eth_sendTransaction')).toBe(2);
});

test('WAL-9 WAL-10 detects a wallet that sends on another network than it reports, and credits only the actual network', async ({
  wallet,
  walletPage,
  page,
}) => {
  const { address } = wallet;
  for (const chainId of [CHAIN, OTHER]) await fund(address, 'tUSDT', '100', chainId);
  await fund(address, 'tTIDE', '20', CHAIN);
  await walletPage.open();
  await walletPage.signIn();
  wallet.trueChainId = OTHER;
  await walletPage.openDeposit();
  const dialog = walletPage.dialog('Deposit');
  await walletPage.fillDeposit('tUSDT', '5');
  await walletPage.submitDeposit();
  await expect(dialog.getByRole('alert')).toContainText(
    'Your wallet sent the transaction on a different network',
  );
  await dialog.getByRole('button', { name: 'Back' }).click();
  await dialog.getByRole('button', { name: 'Back' }).click();
  expect(wallet.count('eth_sendTransaction')).toBe(1);
  for (const chainId of [CHAIN, OTHER]) expect(await vaultBalance(address, 'tUSDT', chainId)).toBe(0n);

  await walletPage.fillDeposit('ETH', '0.25');
  await walletPage.submitDeposit();
  await walletPage.told(/^Your wallet reported Local chain 1 but sent the transaction on Local chain 2/);
  await expect(dialog.getByText('Checked and credited')).toBeVisible();
  expect(await vaultBalance(address, 'ETH', CHAIN)).toBe(0n);
  expect(await vaultBalance(address, 'ETH', OTHER)).toBe(parseUnits('0.25', 18));
  expect(await recorded(page)).toMatchObject({ total: 1, first: { chainId: OTHER, amount: '0.25' } });
  await dialog.getByRole('button', { name: 'Done' }).click();

  await page.goto('/wallet/stake');
  const panel = page.getByRole('region', { name: 'Manage your stake' });
  await panel.getByLabel('Amount', { exact: true }).fill('4');
  await panel.getByRole('button', { name: 'Review' }).click();
  await walletPage.send('Stake 4 tTIDE');
  await expect(walletPage.sheet().getByRole('alert')).toContainText(
    'Your wallet sent the transaction on a different network',
  );
  expect(await stakeOf(address)).toBe(0n);
  expect(await walletBalance(address, 'tTIDE', CHAIN)).toBe(parseUnits('20', 18));
});
