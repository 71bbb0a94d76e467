import type { Page } from '@playwright/test';
import { prefixOf, routing } from '@/lib/i18n/routing';
import { BUSINESS_LINE_IDS, routes } from '@/lib/routes';
import { axeFindings, axeFindingsInThemes } from '../support/axe';
import { expect, test } from '../support/site-test';

const paths = [
  routes.home,
  routes.notFound,
  routes.download,
  routes.contact,
  ...BUSINESS_LINE_IDS.map(routes.businessLine),
  routes.about,
  routes.help,
  routes.terms,
  routes.privacy,
  routes.test,
];

for (const prefix of routing.locales.map(prefixOf)) {
  for (const path of paths) {
    test(`A11Y-1 axe finds no violations on ${prefix}${path} in either theme, at any width`, async ({
      page,
    }) => {
      await page.goto(prefix + path);
      if (path === routes.home) {
        // Prices load when they are near the viewport.
        const price = page.locator('input[name=spot-pair]').first();
        await page.locator('article').nth(1).scrollIntoViewIfNeeded();
        await expect(price).toBeAttached();
      }
      for (const width of [320, 768, 1280]) {
        await page.setViewportSize({ width, height: 800 });
        const overflow = await page.evaluate(
          () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
        );
        expect(overflow, `horizontal scroll at ${width} px`).toBe(0);
        // Skip axe at tablet width, where the page has the same elements and colors as at desktop width.
        if (width !== 768) expect(await axeFindingsInThemes(page)).toEqual([]);
      }
    });
  }
}

/** Opens a page to be modified, and waits for hydration, which would undo the change. */
async function openHydrated(page: Page, path: string) {
  await page.goto(path);
  await page.getByRole('banner').getByRole('button', { name: 'Language' }).click();
  await expect(page.getByRole('dialog')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toBeHidden();
}

test('A11Y-1 axe reports a violation when there is one', async ({ page }) => {
  await openHydrated(page, routes.about);
  await page.evaluate(() => document.querySelector('main')?.append(document.createElement('button')));
  expect(await axeFindings(page)).toContain('button-name: #content > button');
});

test('A11Y-1 axe reports low contrast that occurs in only one theme', async ({ page }) => {
  await openHydrated(page, routes.about);
  await page.evaluate(() => {
    const text = document.querySelector<HTMLElement>('main h2');
    if (text) text.style.color = '#333';
  });
  const findings = await axeFindingsInThemes(page);
  expect(findings).toContainEqual(expect.stringMatching(/^dark: color-contrast: /));
  expect(findings.filter((finding) => finding.startsWith('light'))).toEqual([]);
});
