import type { Locator, Page } from '@playwright/test';
import { type Hex, parseEther } from 'viem';
import { routes } from '@/lib/routes';
import en from '@/messages/en.json' with { type: 'json' };
import { chainClient, findToken, TEST_DAPP_ORIGIN } from '../support/e2e-site';
import { fund } from '../support/fund';
import { SmartWallet } from '../support/smart-wallet';
import { expect, test, WalletPage } from '../support/wallet-test';

const CHAIN = 31337;
const TEST_DAPP = `${routes.dapps}?dapp=test-dapp`;
const { dapps } = en.wallet;

type Asked = { method: string; outcome?: { result?: unknown; code?: number; message?: string } };
type TestWindow = { asked: Asked[] };

const dappOf = (page: Page) => page.frameLocator('iframe');
const dialogOf = (page: Page) => page.getByRole('dialog').filter({ hasText: TEST_DAPP_ORIGIN });

/** Confirms a review, with its second step if it is dangerous. */
async function confirm(dialog: Locator) {
  const button = dialog.getByRole('button', { name: /^(Continue to your wallet|Connect|Add .+)$/ });
  await expect(button).toHaveAttribute('aria-disabled', 'false');
  const consent = dialog.getByRole('checkbox');
  if ((await consent.count()) > 0) await consent.click();
  await button.click();
}

/**
 * Opens MetaMask's test DApp with a token's address, so that its buttons for tokens are enabled, and selects this wallet there. The
 * wallet extension of the test also announces itself in the frame.
 */
async function openTestDapp(walletPage: WalletPage) {
  await walletPage.open(TEST_DAPP);
  await walletPage.signIn();
  const { page } = walletPage;
  const { address, decimals } = findToken('tUSDT', CHAIN);
  await dappOf(page)
    .locator('body')
    .evaluate((_, search) => {
      window.location.search = search;
    }, `?contract=${address}&decimals=${decimals}`);
  await dappOf(page).getByRole('button', { name: 'Use Tidewell' }).click();
}

/** Presses a button of the DApp, confirms the review, and returns the outcome of the button's last request for a method. */
async function press(page: Page, id: string, method: string): Promise<Asked['outcome']> {
  const body = dappOf(page).locator('body');
  await body.evaluate((_, one) => {
    const button = document.getElementById(one) as HTMLButtonElement;
    if (button.disabled) throw new Error(`${one} is disabled`);
    (window as unknown as TestWindow).asked = [];
    button.click();
  }, id);
  const outcome = () =>
    body.evaluate(
      (_, name) =>
        (window as unknown as TestWindow).asked.findLast(({ method }) => method === name)?.outcome ?? null,
      method,
    );
  const dialog = dialogOf(page);
  await expect
    .poll(async () => (await dialog.count()) > 0 || (await outcome()) !== null, { message: id })
    .toBe(true);
  if ((await dialog.count()) > 0) await confirm(dialog);
  await expect.poll(outcome, { message: `${id}: ${method}` }).not.toBeNull();
  await expect(dialog).toHaveCount(0);
  return (await outcome()) ?? undefined;
}

async function connect(page: Page): Promise<void> {
  expect(await press(page, 'connectButton', 'eth_requestAccounts')).toHaveProperty('result');
}

/**
 * The buttons of the test DApp, the method that each calls last, and the code of the answer, or none if it succeeds. Buttons that need
 * a contract which only the page itself could create are left out, and those for networks that aren't here.
 */
const buttons: readonly (readonly [id: string, method: string, code?: number])[] = [
  ['getAccounts', 'eth_accounts'],
  ['getPermissions', 'wallet_getPermissions'],
  ['requestPermissions', 'wallet_requestPermissions'],
  ['addEthereumChain', 'wallet_addEthereumChain', 4200],
  ['switchEthereumChain', 'wallet_switchEthereumChain', 4902],
  ['sendButton', 'eth_sendTransaction'],
  ['sendEIP1559Button', 'eth_sendTransaction'],
  ['sendEIP1559WithoutGasButton', 'eth_sendTransaction'],
  ['sendHeavyHexDataButton', 'eth_sendTransaction'],
  ['sendFailingButton', 'eth_sendTransaction', -32003],
  ['deployButton', 'eth_sendTransaction', 4200],
  ['deployNFTsButton', 'eth_sendTransaction', 4200],
  ['deployERC1155Button', 'eth_sendTransaction', 4200],
  ['watchAssets', 'wallet_watchAsset'],
  ['transferTokens', 'eth_sendTransaction'],
  ['transferTokensWithoutGas', 'eth_sendTransaction'],
  ['approveTokens', 'eth_sendTransaction'],
  ['increaseTokenAllowance', 'eth_estimateGas', 3],
  ['createToken', 'eth_sendTransaction', 4200],
  ['watchNFTButton', 'wallet_watchAsset', 4200],
  ['watchAssetButton', 'wallet_watchAsset', 4200],
  ['eip747WatchButton', 'wallet_watchAsset'],
  ['eip5792SendCallsButton', 'wallet_sendCalls', 5760],
  ['eip5792SendCallsApprovalButton', 'wallet_sendCalls', 5760],
  ['eip5792GetCallsStatusButton', 'wallet_getCallsStatus', 5730],
  ['eip5792GetCapabilitiesButton', 'wallet_getCapabilities'],
  ['getEncryptionKeyButton', 'eth_getEncryptionPublicKey', 4200],
  ['ethSign', 'eth_sign', 4200],
  ['personalSign', 'personal_sign'],
  ['personalSignVerify', 'personal_ecRecover', 4200],
  ['signTypedData', 'eth_signTypedData', 4200],
  ['signTypedDataV3', 'eth_signTypedData_v3', 4200],
  ['signTypedDataV4', 'eth_signTypedData_v4'],
  ['signPermit', 'eth_signTypedData_v4'],
  ['signBlurOrder', 'eth_signTypedData_v4'],
  ['signPermitSingle', 'eth_signTypedData_v4'],
  ['signPermitBatch', 'eth_signTypedData_v4', -32602],
  ['signSeaportBulkOrder', 'eth_signTypedData_v4', -32602],
  ['sign721Permit', 'eth_signTypedData_v4', -32602],
  ['siwe', 'personal_sign'],
  ['siweResources', 'personal_sign'],
  ['siweBadDomain', 'personal_sign'],
  ['siweBadAccount', 'personal_sign'],
  ['siweMalformed', 'personal_sign'],
  ['signInvalidType', 'eth_signTypedData_v4', -32602],
  ['signEmptyDomain', 'eth_signTypedData_v4', -32602],
  ['signExtraDataNotTyped', 'eth_signTypedData_v4', -32602],
  ['signInvalidPrimaryType', 'eth_signTypedData_v4', -32602],
  ['signNoPrimaryTypeDefined', 'eth_signTypedData_v4', -32602],
  ['signInvalidVerifyingContractType', 'eth_signTypedData_v4', -32602],
  ['sendWithInvalidValue', 'eth_sendTransaction', -32602],
  ['sendWithInvalidTxType', 'eth_sendTransaction', -32602],
  ['sendWithInvalidRecipient', 'eth_sendTransaction', -32602],
  ['sendWithInvalidGasLimit', 'eth_sendTransaction', -32602],
  ['sendWithInvalidMaxFeePerGas', 'eth_sendTransaction', -32602],
  ['maliciousRawEthButton', 'eth_sendTransaction'],
  ['maliciousContractInteractionButton', 'eth_sendTransaction'],
  ['maliciousPermit', 'eth_signTypedData_v4'],
  ['maliciousTradeOrder', 'eth_signTypedData_v4'],
  ['maliciousSendWithOddHexData', 'eth_sendTransaction', -32602],
  ['maliciousSendWithoutHexPrefixValue', 'eth_sendTransaction', -32602],
  ['maliciousPermitIntAddress', 'eth_signTypedData_v4', -32602],
  ['revokeAccountsPermission', 'wallet_revokePermissions'],
];

test('DAPP-6 the script has the right type, can be loaded by any origin, and is revalidated by its ETag', async ({
  request,
}) => {
  const response = await request.get('/dapp-provider.js', { headers: { Origin: TEST_DAPP_ORIGIN } });
  expect(response.status()).toBe(200);
  const header = (name: string) => response.headers()[name];
  expect(header('content-type')).toBe('text/javascript; charset=utf-8');
  expect(header('access-control-allow-origin')).toBe('*');
  expect(header('cross-origin-resource-policy')).toBe('cross-origin');
  expect(header('cache-control')).toBe('public, max-age=0, must-revalidate');
  expect(header('x-content-type-options')).toBe('nosniff');
  expect(await response.text()).toContain('const info = {"name":"Tidewell"');
  const again = await request.get('/dapp-provider.js', {
    headers: { 'If-None-Match': header('etag') ?? '' },
  });
  expect(again.status()).toBe(304);
});

test('DAPP-6 DAPP-7 MetaMask’s test DApp connects, signs, and sends through the line, and each button has its answer', async ({
  walletPage,
  wallet,
  page,
}) => {
  test.setTimeout(480_000);
  await fund(wallet.address, 'tUSDT', '100', CHAIN);
  await openTestDapp(walletPage);
  const frame = dappOf(page);
  const main = page.getByRole('main');
  await expect(main).toContainText("Test DApp can't see your account.");
  await expect(frame.locator('#chainId')).toHaveText('0x7a69');
  await expect(frame.locator('#accounts')).toHaveText('');
  await connect(page);
  await expect(frame.locator('#accounts')).toHaveText(wallet.address);
  await expect(main).toContainText('Test DApp can see your account');
  await frame.locator('#eip747ContractAddress').fill(findToken('tUSDT', CHAIN).address ?? '');
  await frame.locator('#eip5792RequestIdInput').fill('0x01');
  const outcomes: unknown[] = [];
  for (const [id, method] of buttons) {
    const outcome = await press(page, id, method);
    outcomes.push(outcome?.code === undefined ? [id, method] : [id, method, outcome.code]);
  }
  expect(outcomes).toEqual(buttons);
  await expect(frame.locator('#accounts')).toHaveText('');
  await expect(main).toContainText("Test DApp can't see your account.");
});

test('DAPP-8 the test DApp switches the page’s network without a reload, and sends an atomic batch', async ({
  page,
  context,
}) => {
  const wallet = new SmartWallet('delegating', 'supported');
  await wallet.install(context);
  await wallet.prepare();
  await openTestDapp(new WalletPage(page));
  await connect(page);
  const frame = dappOf(page);
  const sent = await press(page, 'eip5792SendCallsButton', 'wallet_sendCalls');
  expect(sent?.result).toEqual({ id: expect.stringMatching(/^0x[0-9a-f]{64}$/) });
  await expect(async () => {
    const status = await press(page, 'eip5792GetCallsStatusButton', 'wallet_getCallsStatus');
    expect(status?.result).toMatchObject({ status: 200, atomic: true, receipts: [{ status: '0x1' }] });
  }).toPass();
  const capabilities = await press(page, 'eip5792GetCapabilitiesButton', 'wallet_getCapabilities');
  expect(capabilities?.result).toMatchObject({ '0x7a69': { atomic: { status: 'supported' } } });
  // The page's own list has no network of this site, so the request is sent as the page sends it.
  await frame.locator('body').evaluate(async () => {
    const { ethereum } = window as unknown as { ethereum: { request: (asked: unknown) => Promise<unknown> } };
    await ethereum.request({ method: 'wallet_switchEthereumChain', params: [{ chainId: '0x7a6a' }] });
  });
  await expect(frame.locator('#chainId')).toHaveText('0x7a6a');
  await expect(frame.locator('#accounts')).toHaveText(wallet.address);
  await expect(page).toHaveURL(/chain=31338/);
  await page.getByRole('main').getByRole('combobox', { name: 'Network' }).selectOption(String(CHAIN));
  await expect(frame.locator('#chainId')).toHaveText('0x7a69');
});

test('DAPP-8 a batch that one tab sends is refused in another, as long as it is reviewed and after', async ({
  page,
  context,
}) => {
  const wallet = new SmartWallet('delegating', 'supported');
  await wallet.install(context);
  await wallet.prepare();
  await openTestDapp(new WalletPage(page));
  await connect(page);
  const other = await context.newPage();
  await other.goto(TEST_DAPP);
  for (const tab of [page, other])
    await expect(tab.getByRole('main')).toContainText('Test DApp can see your account');
  const sendCalls = (tab: Page) =>
    dappOf(tab)
      .locator('body')
      .evaluate(
        async (_, asked) => {
          const { ethereum } = window as unknown as {
            ethereum: { request: (asked: unknown) => Promise<unknown> };
          };
          try {
            return await ethereum.request(asked);
          } catch (error) {
            return (error as { code: number }).code;
          }
        },
        {
          method: 'wallet_sendCalls',
          params: [
            {
              ...{ version: '2.0.0', id: 'one', chainId: '0x7a69', atomicRequired: true },
              calls: [{ to: wallet.address, value: '0x1' }],
            },
          ],
        },
      );
  const first = sendCalls(page);
  await expect(dialogOf(page)).toBeVisible();
  expect(await sendCalls(other)).toBe(5720);
  await page.bringToFront();
  await confirm(dialogOf(page));
  expect(await first).toEqual({ id: 'one' });
  expect(await sendCalls(other)).toBe(5720);
});

test('DAPP-7 access is remembered after a reload, and ends in Settings', async ({
  walletPage,
  wallet,
  page,
}) => {
  await openTestDapp(walletPage);
  await connect(page);
  await page.reload();
  await expect(dappOf(page).getByRole('button', { name: 'Use Tidewell' })).toBeVisible();
  await dappOf(page).getByRole('button', { name: 'Use Tidewell' }).click();
  await expect(dappOf(page).locator('#accounts')).toHaveText(wallet.address);
  await page.goto(routes.settings);
  const part = page.getByRole('region', { name: dapps.access.title });
  await expect(part).toContainText('Test DApp');
  await part.getByRole('button', { name: 'Disconnect Test DApp' }).click();
  await expect(part).toContainText(dapps.access.empty);
  await page.goto(TEST_DAPP);
  await expect(page.getByRole('main')).toContainText("Test DApp can't see your account.");
});

test('DAPP-2 the Safe Apps SDK and its provider work unchanged', async ({ walletPage, wallet, page }) => {
  const client = chainClient(CHAIN);
  await client.setBalance({ address: wallet.address, value: parseEther('5') });
  await walletPage.open(`${routes.dapps}?dapp=sample`);
  await walletPage.signIn();
  const body = dappOf(page).locator('body');
  await expect(dappOf(page).getByLabel('Answers')).toContainText(wallet.address);
  await body.evaluate(() => {
    window.location.pathname = '/safe-client';
  });
  type Request = (method: string, params?: unknown) => Promise<unknown>;
  await expect
    .poll(() => body.evaluate(() => 'safeClient' in window), { message: 'the page with the SDK' })
    .toBe(true);
  const request: Request = (method, params) =>
    body.evaluate(
      async (_, asked) => {
        const { safeClient } = window as unknown as {
          safeClient: { provider: () => Promise<{ request: (asked: unknown) => Promise<unknown> }> };
        };
        return (await safeClient.provider()).request(asked);
      },
      { method, params },
    );
  expect(await request('eth_accounts')).toEqual([wallet.address]);
  expect(await request('eth_chainId')).toBe('0x7a69');
  const sent = request('eth_sendTransaction', [
    { from: wallet.address, to: wallet.address, value: '0x1', data: '0x' },
  ]);
  await confirm(page.getByRole('dialog').filter({ hasText: 'Sample DApp' }));
  const hash = (await sent) as Hex;
  expect((await client.waitForTransactionReceipt({ hash })).status).toBe('success');
});
