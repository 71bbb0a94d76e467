import type { Page } from 'playwright';
import { dialog } from '../demo-visitor';
import type { Shot } from './take-shot';

const main = (page: Page) => page.getByRole('main');
const chart = (page: Page) => main(page).locator('canvas').first();

/** Height to leave for the sticky header, in pixels. */
const ROOM_PX = 90;

/** Scrolls until a heading or element is just below the header. */
export const showFrom = (page: Page, place: { heading: string } | { selector: string }) => {
  const start =
    'heading' in place ? page.getByRole('heading', { name: place.heading }) : page.locator(place.selector);
  return start
    .first()
    .evaluate(
      (element, room) =>
        window.scrollTo({ top: element.getBoundingClientRect().top + scrollY - room, behavior: 'instant' }),
      ROOM_PX,
    );
};

const desktop = { device: 'desktop' } as const;

/** The README's desktop screenshots. */
export const desktopShots: readonly Shot[] = [
  {
    ...desktop,
    name: 'home',
    path: '/home',
    theme: 'light',
    anonymous: true,
    prepare: async (page) => {
      await page
        .getByText(/\$[\d,]+\.\d\d/)
        .first()
        .waitFor();
    },
  },
  {
    ...desktop,
    name: 'wallet',
    path: '/wallet',
    theme: 'light',
    prepare: async (page) => {
      await main(page).getByRole('region', { name: 'Tokens' }).getByText('tUSDT').first().waitFor();
      await showFrom(page, { heading: 'Total in USD' });
    },
  },
  {
    ...desktop,
    name: 'portfolio',
    path: '/wallet/portfolio',
    theme: 'dark',
    prepare: async (page) => {
      await main(page).getByRole('region', { name: 'Allocation' }).waitFor();
      await showFrom(page, { heading: 'Allocation' });
    },
  },
  {
    ...desktop,
    name: 'markets',
    path: '/wallet/coins?view=chart',
    theme: 'dark',
    prepare: async (page) => {
      await chart(page).waitFor();
      await showFrom(page, { heading: 'Pair chart' });
    },
  },
  {
    ...desktop,
    name: 'swap',
    path: '/wallet/swap?chain=31337&sell=2&buy=5',
    theme: 'light',
    prepare: async (page) => {
      await page.getByLabel('You pay', { exact: true }).fill('750');
      await main(page)
        .getByText(/^At least [\d,.]+ tTIDE/)
        .waitFor();
      await showFrom(page, { selector: 'main form' });
    },
  },
  {
    ...desktop,
    name: 'pay',
    path: '/wallet/pay?chain=31337&coin=2',
    theme: 'dark',
    prepare: async (page) => {
      await page.getByLabel('Amount (optional)').fill('48.5');
      await page.getByRole('img', { name: /^QR code requesting 48\.5/ }).waitFor();
      await showFrom(page, { selector: 'main [role=tablist]' });
    },
  },
  {
    ...desktop,
    name: 'nfts',
    path: '/wallet/nfts',
    theme: 'light',
    prepare: async (page) => {
      const pictures = main(page).getByRole('listitem').locator('img');
      await pictures.first().waitFor();
      await page.waitForFunction(() =>
        [...document.querySelectorAll('[role=listitem] img')].every(
          (image) => image instanceof HTMLImageElement && image.naturalWidth > 0,
        ),
      );
      await showFrom(page, { heading: 'Local chain 1' });
    },
  },
  {
    ...desktop,
    name: 'approvals',
    path: '/wallet/approvals',
    theme: 'dark',
    prepare: async (page) => {
      await main(page).getByText('High risk').first().waitFor();
      await showFrom(page, { heading: 'Local chain 1' });
    },
  },
  {
    ...desktop,
    name: 'unlocks',
    path: '/wallet/unlocks',
    theme: 'light',
    prepare: async (page) => {
      await main(page).getByRole('heading', { name: 'Coming up' }).waitFor();
      await showFrom(page, { heading: 'Coming up' });
    },
  },
  {
    ...desktop,
    name: 'signing',
    path: '/wallet/swap?chain=31337&sell=2&buy=1',
    theme: 'dark',
    prepare: async (page) => {
      await page.getByLabel('You pay', { exact: true }).fill('500');
      await main(page)
        .getByText(/^At least [\d,.]+ ETH/)
        .waitFor();
      await main(page).getByRole('button', { name: 'Review' }).click();
      await dialog(page, 'Swap').getByRole('button', { name: 'Swap 500 tUSDT' }).click();
      const sheet = dialog(page, 'Demo wallet: confirm a transaction');
      await sheet.getByRole('heading', { name: 'Allow the swap router to take up to 500 tUSDT' }).waitFor();
    },
  },
];
