import { AxeBuilder } from '@axe-core/playwright';
import axe from 'axe-core';
import { BUSINESS_LINE_IDS, routes } from '@/lib/routes';
import { expect, test } from '../support/site-test';

/** Every rule axe has, the enhanced and experimental ones too. */
const rules = Object.fromEntries(axe.getRules().map(({ ruleId }) => [ruleId, { enabled: true }]));

const paths = [
  routes.home,
  routes.notFound,
  routes.download,
  routes.contact,
  ...BUSINESS_LINE_IDS.map(routes.businessLine),
  routes.about,
  routes.terms,
  routes.privacy,
  routes.test,
];

for (const prefix of ['', '/zh-Hant']) {
  for (const path of paths) {
    for (const theme of ['light', 'dark'] as const) {
      test(`A11Y-1 axe finds nothing on ${prefix}${path} in the ${theme} theme, at any width`, async ({
        page,
      }) => {
        await page.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' });
        await page.goto(prefix + path);
        if (path === routes.home) {
          // Prices come when a reader is near.
          const price = page.locator('input[name=spot-pair]').first();
          await page.locator('article').nth(1).scrollIntoViewIfNeeded();
          await expect(price).toBeAttached();
        }
        for (const width of [320, 360, 768, 1280]) {
          await page.setViewportSize({ width, height: 800 });
          await expect(page.locator('html')).toHaveClass(new RegExp(`\\b${theme}\\b`));
          const overflow = await page.evaluate(
            () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
          );
          expect(overflow, `horizontal scroll at ${width} px`).toBe(0);
          if (width === 320) continue;
          const { violations } = await new AxeBuilder({ page }).options({ rules }).analyze();
          expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.target)}`)).toEqual([]);
        }
      });
    }
  }
}
