import type { Page } from '@playwright/test';
import { axeFindings } from '../support/axe';
import { readChains } from '../support/e2e-site';
import { fund } from '../support/fund';
import { expect, test } from '../support/wallet-test';

const CHAIN = 31337;

const isNode = (url: URL) =>
  url.origin === new URL(readChains().chains.find(({ id }) => id === CHAIN)?.rpcUrl ?? '').origin;
const banner = (page: Page) => page.getByRole('status').filter({ hasText: "Can't reach Local chain 1" });
const card = (page: Page, chain = 'Local chain 1') => page.getByRole('region', { name: chain });
/** The network's card while a dialog covers it. */
const coveredCard = (page: Page) => page.getByRole('region', { name: 'Local chain 1', includeHidden: true });

test('WAL-9 WAL-10 a network whose node accepts no more requests is named until it does, and then its balances are read again', async ({
  walletPage,
  wallet,
  page,
}) => {
  const { address } = wallet.account;
  await fund(address, 'tTIDE', '20', CHAIN);
  await walletPage.open('/wallet/stake');
  await walletPage.signIn();
  await expect(card(page)).toContainText('In your wallet20 tTIDE');
  const panel = page.getByRole('region', { name: 'Manage your stake' });
  await panel.getByLabel('Amount', { exact: true }).fill('4');
  await page.route(isNode, (route) => route.fulfill({ status: 429, body: 'too many requests' }));
  await expect(banner(page).last()).toBeVisible();
  await expect(panel.getByRole('status').first()).toHaveText(
    "You can't send anything on Local chain 1 right now.",
  );
  await expect(card(page)).toContainText('May be out of date');
  await expect(page.getByRole('main').getByRole('alert')).toHaveCount(0);
  await panel.getByRole('button', { name: 'Review' }).click();
  await walletPage.send('Stake 4 tTIDE');
  await expect(walletPage.sheet().getByRole('alert')).toHaveText(
    "Can't reach the network. Try again in a moment.",
  );
  expect(wallet.requests).not.toContain('eth_signTypedData_v4');
  await page.emulateMedia({ reducedMotion: 'reduce' });
  expect(await axeFindings(page)).toEqual([]);

  await fund(address, 'tTIDE', '5', CHAIN);
  await page.unroute(isNode);
  await expect(coveredCard(page)).toContainText('In your wallet25 tTIDE');
  await walletPage.send('Try again');
  await walletPage.finish('4 tTIDE staked.');
  await expect(banner(page)).toHaveCount(0);
});

test('WAL-10 an outage is reported once, and the network’s card takes only the height of its note', async ({
  page,
}) => {
  await page.route(isNode, (route) => route.abort('connectionrefused'));
  await page.goto('/wallet/stake');
  await expect(card(page)).toContainText('Unavailable right now');
  await expect(card(page, 'Local chain 2')).toContainText('tTIDE');
  await expect(page.getByText("Can't reach")).toHaveCount(1);
  await expect(page.getByRole('main').getByRole('alert')).toHaveCount(0);
  await expect(page.locator('.notice')).toHaveCount(0);
  const [failed, read] = await Promise.all([
    card(page).boundingBox(),
    card(page, 'Local chain 2').boundingBox(),
  ]);
  if (!failed || !read) throw new Error('both cards are shown');
  expect(failed.height).toBeLessThan(read.height);
  await page.unroute(isNode);
  await card(page).getByRole('button', { name: 'Try again' }).click();
  await expect(card(page)).toContainText('tTIDE');
});

test('WAL-10 I18N-2 a hanging node delays no other network, and is named in the page’s language', async ({
  page,
}) => {
  // The request hangs until the page times out.
  await page.route(isNode, () => undefined);
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto('/zh-Hant/wallet/stake');
  await expect(card(page, 'Local chain 2')).toContainText('tTIDE');
  await expect(page.getByText('目前無法連上 Local chain 1')).toBeVisible();
  const overflow = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  );
  expect(overflow).toBe(0);
  await page.unroute(isNode);
  await expect(page.getByText('目前無法連上 Local chain 1')).toHaveCount(0);
  await expect(card(page)).toContainText('tTIDE');
});

test('WAL-9 a deposit on an unreachable network says so before the wallet gets a request', async ({
  walletPage,
  wallet,
  page,
}) => {
  await fund(wallet.account.address, 'tDAI', '20', CHAIN);
  await walletPage.open();
  await walletPage.signIn();
  await page.route(isNode, (route) => route.abort('connectionrefused'));
  await walletPage.openDeposit();
  const dialog = walletPage.dialog('Deposit');
  await expect(
    dialog.getByText("Can't reach Local chain 1, so you can't send anything there right now."),
  ).toBeVisible();
  await page.unroute(isNode);
  await expect(dialog.getByText("Can't reach")).toHaveCount(0);
  await walletPage.fillDeposit('tDAI', '3');
  await walletPage.submitDeposit();
  await expect(dialog.getByText('Checked and credited')).toBeVisible();
});
