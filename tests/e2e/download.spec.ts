import { expect, test } from '../support/site-test';

for (const name of ['Close and go home', 'Maybe later']) {
  test(`DOWN-4 "${name}" goes home`, async ({ page }) => {
    await page.goto('/download');
    await page.getByRole('main').getByRole('link', { name }).click();
    await expect(page).toHaveURL(/\/home$/);
  });
}

for (const [path, soon] of [
  ['/download', 'Coming soon'],
  ['/zh-Hant/download', '即將推出'],
] as const)
  test(`DOWN-1 ${path} offers no store that the operator has set no link for`, async ({ page }) => {
    await page.goto(path);
    const stores = page.getByRole('main').getByRole('listitem').filter({ hasText: soon });
    await expect(stores).toHaveCount(3);
    await expect(stores.getByRole('link')).toHaveCount(0);
    await expect(page.locator('.qr-popup')).toHaveCount(0);
  });
