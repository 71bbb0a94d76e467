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

test('WAL-1 the search opens what is pasted, and finds pages by other words', async ({ page }) => {
  const address = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8';
  await page.goto(routes.portfolio);
  const dialog = page.getByRole('dialog', { name: 'Search' });
  const field = dialog.getByRole('combobox');
  const search = async (text: string) => {
    await page.getByRole('banner').getByRole('button', { name: 'Search', exact: true }).click();
    await field.fill(text);
  };

  await search(address);
  await expect(dialog.getByRole('option', { name: 'Pay' })).toBeVisible();
  await dialog.getByRole('option', { name: 'Address on Local chain 1' }).click();
  await expect(page).toHaveURL(`${routes.transaction}?chainId=31337&address=${address}`);

  await search(`0x${'ab'.repeat(32)}`);
  await expect(dialog.getByRole('option', { name: /^Transaction on / })).toHaveCount(2);
  await dialog.getByRole('option', { name: 'Transaction on Local chain 2' }).click();
  await expect(page).toHaveURL(`${routes.transaction}?chainId=31338&hash=0x${'ab'.repeat(32)}`);

  await search(`ethereum:${address}@31337?value=1e15`);
  await expect(dialog.getByRole('option')).toHaveText(/^Pay/);
  await dialog.getByRole('option').click();
  await expect(page).toHaveURL(/\/wallet\/pay\?tab=pay&request=ethereum/);

  await search(new URL(`/zh-Hant${routes.fees}`, page.url()).href);
  await dialog.getByRole('option', { name: 'Open this link' }).click();
  await expect(page).toHaveURL(routes.fees);

  await search('gas');
  await expect(dialog.getByRole('option')).toHaveText(['Fees and limits']);
  await field.fill(address.replace('7099', '7098'));
  await expect(dialog.getByText('No results.')).toBeVisible();
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
