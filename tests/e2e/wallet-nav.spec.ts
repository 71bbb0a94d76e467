import { routes, walletSections } from '@/lib/routes';
import en from '@/messages/en.json' with { type: 'json' };
import zh from '@/messages/zh-Hant.json' with { type: 'json' };
import { expect, test } from '../support/site-test';

for (const { messages, prefix } of [
  { messages: en.wallet, prefix: '' },
  { messages: zh.wallet, prefix: '/zh-Hant' },
]) {
  test(`A11Y-1 WAL-1 on phones, sections are at the bottom and a section's pages above the page: ${prefix}/wallet`, async ({
    page,
  }) => {
    for (const { width, height } of [
      { width: 320, height: 568 },
      { width: 390, height: 844 },
    ]) {
      await page.setViewportSize({ width, height });
      await page.goto(prefix + routes.coins);
      const bar = page.getByRole('navigation', { name: messages.nav });
      const links = bar.getByRole('link');
      await expect(links).toHaveText(walletSections.map(({ name }) => messages.section[name]));
      for (const link of await links.all()) {
        const box = await link.boundingBox();
        expect(box?.height).toBeGreaterThanOrEqual(44);
        expect(box?.width).toBeGreaterThanOrEqual(44);
      }
      const bottom = await bar.evaluate((element) => element.getBoundingClientRect().bottom);
      expect(bottom).toBe(height);
      await expect(bar.locator('[aria-current=true]')).toHaveText(messages.section.trade);
      const tabs = page.getByRole('navigation', { name: messages.section.trade });
      await expect(tabs.getByRole('link')).toHaveText([
        messages.swap.title,
        messages.coins.title,
        messages.dapps.title,
      ]);
      await expect(tabs.locator('[aria-current=page]')).toHaveText(messages.coins.title);
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
    }
  });
}

test('A11Y-1 WAL-1 the tab bar gives way to an on-screen keyboard', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 360 });
  await page.goto(routes.swap);
  const bar = page.getByRole('navigation', { name: en.wallet.nav });
  await expect(bar).toBeAttached();
  await expect(bar).not.toBeInViewport();
  await bar.scrollIntoViewIfNeeded();
  await expect(bar.getByRole('link')).toHaveCount(walletSections.length);
});

test('A11Y-1 WAL-1 on wide screens, a rail shows the sections and the pages of the current one', async ({
  page,
}) => {
  await page.setViewportSize({ width: 1280, height: 720 });
  await page.goto(routes.wallet);
  const rail = page.getByRole('navigation', { name: en.wallet.nav });
  await expect(rail.getByRole('link')).toHaveCount(walletSections.length);
  await rail.getByRole('link', { name: en.wallet.section.earn }).click();
  await expect(page).toHaveURL(routes.earn);
  await expect(rail.locator('[aria-current=page]')).toHaveText(en.wallet.earn.title);
  await rail.getByRole('link', { name: en.wallet.pledge.title }).click();
  await expect(page).toHaveURL(routes.pledge);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(en.wallet.pledge.title);
  for (const link of await rail.getByRole('link').all()) await expect(link).toBeInViewport({ ratio: 1 });
});

test('WAL-1 a page whose code is loaded shows its content in the first frame', async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 720 });
  await page.goto(routes.pledge);
  const rail = page.getByRole('navigation', { name: en.wallet.nav });
  await expect(page.locator('.wallet-skeleton')).toHaveCount(0);
  await rail.getByRole('link', { name: en.wallet.presale.title }).click();
  await expect(page).toHaveURL(routes.presale);
  await expect(page.locator('.wallet-skeleton')).toHaveCount(0);
  await page.evaluate(() => {
    document.body.dataset.skeletons = '0';
    new MutationObserver(() => {
      if (document.querySelector('.wallet-skeleton')) document.body.dataset.skeletons = 'seen';
    }).observe(document.body, { childList: true, subtree: true });
  });
  await rail.getByRole('link', { name: en.wallet.pledge.title }).click();
  await expect(page).toHaveURL(routes.pledge);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(en.wallet.pledge.title);
  expect(await page.evaluate(() => document.body.dataset.skeletons)).toBe('0');
});

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });
  test('SITE-4 WAL-1 the wallet’s pages are linked without JavaScript', async ({ page }) => {
    await page.goto('/zh-Hant/wallet/swap');
    const rail = page.getByRole('navigation', { name: zh.wallet.nav });
    await rail.getByRole('link', { name: zh.wallet.coins.title }).click();
    await expect(page).toHaveURL('/zh-Hant/wallet/coins');
    await rail.getByRole('link', { name: zh.wallet.section.pay }).click();
    await expect(page).toHaveURL('/zh-Hant/wallet/pay');
  });
});
