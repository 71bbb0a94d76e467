import type { Locator, Page } from 'playwright';
import { routes } from '@/lib/routes';
import { like, type Screen, type Wording } from './screen';

const AMOUNT = '25';
/** A token with EIP-2612 permits, so that a deposit sends one transaction and no approval. */
const PERMIT_TOKEN = 'tDAI';

/** Steps of a transfer dialog, by role and name. If the dialog changes, change only these. */
const steps = {
  async openDeposit(page: Page, { wallet }: Wording): Promise<Locator> {
    await page
      .getByRole('main')
      .getByRole('button', { name: wallet.deposit.title, exact: true })
      .first()
      .click();
    return page.getByRole('dialog', { name: wallet.deposit.title, exact: true });
  },
  async openWithdraw(page: Page, { wallet }: Wording): Promise<Locator> {
    await page
      .getByRole('main')
      .getByRole('button', { name: wallet.withdraw.title, exact: true })
      .first()
      .click();
    return page.getByRole('dialog', { name: wallet.withdraw.title, exact: true });
  },
  async chooseToken(page: Page, form: Locator, { wallet }: Wording, symbol: string): Promise<void> {
    await form.locator('button.token-button').click();
    const list = page.getByRole('dialog', { name: wallet.transfer.chooseToken });
    await list.getByRole('combobox').fill(symbol);
    await list
      .getByRole('option', { name: new RegExp(`^${symbol}`) })
      .first()
      .click();
    await list.waitFor({ state: 'detached' });
  },
  async fill(form: Locator, { wallet }: Wording): Promise<void> {
    await form.getByLabel(wallet.transfer.amount, { exact: true }).fill(AMOUNT);
  },
  async review(form: Locator, { wallet }: Wording): Promise<void> {
    await form.getByRole('button', { name: wallet.sheet.review, exact: true }).click();
    await form.getByRole('button', { name: wallet.sheet.back, exact: true }).waitFor();
  },
  async submit(form: Locator, action: string): Promise<void> {
    await form.getByRole('button', { name: like(action) }).click();
  },
  /** Confirms the next request of the demo wallet. */
  async confirm(page: Page, { wallet }: Wording, request: 'typedData' | 'transaction'): Promise<void> {
    const sheet = page.getByRole('dialog', { name: wallet.demo.title[request], exact: true });
    await sheet.getByRole('button', { name: wallet.signing.confirm }).click();
    await sheet.waitFor({ state: 'detached' });
  },
};

/** Fills the deposit form. */
async function fillDeposit(page: Page, wording: Wording, symbol = PERMIT_TOKEN): Promise<Locator> {
  const form = await steps.openDeposit(page, wording);
  await steps.chooseToken(page, form, wording, symbol);
  await steps.fill(form, wording);
  return form;
}

/** Sends a deposit, and waits for a stage of its progress. */
async function sendDeposit(page: Page, wording: Wording, stage: string): Promise<void> {
  const form = await fillDeposit(page, wording);
  await steps.review(form, wording);
  await steps.submit(form, wording.wallet.sheet.action.deposit);
  await steps.confirm(page, wording, 'typedData');
  await steps.confirm(page, wording, 'transaction');
  await form.getByText(stage, { exact: true }).waitFor();
}

const shared = { path: routes.wallet, viewer: 'holder', isWindow: true } as const;

/** Deposits and withdrawals, step by step. */
export const transferScreens: readonly Screen[] = [
  {
    ...shared,
    screen: 'deposit',
    state: 'form',
    async prepare(page, wording) {
      await fillDeposit(page, wording);
    },
  },
  {
    ...shared,
    screen: 'deposit',
    state: 'review',
    async prepare(page, wording) {
      await steps.review(await fillDeposit(page, wording), wording);
    },
  },
  {
    ...shared,
    screen: 'deposit',
    state: 'signing',
    async prepare(page, wording) {
      const form = await fillDeposit(page, wording, 'tUSDT');
      await steps.review(form, wording);
      await steps.submit(form, wording.wallet.sheet.action.deposit);
      await page.getByRole('dialog', { name: wording.wallet.demo.title.transaction, exact: true }).waitFor();
    },
  },
  {
    ...shared,
    screen: 'deposit',
    state: 'pending',
    network: 'unconfirmed',
    isSending: true,
    prepare: (page, wording) => sendDeposit(page, wording, wording.wallet.sheet.stageDone.sent),
  },
  {
    ...shared,
    screen: 'deposit',
    state: 'done',
    isSending: true,
    prepare: (page, wording) => sendDeposit(page, wording, wording.wallet.sheet.stageDone.credited),
  },
  {
    ...shared,
    path: '/wallet?view=vault',
    screen: 'withdraw',
    state: 'form',
    async prepare(page, wording) {
      await steps.fill(await steps.openWithdraw(page, wording), wording);
    },
  },
  {
    ...shared,
    path: '/wallet?view=vault',
    screen: 'withdraw',
    state: 'review',
    async prepare(page, wording) {
      const form = await steps.openWithdraw(page, wording);
      await steps.fill(form, wording);
      await steps.review(form, wording);
    },
  },
  {
    ...shared,
    path: '/wallet/swap?chain=31337&sell=2&buy=5',
    screen: 'swap',
    state: 'quote',
    isWindow: false,
    async prepare(page, { wallet }) {
      await page.getByRole('main').locator('.amount-input').first().fill('750');
      await page.getByText(like(wallet.swap.atLeast)).first().waitFor();
    },
  },
];
