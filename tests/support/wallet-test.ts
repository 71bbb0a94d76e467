import type { Locator, Page } from '@playwright/test';
import type { Hash } from 'viem';
import type { LedgerEntry } from '@/lib/wallet/transactions/ledger-entry';
import { chooseToken } from './choose-token';
import { InjectedWallet } from './injected-wallet';
import { shownNotice } from './shown-notices';
import { test as base, expect } from './site-test';

/** User actions in the wallet's dialogs. The tests make the assertions. */
export class WalletPage {
  constructor(readonly page: Page) {}

  async open(path = '/wallet') {
    await this.page.goto(path);
  }

  header() {
    return this.page.getByRole('banner');
  }

  async connect(name = 'Harbour Wallet') {
    await this.header().getByRole('button', { name: 'Connect wallet' }).click();
    await this.page.getByRole('dialog').getByRole('button', { name }).click();
  }

  accountButton() {
    return this.header().getByRole('button', { name: /^Account\b/ });
  }

  /** Opens the account dialog: on wallet pages from the account's menu, and elsewhere by the header's button. */
  async openAccount() {
    if (!/\/wallet(?:\/|$)/.test(new URL(this.page.url()).pathname)) return this.accountButton().click();
    await this.header().locator('button[aria-haspopup=menu]').click();
    await this.page.getByRole('menuitem', { name: 'Account', exact: true }).click();
  }

  connectButton() {
    return this.header().getByRole('button', { name: 'Connect wallet' });
  }

  /** Waits for a notice with this text (see shownNotice). */
  told(text: string | RegExp) {
    return shownNotice(this.page, text);
  }

  /** Waits for a notice with this text and asserts that it isn't repeated. */
  async toldOnce(text: string) {
    await this.told(text);
    const left = await this.page.evaluate(() => window.shownNotices?.map((told) => told.text) ?? []);
    expect(left.filter((said) => said.includes(text))).toEqual([]);
  }

  dialog(name: string) {
    return this.page.getByRole('dialog', { name });
  }

  /** Signs in and waits for the confirmation. */
  async signIn() {
    await this.connect();
    await expect(this.accountButton()).toBeVisible();
  }

  async openDeposit() {
    await this.page.getByRole('main').getByRole('button', { name: 'Deposit', exact: true }).first().click();
    await expect(this.dialog('Deposit')).toBeVisible();
  }

  async fillDeposit(symbol: string, amount: string, network?: string) {
    const dialog = this.dialog('Deposit');
    await chooseToken(dialog, symbol, network ? { network } : {});
    await dialog.getByLabel('Amount', { exact: true }).fill(amount);
  }

  /** Locates the list of tokens on the home screen, which is shown only after sign-in. */
  tokens() {
    return this.page.getByRole('main').getByRole('region', { name: 'Tokens' });
  }

  /** Opens the list of vault balances on the home screen, and returns it. */
  async openVault() {
    await this.tokens().getByRole('tab', { name: 'Vault' }).click();
    return this.tokens().getByRole('tabpanel', { name: 'Vault' });
  }

  async openWithdraw() {
    await (await this.openVault()).getByRole('button', { name: 'Withdraw' }).click();
    await expect(this.dialog('Withdraw')).toBeVisible();
  }

  async fillWithdraw(symbol: string, amount: string, to?: string, network?: string) {
    const dialog = this.dialog('Withdraw');
    await chooseToken(dialog, symbol, network ? { network } : {});
    await dialog.getByLabel('Amount', { exact: true }).fill(amount);
    if (to === undefined) return;
    await dialog.getByRole('radio', { name: 'Another address' }).check();
    await dialog.getByLabel('Address', { exact: true }).fill(to);
  }

  /** Reviews a payment by a transaction, where a payment without a fee is offered first. */
  async reviewWithFee(form: Locator) {
    await form.getByRole('button', { name: 'Change how to pay' }).click();
    await form.getByRole('radio', { name: 'From your wallet, with a fee' }).check();
    await form.getByRole('button', { name: 'Review' }).click();
  }

  /** Locates the transaction sheet, which is a dialog with the steps of a transaction. */
  sheet() {
    return this.page
      .getByRole('dialog')
      .filter({ has: this.page.getByRole('list', { name: 'Steps of this transaction' }) });
  }

  /** Presses the button of the review that sends the transaction. */
  async send(action: string | RegExp) {
    await this.sheet().getByRole('button', { name: action }).click();
  }

  /** Accepts in the review that an earlier transaction may be confirmed, too. */
  async acceptSecond() {
    await this.sheet().getByRole('checkbox', { name: 'Send another one. Both may be confirmed.' }).check();
  }

  /** Waits until the sheet shows this result, and closes it. */
  async finish(result: string | RegExp) {
    await expect(this.sheet().getByRole('heading', { name: result })).toBeVisible();
    await this.sheet().getByRole('button', { name: 'Done' }).click();
    await expect(this.sheet()).toHaveCount(0);
  }

  async reviewWithdraw() {
    await this.dialog('Withdraw').getByRole('button', { name: 'Review' }).click();
  }

  async confirmWithdraw() {
    await this.send(/^Withdraw /);
  }

  async submitDeposit() {
    await this.dialog('Deposit').getByRole('button', { name: 'Review' }).click();
    await this.send(/^Deposit /);
  }
}

export const test = base.extend<{ wallet: InjectedWallet; walletPage: WalletPage }>({
  // Reduce motion, because drawing animations takes a fifth of the test time. Tests of animations use `withMotion`.
  contextOptions: { reducedMotion: 'reduce' },
  wallet: async ({ context }, use) => {
    const wallet = new InjectedWallet();
    await wallet.install(context);
    await use(wallet);
  },
  walletPage: async ({ page, wallet: _wallet }, use) => {
    await use(new WalletPage(page));
  },
});

/** Options for `test.use` in tests of animations. */
export const withMotion = { contextOptions: { reducedMotion: 'no-preference' } } as const;

export { expect };

const KEY = 'tidewell.transactions';

/** Backdates the entries in the page's transaction ledger by `ms` milliseconds, and reloads the page. */
export async function ageLedger(page: Page, ms: number): Promise<void> {
  await page.evaluate(
    ([key, by]) => {
      const entries: Pick<LedgerEntry, 'createdAt' | 'sent' | 'missingSince'>[] = JSON.parse(
        localStorage.getItem(key) ?? '[]',
      );
      const aged = entries.map((entry) => ({
        ...entry,
        createdAt: entry.createdAt - by,
        sent: entry.sent.map((sent) => ({ ...sent, at: sent.at - by })),
        ...(entry.missingSince !== undefined && { missingSince: entry.missingSince - by }),
      }));
      localStorage.setItem(key, JSON.stringify(aged));
    },
    [KEY, ms] as const,
  );
  await page.reload();
}

/** Returns the latest entry of the page's transaction ledger: its hash, and the nonce of its first transaction. */
export function latestEntry(page: Page): Promise<{ hash: Hash; nonce?: number }> {
  return page.evaluate((key) => {
    const { hash, sent } = JSON.parse(localStorage.getItem(key) ?? '[]').at(-1) ?? {};
    return { hash, nonce: sent?.[0]?.nonce };
  }, KEY);
}
