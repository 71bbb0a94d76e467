import { routes } from '@/lib/routes';
import { expect, test } from '../support/site-test';

/** 1.5 times the height of one row of links, in CSS pixels: more means that the links have wrapped. */
const ONE_ROW_PX = 66;

for (const { name, path } of [
  { name: 'Wallet pages', path: routes.coins },
  { name: '錢包頁面', path: `/zh-Hant${routes.coins}` },
]) {
  test(`A11Y-1 WAL-1 on phones the links to the wallet's pages form one row with the current one visible, at ${path}`, async ({
    page,
  }) => {
    for (const width of [320, 360]) {
      await page.setViewportSize({ width, height: 700 });
      await page.goto(path);
      const row = page.getByRole('navigation', { name }).getByRole('list');
      const current = row.locator('[aria-current=page]');
      await expect(current).toBeInViewport({ ratio: 1 });
      expect((await row.boundingBox())?.height).toBeLessThan(ONE_ROW_PX);
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
      const links = await row.getByRole('link').all();
      expect(links).toHaveLength(12);
      // Focused by keyboard, each link is fully visible between the fading edges.
      await links[0]?.focus();
      for (const link of links) {
        await expect(link).toBeFocused();
        await expect
          .poll(() =>
            link.evaluate((element) => {
              const { left, right } = element.getBoundingClientRect();
              return left >= 15 && right <= window.innerWidth - 15;
            }),
          )
          .toBe(true);
        await page.keyboard.press('Tab');
      }
    }
  });
}

test('A11Y-1 WAL-1 on wider screens all of the wallet’s pages are visible at once', async ({ page }) => {
  for (const width of [768, 1280]) {
    await page.setViewportSize({ width, height: 700 });
    await page.goto(routes.wallet);
    const row = page.getByRole('navigation', { name: 'Wallet pages' }).getByRole('list');
    for (const link of await row.getByRole('link').all()) await expect(link).toBeInViewport({ ratio: 1 });
    expect((await row.boundingBox())?.height).toBeLessThan(2 * ONE_ROW_PX);
  }
});

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });
  test('SITE-4 WAL-1 the wallet’s pages are linked without JavaScript', async ({ page }) => {
    await page.goto('/zh-Hant/wallet/swap');
    const links = page.getByRole('navigation', { name: '錢包頁面' }).getByRole('link');
    await expect(links).toHaveCount(12);
    await links.last().click();
    await expect(page).toHaveURL('/zh-Hant/wallet/coins');
  });
});
