import { routes } from '@/lib/routes';
import { expect, test } from '../support/site-test';

for (const path of [routes.home, routes.businessLine(1), routes.about, routes.terms, routes.privacy]) {
  test(`ART-4 ${path} prints dark on light from the dark theme, without the page's furniture`, async ({
    page,
  }) => {
    await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' });
    await page.setViewportSize({ width: 794, height: 1123 });
    await page.goto(path);
    await expect(page.locator('html')).toHaveClass(/\bdark\b/);
    await page.emulateMedia({ media: 'print' });
    await expect(page.getByRole('link', { name: 'Skip to content', includeHidden: true })).toBeHidden();
    await expect(page.getByRole('navigation', { name: 'Main', includeHidden: true })).toBeHidden();
    await expect(page.getByRole('contentinfo')).toBeHidden();
    const title = page.getByRole('heading', { level: 1 });
    await expect(title).toBeVisible();
    const lightness = (color: string) => Math.max(...(color.match(/[\d.]+/g) ?? []).slice(0, 3).map(Number));
    for (const text of [title, page.getByRole('main').locator('p:visible').last()]) {
      expect(lightness(await text.evaluate((element) => getComputedStyle(element).color))).toBeLessThan(100);
    }
    const beyond = await page
      .getByRole('main')
      .locator('fieldset, p, h2, h3')
      .evaluateAll(
        (all) => all.filter((e) => e.getBoundingClientRect().right > window.innerWidth + 1).length,
      );
    expect(beyond).toBe(0);
  });
}
