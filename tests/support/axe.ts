import { expect, type Page } from '@playwright/test';
import axe from 'axe-core';
import { routing } from '@/lib/i18n/routing';

/** All axe rules, including enhanced and experimental ones. */
const everyRule = axe.getRules().map(({ ruleId }) => ruleId);
const colourRules = axe.getRules(['cat.color']).map(({ ruleId }) => ruleId);

/** Waits until all finite animations have ended, because axe must not measure colors in the middle of a transition. */
const settle = async () => {
  // Animations that follow a scroll position are always running, but nothing moves while nobody scrolls.
  const moves = ({ playState, effect, timeline }: Animation) =>
    playState === 'running' &&
    timeline instanceof DocumentTimeline &&
    effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY;
  // An element that opens is first painted in its starting style, and its transition begins one frame later.
  while (document.querySelector('[data-starting-style]') || document.getAnimations().some(moves))
    await new Promise(requestAnimationFrame);
};

/**
 * Returns axe's findings by rule and element, in `scope` or on the whole page. To save time, axe is injected only once
 * per page, and passing checks are not reported. Frames without axe would report `frame-tested`.
 */
export async function axeFindings(page: Page, scope = 'html', rules = everyRule): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source);
  await page.evaluate(settle);
  const violations = await page.evaluate(
    async ([context, values]) =>
      (
        await (window as unknown as { axe: typeof axe }).axe.run(context, {
          runOnly: { type: 'rule', values },
          resultTypes: ['violations'],
        })
      ).violations,
    [scope, rules] as const,
  );
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.target)}`);
}

/** Switches a page to a theme and waits for it, because the page follows the browser's setting asynchronously. */
export async function showTheme(page: Page, theme: 'light' | 'dark'): Promise<void> {
  await page.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' });
  await expect(page.locator('html')).toHaveCSS('color-scheme', theme);
}

/** Returns axe's findings in both themes. Rules that ignore colors run only in the light theme. */
export async function axeFindingsInThemes(page: Page, scope?: string): Promise<string[]> {
  const found: string[] = [];
  for (const theme of ['light', 'dark'] as const) {
    await showTheme(page, theme);
    const findings = await axeFindings(page, scope, theme === 'light' ? everyRule : colourRules);
    found.push(...findings.map((finding) => `${theme}: ${finding}`));
  }
  return found;
}

export const PHONE = 360;

/**
 * Returns the window widths at which to check dialogs. Other languages are checked only on a phone, where text has the
 * least space, because the elements are the same.
 */
export const widthsIn = (locale: string) => (locale === routing.defaultLocale ? [PHONE, 1280] : [PHONE]);

/** Returns axe's findings in `scope` at a width in both themes, after animations and loading have ended. */
export async function findings(page: Page, width: number, scope: string) {
  await page.setViewportSize({ width, height: 800 });
  // Count running animations instead of awaiting each one, because a new width can cancel them.
  const running = () =>
    document
      .getAnimations()
      .filter(({ playState, timeline }) => playState === 'running' && timeline instanceof DocumentTimeline)
      .length;
  await expect.poll(() => page.evaluate(running)).toBe(0);
  return axeFindingsInThemes(page, scope);
}
