import { expect, type Locator } from '@playwright/test';

/**
 * Opens an amount's list of tokens, searches it, and chooses a token. `label` is the token's purpose in the button's
 * name. Does nothing if the token is already chosen.
 */
export async function chooseToken(
  place: Locator,
  symbol: string,
  { network = 'Local chain 1', label = 'Token' }: { network?: string; label?: string } = {},
): Promise<void> {
  const button = place.getByRole('button', { name: new RegExp(`^${label}: `) });
  const wanted = `${label}: ${symbol} on ${network}`;
  await expect(button).toBeEnabled();
  if (await place.getByRole('button', { name: wanted, exact: true }).isVisible()) return;
  await button.click();
  // The list may be in a frame, so it is found from its document instead of from the page.
  const sheet = place.locator('xpath=ancestor::body').getByRole('dialog', { name: 'Choose a token' });
  await sheet.getByRole('combobox').fill(symbol);
  await sheet.getByRole('option', { name: new RegExp(`^${symbol} .* · ${network}\\b`) }).click();
  await expect(sheet).toBeHidden();
  await expect(button).toHaveAccessibleName(wanted);
}
