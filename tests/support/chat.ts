import type { Browser, BrowserContext, Page } from '@playwright/test';
import { E2E_ORIGIN } from './e2e-site';
import { InjectedWallet } from './injected-wallet';
import { expect, WalletPage } from './wallet-test';

/** A person with a wallet and their own browser. */
export type Person = { page: Page; wallet: InjectedWallet; walletPage: WalletPage };

/** Opens a browser with a wallet, signs in, and turns messages on. */
export async function person(
  browser: Browser,
  wallet = new InjectedWallet(),
  prepare: (context: BrowserContext) => Promise<unknown> = async () => undefined,
): Promise<Person> {
  const context = await browser.newContext({
    baseURL: E2E_ORIGIN,
    timezoneId: 'UTC',
    reducedMotion: 'reduce',
  });
  await prepare(context);
  await wallet.install(context);
  const page = await context.newPage();
  const walletPage = new WalletPage(page);
  await walletPage.open('/wallet/messages');
  await walletPage.signIn();
  // Others can't start a conversation with a device that has no key packages on the server yet.
  const reachable = page.waitForResponse(
    (response) =>
      response.url().endsWith('/api/messages/keyPackages') &&
      response.request().postDataJSON().packages.length > 0,
  );
  await page.getByRole('button', { name: 'Turn on' }).click();
  await reachable;
  await expect(page.getByRole('button', { name: 'New conversation' })).toBeVisible();
  return { page, wallet, walletPage };
}

export const short = ({ wallet: { address } }: Person) => `${address.slice(0, 6)}…${address.slice(-4)}`;

/** Starts a conversation with other people by their addresses. A room has a name. */
export async function start({ page }: Person, others: readonly Person[], room?: string) {
  await page.getByRole('button', { name: 'New conversation' }).click();
  const dialog = page.getByRole('dialog', { name: 'New conversation' });
  for (const { wallet } of others) {
    await dialog.getByLabel('Address or ENS name').fill(wallet.address);
    // The button that starts a conversation adds the typed address.
    if (room !== undefined) await dialog.getByRole('button', { name: 'Add another person' }).click();
  }
  if (room !== undefined) await dialog.getByLabel('Room name').fill(room);
  await dialog
    .getByRole('button', { name: room === undefined ? 'Start conversation' : /^Create room/ })
    .click();
  await expect(dialog).toHaveCount(0);
}

export async function say({ page }: Person, text: string) {
  await page.getByLabel('Message', { exact: true }).fill(text);
  await page.getByRole('button', { name: 'Send', exact: true }).click();
}

export const messages = ({ page }: Person) => page.getByRole('log');
export const heard = (one: Person, text: string) => expect(messages(one).getByText(text)).toBeVisible();

/** Opens a message request and accepts it. */
export async function accept(one: Person, from: RegExp | string) {
  const { page } = one;
  await page.getByRole('tab', { name: /^Message requests/ }).click();
  await page
    .getByRole('list', { name: /^Message requests/ })
    .getByRole('button', { name: from })
    .click();
  await page.getByRole('button', { name: 'Accept' }).click();
  await expect(page.getByLabel('Message', { exact: true })).toBeVisible();
}

export async function contact(one: Person, other: Person) {
  await start(one, [other]);
  await say(one, 'Hello from the harbor');
  await accept(other, short(one));
  await heard(other, 'Hello from the harbor');
}
