import type { Page } from '@playwright/test';

/** Makes the visitor one who has read the first announcement, so that the bell counts the others on every page. */
export async function readOne(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const key = 'tidewell.readArticles';
    if (localStorage.getItem(key) === null) localStorage.setItem(key, '[1]');
  });
}
