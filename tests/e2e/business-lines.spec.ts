import { expect, test } from '../support/site-test';

const MOBILE_BREAKPOINT_PX = 768;

test('LINE-1 shows the first line at /cont and each line at its ID', async ({ page }) => {
  await page.goto('/cont');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Commodities finance and delivery');
  await page.goto('/cont/4');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Asset management for real assets');
});

test('LINE-2 switches to the phone pictures below 768 px', async ({ page }) => {
  await page.setViewportSize({ width: MOBILE_BREAKPOINT_PX, height: 800 });
  await page.goto('/cont/2');
  const banner = page.getByRole('main').locator('header').getByRole('img');
  await expect(banner).toHaveCount(1);
  const wide = await banner.getAttribute('viewBox');
  await page.setViewportSize({ width: MOBILE_BREAKPOINT_PX - 1, height: 800 });
  await expect(banner).not.toHaveAttribute('viewBox', `${wide}`);
  await expect(banner).toHaveCount(1);
  await expect(
    page
      .getByRole('main')
      .getByRole('list')
      .filter({ has: page.getByRole('heading') })
      .getByRole('img'),
  ).toHaveCount(3);
});

test('LINE-3 only the first line has the trading arm', async ({ page }) => {
  await page.goto('/cont/1');
  await expect(page.getByRole('heading', { name: 'Our own trading arm' })).toBeVisible();
  await page.goto('/cont/2');
  await expect(page.getByRole('heading', { name: 'Our own trading arm' })).toHaveCount(0);
});

test('SITE-9 scrolls to the top on each change of path', async ({ page }) => {
  await page.goto('/cont/1');
  const others = page.getByRole('navigation', { name: 'Other business lines' });
  await others.getByRole('link', { name: /Technologies/ }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/Technologies/);
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(0);
  await others.scrollIntoViewIfNeeded();
  await page.goBack();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/Commodities/);
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(0);
});
