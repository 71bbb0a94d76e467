import path from 'node:path';
import type { Page } from 'playwright';
import { routes } from '@/lib/routes';
import { projectRoot } from '@/scripts/launcher/settings';

/** A lazily loaded feature and the user action that loads it. */
export type Feature = { name: string; at: string; need: (page: Page) => Promise<unknown> };

const main = (page: Page) => page.getByRole('main');

export const features: readonly Feature[] = [
  {
    name: 'chart (lightweight-charts), with the first line',
    at: routes.coins,
    need: async (page) => {
      await main(page).getByRole('tab', { name: 'Pair chart' }).click();
      await main(page).locator('canvas').first().waitFor();
    },
  },
  {
    name: 'QR reader, where the browser has none (qr)',
    at: `${routes.pay}?tab=pay`,
    need: async (page) => {
      const fetched = page.waitForResponse((response) => response.url().endsWith('.js'));
      // Any image works, because choosing one loads the QR reader.
      await page
        .locator('input[name=picture]')
        .setInputFiles(path.join(projectRoot, 'docs/images/home.webp'));
      await fetched;
    },
  },
  {
    name: 'language dialog',
    at: routes.wallet,
    need: async (page) => {
      await page.getByRole('banner').getByRole('button', { name: 'Language' }).click();
      await page.getByRole('dialog').waitFor();
    },
  },
  {
    name: 'announcements',
    at: routes.wallet,
    need: async (page) => {
      await page
        .getByRole('banner')
        .getByRole('button', { name: /Announcements/ })
        .click();
      await page.getByRole('dialog').waitFor();
    },
  },
];
