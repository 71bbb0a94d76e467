import { expect, test } from '@playwright/test';
import { QR_HIDE_DELAY_MS } from '@/lib/constants';

test('DOWN-2 shows the code under the pointer and hides it 450 ms after', async ({ page }) => {
  await page.goto('/download');
  const code = page.getByRole('img', { name: 'QR code: App Store', includeHidden: true });
  await expect(code).toBeHidden();
  await page.getByRole('link', { name: 'App Store' }).hover();
  await expect(code).toBeVisible();

  // The page measures: a round trip of the test is longer than what is measured.
  const watch = await page.evaluateHandle(() => ({
    hiddenAfter: new Promise<number>((resolve) => {
      const svg = document.querySelectorAll('.qr-popup')[1];
      const start = performance.now();
      let left: number | undefined;
      document.querySelectorAll('.qr-store')[1]?.addEventListener('pointerleave', () => {
        left = performance.now();
      });
      requestAnimationFrame(function look() {
        const now = performance.now();
        if (left !== undefined && svg && getComputedStyle(svg).visibility === 'hidden') resolve(now - left);
        else if (now - start > 10_000) resolve(Number.NaN);
        else requestAnimationFrame(look);
      });
    }),
  }));
  await page.mouse.move(4, 4);
  const ms = await watch.evaluate((watched) => watched.hiddenAfter);
  expect(ms).toBeGreaterThanOrEqual(QR_HIDE_DELAY_MS - 20);
  expect(ms).toBeLessThan(QR_HIDE_DELAY_MS + 150);
});

test('DOWN-2 keeps the code when the pointer comes back in time, and shows it on keyboard focus', async ({
  page,
}) => {
  await page.goto('/download');
  const link = page.getByRole('link', { name: 'Google Play' });
  const code = page.getByRole('img', { name: 'QR code: Google Play', includeHidden: true });
  await link.hover();
  await expect(code).toBeVisible();
  await page.evaluate(() => {
    const popup = document.querySelector('.qr-popup');
    document.documentElement.dataset.hidden = '0';
    popup?.addEventListener('transitionend', () => {
      if (getComputedStyle(popup).visibility === 'hidden') document.documentElement.dataset.hidden = '1';
    });
  });
  await page.mouse.move(4, 4);
  await link.hover();
  await page.waitForFunction(() => document.querySelector('.qr-popup')?.getAnimations().length === 0);
  await expect(code).toBeVisible();
  expect(await page.locator('html').getAttribute('data-hidden')).toBe('0');

  await page.mouse.move(4, 4);
  await expect(code).toBeHidden();
  await page.getByRole('main').getByRole('link', { name: 'Close and go home' }).focus();
  await page.keyboard.press('Tab');
  await expect(link).toBeFocused();
  await expect(code).toBeVisible();
});

for (const name of ['Close and go home', 'Maybe later']) {
  test(`DOWN-4 "${name}" goes home`, async ({ page }) => {
    await page.goto('/download');
    await page.getByRole('main').getByRole('link', { name }).click();
    await expect(page).toHaveURL(/\/home$/);
  });
}
