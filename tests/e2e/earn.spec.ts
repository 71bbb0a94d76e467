import type { Page } from '@playwright/test';
import { axeFindings, showTheme } from '../support/axe';
import { readChains } from '../support/e2e-site';
import { fund } from '../support/fund';
import { pledgeOnChain, pledgesOn, usdt } from '../support/presale';
import { poolOn, stakeOnChain, tide } from '../support/staking';
import { expect, test } from '../support/wallet-test';

const CHAIN = 31337;

const table = (page: Page) => page.getByRole('table', { name: 'Offers' });
const rows = (page: Page) => table(page).locator('tbody').getByRole('row');
const rowOf = (page: Page, ...texts: string[]) =>
  texts.reduce((found, text) => found.filter({ hasText: text }), rows(page));
const positions = (page: Page) => page.getByRole('region', { name: 'Your positions' });

test('WAL-6 WAL-7 WAL-8 HOME-5 a visitor compares all offers by risk, yield, and lock, filters them, and opens one', async ({
  page,
}) => {
  await page.setViewportSize({ width: 1280, height: 900 });
  await page.goto('/wallet/earn');
  const { chains } = readChains();
  let count = 0;
  for (const { id, name } of chains) {
    const { client, contract } = pledgesOn(id);
    const terms = await client.readContract({ ...contract, functionName: 'terms' });
    // Each network also has a staking pool and an open presale.
    count += terms.filter(({ open }) => open).length + 2;
    for (const [yearly, rate, days, penalty, level] of [
      ['12.16%', '1%', '30 days', '2%', 'Medium risk'],
      ['16.22%', '4%', '90 days', '3%', 'Medium risk'],
      ['20.27%', '10%', '180 days', '5%', 'Higher risk'],
    ]) {
      const row = rowOf(page, 'Pledge', name, `${rate} for ${days}, annualized.`);
      await expect(row).toContainText(`${level}`);
      await expect(row).toContainText(`${yearly}${rate} for ${days}, annualized.`);
      await expect(row).toContainText(`Leaving early costs ${penalty} and the interest.`);
    }
    const pool = rowOf(page, 'Staking', name);
    await expect(pool).toContainText('Higher risk');
    await expect(pool).toContainText('Unstake any time without a penalty.');
    const presale = rowOf(page, 'Presale', name);
    await expect(presale).toContainText('Highest risk');
    await expect(presale).toContainText('No yield');
    await expect(presale).toContainText(
      id === chains[0]?.id ? '0.05 tUSDT for one tTIDE.' : /0\.0000\d+\sETH for one tTIDE\./,
    );
  }
  // Terms that are the same on both networks are one offer with a link to each, so the three pledges are listed once.
  const links = rows(page).getByRole('link');
  await expect(links).toHaveCount(count);
  await expect(rowOf(page, 'Pledge', 'annualized.')).toHaveCount(3);
  await expect(page.getByText(`${await rows(page).count()} offers`)).toBeVisible();
  await expect(rows(page).first()).toContainText('Medium risk');
  await expect(rows(page).last()).toContainText('Highest risk');

  const head = (name: string) => table(page).getByRole('columnheader', { name });
  await head('Yearly yield').getByRole('button').click();
  await expect(page).toHaveURL('/wallet/earn?sort=-yield');
  await expect(head('Yearly yield')).toHaveAttribute('aria-sort', 'descending');
  await expect(rows(page).first()).toContainText('20.27%');
  await expect(rows(page).last()).toContainText('No yield');
  await head('Yearly yield').getByRole('button').click();
  await expect(head('Yearly yield')).toHaveAttribute('aria-sort', 'ascending');
  await expect(rows(page).last()).toContainText('No yield');

  await page.getByRole('tab', { name: 'Withdraw any time' }).click();
  await expect(page).toHaveURL('/wallet/earn?sort=yield&show=flexible');
  await page.reload();
  await expect(links).toHaveCount(chains.length);
  await expect(head('Yearly yield')).toHaveAttribute('aria-sort', 'ascending');
  await expect(rowOf(page, 'Staking').getByRole('link')).toHaveCount(chains.length);

  await page.getByRole('tab', { name: 'Fixed term' }).click();
  await expect(links).toHaveCount(count - chains.length);
  await rowOf(page, 'Pledge', 'Local chain 2', '90 days')
    .getByRole('link', { name: /^Pledge on Local chain 2/ })
    .click();
  await expect(page).toHaveURL('/wallet/pledge?chain=31338&term=1');
  await page.goBack();
  await expect(page.getByRole('tab', { name: 'Fixed term' })).toHaveAttribute('aria-selected', 'true');

  const wrong = page.getByRole('region', { name: 'What could go wrong' });
  await wrong.getByText('Presale', { exact: true }).click();
  await expect(wrong.getByText("You can't take back a contribution before the sale ends.")).toBeVisible();
  await page.getByRole('main').getByRole('button', { name: 'Connect wallet' }).click();
  await expect(page.getByRole('dialog').getByRole('button', { name: 'Demo wallet' })).toBeVisible();
});

test('WAL-6 WAL-8 a stake and a pledge appear with their earnings and link to their pages', async ({
  walletPage,
  wallet,
  page,
}) => {
  const { address } = wallet.account;
  await walletPage.open('/wallet/earn');
  await walletPage.signIn();
  await expect(positions(page).getByText(/^You have no positions yet/)).toBeVisible();
  await fund(address, 'tTIDE', '50000', CHAIN);
  await fund(address, 'tUSDT', '100', CHAIN);
  await stakeOnChain(wallet, CHAIN, tide('50000'));
  await pledgeOnChain(wallet, CHAIN, 0n, usdt('100'));

  const item = (text: string) => positions(page).getByRole('listitem').filter({ hasText: text });
  const stake = item('Staking · Local chain 1');
  await expect(stake).toContainText('Earning now');
  await expect(stake).toContainText('Amount50,000 tTIDE');
  const earned = async () => {
    const text = (await stake.getByText('Earned').locator('xpath=following-sibling::dd').textContent()) ?? '';
    return Number.parseFloat(text.replaceAll(',', ''));
  };
  await expect.poll(earned).toBeGreaterThan(0);
  const early = await earned();
  await expect.poll(earned).toBeGreaterThan(early);
  // The page never shows more than the contract owes.
  const { client, contract } = poolOn(CHAIN);
  const shown = await earned();
  await expect
    .poll(async () => {
      await client.mine({ blocks: 1 });
      return (
        Number(await client.readContract({ ...contract, functionName: 'earned', args: [address] })) / 1e18
      );
    })
    .toBeGreaterThanOrEqual(shown);

  const pledge = item('Pledge · Local chain 1');
  await expect(pledge).toContainText(/Matures in (30 days|29 days 23 hours)/);
  await expect(pledge).toContainText('Amount100 tUSDT');
  await expect(pledge.getByRole('link', { name: /^Open/ })).toHaveAttribute(
    'href',
    `/wallet/pledge?chain=${CHAIN}`,
  );
  await expect(positions(page).getByText('Earned so far in USD')).toBeVisible();

  await stake.getByRole('link', { name: /^Claim/ }).click();
  await expect(page).toHaveURL(`/wallet/stake?chain=${CHAIN}&action=claim`);
  await expect(page.getByRole('button', { name: 'Claim rewards' })).toBeVisible();
});

test('WAL-10 an unreachable network is named once and can be retried, while the others are shown', async ({
  page,
}) => {
  await page.setViewportSize({ width: 1280, height: 900 });
  const second = readChains().chains.find(({ id }) => id === 31338);
  const node = `${second?.rpcUrl}/**`;
  await page.route(node, (route) => route.abort());
  await page.goto('/wallet/earn');
  const main = page.getByRole('main');
  const note = main.getByText('Some values are missing or may be out of date.');
  await expect(note).toBeVisible();
  await expect(main.getByText("Can't reach Local chain 2")).toHaveCount(1);
  await expect(main.getByRole('alert')).toHaveCount(0);
  await expect(rowOf(page, 'Local chain 1').first()).toBeVisible();
  await expect(rowOf(page, 'Local chain 2')).toHaveCount(0);
  // The page also retries on its own, so responses are held until the button is pressed.
  let answer = () => {};
  const pressed = new Promise<void>((resolve) => {
    answer = resolve;
  });
  await page.route(node, async (route) => {
    await pressed;
    await route.continue();
  });
  await main.getByRole('button', { name: 'Try again' }).click();
  answer();
  await expect(rowOf(page, 'Staking', 'Local chain 2')).toBeVisible();
  await expect(note).toBeHidden();
});

test('A11Y-1 the Earn page has a sort menu on a phone, and axe finds no violations in either theme or language', async ({
  walletPage,
  wallet,
  page,
}) => {
  await fund(wallet.account.address, 'tTIDE', '12', CHAIN);
  await stakeOnChain(wallet, CHAIN, tide('12'));
  await page.setViewportSize({ width: 360, height: 740 });
  await walletPage.open('/wallet/earn');
  await walletPage.signIn();
  const cards = page.getByRole('list', { name: 'Offers' }).getByRole('listitem');
  await expect(cards.first()).toContainText('Medium risk');
  await page.getByLabel('Sort by').selectOption({ label: 'Yield: highest first' });
  await expect(page).toHaveURL('/wallet/earn?sort=-yield');
  await expect(cards.first()).toContainText('20.27%');
  for (const path of ['/wallet/earn?sort=lock', '/zh-Hant/wallet/earn']) {
    await page.goto(path);
    await expect(page.getByText(/20\.27%/).first()).toBeVisible();
    await expect(page.getByText(/Earning now|正在累積收益/)).toBeVisible();
    for (const summary of await page.locator('summary').all()) await summary.click();
    for (const [colorScheme, widths] of [
      ['light', [320, 360]],
      ['dark', [768, 1280]],
    ] as const) {
      await showTheme(page, colorScheme);
      for (const width of widths) {
        await page.setViewportSize({ width, height: 800 });
        const overflow = await page.evaluate(
          () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
        );
        expect(overflow, `horizontal scroll at ${width} px`).toBe(0);
      }
      // Farther down, the header covers a part of whatever is behind it.
      await page.evaluate(() => window.scrollTo(0, 0));
      expect(await axeFindings(page)).toEqual([]);
    }
  }
});
