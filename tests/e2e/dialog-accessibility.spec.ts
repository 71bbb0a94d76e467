import { readFileSync } from 'node:fs';
import { AxeBuilder } from '@axe-core/playwright';
import type { Locator, Page } from '@playwright/test';
import axe from 'axe-core';
import { expect, test } from '../support/wallet-test';

const messagesOf = (locale: string) => JSON.parse(readFileSync(`messages/${locale}.json`, 'utf8'));

/** Every rule axe has, the enhanced and experimental ones too. */
const rules = Object.fromEntries(axe.getRules().map(({ ruleId }) => [ruleId, { enabled: true }]));
const PHONE = 360;
const WIDTHS = [PHONE, 768, 1280];

async function findings(page: Page, width: number, scope: string) {
  await page.setViewportSize({ width, height: 800 });
  // Colours are measured at rest, not halfway through a transition.
  // One that is cancelled meanwhile (another width has other rules) is over too, so none is awaited by itself.
  const running = () => document.getAnimations().filter(({ playState }) => playState === 'running').length;
  await expect.poll(() => page.evaluate(running)).toBe(0);
  const { violations } = await new AxeBuilder({ page }).include(scope).options({ rules }).analyze();
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.target)}`);
}

async function checkDialog(page: Page, opener: Locator, widths = WIDTHS) {
  await opener.click();
  const dialog = page.getByRole('dialog');
  await expect(dialog).toBeVisible();
  const title = await dialog.getAttribute('aria-labelledby');
  for (const width of widths)
    expect(await findings(page, width, '[role=dialog]'), `${title} at ${width} px`).toEqual([]);
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
}

for (const { locale, prefix } of [
  { locale: 'en', prefix: '' },
  { locale: 'zh-Hant', prefix: '/zh-Hant' },
]) {
  const messages = messagesOf(locale);
  for (const theme of ['light', 'dark'] as const) {
    test(`A11Y-1 axe finds nothing in the site's dialogs, ${locale}, ${theme}`, async ({ page }) => {
      await page.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' });
      await page.goto(`${prefix}/about`);
      const { actions } = messages;
      const button = (name: string) => page.getByRole('banner').getByRole('button', { name });
      for (const name of [actions.language, actions.currency, actions.connect]) {
        await page.setViewportSize({ width: 1280, height: 800 });
        await checkDialog(page, button(name));
      }
      await page.setViewportSize({ width: PHONE, height: 800 });
      await checkDialog(page, button(actions.menu), [PHONE]);
      await checkDialog(page, page.getByText(messages.about.readBio).first(), [PHONE]);
    });

    test(`A11Y-1 axe finds nothing on the wallet page and in its dialogs, ${locale}, ${theme}`, async ({
      page,
      wallet: _wallet,
    }) => {
      await page.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' });
      await page.goto(`${prefix}/wallet`);
      const { actions } = messages;
      const header = page.getByRole('banner');
      await header.getByRole('button', { name: actions.connect }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Harbour Wallet' }).click();
      await expect(header.getByRole('button', { name: actions.account, exact: true })).toBeVisible();
      await expect(page.getByRole('dialog')).toBeHidden();
      const deposit = page.getByRole('main').getByRole('button', { name: messages.wallet.overview.deposit });
      await expect(deposit).toBeVisible();
      for (const width of WIDTHS)
        expect(await findings(page, width, 'body'), `wallet page at ${width} px`).toEqual([]);
      await checkDialog(page, header.getByRole('button', { name: actions.account, exact: true }));
      await checkDialog(page, deposit);
    });
  }
}
