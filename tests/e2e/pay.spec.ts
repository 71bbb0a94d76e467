import { type BrowserContextOptions, chromium, type Locator, type Page } from '@playwright/test';
import { formatUnits, parseUnits } from 'viem';
import { NATIVE_TOKEN, shortAddress } from '@/lib/evm/address';
import { writePaymentRequest } from '@/lib/wallet/pay/payment-request';
import { axeFindings, findings, showTheme } from '../support/axe';
import { chooseToken } from '../support/choose-token';
import { E2E_ORIGIN, findToken } from '../support/e2e-site';
import { fund, transferOnChain } from '../support/fund';
import { InjectedWallet } from '../support/injected-wallet';
import { decodeQr, filmCode } from '../support/pictures';
import { walletBalance } from '../support/vault';
import { expect, test, WalletPage } from '../support/wallet-test';

const CHAIN = 31337;
const phone: BrowserContextOptions = {
  viewport: { width: 390, height: 844 },
  deviceScaleFactor: 2,
  isMobile: true,
  hasTouch: true,
};

const code = (page: Page) => page.getByRole('img', { name: /^QR code requesting/ });
const form = (page: Page) => page.getByRole('heading', { name: 'Your payment' });
const review = (page: Page) => page.getByRole('main').getByRole('button', { name: 'Review' });
const payLink = (request: string) => `/wallet/pay?${new URLSearchParams({ tab: 'pay', request })}`;
const askFor = (recipient: `0x${string}`, symbol: string, amount: string, chainId = CHAIN) => {
  const { address, decimals } = findToken(symbol, chainId);
  const token = address ?? NATIVE_TOKEN;
  return writePaymentRequest({ recipient, chainId, token, amount: parseUnits(amount, decimals) });
};

/** Closes the dialog. It ignores a press right after it has changed, so the press may have to be repeated. */
const finishPaid = (dialog: Locator) =>
  expect(async () => {
    if (await dialog.isHidden()) return;
    await dialog.getByRole('button', { name: 'Done' }).click({ timeout: 5_000 });
    await expect(dialog).toBeHidden({ timeout: 1_000 });
  }).toPass();

test('WAL-14 one phone shows a code, and another one pays it', async ({ browser }) => {
  const open = async (path: string, options: BrowserContextOptions) => {
    const context = await browser.newContext({ ...phone, ...options });
    const wallet = new InjectedWallet();
    await wallet.install(context);
    const walletPage = new WalletPage(await context.newPage());
    await walletPage.open(path);
    await walletPage.signIn();
    return { wallet, walletPage, page: walletPage.page };
  };
  const payer = await open('/wallet/pay?tab=pay', {});
  // Use the dark theme, because the QR code must be dark on white in both themes.
  const recipient = await open('/wallet/pay', { colorScheme: 'dark', acceptDownloads: true });
  await fund(payer.wallet.account.address, 'tUSDT', '100', CHAIN);
  await chooseToken(recipient.page.getByRole('main'), 'tUSDT');
  await expect(recipient.page.getByText('Your balance 0 tUSDT')).toBeVisible();

  const start = performance.now();
  await recipient.page.getByLabel('Amount (optional)').fill('12.500001');
  const shown = code(recipient.page);
  await expect(shown).toHaveAccessibleName(
    `QR code requesting 12.500001 tUSDT on Local chain 1 to ${recipient.wallet.account.address}`,
  );
  // In the middle of the screen, no notification covers it.
  await shown.evaluate((element) => element.scrollIntoView({ block: 'center' }));
  const buffer = await shown.screenshot();
  await payer.page
    .locator('input[name=picture]')
    .setInputFiles({ name: 'code.png', mimeType: 'image/png', buffer });
  await expect(form(payer.page)).toBeFocused();
  await expect(payer.page.getByText('Balance: 100 tUSDT')).toBeVisible();
  await payer.walletPage.reviewWithFee(payer.page.getByRole('main'));
  await payer.walletPage.send('Send 12.500001 tUSDT');
  const paidDialog = recipient.walletPage.dialog('Paid');
  await expect(paidDialog.getByText('12.500001').first()).toBeVisible();
  await expect(paidDialog).toBeFocused();
  // The target is under ten seconds. The time is logged but not asserted, because the test machine may be busy.
  const took = `${((performance.now() - start) / 1_000).toFixed(1)} s`;
  test.info().annotations.push({ type: 'from amount to arrival', description: took });

  await finishPaid(paidDialog);
  await expect(recipient.page.getByText('Your balance 12.500001 tUSDT')).toBeVisible();
  expect(await walletBalance(recipient.wallet.account.address, 'tUSDT', CHAIN)).toBe(12_500_001n);
  expect(await walletBalance(payer.wallet.account.address, 'tUSDT', CHAIN)).toBe(87_499_999n);
  expect(payer.wallet.count('eth_sendTransaction')).toBe(1);

  // After a reload, a result that was seen doesn't come back, and a saved contact can be paid with one press.
  const paid = /^12\.500001 tUSDT arrived at 0x/;
  await expect(payer.walletPage.sheet().getByRole('heading', { name: paid })).toBeVisible();
  await payer.page.reload();
  const save = payer.page.getByRole('button', {
    name: `Save ${shortAddress(recipient.wallet.account.address)}`,
  });
  await expect(save).toBeVisible();
  await expect(payer.walletPage.sheet()).toHaveCount(0);
  await save.click();
  await payer.page.getByLabel('Name').fill('Ann');
  await payer.page.getByLabel('Name').press('Enter');
  await payer.page
    .getByRole('region', { name: 'Contacts' })
    .getByRole('button', { name: 'Send to Ann' })
    .click();
  await expect(form(payer.page)).toBeFocused();
  await chooseToken(payer.page.getByRole('main'), 'tUSDT');
  await payer.page.getByLabel('Amount', { exact: true }).fill('87.499999');
  await expect(payer.page.getByText('Balance: 87.499999 tUSDT')).toBeVisible();
  await payer.walletPage.reviewWithFee(payer.page.getByRole('main'));
  await payer.walletPage.send('Send 87.499999 tUSDT');
  await expect(paidDialog.getByText('74.999998 tUSDT more than you requested.')).toBeVisible();
  await finishPaid(paidDialog);
  const total = await walletBalance(recipient.wallet.account.address, 'tUSDT', CHAIN);
  expect(formatUnits(total, 6)).toBe('100');

  // The saved image encodes the same request as the page.
  const [download] = await Promise.all([
    recipient.page.waitForEvent('download'),
    recipient.page.getByRole('button', { name: 'Save image' }).click(),
  ]);
  const chunks: Buffer[] = [];
  for await (const chunk of await download.createReadStream()) chunks.push(Buffer.from(chunk));
  expect(await decodeQr(recipient.page, Buffer.concat(chunks))).toBe(
    askFor(recipient.wallet.account.address, 'tUSDT', '12.500001'),
  );
});

test('WAL-14 the camera reads a code, also on a page reached from a public one', async ({
  browserName: _browserName,
}, testInfo) => {
  const recipient = new InjectedWallet().account.address;
  const film = testInfo.outputPath('code.y4m');
  await filmCode(film, askFor(recipient, 'ETH', '0.25'));
  const { launchOptions } = testInfo.project.use;
  const browser = await chromium.launch({
    ...launchOptions,
    args: [
      ...(launchOptions?.args ?? []),
      '--use-fake-device-for-media-stream',
      '--use-fake-ui-for-media-stream',
      `--use-file-for-fake-video-capture=${film}`,
    ],
  });
  try {
    const context = await browser.newContext({ ...phone, baseURL: E2E_ORIGIN });
    await new InjectedWallet().install(context);
    const walletPage = new WalletPage(await context.newPage());
    const { page } = walletPage;
    await walletPage.open('/home');
    await walletPage.signIn();
    // After a client-side navigation, the page keeps the policy of the public page, which blocks the camera.
    await page.evaluate(() =>
      (window as unknown as { next: { router: { push: (path: string) => void } } }).next.router.push(
        '/wallet/pay?tab=pay',
      ),
    );
    await page.getByRole('button', { name: 'Scan with the camera' }).click();
    await expect(form(page)).toBeFocused();
    await expect(page.getByLabel('Amount', { exact: true })).toHaveText('0.25');
    await expect(review(page)).toBeVisible();
    await expect(page.getByRole('main')).toContainText(recipient.slice(-4));
    await page.goBack();
    await expect(page.getByRole('button', { name: 'Scan with the camera' })).toBeVisible();
  } finally {
    await browser.close();
  }
});

test('WAL-14 WAL-9 WAL-10 a link opens the review, on the other network too; rejecting sends nothing', async ({
  walletPage,
  wallet,
  page,
}) => {
  const { address } = wallet.account;
  const recipient = new InjectedWallet().account.address;
  await fund(address, 'tUSDT', '20', 31338);
  await walletPage.open(payLink(askFor(recipient, 'tUSDT', '7.000003', 31338)));
  await expect(page.getByRole('heading', { name: 'You have a payment request' })).toBeVisible();
  const main = page.getByRole('main');
  for (const fact of ['7.000003 tUSDT', 'Local chain 2', 'Anyone can create a payment link'])
    await expect(main).toContainText(fact);
  await walletPage.signIn();
  await expect(form(page)).toBeFocused();
  expect(wallet.requests).not.toContain('eth_sendTransaction');
  await expect(page.getByText('Your wallet is on Local chain 1.')).toBeVisible();
  wallet.rejectNext('eth_sendTransaction');
  await expect(page.getByText('Balance: 20 tUSDT')).toBeVisible();
  await walletPage.reviewWithFee(page.getByRole('main'));
  const sheet = walletPage.sheet();
  // The wallet asks for nothing before the review is confirmed.
  await expect(sheet.getByRole('heading', { level: 3 }).first()).toContainText('7.000003 tUSDT');
  expect(wallet.requests).not.toContain('eth_sendTransaction');
  await walletPage.send('Send 7.000003 tUSDT');
  await expect(sheet.getByText('You rejected the request in your wallet.')).toBeVisible();
  await walletPage.send('Send 7.000003 tUSDT');
  await walletPage.finish(/^7\.000003 tUSDT arrived at 0x/);
  expect(wallet.chainId).toBe(31338);
  expect(await walletBalance(recipient, 'tUSDT', 31338)).toBe(7_000_003n);

  // An image without a QR code shows an error, and the other options stay available.
  const blank = await page.getByRole('banner').screenshot();
  await page
    .locator('input[name=picture]')
    .setInputFiles({ name: 'a.png', mimeType: 'image/png', buffer: blank });
  await expect(page.getByText(/^No QR code found in this image\. Crop it to the code, use a/)).toBeVisible();
});

test('WAL-14 HUB-8 a payment link names a contact, and the recipient field finds people who were paid from another device', async ({
  walletPage,
  wallet,
  page,
}) => {
  const [ana, ben] = [new InjectedWallet().account.address, new InjectedWallet().account.address];
  await fund(wallet.account.address, 'tUSDT', '20', CHAIN);
  // As from another device: this browser has no record of it.
  await transferOnChain(wallet.account, ben, 'tUSDT', '3', CHAIN);
  await page.addInitScript(
    (contacts) => localStorage.setItem('tidewell.contacts', contacts),
    JSON.stringify([{ name: 'Ana', address: ana }]),
  );
  await page.setViewportSize({ width: 360, height: 740 });
  const scripts: Promise<string>[] = [];
  page.on('response', (response) => {
    if (response.request().resourceType() === 'script') scripts.push(response.text());
  });
  const main = page.getByRole('main');
  // The link itself can't say who asks.
  await walletPage.open(`${payLink(askFor(ana, 'tUSDT', '7'))}&name=Bank&label=Bank`);
  await expect(main.getByText('Ana', { exact: true })).toBeVisible();
  await expect(main).toContainText(ana.slice(-4));
  await expect(main).not.toContainText('Bank');
  expect((await Promise.all(scripts)).filter((text) => text.includes('MLS 1.0'))).toEqual([]);
  await walletPage.signIn();
  await expect(form(page)).toBeFocused();
  await expect(main.getByText('Ana', { exact: true })).toBeVisible();
  await expect(main.getByText('We found no earlier payment to this address.')).toHaveCount(0);

  await page.getByRole('button', { name: 'Back' }).click();
  const field = page.getByRole('combobox', { name: 'Address or payment request' });
  await field.fill('');
  await field.click();
  const options = page.getByRole('option');
  await expect(options.first()).toContainText('Ana');
  await expect(options.filter({ hasText: shortAddress(ben) })).toBeVisible();
  expect(await findings(page, 360, '.search-select-place')).toEqual([]);
  await expect(field).toHaveAccessibleName('Address or payment request');
  await field.pressSequentially('an');
  await expect(options).toHaveCount(1);
  await page.keyboard.press('Enter');
  await expect(form(page)).toBeFocused();
  await expect(main.getByText('Ana', { exact: true })).toBeVisible();
  await expect(main.getByText(/^We found no earlier payment/)).toHaveCount(0);
  await page.getByRole('button', { name: 'Back' }).click();
  await field.fill('');
  await field.click();
  await options.filter({ hasText: shortAddress(ben) }).click();
  await expect(form(page)).toBeFocused();
  await expect(main.getByText(/^Looking for earlier payments/)).toHaveCount(0);
  await expect(main.getByText(/^We found no earlier payment/)).toHaveCount(0);
});

test('WAL-14 A11Y-1 I18N-4 axe finds no violations in receiving, scanning and reviewing, in either theme and language', async ({
  walletPage,
  wallet,
  page,
}) => {
  await fund(wallet.account.address, 'tUSDT', '20', CHAIN);
  await walletPage.open('/wallet/pay');
  await walletPage.signIn();
  const request = askFor(new InjectedWallet().account.address, 'tUSDT', '7');
  await page.emulateMedia({ reducedMotion: 'reduce' });
  for (const [path, ready] of [
    ['/wallet/pay', code(page)],
    ['/zh-Hant/wallet/pay?tab=pay', page.getByRole('button', { name: '用相機掃描' })],
    [payLink(request), review(page)],
  ] as const) {
    await page.goto(path);
    await expect(ready).toBeVisible();
    for (const [colorScheme, widths] of [
      ['light', [320, 360]],
      ['dark', [1280]],
    ] as const) {
      await showTheme(page, colorScheme);
      for (const width of widths) {
        await page.setViewportSize({ width, height: 800 });
        const overflow = await page.evaluate(
          () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
        );
        expect(overflow, `horizontal scroll of ${path} at ${width} px`).toBe(0);
      }
      expect([path, colorScheme, await axeFindings(page)]).toEqual([path, colorScheme, []]);
    }
  }
  await walletPage.reviewWithFee(page.getByRole('main'));
  await expect(walletPage.sheet()).toBeVisible();
  expect(await findings(page, 360, '[role=dialog]')).toEqual([]);
});
