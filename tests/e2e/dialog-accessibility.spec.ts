import { readFileSync } from 'node:fs';
import type { Locator, Page } from '@playwright/test';
import { prefixOf, routing } from '@/lib/i18n/routing';
import { findings, PHONE, widthsIn } from '../support/axe';
import { expect, test } from '../support/wallet-test';

const messagesOf = (locale: string) => JSON.parse(readFileSync(`messages/${locale}.json`, 'utf8'));

async function checkDialog(page: Page, opener: Locator, widths: readonly number[]) {
  await opener.click();
  const dialog = page.getByRole('dialog');
  await expect(dialog).toBeVisible();
  const title = await dialog.getAttribute('aria-labelledby');
  for (const width of widths)
    expect(await findings(page, width, '[role=dialog]'), `${title} at ${width} px`).toEqual([]);
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
}

for (const locale of routing.locales) {
  const prefix = prefixOf(locale);
  const messages = messagesOf(locale);
  test(`A11Y-1 axe finds no violations in the site's dialogs, ${locale}`, async ({ page }) => {
    await page.goto(`${prefix}/about`);
    const { actions } = messages;
    const button = (name: string) => page.getByRole('banner').getByRole('button', { name });
    for (const name of [actions.language, actions.currency, actions.connect]) {
      await page.setViewportSize({ width: 1280, height: 800 });
      await checkDialog(page, button(name), widthsIn(locale));
    }
    await page.setViewportSize({ width: PHONE, height: 800 });
    await checkDialog(page, button(actions.menu), [PHONE]);
    await checkDialog(page, page.getByText(messages.about.readBio).first(), [PHONE]);
  });

  test(`A11Y-1 axe finds no violations on the wallet page and in its dialogs, ${locale}`, async ({
    page,
    wallet: _wallet,
  }) => {
    await page.goto(`${prefix}/wallet`);
    const { actions } = messages;
    const header = page.getByRole('banner');
    await header.getByRole('button', { name: actions.connect }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Harbour Wallet' }).click();
    await expect(header.getByRole('button', { name: actions.account })).toBeVisible();
    await expect(page.getByRole('dialog')).toBeHidden();
    const deposit = page.getByRole('main').getByRole('button', { name: messages.wallet.overview.deposit });
    await expect(deposit).toBeVisible();
    for (const width of widthsIn(locale))
      expect(await findings(page, width, 'body'), `wallet page at ${width} px`).toEqual([]);
    await header.locator('button[aria-haspopup=menu]').click();
    const menu = page.getByRole('menu');
    await expect(menu).toBeVisible();
    for (const width of widthsIn(locale))
      expect(await findings(page, width, '[role=menu]'), `account menu at ${width} px`).toEqual([]);
    const item = menu.getByRole('menuitem', { name: messages.wallet.account.title, exact: true });
    await checkDialog(page, item, widthsIn(locale));
    await checkDialog(page, deposit, widthsIn(locale));
    await checkDialog(
      page,
      header.getByRole('button', { name: messages.wallet.search.title, exact: true }),
      widthsIn(locale),
    );
  });
}
