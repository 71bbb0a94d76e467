import { expect, type Page } from '@playwright/test';
import axe from 'axe-core';
import { routing } from '@/lib/i18n/routing';

/** Every rule axe has, the enhanced and experimental ones too. */
const everyRule = axe.getRules().map(({ ruleId }) => ruleId);
const colourRules = axe.getRules(['cat.color']).map(({ ruleId }) => ruleId);

/** Until nothing moves any more but what moves for ever: a colour halfway through a transition is nobody's colour. */
const settle = async () => {
  const moves = ({ playState, effect }: Animation) =>
    playState === 'running' && effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY;
  // What opens is drawn as it begins first, and moves a moment later.
  while (document.querySelector('[data-starting-style]') || document.getAnimations().some(moves))
    await new Promise(requestAnimationFrame);
};

/**
 * What axe finds, by rule and places, in `scope` or the whole page. It is brought once per page, and what passes is not
 * written out: both took most of the time. A frame it is not in would be a finding of its own (`frame-tested`).
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

/** Shows `page` in `theme`, and waits until it is: the page follows the browser's word a moment later. */
export async function showTheme(page: Page, theme: 'light' | 'dark'): Promise<void> {
  await page.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' });
  await expect(page.locator('html')).toHaveCSS('color-scheme', theme);
}

/** What axe finds in either theme: the rules that look at no colour find in the dark one what they do in the light one. */
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

/** The widths a dialog is looked at. The other language has the same elements: on a phone its words have least room. */
export const widthsIn = (locale: string) => (locale === routing.defaultLocale ? [PHONE, 1280] : [PHONE]);

/** What axe finds in `scope` at a width in either theme, once nothing moves any more, and nothing loads. */
export async function findings(page: Page, width: number, scope: string) {
  await page.setViewportSize({ width, height: 800 });
  // One that is cancelled meanwhile (another width has other rules) is over too, so none is awaited by itself.
  const running = () => document.getAnimations().filter(({ playState }) => playState === 'running').length;
  await expect.poll(() => page.evaluate(running)).toBe(0);
  return axeFindingsInThemes(page, scope);
}
