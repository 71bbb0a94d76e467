import { routes } from '@/lib/routes';
import { expect, test } from '../support/site-test';

test('WAL-1 the search finds pages, tokens and actions by keyboard, and Escape closes it', async ({
  page,
}) => {
  await page.goto(routes.portfolio);
  const open = page.getByRole('banner').getByRole('button', { name: 'Search' });
  await open.click();
  const dialog = page.getByRole('dialog', { name: 'Search' });
  const field = dialog.getByRole('combobox');
  await expect(field).toBeFocused();
  await expect(dialog.getByRole('option', { name: 'Connect wallet' })).toBeVisible();
  await expect(dialog.getByRole('option', { name: 'Deposit' })).toHaveCount(0);

  await page.keyboard.type('zzz');
  await expect(dialog.getByText('No results.')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await expect(open).toBeFocused();

  await page.keyboard.press('Control+k');
  await expect(field).toBeFocused();
  await page.keyboard.type('appro');
  await expect(dialog.getByRole('option')).toHaveText(['Approvals']);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(routes.approvals);
  await expect(dialog).toBeHidden();

  await page.keyboard.press('Control+k');
  await expect(field).toBeFocused();
  await expect(field).toHaveValue('');
  await page.keyboard.type('tusdt');
  await dialog.getByRole('option', { name: 'tUSDT' }).click();
  await expect(page).toHaveURL(/\/wallet\/coins\?id=\d+$/);

  await page.keyboard.press('Control+k');
  await expect(field).toBeFocused();
  await expect(field).toHaveValue('');
  await page.keyboard.type('display cur');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog', { name: 'Choose a display currency' })).toBeVisible();
});

test('WAL-1 the search opens in Chinese on a phone', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto(`/zh-Hant${routes.wallet}`);
  await page.getByRole('banner').getByRole('button', { name: '搜尋' }).click();
  const dialog = page.getByRole('dialog', { name: '搜尋' });
  await dialog.getByRole('combobox').fill('質押');
  const [first] = await dialog.getByRole('option').all();
  await first?.click();
  await expect(page).toHaveURL(`/zh-Hant${routes.stake}`);
});
