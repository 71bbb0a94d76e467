import type { Page } from '@playwright/test';
import {
  type Address,
  bytesToHex,
  concat,
  encodeAbiParameters,
  encodeFunctionData,
  erc20Abi,
  erc721Abi,
  type Hex,
  numberToHex,
  parseAbiParameters,
  parseEther,
  parseSignature,
  parseUnits,
  serializeCompactSignature,
  signatureToCompactSignature,
} from 'viem';
import { generatePrivateKey, privateKeyToAddress } from 'viem/accounts';
import { presaleAbi } from '@/lib/evm/abi/presale';
import { NATIVE_TOKEN } from '@/lib/evm/address';
import { writePaymentRequest } from '@/lib/wallet/pay/payment-request';
import { RpcFailure } from '../support/chain-plans';
import { chainClient, DAPP_ORIGIN, FUNDER, findContract, findToken } from '../support/e2e-site';
import { fund } from '../support/fund';
import type { InjectedWallet } from '../support/injected-wallet';
import { pledgesOf, usdt } from '../support/presale';
import { SmartWallet } from '../support/smart-wallet';
import { poolOn, tide } from '../support/staking';
import { fillVault, vaultBalance, walletBalance } from '../support/vault';
import { ageLedger, test as base, expect, latestEntry, WalletPage } from '../support/wallet-test';
import { tokenAbi, tokenCode } from '../support/wallet-tokens';

const CHAIN = 31337;
const OTHER = 31338;
const STUCK_MS = 31_000;
const SEND = 'eth_sendTransaction';
const SIGN = 'eth_signTypedData_v4';
const EARLIER = 'You may have sent this already:';
const NO_ANSWER = "Your wallet hasn't said if it sent this.";
const NOT_SHOWN = "The network doesn't show this transaction yet.";

const test = base.extend<{ smart: SmartWallet }>({
  smart: async ({ context }, use) => {
    const wallet = new SmartWallet('delegating', 'supported');
    await wallet.prepare();
    await wallet.install(context);
    await use(wallet);
  },
});

const newAddress = () => privateKeyToAddress(generatePrivateKey());
/** Returns a hash that no node has. */
const unknownHash = () => bytesToHex(crypto.getRandomValues(new Uint8Array(32)));
const allowance = ({ address }: InjectedWallet, symbol: string, spender: Address) =>
  chainClient(CHAIN).readContract({
    address: findToken(symbol, CHAIN).address ?? NATIVE_TOKEN,
    abi: erc20Abi,
    functionName: 'allowance',
    args: [address, spender],
  });
const stakeOf = ({ address }: InjectedWallet) => {
  const { client, contract } = poolOn(CHAIN);
  return client.readContract({ ...contract, functionName: 'stakeOf', args: [address] });
};

/** Publishes the next transaction, and answers something else, or throws it. */
function publishBut(wallet: InjectedWallet, answer: () => unknown) {
  wallet.misbehave(SEND, async ({ perform }) => {
    await perform();
    return answer();
  });
}

const throwing = (error: Error) => () => {
  throw error;
};

/** Answers the next transaction with an unknown hash. Publishes it when the returned function is called. */
function publishLater(wallet: InjectedWallet) {
  let publish: () => Promise<unknown> = () => Promise.reject(new Error('nothing was asked'));
  wallet.misbehave(SEND, ({ perform }) => {
    publish = perform;
    return unknownHash();
  });
  return () => publish();
}

/** Signs in on the page of a payment, and opens its review. */
async function reviewPayment(
  walletPage: WalletPage,
  {
    recipient,
    symbol,
    amount,
    chainId = CHAIN,
  }: Record<'symbol' | 'amount', string> & { recipient: Address; chainId?: number },
) {
  const { page } = walletPage;
  const { address, decimals } = findToken(symbol, chainId);
  const token = address ?? NATIVE_TOKEN;
  const request = writePaymentRequest({ recipient, chainId, token, amount: parseUnits(amount, decimals) });
  await walletPage.open(`/wallet/pay?${new URLSearchParams({ tab: 'pay', request })}`);
  await walletPage.signIn();
  await expect(page.getByText(/^Balance: \d/)).toBeVisible();
  const form = page.getByRole('main');
  // Without a vault balance, the native currency has no free route.
  if (address) await walletPage.reviewWithFee(form);
  else await form.getByRole('button', { name: 'Review' }).click();
  return walletPage.sheet();
}

/** Asserts that Activity lists one transaction with this text, and nothing in progress. */
async function expectListedOnce({ page }: WalletPage, text: string | RegExp) {
  const rows = page.getByRole('table', { name: 'Activity' }).getByRole('row');
  await expect(rows.filter({ hasText: text })).toHaveCount(1);
  await expect(page.getByText('In progress')).toHaveCount(0);
}

/** The list of recent and pending transactions on the home screen. */
const recent = (page: Page) => page.getByRole('region', { name: 'Activity' });

/** Fills in and reviews a form of the pages under Earn. */
async function reviewForm(page: Page, region: string, amount: string) {
  const panel = page.getByRole('region', { name: region });
  await expect(panel.getByText(/^Balance: /)).toBeVisible();
  await panel.getByLabel('Amount', { exact: true }).fill(amount);
  await panel.getByRole('button', { name: 'Review' }).click();
}

test('WAL-9 finds a payment whose wallet returned a hash that no node has, and lists it once', async ({
  walletPage,
  wallet,
}) => {
  const recipient = newAddress();
  await fund(wallet.address, 'ETH', '0', CHAIN);
  await reviewPayment(walletPage, { recipient, symbol: 'ETH', amount: '0.5' });
  publishBut(wallet, unknownHash);
  await walletPage.send('Send 0.5 ETH');
  await walletPage.finish(/^0\.5 ETH arrived at/);
  expect(await walletBalance(recipient, 'ETH', CHAIN)).toBe(parseEther('0.5'));
  await walletPage.open('/wallet/activity');
  await expectListedOnce(walletPage, '0.5 ETH');
  await walletPage.page.reload();
  await expectListedOnce(walletPage, '0.5 ETH');
  expect(wallet.count(SEND)).toBe(1);
});

test('WAL-9 finds a token payment that was published only after the page was reloaded', async ({
  walletPage,
  wallet,
  page,
}) => {
  const recipient = newAddress();
  await fund(wallet.address, 'tUSDT', '20', CHAIN);
  const sheet = await reviewPayment(walletPage, { recipient, symbol: 'tUSDT', amount: '7.000001' });
  const publish = publishLater(wallet);
  await walletPage.send('Send 7.000001 tUSDT');
  await expect(sheet.getByText(NOT_SHOWN)).toBeVisible();
  await page.reload();
  await expect(sheet.getByText(NOT_SHOWN)).toBeVisible();
  await expect(sheet.getByRole('alert')).toHaveCount(0);
  await publish();
  await walletPage.finish(/^7\.000001 tUSDT arrived at/);
  expect(await walletBalance(recipient, 'tUSDT', CHAIN)).toBe(7_000_001n);
  expect(await walletBalance(wallet.address, 'tUSDT', CHAIN)).toBe(12_999_999n);
  await walletPage.open('/wallet/activity');
  await expectListedOnce(walletPage, '7.000001 tUSDT');
});

test('WAL-9 a withdrawal that the wallet published and then called already known is found, and named before a second one', async ({
  walletPage,
  wallet,
}) => {
  await fillVault(wallet.address, 'tTIDE', '30', CHAIN);
  await walletPage.open();
  await walletPage.signIn();
  await walletPage.openWithdraw();
  await walletPage.fillWithdraw('tTIDE', '7');
  await walletPage.reviewWithdraw();
  const letThrough = wallet.leaveGap();
  publishBut(wallet, throwing(new RpcFailure(-32000, 'already known')));
  await walletPage.confirmWithdraw();
  const sheet = walletPage.sheet();
  await expect(sheet.getByText(NO_ANSWER)).toBeVisible();
  await expect(sheet.getByText('Nothing was sent')).toHaveCount(0);
  await sheet.getByRole('button', { name: 'Send again' }).click();
  await expect(sheet.getByText(EARLIER)).toBeVisible();
  await walletPage.confirmWithdraw();
  await expect(sheet.getByText('Check the box to send another one.')).toBeVisible();
  await letThrough();
  await walletPage.told(/^7 tTIDE arrived in your wallet/);
  await expect(sheet.getByText(EARLIER)).toHaveCount(0);
  expect(wallet.count(SEND)).toBe(1);
  expect(await vaultBalance(wallet.address, 'tTIDE', CHAIN)).toBe(tide('23'));
  expect(await walletBalance(wallet.address, 'tTIDE', CHAIN)).toBe(tide('7'));
});

test('WAL-9 credits a deposit that the wallet published before it reported an internal error', async ({
  walletPage,
  wallet,
}) => {
  await fund(wallet.address, 'tTIDE', '20', CHAIN);
  await walletPage.open();
  await walletPage.signIn();
  await walletPage.openDeposit();
  await walletPage.fillDeposit('tTIDE', '12.000000000000000001');
  publishBut(wallet, throwing(new RpcFailure(-32603, 'Internal JSON-RPC error.')));
  await walletPage.submitDeposit();
  await expect(walletPage.sheet().getByText('Checked and credited')).toBeVisible();
  await walletPage.finish(/deposited and credited\./);
  expect(await vaultBalance(wallet.address, 'tTIDE', CHAIN)).toBe(tide('12.000000000000000001'));
  expect(await walletBalance(wallet.address, 'tTIDE', CHAIN)).toBe(tide('7.999999999999999999'));
  expect(wallet.count(SEND)).toBe(1);
});

test('WAL-16 WAL-9 a speed-up that the wallet sent with another nonce is listed as a second payment, which can be canceled', async ({
  walletPage,
  wallet,
  page,
}) => {
  const recipient = newAddress();
  await fund(wallet.address, 'tUSDT', '20', CHAIN);
  const sheet = await reviewPayment(walletPage, { recipient, symbol: 'tUSDT', amount: '3' });
  const letThrough = wallet.leaveGap();
  await walletPage.send('Send 3 tUSDT');
  await expect(sheet.getByText('Waiting for the network')).toBeVisible();
  await expect.poll(async () => (await latestEntry(page)).nonce).toBe(1);
  await ageLedger(page, STUCK_MS);
  await sheet.getByRole('button', { name: 'Speed up' }).click();
  wallet.misbehave(SEND, ({ params: [request], perform }) =>
    perform([{ ...(request as object), nonce: numberToHex(2) }]),
  );
  await sheet.getByRole('button', { name: 'Send with a higher fee' }).click();
  await walletPage.told('Your wallet sent this as a second transaction, so both can be confirmed.');

  await sheet.getByRole('button', { name: 'Close' }).click();
  await walletPage.open();
  const payments = recent(page)
    .getByRole('listitem')
    .filter({ has: page.getByRole('button', { name: 'Payment' }) });
  await expect(payments).toHaveCount(2);
  const second = payments.filter({ hasText: 'Your wallet sent this as a second transaction' });
  await second.getByRole('button', { name: 'Cancel transaction' }).click();
  await second.getByRole('button', { name: 'Send cancellation' }).click();
  await expect(second.getByText('Cancellation sent.')).toBeVisible();
  await letThrough();
  await walletPage.told(/^3 tUSDT arrived at/);
  await walletPage.told('Another transaction replaced this one.');
  expect(await walletBalance(recipient, 'tUSDT', CHAIN)).toBe(usdt('3'));
  expect(await walletBalance(wallet.address, 'tUSDT', CHAIN)).toBe(usdt('17'));
});

test('WAL-5 WAL-9 says that only the approval of a swap was sent if the wallet lowered it, and revokes it', async ({
  walletPage,
  wallet,
  page,
}) => {
  const router = findContract('router_contract', CHAIN);
  await fund(wallet.address, 'tUSDT', '100', CHAIN);
  await walletPage.open('/wallet/swap?sell=2&buy=1');
  await walletPage.signIn();
  const form = page.getByRole('form', { name: 'Swap' });
  await form.getByLabel('You pay', { exact: true }).fill('50');
  await expect(form.getByText(/^At least /)).toBeVisible();
  await form.getByRole('button', { name: 'Review' }).click();
  const args = [router, usdt('10')] as const;
  const data = encodeFunctionData({ abi: erc20Abi, functionName: 'approve', args });
  wallet.misbehave(SEND, ({ params: [request], perform }) => perform([{ ...(request as object), data }]));
  await walletPage.send('Swap 50 tUSDT');
  const sheet = walletPage.sheet();
  await expect(sheet.getByRole('heading', { name: 'Only the approval was sent' })).toBeVisible();
  await expect(sheet.getByRole('alert')).toContainText('Your wallet approved less than this needs.');
  await expect(sheet.getByText(/^The allowance of 10 tUSDT for .+ stays open\./)).toBeVisible();
  expect(await allowance(wallet, 'tUSDT', router)).toBe(usdt('10'));

  await sheet.getByRole('button', { name: 'Revoke approval' }).click();
  publishBut(wallet, unknownHash);
  await walletPage.send('Revoke approval: tUSDT');
  await walletPage.finish(/can no longer take your tUSDT\.$/);
  expect(await allowance(wallet, 'tUSDT', router)).toBe(0n);
  expect(await walletBalance(wallet.address, 'tUSDT', CHAIN)).toBe(usdt('100'));
});

test('WAL-8 WAL-9 goes on after an approval that was mined under another hash, and says that only it was sent', async ({
  walletPage,
  wallet,
  page,
}) => {
  const pledges = findContract('pledge_contract', CHAIN);
  await fund(wallet.address, 'tUSDT', '20', CHAIN);
  await walletPage.open('/wallet/pledge');
  await walletPage.signIn();
  await reviewForm(page, 'New pledge', '6');
  publishBut(wallet, unknownHash);
  const release = wallet.hold(SEND, 1);
  await walletPage.send('Pledge 6 tUSDT');
  await wallet.hasAsked(SEND);
  expect(await allowance(wallet, 'tUSDT', pledges)).toBe(usdt('6'));
  wallet.misbehave(SEND, throwing(new RpcFailure(4100, 'The account is not authorized.')));
  release('answer');
  const sheet = walletPage.sheet();
  await expect(sheet.getByRole('heading', { name: 'Only the approval was sent' })).toBeVisible();
  await expect(sheet.getByText(/^The allowance of 6 tUSDT for .+ stays open\./)).toBeVisible();
  await sheet.getByRole('button', { name: 'Try again' }).click();
  await walletPage.finish('6 tUSDT pledged.');
  expect(await pledgesOf(wallet, CHAIN)).toMatchObject([{ amount: usdt('6') }]);
  expect(await allowance(wallet, 'tUSDT', pledges)).toBe(0n);
  expect(await walletBalance(wallet.address, 'tUSDT', CHAIN)).toBe(usdt('14'));
  expect(wallet.count(SEND)).toBe(3);
});

test('WAL-9 WAL-10 ends an order if the wallet accepts a switch of networks but stays, and sends nothing when it changes later', async ({
  walletPage,
  wallet,
  page,
}) => {
  const recipient = newAddress();
  await fund(wallet.address, 'ETH', '0', OTHER);
  const payment = { recipient, symbol: 'ETH', amount: '0.25', chainId: OTHER };
  const sheet = await reviewPayment(walletPage, payment);
  wallet.misbehave('wallet_switchEthereumChain', () => null, 2);
  await walletPage.send('Send 0.25 ETH');
  await expect(sheet.getByRole('heading', { name: 'Nothing was sent' })).toBeVisible({ timeout: 15_000 });
  await expect(sheet.getByRole('alert')).toContainText('Your wallet stayed on another network.');

  await sheet.getByRole('button', { name: 'Try again' }).click();
  await expect.poll(() => wallet.count('wallet_switchEthereumChain')).toBe(2);
  await sheet.getByRole('button', { name: 'Close' }).click();
  await expect(sheet).toHaveCount(0);
  wallet.chainId = OTHER;
  await wallet.emit(page, 'chainChanged', numberToHex(OTHER));
  await expect(page.getByText('Your wallet is on Local chain 1.')).toHaveCount(0);
  await page.getByRole('main').getByRole('button', { name: 'Review' }).click();
  await expect(sheet.getByText('Based on a simulation')).toBeVisible();
  expect(wallet.count(SEND)).toBe(0);
  expect(await walletBalance(recipient, 'ETH', OTHER)).toBe(0n);
});

test('WAL-6 WAL-9 finds batches on chain whose wallet reports no receipts, or a failure without any', async ({
  smart,
  page,
}) => {
  const walletPage = new WalletPage(page);
  await fund(smart.address, 'tTIDE', '20', CHAIN);
  await walletPage.open('/wallet/stake');
  await walletPage.signIn();
  const status =
    (code: number) =>
    async ({ perform }: { perform: () => Promise<unknown> }) => ({
      ...((await perform()) as object),
      ...{ status: code, receipts: undefined },
    });
  for (const [code, amount] of [
    [200, '4.000000000000000001'],
    [500, '5'],
  ] as const) {
    smart.misbehave('wallet_getCallsStatus', status(code), Number.POSITIVE_INFINITY);
    await reviewForm(page, 'Manage your stake', amount);
    await walletPage.send(`Stake ${amount} tTIDE`);
    await walletPage.finish(`${amount} tTIDE staked.`);
  }
  expect(smart.count('wallet_sendCalls')).toBe(2);
  expect(await stakeOf(smart)).toBe(tide('9.000000000000000001'));
  expect(await walletBalance(smart.address, 'tTIDE', CHAIN)).toBe(tide('10.999999999999999999'));
});

test('WAL-3 deposits a token with an approval if the wallet can’t sign its permit, and reviews that first', async ({
  walletPage,
  wallet,
}) => {
  const vault = findContract('vault_contract', CHAIN);
  await fund(wallet.address, 'tTIDE', '20', CHAIN);
  await walletPage.open();
  await walletPage.signIn();
  await walletPage.openDeposit();
  await walletPage.fillDeposit('tTIDE', '12');
  wallet.misbehave(SIGN, throwing(new RpcFailure(4200, 'The method is not supported.')));
  await walletPage.submitDeposit();
  const sheet = walletPage.sheet();
  await expect(sheet.getByText("Your wallet can't sign the permit")).toBeVisible();
  await expect(
    sheet.getByText(/^Your wallet will ask twice: first to allow .+ exactly 12 tTIDE/),
  ).toBeVisible();
  expect(wallet.count(SEND)).toBe(0);
  await walletPage.send('Deposit 12 tTIDE');
  await expect(sheet.getByText('Checked and credited')).toBeVisible();
  expect(wallet.count(SIGN)).toBe(1);
  expect(wallet.count(SEND)).toBe(2);
  expect(await vaultBalance(wallet.address, 'tTIDE', CHAIN)).toBe(tide('12'));
  expect(await walletBalance(wallet.address, 'tTIDE', CHAIN)).toBe(tide('8'));
  expect(await allowance(wallet, 'tTIDE', vault)).toBe(0n);
});

test('WAL-6 stakes by a permit with a signature of 64 bytes (ERC-2098)', async ({
  walletPage,
  wallet,
  page,
}) => {
  await fund(wallet.address, 'tTIDE', '20', CHAIN);
  await walletPage.open('/wallet/stake');
  await walletPage.signIn();
  wallet.misbehave(SIGN, async ({ perform }) =>
    serializeCompactSignature(signatureToCompactSignature(parseSignature((await perform()) as Hex))),
  );
  await reviewForm(page, 'Manage your stake', '3');
  await walletPage.send('Stake 3 tTIDE');
  await walletPage.finish('3 tTIDE staked.');
  expect(wallet.count(SEND)).toBe(1);
  expect(await stakeOf(wallet)).toBe(tide('3'));
  expect(await walletBalance(wallet.address, 'tTIDE', CHAIN)).toBe(tide('17'));
});

test('WAL-9 returns to the review if a device behind the wallet rejects, and keeps nothing in progress', async ({
  walletPage,
  wallet,
  page,
}) => {
  const recipient = newAddress();
  await fund(wallet.address, 'ETH', '0', CHAIN);
  const sheet = await reviewPayment(walletPage, { recipient, symbol: 'ETH', amount: '0.125' });
  const nested = { originalError: { code: 4001, message: 'User rejected the request' } };
  wallet.misbehave(SEND, throwing(new RpcFailure(-32603, 'Internal JSON-RPC error.', nested)));
  await walletPage.send('Send 0.125 ETH');
  await expect(sheet.getByRole('status').getByText('You rejected the request')).toBeVisible();
  await expect(sheet.getByText(EARLIER)).toHaveCount(0);
  await walletPage.open();
  await expect(recent(page)).toBeVisible();
  await expect(recent(page).getByText('In progress')).toHaveCount(0);
  expect(await walletBalance(recipient, 'ETH', CHAIN)).toBe(0n);
  expect(await walletBalance(wallet.address, 'ETH', CHAIN)).toBe(parseEther('10'));
});

test('WAL-15 WAL-9 an NFT can be sent after the device rejected, as its status word says', async ({
  walletPage,
  wallet,
  page,
}) => {
  const client = chainClient(CHAIN);
  const mined = (hash: Hex) => client.waitForTransactionReceipt({ hash, pollingInterval: 100 });
  await fund(wallet.address, 'ETH', '0', CHAIN);
  const names = encodeAbiParameters(parseAbiParameters('string, string'), ['Fleet', 'FLEET']);
  const data = concat([tokenCode('OpenCollectible'), names]);
  const { contractAddress } = await mined(await client.sendTransaction({ account: FUNDER, data }));
  const nft = { address: contractAddress ?? NATIVE_TOKEN, abi: tokenAbi } as const;
  const mint = { ...nft, functionName: 'mintMany', args: [wallet.address, 1n] } as const;
  await mined(await client.writeContract({ account: FUNDER, ...mint }));
  await walletPage.open('/wallet/nfts');
  await walletPage.signIn();
  const list = page.getByRole('list', { name: 'NFTs on Local chain 1' });
  await list.getByRole('button').first().click();
  const dialog = walletPage.dialog('NFT');
  const name = await dialog.getByRole('heading', { level: 3 }).textContent();
  await dialog.getByRole('button', { name: 'Send' }).click();
  const recipient = newAddress();
  await dialog.getByLabel('Address').fill(recipient);
  await page.keyboard.press('Enter');
  wallet.misbehave(SEND, throwing(new Error('Ledger device: Condition of use not satisfied (0x6985)')));
  await walletPage.send(`Send FLEET ${name}`);
  await expect(walletPage.sheet().getByRole('status').getByText('You rejected the request')).toBeVisible();
  await walletPage.send(`Send FLEET ${name}`);
  await walletPage.finish(new RegExp(`^FLEET ${name} arrived at`));
  const id = BigInt((name ?? '').replace(/\D/g, ''));
  const owned = { address: nft.address, abi: erc721Abi, functionName: 'ownerOf', args: [id] } as const;
  expect(await client.readContract(owned)).toBe(recipient);
});

test('DAPP-3 WAL-9 a DApp’s payment whose wallet returned no hash stays listed as undecided until it is mined', async ({
  walletPage,
  wallet,
  page,
}) => {
  const recipient = newAddress();
  await fund(wallet.address, 'ETH', '0', CHAIN);
  await walletPage.open('/wallet/dapps?dapp=sample');
  await walletPage.signIn();
  const dapp = page.frameLocator('iframe').locator('body');
  await expect(dapp).toContainText(`Account ${wallet.address}`);
  const letThrough = wallet.leaveGap();
  publishBut(wallet, () => '0x5afe');
  type DappWindow = { ask: (method: string, params: unknown) => Promise<{ error?: string }> };
  const asked = dapp.evaluate(
    (_, tx) => (window as unknown as DappWindow).ask('sendTransactions', { txs: [tx] }),
    { to: recipient, value: parseEther('0.1').toString(), data: '0x' },
  );
  const dialog = page.getByRole('dialog').filter({ hasText: DAPP_ORIGIN });
  await dialog.getByRole('button', { name: 'Continue to your wallet' }).click();
  expect((await asked).error).toBe('The wallet may have sent the transaction');
  await walletPage.open();
  const row = recent(page).getByRole('listitem').filter({ hasText: 'Sample DApp' });
  await expect(row.getByText(NO_ANSWER)).toBeVisible();
  await letThrough();
  await walletPage.told('The transaction from Sample DApp is confirmed.');
  await expect(recent(page).getByText(NO_ANSWER)).toHaveCount(0);
  expect(await walletBalance(recipient, 'ETH', CHAIN)).toBe(parseEther('0.1'));
});

test('WAL-7 WAL-9 a contribution that the wallet never answered can be hidden, and appears again once it is mined', async ({
  walletPage,
  wallet,
  page,
}) => {
  await fund(wallet.address, 'ETH', '0', OTHER);
  await walletPage.open(`/wallet/presale?chain=${OTHER}`);
  await walletPage.signIn();
  const release = wallet.hold(SEND);
  await reviewForm(page, 'Take part', '0.125');
  await walletPage.send('Contribute 0.125 ETH');
  await wallet.hasAsked(SEND);
  await walletPage.open();
  const row = recent(page)
    .getByRole('listitem')
    .filter({ has: page.getByRole('button', { name: 'Contribution' }) });
  await expect(row.getByText(NO_ANSWER)).toBeVisible();
  await row.getByRole('button', { name: 'Hide this' }).click();
  await expect(row).toHaveCount(0);
  await page.reload();
  await expect(recent(page)).toBeVisible();
  await expect(row).toHaveCount(0);
  release('answer');
  await walletPage.told('0.125 ETH contributed.');
  await walletPage.open('/wallet/activity');
  await expectListedOnce(walletPage, '0.125 ETH');
  const contract = { address: findContract('presale_contract', OTHER), abi: presaleAbi } as const;
  expect(
    await chainClient(OTHER).readContract({
      ...contract,
      functionName: 'contributionOf',
      args: [wallet.address],
    }),
  ).toBe(parseEther('0.125'));
});
