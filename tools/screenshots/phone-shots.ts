import type { Shot } from './take-shot';

const phone = { device: 'phone' } as const;

/** The README's phone screenshots. */
export const phoneShots: readonly Shot[] = [
  {
    ...phone,
    name: 'phone-wallet',
    path: '/wallet',
    theme: 'dark',
    prepare: async (page) => {
      await page.getByRole('region', { name: 'Tokens' }).getByText('tUSDT').first().waitFor();
    },
  },
  {
    ...phone,
    name: 'phone-pay',
    path: '/zh-Hant/wallet/pay?chain=31337&coin=2',
    theme: 'light',
    prepare: async (page) => {
      await page.getByRole('main').locator('figure svg').first().waitFor();
    },
  },
  {
    ...phone,
    name: 'phone-guide',
    path: '/wallet',
    theme: 'light',
    anonymous: true,
    prepare: async (page) => {
      await page.getByRole('region', { name: 'Try it yourself' }).waitFor();
    },
  },
];
