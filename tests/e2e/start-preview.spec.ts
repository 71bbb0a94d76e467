import { routes, walletPath } from '@/lib/routes';
import zh from '../../messages/zh-Hant.json' with { type: 'json' };
import { axeFindingsInThemes } from '../support/axe';
import { expect, test } from '../support/wallet-test';

const { tag, connect, about } = zh.wallet.preview;
const pages = ['portfolio', 'nfts', 'activity', 'approvals', 'unlocks', 'pay'] as const;

for (const name of pages)
  test(`WAL-1 A11Y-1 a visitor sees a marked sample of the page ${name}, on a phone in Chinese too`, async ({
    page,
  }) => {
    await page.setViewportSize({ width: 360, height: 740 });
    await page.goto(`/zh-Hant${walletPath(name)}`);
    const main = page.getByRole('main');
    await expect(main.getByText(tag, { exact: true })).toBeVisible();
    await expect(main.getByText(about[name])).toBeAttached();
    // The sample's headings, links, and buttons are hidden from assistive technology.
    await expect(main.getByRole('heading', { name: zh.wallet.contacts.title })).toHaveCount(0);
    await expect(main.getByRole('table')).toHaveCount(0);
    for (const width of [320, 768, 1280]) {
      await page.setViewportSize({ width, height: 800 });
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
      expect([width, await axeFindingsInThemes(page)]).toEqual([width, []]);
    }
    await main.getByRole('button', { name: connect, exact: true }).click();
    await expect(page.getByRole('dialog')).toBeVisible();
  });

test('WAL-6 WAL-7 WAL-8 pages about contracts show a visitor live data and one button', async ({ page }) => {
  for (const path of [routes.stake, routes.pledge, routes.presale]) {
    await page.goto(path);
    const main = page.getByRole('main');
    await expect(main.getByRole('button', { name: 'Connect wallet' })).toBeVisible();
    await expect(
      main.getByRole('region', { name: 'Local chain 1' }).getByRole('definition').first(),
    ).toBeVisible();
  }
});
