import { expect, type Page } from '@playwright/test';
import { routing } from '@/lib/i18n/routing';
import { axeFindingsInThemes } from './axe';

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
