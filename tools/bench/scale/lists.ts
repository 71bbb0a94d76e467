import type { Page } from 'playwright';
import { chooseToken, dialog } from '@/tools/demo-visitor';

/** A page with a long list, and the user actions to measure on it. */
export type LongList = {
  /** Name of the page's navigation link. */
  page: string;
  rows: string;
  /** CSS selector of the elements to count. */
  selector: string;
  ready: (page: Page) => Promise<unknown>;
  acts: readonly { name: string; act: (page: Page) => Promise<unknown> }[];
};

const main = (page: Page) => page.getByRole('main');

/** A token far down the list. */
const FAR_TOKEN = 'TKN599';

export const longLists = (tokens: number, transactions: number, nfts: number): readonly LongList[] => [
  {
    page: 'Wallet',
    rows: `${tokens} tokens`,
    selector: 'main li',
    ready: (page) => main(page).getByRole('tabpanel').getByRole('listitem').first().waitFor(),
    acts: [
      {
        name: 'open the account',
        act: (page) =>
          page
            .getByRole('banner')
            .getByRole('button', { name: 'Account' })
            .click()
            .then(() =>
              dialog(page, 'Account')
                .getByText(/^25 of/)
                .first()
                .waitFor(),
            )
            .then(() => page.keyboard.press('Escape'))
            .then(() => dialog(page, 'Account').waitFor({ state: 'detached' })),
      },
      {
        name: 'choose what to deposit',
        act: async (page) => {
          await main(page).getByRole('button', { name: 'Deposit', exact: true }).click();
          await chooseToken(page, dialog(page, 'Deposit'), 'Token', FAR_TOKEN);
          await dialog(page, 'Deposit').getByRole('button', { name: 'Close' }).click();
          await dialog(page, 'Deposit').waitFor({ state: 'detached' });
        },
      },
    ],
  },
  {
    page: 'Portfolio',
    rows: `${tokens} holdings`,
    selector: 'main tr',
    ready: (page) => main(page).locator('table[aria-rowcount^="50"]').waitFor(),
    acts: [
      { name: 'hide small ones', act: (page) => main(page).getByRole('checkbox').first().click() },
      { name: 'show them again', act: (page) => main(page).getByRole('checkbox').first().click() },
      {
        name: 'spread by place',
        act: (page) => main(page).getByRole('tab', { name: 'By location' }).click(),
      },
    ],
  },
  {
    page: 'Activity',
    rows: `${transactions} transactions`,
    selector: 'main tr',
    ready: async (page) => {
      const further = main(page).getByRole('button', { name: 'Search further back' });
      await main(page).getByRole('table', { name: 'Activity' }).waitFor();
      while ((await further.count()) > 0 && (await further.getAttribute('aria-disabled')) === 'false')
        await further.click();
      await main(page)
        .getByText(/^1[0-9],?\d{3} transactions/)
        .waitFor();
    },
    acts: [
      {
        name: 'search for an amount',
        act: async (page) => {
          await page.getByRole('searchbox', { name: 'Search' }).fill('0.0149');
          await page.getByText(/transactions? of/).waitFor();
        },
      },
      {
        name: 'show everything again',
        act: async (page) => {
          await page.getByRole('searchbox', { name: 'Search' }).fill('');
          await page.getByText(/^1\d,?\d{3} transactions$/).waitFor();
        },
      },
      {
        name: 'save as CSV',
        act: async (page) => {
          const saved = page.waitForEvent('download');
          await main(page).getByRole('button', { name: 'Save as CSV' }).click();
          await saved;
        },
      },
    ],
  },
  {
    page: 'NFTs',
    rows: `${nfts} NFTs`,
    selector: '[role=listitem]',
    // The list can contain more NFTs, because the account also owns NFTs from the demo.
    ready: (page) =>
      page.waitForFunction(
        (least) =>
          Number(document.querySelector('main [role=listitem]')?.getAttribute('aria-setsize')) >= least,
        nfts,
      ),
    acts: [
      {
        name: 'open the last one',
        act: async (page) => {
          await main(page).getByRole('listitem').last().getByRole('button').click();
          await dialog(page, 'NFT').getByRole('button', { name: 'Send' }).waitFor();
          await page.keyboard.press('Escape');
          await dialog(page, 'NFT').waitFor({ state: 'detached' });
        },
      },
    ],
  },
  {
    page: 'Swap',
    rows: `${tokens} tokens`,
    selector: '[role=option], option',
    ready: (page) =>
      main(page)
        .getByRole('button', { name: /^You pay: / })
        .waitFor(),
    acts: [
      { name: 'choose what to pay', act: (page) => chooseToken(page, main(page), 'You pay', FAR_TOKEN) },
      {
        name: 'type an amount',
        act: (page) => page.getByLabel('You pay', { exact: true }).pressSequentially('12.5'),
      },
    ],
  },
  {
    page: 'Pay',
    rows: `${tokens} tokens`,
    selector: '[role=option], option',
    ready: (page) =>
      main(page)
        .getByRole('button', { name: /^Token: / })
        .waitFor(),
    acts: [
      { name: 'choose what to ask for', act: (page) => chooseToken(page, main(page), 'Token', FAR_TOKEN) },
    ],
  },
  {
    page: 'Markets',
    rows: `${tokens} coins`,
    selector: 'main li',
    ready: (page) => main(page).getByRole('listitem').nth(19).waitFor(),
    acts: [
      {
        name: 'next page',
        act: async (page) => {
          await main(page).getByRole('link', { name: 'Next page' }).click();
          await main(page)
            .getByText(/^Page 2 of/)
            .waitFor();
        },
      },
      {
        name: 'open the pair chart',
        act: async (page) => {
          await main(page).getByRole('tab', { name: 'Pair chart' }).click();
          await main(page).getByRole('combobox', { name: 'Token' }).waitFor();
        },
      },
    ],
  },
];
