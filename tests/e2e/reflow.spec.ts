import { prefixOf, routing } from '@/lib/i18n/routing';
import { routes } from '@/lib/routes';
import { expect, test } from '../support/site-test';

const paths = [
  routes.home,
  routes.notFound,
  routes.download,
  routes.contact,
  routes.businessLine(1),
  routes.businessLine(3),
  routes.about,
  routes.help,
  routes.terms,
  routes.test,
  routes.wallet,
  routes.earn,
  routes.stake,
  routes.swap,
  routes.presale,
  routes.pledge,
  routes.portfolio,
  routes.activity,
  routes.unlocks,
  routes.pay,
  routes.nfts,
  routes.approvals,
  routes.fees,
  routes.settings,
  routes.dapps,
  routes.messages,
];

/** Minimum height of a header that has wrapped to two rows because of custom text spacing, in CSS pixels. */
const TWO_ROWS_PX = 80;

/** Lists layout faults: horizontal scroll, clipped text, and controls too small to tap. */
function misfits(): string[] {
  const found: string[] = [];
  const width = document.documentElement.clientWidth;
  const overflow = document.documentElement.scrollWidth - width;
  if (overflow > 0) found.push(`the page is ${overflow} px too wide`);

  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (texts.nextNode()) {
    const text = texts.currentNode;
    const parent = text.parentElement;
    if (!text.textContent?.trim() || !parent?.checkVisibility({ visibilityProperty: true })) continue;
    if (
      parent.closest(
        '.sr-only, details:not([open]) > :not(summary), .carousel-track, .section-tabs, [href="#content"]',
      )
    )
      continue;
    const range = document.createRange();
    range.selectNodeContents(text);
    const { left, right, top, bottom } = range.getBoundingClientRect();
    const name = `“${text.textContent.trim().slice(0, 30)}”`;
    if (left < -1 || right > width + 1) found.push(`${name} is beyond the window`);
    for (let box = parent.parentElement; box && box !== document.body; box = box.parentElement) {
      if (!/hidden|clip/.test(getComputedStyle(box).overflow)) continue;
      const edge = box.getBoundingClientRect();
      if (left < edge.left - 1 || right > edge.right + 1 || top < edge.top - 1 || bottom > edge.bottom + 1)
        found.push(`${name} is cut off`);
    }
  }
  for (const control of document.querySelectorAll('a[href], button, input, select, textarea, summary')) {
    if (!control.checkVisibility({ visibilityProperty: true })) continue;
    // Inline links, stretched links on cards, the native input in a slider's thumb, and inputs that nobody can reach are
    // exceptions.
    if (getComputedStyle(control).display === 'inline' || control.matches('[type=range], [aria-hidden=true]'))
      continue;
    const { width: w, height: h } = control.getBoundingClientRect();
    if (w < 24 || h < 24) found.push(`${control.tagName} ${control.textContent?.trim()} is ${w} × ${h}`);
  }
  return found;
}

for (const prefix of routing.locales.map(prefixOf)) {
  test(`A11Y-1 every page fits from 320 px on and with custom text spacing, in ${prefix || 'English'}`, async ({
    page,
  }) => {
    await page.emulateMedia({ reducedMotion: 'reduce' });
    for (const path of paths) {
      await page.goto(prefix + path);
      for (const width of [1920, 1280, 768, 360, 320]) {
        await page.setViewportSize({ width, height: 800 });
        expect([path, width, await page.evaluate(misfits)]).toEqual([path, width, []]);
        const header = await page.getByRole('banner').boundingBox();
        expect([path, width, (header?.height ?? 0) < TWO_ROWS_PX]).toEqual([path, width, true]);
      }
      // Apply the text spacing of WCAG 1.4.12, as a user style sheet would.
      await page.evaluate(() => {
        const sheet = new CSSStyleSheet();
        sheet.replaceSync(
          '* { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important } p { margin-bottom: 2em !important }',
        );
        document.adoptedStyleSheets = [sheet];
      });
      for (const width of [320, 768, 1280]) {
        await page.setViewportSize({ width, height: 800 });
        expect([path, `spaced, ${width}`, await page.evaluate(misfits)]).toEqual([
          path,
          `spaced, ${width}`,
          [],
        ]);
      }
    }
  });
}

for (const path of [routes.home, routes.businessLine(1), routes.about, routes.terms, routes.privacy]) {
  test(`ART-4 ${path} prints dark on light from the dark theme, without header, navigation and footer`, async ({
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
