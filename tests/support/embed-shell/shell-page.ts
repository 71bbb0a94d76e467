import { expect, type FrameLocator, type Page } from '@playwright/test';
import { SHELL_ORIGIN } from '../e2e-site';

export const own = { source: 'tidewell', version: 1 };

/** Opens a path of the site in the demo shell's phone frame. */
export async function openShell(page: Page, path: string, origin = SHELL_ORIGIN): Promise<FrameLocator> {
  await page.goto(`${origin}/?path=${encodeURIComponent(path)}`);
  return page.frameLocator('iframe[title=Tidewell]');
}

/** What the demo shell has heard, oldest first. */
export const received = (page: Page) =>
  page.evaluate(() => (window as unknown as { received: Record<string, unknown>[] }).received);

/** Waits until the demo shell has heard a message with these fields. */
export const hears = (page: Page, message: Record<string, unknown>) =>
  expect.poll(() => received(page)).toContainEqual(expect.objectContaining({ ...own, ...message }));
