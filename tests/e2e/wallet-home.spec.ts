import type { Page } from '@playwright/test';
import { shortAddress } from '@/lib/evm/address';
import { routes } from '@/lib/routes';
import en from '../../messages/en.json' with { type: 'json' };
import { axeFindingsInThemes, PHONE } from '../support/axe';
import { fund } from '../support/fund';
import { test as visitor } from '../support/site-test';
import { fillVault } from '../support/vault';
import { expect, test } from '../support/wallet-test';

const CHAIN = 31337;
const wording = en.wallet.overview;

/** Returns a function that reads the page's total layout shift since it was opened. */
async function watchShifts(page: Page) {
  await page.addInitScript(() => {
    let sum = 0;
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) sum += (entry as PerformanceEntry & { value: number }).value;
      document.documentElement.dataset.shifts = sum.toFixed(4);
    }).observe({ type: 'layout-shift', buffered: true });
  });
  return async () => Number((await page.locator('html').getAttribute('data-shifts')) ?? 0);
}

visitor(
  'WAL-1 A11Y-1 a visitor sees a marked, non-interactive sample of the home screen',
  async ({ page }) => {
    await page.goto('/zh-Hant/wallet');
    await page.getByRole('button', { name: '略過首次導覽' }).click();
    const main = page.getByRole('main');
    await expect(main.getByText('範例', { exact: true })).toBeVisible();
    await expect(main.getByText('餘額均為虛構')).toBeAttached();
    // The only buttons are the connect button and the guide's button.
    await expect(main.getByRole('button')).toHaveText(['連接錢包', '跟著導覽自己動手試試']);
    await expect(main.getByRole('link')).toHaveCount(0);
    await expect(main.getByRole('heading', { level: 2 })).toHaveCount(0);
    for (const width of [320, PHONE, 1280]) {
      await page.setViewportSize({ width, height: 800 });
      expect([width, await axeFindingsInThemes(page)]).toEqual([width, []]);
    }
  },
);

test('WAL-3 WAL-14 WAL-5 the home screen shows the total and links to the four actions and to each token', async ({
  walletPage,
  wallet,
  page,
}) => {
  const { address } = wallet.account;
  await fillVault(address, 'tDAI', '30', CHAIN);
  await fund(address, 'tUSDT', '1000', CHAIN);
  await page.setViewportSize({ width: 320, height: 740 });
  await walletPage.open();
  await walletPage.signIn();
  const main = page.getByRole('main');
  await expect(main.getByRole('region', { name: 'Total in USD' })).toContainText(/Vault\$(29|30)\.\d\d/);
  const actions = [wording.deposit, wording.send, wording.receive, wording.swap].map((name) =>
    main.getByText(name, { exact: true }).first(),
  );
  const boxes = await Promise.all(actions.map((action) => action.boundingBox()));
  expect(new Set(boxes.map((box) => box?.y)).size).toBe(1);
  for (const box of boxes) {
    expect(box?.width).toBeGreaterThanOrEqual(44);
    expect(box?.height).toBeGreaterThanOrEqual(44);
  }
  const vault = await walletPage.openVault();
  await expect(vault.getByRole('listitem')).toHaveCount(1);
  await expect(vault).toContainText('30 tDAI');
  for (const width of [320, PHONE, 768, 1280]) {
    await page.setViewportSize({ width, height: 800 });
    expect([width, await axeFindingsInThemes(page)]).toEqual([width, []]);
  }
  for (const [name, url] of [
    [wording.send, `${routes.pay}?tab=pay`],
    [wording.receive, routes.pay],
    [wording.swap, routes.swap],
    [wording.allAssets, routes.portfolio],
    [wording.activityAll, routes.activity],
  ] as const) {
    await walletPage.open();
    await main.getByRole('link', { name, exact: true }).click();
    await expect(page).toHaveURL(url);
  }
  await walletPage.open('/wallet?view=vault');
  await walletPage.tokens().getByRole('link', { name: /tDAI/ }).click();
  await expect(page.getByRole('heading', { name: /tDAI$/ })).toBeVisible();
});

for (const width of [390, 1280]) {
  test(`WAL-1 at ${width} px, the home screen does not shift while it loads`, async ({
    walletPage,
    wallet,
    page,
  }) => {
    await fund(wallet.account.address, 'tUSDT', '1000', CHAIN);
    await page.setViewportSize({ width, height: 844 });
    const shifts = await watchShifts(page);
    const main = page.getByRole('main');
    await walletPage.open();
    await expect(main.getByText(en.wallet.preview.tag, { exact: true })).toBeVisible();
    await page.waitForLoadState('networkidle');
    expect(await shifts()).toBeLessThanOrEqual(0.01);
    await walletPage.signIn();
    await page.reload();
    await expect(walletPage.tokens()).toContainText('1,000 tUSDT');
    await page.waitForLoadState('networkidle');
    expect(await shifts()).toBeLessThanOrEqual(0.01);
  });
}

test('WAL-17 the eye hides every amount of the user on the wallet pages, also after a reload', async ({
  page,
  wallet,
  walletPage,
}) => {
  await fund(wallet.account.address, 'tUSDT', '1000', CHAIN);
  await walletPage.open();
  await walletPage.signIn();
  const main = page.getByRole('main');
  await expect(walletPage.tokens().getByRole('listitem').first()).toContainText(/\d/);
  await main.getByRole('button', { name: 'Hide balances' }).click();
  const rows = walletPage.tokens().getByRole('listitem');
  await expect(rows.first()).toContainText('hidden');
  await expect(main).not.toContainText(/\$\s?\d/);

  await page.reload();
  await expect(rows.first()).toContainText('hidden');
  await expect(main).not.toContainText(/\$\s?\d/);
  await walletPage.openAccount();
  const dialog = walletPage.dialog('Account');
  await expect(dialog.getByRole('table').first()).toContainText('hidden');
  await expect(dialog).not.toContainText(/\$\s?\d/);
  await page.keyboard.press('Escape');

  await page.goto('/wallet/settings');
  await main.getByRole('checkbox', { name: /^Hide balances/ }).uncheck();
  await walletPage.open();
  await expect(rows.first()).not.toContainText('hidden');
});

test('WAL-18 WAL-19 AUTH-6 the account menu leads to the settings, which list the session', async ({
  page,
  walletPage,
}) => {
  await walletPage.open();
  await walletPage.signIn();
  await walletPage.accountButton().press('Enter');
  await page.getByRole('menuitem', { name: 'Settings' }).press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: 'Settings' })).toBeVisible();
  const sessions = page.getByRole('list', { name: "Where you're signed in" });
  await expect(sessions.getByRole('listitem').filter({ hasText: 'This session' })).toContainText('Linux');
  await page.getByLabel('Theme').selectOption('dark');
  await expect(page.locator('html')).toHaveClass(/\bdark\b/);
});

test('WAL-18 AUTH-3 with a wallet that can’t ask, switching the account signs out, and in again with the account that it then shares', async ({
  page,
  wallet,
  walletPage,
}) => {
  await walletPage.open();
  await walletPage.signIn();
  wallet.switchAccount();
  await walletPage.accountButton().click();
  await page.getByRole('menuitem', { name: 'Switch account' }).click();
  await walletPage.told('wallet disconnected, please reconnect');
  await expect(walletPage.accountButton()).toContainText(shortAddress(wallet.address));
  await expect(walletPage.tokens()).toBeVisible();
});
