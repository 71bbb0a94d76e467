import type { BrowserContext } from '@playwright/test';
import { InjectedWallet } from '../support/injected-wallet';
import { test as base, expect } from '../support/site-test';
import { WalletPage } from '../support/wallet-test';

const test = base.extend<{ walletPage: WalletPage }>({
  contextOptions: { reducedMotion: 'reduce' },
  walletPage: async ({ page }, use) => use(new WalletPage(page)),
});

/** Announces `{ provider }` without `info` before the page loads, and again on each request. */
const announceMalformed = (context: BrowserContext) =>
  context.addInitScript(() => {
    const detail = { provider: { request: () => Promise.resolve([]) } };
    const announce = () => window.dispatchEvent(new CustomEvent('eip6963:announceProvider', { detail }));
    window.addEventListener('eip6963:requestProvider', announce);
    announce();
  });

/** Announces a wallet with this name and rdns that doesn't respond to requests. */
const announce = (context: BrowserContext, name: string, rdns: string) =>
  context.addInitScript(
    ([walletName, walletRdns]) => {
      const info = {
        uuid: crypto.randomUUID(),
        name: walletName,
        rdns: walletRdns,
        icon: 'data:image/svg+xml,<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1 1"/>',
      };
      const detail = Object.freeze({ info, provider: { request: () => Promise.resolve([]) } });
      window.addEventListener('eip6963:requestProvider', () =>
        window.dispatchEvent(new CustomEvent('eip6963:announceProvider', { detail })),
      );
    },
    [name, rdns],
  );

for (const isFirst of [true, false])
  test(`WAL-1 a malformed announcement ${isFirst ? 'before' : 'after'} an honest one leaves the wallet page whole, and the honest wallet signs in`, async ({
    context,
    walletPage,
    page,
  }) => {
    const wallet = new InjectedWallet();
    if (isFirst) await announceMalformed(context);
    await wallet.install(context);
    if (!isFirst) await announceMalformed(context);
    const errors: string[] = [];
    page.on('pageerror', ({ message }) => errors.push(message));

    await walletPage.open();
    await expect(page.getByRole('heading', { level: 1, name: 'Wallet' })).toBeVisible();
    await walletPage.signIn();
    await expect(page.getByRole('heading', { name: 'Tokens', exact: true })).toBeVisible();
    await page.reload();
    await expect(page.getByRole('heading', { name: 'Tokens', exact: true })).toBeVisible();
    await expect(walletPage.accountButton()).toBeVisible();
    expect(errors).toEqual([]);
  });

test('WAL-1 invalid events from a connected wallet do not crash the page', async ({
  context,
  walletPage,
  page,
}) => {
  const wallet = new InjectedWallet();
  await wallet.install(context);
  await walletPage.open();
  await walletPage.signIn();
  for (const [event, value] of [
    ['chainChanged', 'no number'],
    ['chainChanged', null],
    ['accountsChanged', [null]],
    ['accountsChanged', null],
    ['connect', null],
    ['disconnect', 'nothing'],
  ] as const)
    await wallet.emit(page, event, value).catch((error: Error) => expect(error.message).toContain('Cannot'));
  await expect(page.getByRole('heading', { level: 1, name: 'Wallet' })).toBeVisible();
  await page.getByRole('navigation', { name: 'Wallet pages' }).getByRole('link', { name: 'Trade' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Swap' })).toBeVisible();
  await expect(page.getByRole('banner')).toBeVisible();
});

test('WAL-1 lists the demo wallet first, shows the rdns of look-alike wallets, and has no unnamed button', async ({
  context,
  walletPage,
  page,
}) => {
  await announce(context, 'Lighthouse', 'test.lighthouse');
  await announce(context, 'Lighthouse', 'test.impostor');
  await announce(context, '\u200b\u200b\u200b', 'test.nameless');
  await announce(context, 'Breakwater', 'test.breakwater');
  await walletPage.open('/home');
  await walletPage.connectButton().click();
  const dialog = walletPage.dialog('Connect a wallet');
  await expect(dialog.getByRole('listitem').getByRole('button')).toHaveText([
    /Demo wallet/,
    /Lighthouse\s*test\.lighthouse/,
    /Lighthouse\s*test\.impostor/,
    /Breakwater/,
  ]);
  await expect(dialog.locator('image')).toHaveCount(2);
  await expect(dialog.getByText('Some of these wallets look alike.')).toBeVisible();
  await expect(page.getByRole('dialog').getByRole('button', { name: /^$/ })).toHaveCount(0);
});

test('WAL-1 AUTH-1 AUTH-5 a wallet that is only at window.ethereum signs in, and stays after a reload', async ({
  context,
  walletPage,
  page,
}) => {
  const wallet = new InjectedWallet();
  await wallet.install(context, { legacy: true });
  await walletPage.open('/wallet');
  await walletPage.connect('Browser wallet');
  await expect(walletPage.accountButton()).toBeVisible();
  expect(wallet.requests).toContain('personal_sign');
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Tokens', exact: true })).toBeVisible();
  await expect(walletPage.accountButton()).toBeVisible();
  // The wallet connection was restored too, not only the session.
  await wallet.changeAccount(page);
  await walletPage.toldOnce('wallet disconnected, please reconnect');
});

test('WAL-1 AUTH-5 a wallet that announces itself late stays signed in, and the page says what it waits for', async ({
  context,
  walletPage,
  page,
}) => {
  const wallet = new InjectedWallet();
  await wallet.install(context, { late: 'Harbour Wallet' });
  await walletPage.open();
  await wallet.arrive(page);
  await walletPage.signIn();
  await page.reload();
  const main = page.getByRole('main');
  await expect(main.getByText(`You're signed in as ${wallet.address}`)).toBeVisible();
  await expect(main.getByText('Waiting for your wallet.')).toBeVisible();
  await expect(page.getByText('Sample', { exact: true })).toHaveCount(0);
  await walletPage.openAccount();
  const dialog = walletPage.dialog('Account');
  await expect(dialog.getByRole('button', { name: 'Try again' })).toBeVisible();
  await expect(dialog.getByRole('button', { name: 'Disconnect' })).toBeVisible();
  await dialog.getByRole('button', { name: 'Close' }).click();
  await wallet.arrive(page);
  await expect(walletPage.tokens()).toBeVisible();
  expect(wallet.count('eth_requestAccounts')).toBe(1);
});

test('WAL-1 AUTH-5 a locked wallet stays signed in, and is back as soon as it is unlocked', async ({
  context,
  walletPage,
  page,
}) => {
  const wallet = new InjectedWallet();
  await wallet.install(context);
  await walletPage.open();
  await walletPage.signIn();
  await page.goto('about:blank');
  wallet.lock();
  await walletPage.open();
  await expect(page.getByRole('main').getByText('Unlock Harbour Wallet, then try again.')).toBeVisible();
  await wallet.unlock(page);
  await expect(walletPage.tokens()).toBeVisible();
  // The connection works: the page notices another account.
  await wallet.changeAccount(page);
  await walletPage.toldOnce('wallet disconnected, please reconnect');
});

test('WAL-1 offers each provider in window.ethereum.providers', async ({ context, walletPage }) => {
  await context.addInitScript(() => {
    const provider = (flags: object) => ({ request: () => Promise.resolve([]), ...flags });
    const providers = [
      provider({ isMetaMask: true }),
      provider({ isMetaMask: true, isRabby: true }),
      provider({}),
    ];
    Object.assign(window, { ethereum: provider({ providers }) });
  });
  await walletPage.open('/home');
  await walletPage.connectButton().click();
  const dialog = walletPage.dialog('Connect a wallet');
  for (const name of ['MetaMask', 'Rabby Wallet', 'Browser wallet'])
    await expect(dialog.getByRole('button', { name, exact: true })).toBeVisible();
});

/** Breaks built-ins that the wallet's code calls while rendering, as a browser extension can. */
const breakBuiltIns = (context: BrowserContext) =>
  context.addInitScript(() => {
    const page = window as unknown as { isBroken: boolean };
    page.isBroken = true;
    const { normalize } = String.prototype;
    String.prototype.normalize = function (form?: string) {
      if (page.isBroken && form === 'NFKD') throw new Error('broken by an extension');
      return normalize.call(this, form);
    };
    const { formatToParts } = Intl.NumberFormat.prototype;
    Intl.NumberFormat.prototype.formatToParts = function (value = 0) {
      if (page.isBroken) throw new Error('broken by an extension');
      return formatToParts.call(this, value);
    };
    const { get } = Object.getOwnPropertyDescriptor(Intl.NumberFormat.prototype, 'format') ?? {};
    Object.defineProperty(Intl.NumberFormat.prototype, 'format', {
      get() {
        if (page.isBroken) throw new Error('broken by an extension');
        return get?.call(this);
      },
    });
  });

const repair = () => {
  (window as unknown as { isBroken: boolean }).isBroken = false;
};

test('WAL-1 a render error in the connect dialog leaves the page intact and can be retried', async ({
  context,
  walletPage,
  page,
}) => {
  await breakBuiltIns(context);
  await announce(context, 'Lighthouse', 'test.lighthouse');
  await announce(context, 'Breakwater', 'test.breakwater');
  await walletPage.open('/home');
  await walletPage.connectButton().click();
  const failed = walletPage.dialog('Wallet error');
  await expect(failed.getByRole('alert')).toContainText('Something went wrong on this page.');
  await expect(page.getByRole('heading', { level: 1, includeHidden: true })).toBeVisible();
  await page.evaluate(repair);
  await failed.getByRole('button', { name: 'Try again' }).click();
  await expect(
    walletPage.dialog('Connect a wallet').getByRole('button', { name: 'Lighthouse' }),
  ).toBeVisible();
});

test('WAL-1 a render error on a wallet page leaves its header and navigation intact and can be retried', async ({
  context,
  walletPage,
  page,
}) => {
  await new InjectedWallet().install(context);
  await walletPage.open();
  await walletPage.signIn();
  await breakBuiltIns(context);
  await page.reload();
  const alert = page.getByRole('main').getByRole('alert');
  await expect(alert).toContainText('The wallet stopped because of an error.');
  await expect(page.getByRole('heading', { level: 1, name: 'Wallet' })).toBeVisible();
  await expect(page.getByRole('navigation', { name: 'Wallet pages' })).toBeVisible();
  await page.evaluate(repair);
  await alert.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByRole('heading', { name: 'Tokens', exact: true })).toBeVisible();
});
