import type { Locator, Page } from 'playwright';

export const dialog = (page: Page, name: string) => page.getByRole('dialog', { name, exact: true });

/** Opens the wallet page, connects the demo wallet with the given account (numbered from 1), and signs in. */
export async function comeWithDemoWallet(page: Page, origin: string, account: number): Promise<void> {
  await page.goto(`${origin}/wallet`);
  await page.getByRole('banner').getByRole('button', { name: 'Connect wallet' }).click();
  await dialog(page, 'Connect a wallet').getByRole('button', { name: 'Demo wallet' }).click();
  const connect = dialog(page, 'Connect the demo wallet');
  await connect.getByRole('radio', { name: `Account ${account}` }).check();
  await connect.getByRole('button', { name: 'Connect', exact: true }).click();
  await dialog(page, 'Demo wallet: sign a message').getByRole('button', { name: 'Confirm' }).click();
  await page.getByRole('heading', { name: 'Tokens', exact: true }).waitFor();
}

/** Dismisses the local demo's guided tour. */
export async function setGuideDismissed(page: Page): Promise<void> {
  const guide = page.getByRole('region', { name: 'Try it yourself' });
  await guide.getByRole('button', { name: 'Skip the guided tour' }).click();
  await guide.waitFor({ state: 'detached' });
}

/** Opens an amount's token list, searches it, and chooses the first match with the keyboard. */
export async function chooseToken(page: Page, root: Locator, label: string, query: string): Promise<void> {
  await root.getByRole('button', { name: new RegExp(`^${label}: `) }).click();
  const sheet = dialog(page, 'Choose a token');
  await sheet.getByRole('combobox').fill(query);
  await sheet
    .getByRole('option', { name: new RegExp(`^${query}`) })
    .first()
    .waitFor();
  await page.keyboard.press('Enter');
  await sheet.waitFor({ state: 'detached' });
}
