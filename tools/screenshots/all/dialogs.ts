import type { Page } from 'playwright';
import { routes } from '@/lib/routes';
import type { Screen, Wording } from './screen';

const shared = { path: routes.wallet, isWindow: true } as const;
const opened = (page: Page, name: string) => page.getByRole('dialog', { name, exact: true }).waitFor();

/** Opens a dialog of the header. */
const fromHeader = (name: string) => async (page: Page) => {
  await page.locator(`header [data-dialog="${name}"]`).first().click();
  await page.getByRole('dialog').waitFor();
};

/** Opens the account dialog, and then one of its own dialogs. */
const fromAccount = (button: (wording: Wording) => string) => async (page: Page, wording: Wording) => {
  await fromHeader('wallet')(page);
  const account = page.getByRole('dialog', { name: wording.wallet.account.title, exact: true });
  await account.getByRole('button', { name: button(wording) }).click();
  await account.waitFor({ state: 'detached' });
};

/** Dialogs, each opened from the page that it belongs to. Those of transfers are in transfers.ts. */
export const dialogScreens: readonly Screen[] = [
  { ...shared, screen: 'dialog', state: 'connect', viewer: 'visitor', prepare: fromHeader('wallet') },
  {
    ...shared,
    screen: 'dialog',
    state: 'connect-demo',
    viewer: 'visitor',
    async prepare(page, { wallet }) {
      await fromHeader('wallet')(page);
      await page.getByRole('dialog').getByRole('button', { name: wallet.connect.demoWallet }).click();
      await opened(page, wallet.demo.title.connect);
    },
  },
  {
    ...shared,
    screen: 'dialog',
    state: 'sign-in',
    viewer: 'visitor',
    async prepare(page, { wallet }) {
      await fromHeader('wallet')(page);
      await page.getByRole('dialog').getByRole('button', { name: wallet.connect.demoWallet }).click();
      const connect = page.getByRole('dialog', { name: wallet.demo.title.connect });
      await connect.getByRole('button', { name: wallet.demo.connect, exact: true }).click();
      await opened(page, wallet.demo.title.message);
    },
  },
  { ...shared, screen: 'dialog', state: 'account', viewer: 'holder', prepare: fromHeader('wallet') },
  {
    ...shared,
    screen: 'dialog',
    state: 'name',
    viewer: 'holder',
    prepare: fromAccount(({ wallet }) => wallet.profile.editName),
  },
  {
    ...shared,
    screen: 'dialog',
    state: 'search',
    viewer: 'holder',
    async prepare(page, { wallet }) {
      await page.keyboard.press('Control+k');
      await page.getByRole('dialog', { name: wallet.search.title }).getByRole('combobox').fill('t');
    },
  },
  {
    ...shared,
    screen: 'dialog',
    state: 'language',
    viewer: 'visitor',
    prepare: fromHeader('language'),
  },
  {
    ...shared,
    screen: 'dialog',
    state: 'currency',
    viewer: 'visitor',
    prepare: fromHeader('fiat'),
  },
  {
    ...shared,
    screen: 'dialog',
    state: 'announcements',
    viewer: 'visitor',
    prepare: fromHeader('announcements'),
  },
  {
    ...shared,
    screen: 'dialog',
    state: 'menu',
    viewer: 'visitor',
    widths: [360],
    prepare: fromHeader('menu'),
  },
  {
    ...shared,
    screen: 'dialog',
    state: 'nft',
    path: routes.nfts,
    viewer: 'holder',
    async prepare(page) {
      await page.getByRole('main').getByRole('listitem').getByRole('button').first().click();
      await page.getByRole('dialog').waitFor();
    },
  },
  {
    ...shared,
    screen: 'dialog',
    state: 'token-list',
    path: routes.swap,
    viewer: 'holder',
    async prepare(page, { wallet }) {
      await page.getByRole('main').locator('button.token-button').first().click();
      await page
        .getByRole('dialog', { name: wallet.transfer.chooseToken })
        .getByRole('option')
        .first()
        .waitFor();
    },
  },
  { ...shared, screen: 'guide', state: 'shown', viewer: 'visitor', hasGuide: true },
];
