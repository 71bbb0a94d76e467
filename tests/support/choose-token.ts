import { expect, type Locator } from '@playwright/test';

/**
 * Chooses a token of an amount: opens the list, searches it, and takes the option. `label` says what the token is for.
 * Does nothing if the token is already chosen.
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
  const sheet = place.page().getByRole('dialog', { name: 'Choose a token' });
  await sheet.getByRole('combobox').fill(symbol);
  await sheet.getByRole('option', { name: new RegExp(`^${symbol} .* · ${network}\\b`) }).click();
  await expect(sheet).toBeHidden();
  await expect(button).toHaveAccessibleName(wanted);
}
