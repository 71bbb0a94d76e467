import type { FrameLocator, Page } from '@playwright/test';
import {
  type Address,
  encodeFunctionData,
  type Hex,
  parseAbi,
  parseEther,
  recoverTypedDataAddress,
} from 'viem';
import { prefixOf, routing } from '@/lib/i18n/routing';
import { routes } from '@/lib/routes';
import en from '@/messages/en.json' with { type: 'json' };
import zh from '@/messages/zh-Hant.json' with { type: 'json' };
import { findings, PHONE, widthsIn } from '../support/axe';
import listed from '../support/dapps.json' with { type: 'json' };
import { chainClient, DAPP_ORIGIN } from '../support/e2e-site';
import { expect, test, type WalletPage } from '../support/wallet-test';

const CHAIN = 31337;
const SAMPLE = `${routes.dapps}?dapp=sample`;
const STRANGER: Address = '0xdbF03B407c01E7cD3CBea99509d93f8DDDC8C6FB';
/** A contract that only the registry in tests/support/clear-signing describes. */
const TIP_JAR: Address = '0x7150000000000000000000000000000000000001';
const wordings = { en, 'zh-Hant': zh };

type Answer = { id: string; success: boolean; data?: unknown; error?: string };
type DappWindow = { ask: (method: string, params?: unknown, id?: string) => Promise<Answer> };

const dappOf = (page: Page): FrameLocator => page.frameLocator('iframe');
const answersIn = (page: Page) => dappOf(page).getByLabel('Answers');
const requesting = (page: Page) => page.getByRole('dialog').filter({ hasText: DAPP_ORIGIN });

/** Makes the DApp send a request. Resolves to the response. */
const ask = (page: Page, method: string, params?: unknown): Promise<Answer> =>
  dappOf(page)
    .locator('body')
    .evaluate((_, [name, given]) => (window as unknown as DappWindow).ask(name, given), [
      method,
      params,
    ] as const);

/** Makes the DApp request a signature, without waiting for a response. */
const requestSignature = (page: Page, message: string): Promise<void> =>
  dappOf(page)
    .locator('body')
    .evaluate(
      (_, text) => void (window as unknown as DappWindow).ask('signMessage', { message: text }),
      message,
    );

async function openSample(walletPage: WalletPage) {
  await walletPage.open(SAMPLE);
  await walletPage.signIn();
  await expect(answersIn(walletPage.page)).toContainText(`Account ${'0x'}`);
}

test('DAPP-1 DAPP-2 a listed DApp opens from the navigation and receives the connected account', async ({
  walletPage,
  wallet,
  page,
}) => {
  await page.setViewportSize({ width: 1280, height: 800 });
  await walletPage.open(routes.swap);
  await walletPage.signIn();
  await page.getByRole('navigation', { name: en.wallet.nav }).getByRole('link', { name: 'DApps' }).click();
  await expect(page).toHaveURL(routes.dapps);
  const main = page.getByRole('main');
  // HTML in a name is shown as text.
  await expect(main.getByRole('heading', { name: '<img src=x onerror=alert(1)>' })).toBeVisible();
  const card = main.getByRole('listitem').filter({ hasText: 'Sample DApp' });
  await expect(card).toContainText(DAPP_ORIGIN);
  await card.getByRole('link', { name: 'Open' }).click();
  await expect(page).toHaveURL(SAMPLE);
  await expect(answersIn(page)).toContainText(`Account ${wallet.address} on chain ${CHAIN}`);
  await expect(main).toContainText('Sample DApp can see your account');
  // After a client-side navigation, the document still has the policy that allows the frame.
  await page.getByRole('link', { name: en.wallet.dapps.back }).click();
  await expect(page).toHaveURL(routes.dapps);
  await page.goBack();
  await expect(answersIn(page)).toContainText(`Account ${wallet.address}`);
});

test('DAPP-3 a transaction requested by the DApp is reviewed, confirmed, and sent on the chain', async ({
  walletPage,
  wallet,
  page,
}) => {
  const client = chainClient(CHAIN);
  await client.setBalance({ address: wallet.address, value: parseEther('5') });
  await openSample(walletPage);
  const before = await client.getBalance({ address: STRANGER });
  await dappOf(page).getByRole('button', { name: 'Send 0.1 ETH' }).click();
  const dialog = requesting(page);
  await expect(dialog).toContainText('Sample DApp');
  await expect(dialog).toContainText('Requested by this DApp on Local chain 1');
  await expect(dialog.getByRole('heading', { name: /^Send 0\.1.ETH to/ })).toBeVisible();
  await expect(dialog.getByText('Based on a simulation')).toBeVisible();
  expect(wallet.count('eth_sendTransaction')).toBe(0);
  await dialog.getByRole('button', { name: 'Continue to your wallet' }).click();
  await walletPage.told('The transaction from Sample DApp is confirmed.');
  await expect(answersIn(page)).toContainText('safeTxHash');
  expect((await client.getBalance({ address: STRANGER })) - before).toBeGreaterThanOrEqual(parseEther('0.1'));
  await expect(dialog).toHaveCount(0);
});

test('SIGN-3 a call that only the registry describes says what it does and whose description it is', async ({
  walletPage,
  wallet,
  page,
}) => {
  const client = chainClient(CHAIN);
  await client.setBalance({ address: wallet.address, value: parseEther('5') });
  // Accepts every call.
  await client.setCode({ address: TIP_JAR, bytecode: '0x00' });
  await openSample(walletPage);
  const data = encodeFunctionData({
    abi: parseAbi(['function tip(uint256 amount, address artist, string note)']),
    args: [parseEther('0.25'), STRANGER, 'Thanks'],
  });
  const tip = { to: TIP_JAR, value: String(parseEther('0.25')), data };
  const answer = ask(page, 'sendTransactions', { txs: [tip] });
  const dialog = requesting(page);
  await expect(dialog.getByRole('heading', { name: 'Its authors say: “Tip 0.25 ETH”' })).toBeVisible();
  const described = dialog.getByRole('group', { name: en.wallet.signing.group.description });
  await expect(described).toContainText(/Tip\s*0\.25 ETH/);
  const about = dialog.getByRole('group', { name: en.wallet.signing.group.aboutDescription });
  await expect(about).toContainText('Example Tips: Tip jar');
  await expect(about).toContainText(/Not described\s*note/);
  await expect(dialog.getByText(/This description isn't ours/)).toBeVisible();
  // Nobody has checked what the authors say.
  await dialog.getByRole('checkbox', { name: /^I understand the risk/ }).click();
  await dialog.getByRole('button', { name: 'Continue to your wallet' }).click();
  expect(await answer).toMatchObject({ success: true });
});

test('DAPP-3 typed data requested by the DApp is reviewed and signed, and a rejection is reported', async ({
  walletPage,
  wallet,
  page,
}) => {
  await openSample(walletPage);
  const button = dappOf(page).getByRole('button', { name: 'Sign typed data' });
  await button.click();
  const dialog = requesting(page);
  await expect(dialog.getByText('count', { exact: true })).toBeVisible();
  // The focus stays in the frame until the dialog takes it.
  await expect(dialog).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(answersIn(page)).toContainText('Refused: The user rejected the request');
  expect(wallet.count('eth_signTypedData_v4')).toBe(0);
  await button.click();
  // Nothing says which contract the data is for, so it needs consent.
  await dialog.getByRole('checkbox', { name: /^I understand the risk/ }).click();
  await dialog.getByRole('button', { name: 'Continue to your wallet' }).click();
  await expect(answersIn(page)).toContainText('signature');
  const text = (await answersIn(page).textContent()) ?? '';
  const signature = /"signature":"(0x[0-9a-f]+)"/.exec(text)?.[1] as Hex;
  const signer = await recoverTypedDataAddress({
    domain: { name: 'Sample DApp', version: '1', chainId: CHAIN },
    types: {
      Order: [
        { name: 'owner', type: 'address' },
        { name: 'count', type: 'uint256' },
      ],
    },
    primaryType: 'Order',
    message: { owner: wallet.address, count: 7n },
    signature,
  });
  expect(signer).toBe(wallet.address);
});

test('DAPP-2 DAPP-4 ignores other windows and origins, and shows one review during a flood of requests', async ({
  walletPage,
  wallet,
  page,
}) => {
  await openSample(walletPage);
  const forged = { id: 'forged', method: 'signMessage', params: { message: 'Forged' } };
  // Send it from this page's own window, and from a nested frame of the DApp's origin.
  await page.evaluate((message) => window.postMessage(message, '*'), forged);
  await dappOf(page)
    .locator('body')
    .evaluate((body, message) => {
      const inner = document.createElement('iframe');
      body.append(inner);
      const { Function: InnerFunction } = inner.contentWindow as unknown as { Function: typeof Function };
      new InnerFunction('message', 'top.postMessage(message, "*")')(message);
    }, forged);
  expect((await ask(page, 'eth_sign', [wallet.address, '0x00'])).error).toBe(
    'The method eth_sign does not exist here',
  );
  expect((await ask(page, 'requestAddressBook')).success).toBe(false);
  await expect(page.getByRole('dialog')).toHaveCount(0);

  await dappOf(page)
    .locator('body')
    .evaluate(() => {
      for (let index = 0; index < 2_000; index += 1)
        void (window as unknown as DappWindow).ask('signMessage', { message: `Storm ${index}` });
    });
  await expect(requesting(page)).toHaveCount(1);
  await expect(requesting(page).getByRole('textbox', { name: "What you're signing" })).toHaveValue('Storm 0');
  await expect(requesting(page)).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  expect(wallet.count('personal_sign')).toBe(1);
});

test('DAPP-2 DAPP-4 blocks a frame that navigates to another origin, and closes the open review', async ({
  walletPage,
  page,
  policyViolations,
}) => {
  await openSample(walletPage);
  await requestSignature(page, 'Before');
  await expect(requesting(page)).toBeVisible();
  await dappOf(page)
    .locator('body')
    .evaluate(() => {
      window.location.href = window.location.href.replace('127.0.0.1', 'localhost');
    });
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect.poll(() => policyViolations.length).toBeGreaterThan(0);
  policyViolations.length = 0;
  expect(page.url()).toContain(SAMPLE);
});

test('DAPP-4 the DApp can neither navigate the wallet nor open a window', async ({ walletPage, page }) => {
  await openSample(walletPage);
  const outcome = await dappOf(page)
    .locator('body')
    .evaluate(() => {
      const isOpened = window.open('about:blank') !== null;
      try {
        if (window.top) window.top.location.href = 'about:blank';
        return { isOpened, isMoved: true };
      } catch {
        return { isOpened, isMoved: false };
      }
    });
  expect(outcome).toEqual({ isOpened: false, isMoved: false });
  await expect(page).toHaveURL(SAMPLE);
});

test('DAPP-1 a DApp that does not load is offered as a link to its own site', async ({
  walletPage,
  page,
}) => {
  await walletPage.open(`${routes.dapps}?dapp=offline`);
  await walletPage.signIn();
  const main = page.getByRole('main');
  await expect(main.getByText(/hasn't connected yet/)).toBeVisible();
  await expect(main.getByRole('link', { name: /in a new tab$/ })).toHaveAttribute(
    'rel',
    'noopener noreferrer',
  );
});

test('DAPP-3 AUTH-3 switching the wallet’s account closes the frame and its review', async ({
  walletPage,
  wallet,
  page,
}) => {
  await openSample(walletPage);
  await requestSignature(page, 'Before');
  await expect(requesting(page)).toBeVisible();
  await wallet.changeAccount(page);
  await expect(page.locator('iframe')).toHaveCount(0);
  await expect(requesting(page)).toHaveCount(0);
  await expect(page.getByRole('main')).toContainText('Connect your wallet to use Sample DApp.');
});

for (const locale of routing.locales) {
  const { wallet: wording } = wordings[locale];
  test(`DAPP-1 A11Y-1 axe finds no violations in the list, an open DApp, and its review, ${locale}`, async ({
    page,
    wallet: _wallet,
  }) => {
    await page.goto(prefixOf(locale) + routes.dapps);
    await expect(page.getByRole('main').getByRole('listitem')).toHaveCount(listed.length);
    for (const width of widthsIn(locale)) expect(await findings(page, width, 'body')).toEqual([]);
    await page.goto(prefixOf(locale) + SAMPLE);
    await page.getByRole('main').getByRole('button').first().click();
    await page.getByRole('dialog').getByRole('button', { name: 'Harbour Wallet' }).click();
    await expect(answersIn(page)).toContainText('Account');
    await expect(page.getByRole('dialog')).toHaveCount(0);
    for (const width of widthsIn(locale)) expect(await findings(page, width, '#content')).toEqual([]);
    await page.setViewportSize({ width: PHONE, height: 800 });
    await requestSignature(page, 'Hello');
    await expect(page.getByRole('dialog', { name: wording.dapps.review.title.message })).toBeVisible();
    expect(await findings(page, PHONE, '[role=dialog]')).toEqual([]);
  });
}
