import { type Address, erc20Abi, parseUnits } from 'viem';
import { routes } from '@/lib/routes';
import { writePaymentRequest } from '@/lib/wallet/pay/payment-request';
import zh from '../../messages/zh-Hant.json' with { type: 'json' };
import { chooseToken } from '../support/choose-token';
import { chainClient, FUNDER, findToken } from '../support/e2e-site';
import { hears, installNativeShell, openShell, received } from '../support/embed-shell/native-shells';
import { fund } from '../support/fund';
import { InjectedWallet } from '../support/injected-wallet';
import { vaultBalance } from '../support/vault';
import { expect, test } from '../support/wallet-test';

const CHAIN = 31337;

// Large enough to show the demo shell's phone frame and controls without scrolling.
test.use({ viewport: { width: 1000, height: 900 } });

const titles = {
  [routes.wallet]: zh.wallet.overview.title,
  [routes.transaction]: zh.wallet.transaction.title,
  [routes.pay]: zh.wallet.pay.title,
  [routes.earn]: zh.wallet.earn.title,
  [routes.stake]: zh.wallet.stake.title,
  [routes.pledge]: zh.wallet.pledge.title,
  [routes.presale]: zh.wallet.presale.title,
  [routes.portfolio]: zh.wallet.portfolio.title,
  [routes.activity]: zh.wallet.activity.title,
  [routes.unlocks]: zh.wallet.unlocks.title,
  [routes.nfts]: zh.wallet.nfts.title,
  [routes.approvals]: zh.wallet.approvals.title,
  [routes.coins]: zh.wallet.coins.title,
  [routes.fees]: zh.wallet.fees.title,
  [routes.settings]: zh.wallet.settings.title,
};

test('SITE-11 SITE-8 I18N-1 CUR-1 each wallet page opens by its own link with the shell’s settings, which also apply to the next page', async ({
  page,
}) => {
  const site = page.frameLocator('iframe[title=Tidewell]');
  const showsWhatIsAsked = async (path: string, title: string) => {
    await expect(site.getByRole('heading', { level: 1 })).toHaveText(title);
    const root = site.locator('html');
    await expect(root).toHaveAttribute('lang', 'zh-Hant');
    await expect(root).toHaveClass(/\bdark\b/);
    await expect(root).toHaveAttribute('data-currency', 'EUR');
    await expect(site.getByRole('banner')).toHaveCount(0);
    await expect(site.getByRole('contentinfo')).toHaveCount(0);
    const overflow = await root.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth);
    expect([path, overflow]).toEqual([path, 0]);
  };
  for (const [path, title] of Object.entries(titles)) {
    await openShell(page, `${path}?embed=1&theme=dark&currency=EUR&lang=zh_CN`);
    await hears(page, { type: 'ready', path: `/zh-Hant${path}`, locale: 'zh-Hant', theme: 'dark' });
    await showsWhatIsAsked(path, title);
  }
  const { title } = zh.wallet.swap;
  await site
    .getByRole('navigation', { name: zh.wallet.nav })
    .getByRole('link', { name: zh.wallet.section.trade })
    .click();
  await hears(page, { type: 'navigate', path: '/zh-Hant/wallet/swap', title: `${title} · Tidewell` });
  await showsWhatIsAsked(routes.swap, title);
});

test('SITE-11 WAL-1 WAL-3 WAL-4 with a wallet in the web view: sign-in, deposit and withdrawal; going back closes what is open and loses nothing', async ({
  page,
  wallet,
}) => {
  const { address } = wallet.account;
  await fund(address, 'tUSDT', '1000', CHAIN);
  const site = await openShell(page, '/wallet?embed=1&currency=EUR');
  const main = site.getByRole('main');
  const back = () => page.getByRole('button', { name: 'Back' }).click();
  await main.getByRole('button', { name: 'Connect wallet' }).click();
  await site.getByRole('dialog').getByRole('button', { name: 'Harbour Wallet' }).click();
  await hears(page, { type: 'session', state: 'loggedIn', address });
  await expect(main.getByText('Total in EUR')).toBeVisible();
  // Without the header, the account opens from the page.
  await main.getByRole('button', { name: 'Account' }).click();
  await expect(site.getByRole('dialog', { name: 'Account' })).toBeVisible();
  await back();
  await expect(site.getByRole('dialog')).toHaveCount(0);

  // Going back closes the dialog and ends the order, but the deposit that the wallet asks for already continues.
  await main.getByRole('button', { name: 'Deposit' }).click();
  const deposit = site.getByRole('dialog', { name: 'Deposit' });
  await chooseToken(deposit, 'tUSDT');
  await deposit.getByLabel('Amount', { exact: true }).fill('250');
  const letSend = wallet.hold('eth_sendTransaction', 1);
  await deposit.getByRole('button', { name: 'Review' }).click();
  await deposit.getByRole('button', { name: 'Deposit 250 tUSDT' }).click();
  await wallet.hasAsked('eth_sendTransaction');
  await back();
  await expect(deposit).toBeHidden();
  await hears(page, { type: 'dialog', name: 'transaction', open: false });
  letSend('answer');
  await hears(page, { type: 'transaction', chainId: CHAIN, kind: 'deposit', state: 'verified' });
  expect(await vaultBalance(address, 'tUSDT', CHAIN)).toBe(parseUnits('250', 6));
  // What was sent doesn't stay in the form.
  await main.getByRole('button', { name: 'Deposit' }).click();
  await expect(deposit.getByLabel('Amount', { exact: true })).toHaveValue('');
  await back();
  await expect(deposit).toBeHidden();

  // Leaving the review keeps the input. What the wallet was asked for stays listed.
  await main.getByRole('tab', { name: 'Vault' }).click();
  await main.getByRole('tabpanel').getByRole('button', { name: 'Withdraw' }).click();
  const withdraw = site.getByRole('dialog', { name: 'Withdraw' });
  await withdraw.getByLabel('Amount', { exact: true }).fill('100.5');
  await withdraw.getByRole('button', { name: 'Review' }).click();
  await expect(withdraw.getByRole('heading', { name: /^Withdraw 100\.5 tUSDT/ })).toBeFocused();
  const asked = wallet.count('eth_sendTransaction');
  await back();
  await expect(withdraw).toBeHidden();
  await main.getByRole('tabpanel').getByRole('button', { name: 'Withdraw' }).click();
  await expect(withdraw.getByLabel('Amount', { exact: true })).toHaveValue('100.5');
  expect(wallet.count('eth_sendTransaction')).toBe(asked);
  await withdraw.getByRole('button', { name: 'Review' }).click();
  const letWithdraw = wallet.hold('eth_sendTransaction');
  await withdraw.getByRole('button', { name: 'Withdraw 100.5 tUSDT' }).click();
  await wallet.hasAsked('eth_sendTransaction');
  await back();
  await expect(withdraw).toBeHidden();
  const activity = main.getByRole('region', { name: 'Activity' });
  await expect(activity.getByText('Confirm in your wallet.')).toBeVisible();
  letWithdraw('answer');
  await hears(page, { type: 'transaction', chainId: CHAIN, kind: 'withdraw', state: 'confirmed' });
  expect((await received(page)).filter(({ type }) => type === 'close')).toEqual([]);
});

test('SITE-11 WAL-14 WAL-15 going back leads through dialogs, the review of a payment and the pages, and then out', async ({
  page,
  wallet,
}) => {
  const site = await openShell(page, '/wallet/nfts?embed=1');
  const main = site.getByRole('main');
  const back = () => page.getByRole('button', { name: 'Back' }).click();
  const closes = async () => (await received(page)).filter(({ type }) => type === 'close').length;
  await main.getByRole('button', { name: 'Connect wallet' }).click();
  await site.getByRole('dialog').getByRole('button', { name: 'Harbour Wallet' }).click();
  await hears(page, { type: 'session', state: 'loggedIn', address: wallet.account.address });
  await main.getByRole('button', { name: 'Add an NFT manually' }).click();
  await hears(page, { type: 'dialog', name: 'addNft', open: true });
  await expect(site.getByRole('dialog', { name: 'Add an NFT' })).toBeVisible();
  await back();
  await expect(site.getByRole('dialog')).toHaveCount(0);
  await hears(page, { type: 'dialog', name: 'addNft', open: false });

  const pages = site.getByRole('navigation', { name: 'Wallet pages' });
  await pages.getByRole('link', { name: 'Pay', exact: true }).click();
  await hears(page, { type: 'navigate', path: '/wallet/pay' });
  await site.getByRole('tab', { name: 'Send' }).click();
  const { address: token, decimals } = findToken('tUSDT', CHAIN);
  const request = writePaymentRequest({
    recipient: new InjectedWallet().account.address,
    chainId: CHAIN,
    token: token as Address,
    amount: parseUnits('7', decimals),
  });
  await main.getByLabel('Address or payment request').fill(request);
  await main.getByRole('button', { name: 'Continue' }).click();
  await expect(main.getByRole('heading', { name: 'Your payment' })).toBeFocused();
  await back();
  await expect(main.getByLabel('Address or payment request')).toBeVisible();
  expect(await closes()).toBe(0);
  await back();
  await expect(site.getByRole('heading', { level: 1 })).toHaveText('NFTs');
  expect(await closes()).toBe(0);
  await back();
  await expect.poll(closes).toBe(1);
  expect(wallet.requests).not.toContain('eth_sendTransaction');
});

/** Height of the wallet's tab bar. */
const TAB_BAR_PX = 60;
/** Safe area insets of a phone in portrait mode, as passed to an edge-to-edge web view. */
const EDGES = { top: 47, bottom: 34, left: 12, right: 9 };

/** Returns the controls in fixed elements that overlap the device's insets. */
function inTheEdges({ top, bottom, left, right }: typeof EDGES): string[] {
  const isHeld = (element: Element | null): boolean =>
    element !== null &&
    (/fixed|sticky/.test(getComputedStyle(element).position) || isHeld(element.parentElement));
  return [...document.querySelectorAll('button, a[href], input, select, p')].flatMap((control) => {
    const box = control.getBoundingClientRect();
    if (box.width === 0 || !control.checkVisibility({ visibilityProperty: true }) || !isHeld(control))
      return [];
    // Content that scrolls inside a sheet may extend below the sheet.
    if (control.closest('.dialog-body') && !control.closest('.dialog-action')) return [];
    const isClear =
      box.top >= top &&
      box.bottom <= window.innerHeight - bottom &&
      box.left >= left &&
      box.right <= window.innerWidth - right;
    return isClear ? [] : [`${control.tagName} ${control.textContent}`];
  });
}

test("SITE-11 WAL-16 A11Y-1 fixed elements of a wallet page stay clear of the device's insets", async ({
  page,
  wallet,
}) => {
  const { account } = wallet;
  await fund(account.address, 'tUSDT', '1000', CHAIN);
  const client = chainClient(CHAIN);
  const hash = await client.writeContract({
    address: findToken('tUSDT', CHAIN).address as Address,
    abi: erc20Abi,
    account,
    functionName: 'approve',
    args: [FUNDER, 1n],
  });
  await client.waitForTransactionReceipt({ hash, pollingInterval: 100 });
  await page.setViewportSize({ width: 360, height: 740 });
  const session = await page.context().newCDPSession(page);
  const setEdges = (edges: typeof EDGES) => {
    const insets = Object.entries(edges).flatMap(([side, size]) => [
      [side, size],
      [`${side}Max`, size],
    ]);
    return session.send('Emulation.setSafeAreaInsetsOverride', { insets: Object.fromEntries(insets) });
  };
  await setEdges(EDGES);
  await installNativeShell(page, 'WKWebView');
  const main = page.getByRole('main');
  const dialog = page.getByRole('dialog');
  const isClear = (edges = EDGES) => expect.poll(() => page.evaluate(inTheEdges, edges)).toEqual([]);

  await page.goto('/wallet/approvals?embed=1');
  await main.getByRole('button', { name: 'Connect wallet' }).click();
  await dialog.getByRole('button', { name: 'Harbour Wallet' }).click();
  await expect(
    page.getByRole('region', { name: 'Notifications' }).getByText("You're signed in."),
  ).toBeVisible();
  await isClear();
  await page
    .getByRole('region', { name: /^Local chain 1/ })
    .getByRole('checkbox')
    .check();
  // Use a viewport that is too short for the list.
  await page.setViewportSize({ width: 360, height: 420 });
  await page.getByRole('heading', { name: 'Local chain 1' }).scrollIntoViewIfNeeded();
  await expect(page.getByRole('button', { name: 'Revoke selected (1)' })).toBeInViewport({ ratio: 1 });
  await isClear();
  await expect(page.locator('.node-banner')).toHaveCSS('bottom', `${16 + TAB_BAR_PX + EDGES.bottom}px`);

  await page.setViewportSize({ width: 360, height: 740 });
  await page.getByRole('navigation', { name: 'Wallet pages' }).getByRole('link', { name: 'Home' }).click();
  await main.getByRole('button', { name: 'Deposit' }).click();
  const submit = dialog.getByRole('button', { name: 'Review' });
  const error = dialog.getByText('Enter an amount').last();
  // Until the balance is known, the error says that the balance is loading.
  await expect(dialog.getByText(/^Balance/)).toBeVisible();
  await submit.click();
  await expect(error).toBeVisible();
  await isClear();
  // Safe area insets in landscape mode.
  const sideways = { top: 0, bottom: 21, left: 47, right: 47 };
  await setEdges(sideways);
  await page.setViewportSize({ width: 844, height: 390 });
  await expect(submit).toBeInViewport({ ratio: 1 });
  await submit.click();
  await expect(error).toBeVisible();
  await isClear(sideways);
});
