import type { Browser, BrowserContext, Page } from 'playwright';
import { comeWithDemoWallet, dialog, putGuideAway } from '../demo-visitor';
import { SHOWN_ACCOUNT } from './hold-something';

/** A visitor as a browser keeps one: the login and what the device remembers. */
export type Visitor = Awaited<ReturnType<BrowserContext['storageState']>>;

/** Agrees to what the demo wallet asks next, which its sheet names by the call. */
async function confirm(page: Page, call: string): Promise<void> {
  const sheet = dialog(page, 'Confirm a transaction');
  await sheet.getByText(call).first().waitFor();
  await sheet.getByRole('button', { name: 'Confirm' }).click();
}

/** Connects the demo wallet, logs in and makes a first deposit. */
export async function firstVisit(browser: Browser, origin: string): Promise<Visitor> {
  const context = await browser.newContext({ reducedMotion: 'reduce' });
  try {
    const page = await context.newPage();
    await comeWithDemoWallet(page, origin, SHOWN_ACCOUNT);
    await page.getByRole('main').getByRole('button', { name: 'Deposit', exact: true }).click();
    const deposit = dialog(page, 'Deposit');
    await deposit.getByLabel('Token').selectOption({ label: 'tUSDT' });
    await deposit.getByLabel('Amount', { exact: true }).fill('2500');
    await deposit.getByRole('button', { name: 'Deposit 2,500 tUSDT' }).click();
    await confirm(page, 'approve(');
    await confirm(page, 'deposit(');
    await deposit.getByText('Checked and credited').waitFor();
    await deposit.getByRole('button', { name: 'Done' }).click();
    await deposit.waitFor({ state: 'detached' });
    await putGuideAway(page);
    return await context.storageState();
  } finally {
    await context.close();
  }
}
