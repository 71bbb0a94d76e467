import type { Locator, Page } from '@playwright/test';
import { axeFindingsInThemes, PHONE } from '../support/axe';
import { test as visitor } from '../support/site-test';
import { expect, test } from '../support/wallet-test';

const current = (panel: Locator) => panel.locator('[aria-current=step]');

/** Confirms one demo wallet request for each intent, in order, and checks that the request states the intent. */
async function confirm(page: Page, intents: readonly (string | RegExp)[]) {
  const sheet = page.getByRole('dialog', { name: '示範錢包：確認交易' });
  for (const intent of intents) {
    await expect(sheet.getByRole('heading', { name: intent })).toBeVisible();
    await sheet.getByRole('button', { name: '確認' }).click();
  }
}

visitor.describe('on a phone', () => {
  visitor.use({ viewport: { width: PHONE, height: 740 }, hasTouch: true });
  visitor(
    'OPS-1 A11Y-1 a new user connects, signs in, swaps, stakes and deposits, guided by a card that floats over the page',
    async ({ page }, { repeatEachIndex }) => {
      await page.emulateMedia({ reducedMotion: 'reduce' });
      const panel = page.getByRole('region', { name: '自己動手試試' });
      /** Asserts that the card is fully visible, and that the page doesn't scroll horizontally. */
      const fits = async () => {
        await expect(panel).toBeInViewport({ ratio: 1 });
        expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(PHONE);
      };
      /** Asserts that this step is current and that the card fits. */
      const isAt = async (step: string) => {
        await expect(current(panel)).toHaveText(step);
        await fits();
      };
      await page.goto('/zh-Hant/wallet');
      await expect(panel.getByRole('heading', { name: '從示範錢包開始' })).toBeVisible();
      await expect(current(panel)).toHaveCount(0);
      await fits();
      expect(await axeFindingsInThemes(page)).toEqual([]);
      await panel.getByRole('button', { name: '連接示範錢包' }).click();
      const connect = page.getByRole('dialog', { name: '連接示範錢包' });
      await connect.getByRole('radio', { name: `帳戶 ${3 + (repeatEachIndex % 3)}` }).check();
      await connect.getByRole('button', { name: '連接', exact: true }).click();
      const sign = page.getByRole('dialog', { name: '示範錢包：簽署訊息' });
      await sign.getByRole('button', { name: '確認' }).click();
      await isAt('兌換');
      await expect(panel.getByText('第 1 步，共 4 步')).toBeVisible();
      // The page can scroll out from under the card, and notifications don't cover it.
      const covered = () =>
        page.evaluate(() => {
          window.scrollTo({ top: document.documentElement.scrollHeight, behavior: 'instant' });
          const box = (selector: string) => document.querySelector(selector)?.getBoundingClientRect();
          const top = box('.guide-card')?.top ?? 0;
          return ['.notice-list', 'footer nav'].filter((name) => (box(name)?.bottom ?? Infinity) > top);
        });
      await expect.poll(covered).toEqual([]);
      await expect(panel.getByRole('status')).toHaveText('「登入」已完成。導覽的下一步：兌換測試代幣。');

      await panel.getByRole('button', { name: '前往兌換' }).click();
      await expect(page).toHaveURL(/\/zh-Hant\/wallet\/swap\?chain=31337&sell=2&buy=5$/);
      await isAt('兌換');
      // A phone has no room for the button that focuses the field.
      await expect(panel.getByText(/^輸入數量/)).toBeVisible();
      await page.getByLabel('支付', { exact: true }).fill('100');
      await expect(page.getByText(/^至少 [\d,.]+ tTIDE/)).toBeVisible();
      // The instruction is done, so the card doesn't cover the quote.
      await expect(panel).toBeHidden();
      await page.getByRole('main').getByRole('button', { name: '下一步' }).click();
      const swap = page.getByRole('dialog', { name: '兌換', exact: true });
      await swap.getByRole('button', { name: '兌換 100 tUSDT' }).click();
      await confirm(page, [
        /允許兌換路由合約取走最多 [\d.,]+ tUSDT/,
        /以 [\d.,]+ tUSDT 兌換至少 [\d.,]+ tTIDE/,
      ]);
      await swap.getByRole('button', { name: '完成' }).click();
      await expect(panel.getByRole('status')).toHaveText('「兌換」已完成。導覽的下一步：質押測試代幣。');
      await isAt('質押');
      // Without the page below, because the card covers some of its controls in part until the user scrolls.
      expect(await axeFindingsInThemes(page, '.guide-card')).toEqual([]);

      await panel.getByRole('button', { name: '前往質押' }).click();
      await expect(page).toHaveURL('/zh-Hant/wallet/stake');
      const amount = page.getByLabel('金額', { exact: true });
      await expect(amount).toBeEnabled();
      await amount.fill('100');
      await page.getByRole('main').getByRole('button', { name: '下一步' }).click();
      const sheet = page.getByRole('dialog', { name: '質押', exact: true });
      await sheet.getByRole('button', { name: '質押 100 tTIDE' }).click();
      const typed = page.getByRole('dialog', { name: '示範錢包：簽署訊息' });
      await typed.getByRole('button', { name: '確認' }).click();
      await confirm(page, ['將 100 tTIDE 質押到 Tidewell 質押池']);
      await sheet.getByRole('button', { name: '完成' }).click();
      await expect(panel.getByRole('status')).toHaveText('「質押」已完成。導覽的下一步：存入測試代幣。');
      await isAt('存入');

      await panel.getByRole('button', { name: '開始存入' }).click();
      const deposit = page.getByRole('dialog', { name: '存入', exact: true });
      await deposit.getByRole('button', { name: '存入 100 tUSDT' }).click();
      await confirm(page, ['允許 Tidewell 金庫取走最多 100 tUSDT', '將 100 tUSDT 存入您的 Tidewell 金庫']);
      await expect(deposit.getByText('已查證並入帳')).toBeVisible();
      await deposit.getByRole('button', { name: '完成' }).click();
      await expect(panel.getByRole('status')).toHaveText('「存入」已完成。導覽的下一步：申請測試卡片。');
      await isAt('卡片');
      await expect(panel.getByRole('listitem').getByText('已完成')).toHaveCount(3);

      await panel.getByRole('button', { name: '申請卡片' }).click();
      await expect(page).toHaveURL('/zh-Hant/wallet/card?show=create');
      await expect(page.getByRole('main').getByRole('button', { name: '下一步' })).toBeVisible();
      await panel.getByRole('button', { name: '略過首次導覽' }).click();
      await page.getByRole('link', { name: '前往錢包總覽' }).click();
      const again = page.getByRole('button', { name: '跟著導覽自己動手試試' });
      await expect(again).toBeVisible();
      await expect(panel).toHaveCount(0);

      // Another device has neither the choice nor the transactions, but the chain proves which steps are done.
      await page.evaluate(() => {
        localStorage.removeItem('tidewell.guide');
        localStorage.removeItem('tidewell.transactions');
      });
      await page.reload();
      await expect(current(panel)).toHaveText('卡片');
    },
  );
});

visitor(
  'OPS-1 from the home page to the first credited deposit takes at most 8 clicks, signatures included',
  async ({ page }) => {
    await page.addInitScript(() =>
      document.addEventListener(
        'click',
        () => sessionStorage.setItem('clicks', String(Number(sessionStorage.getItem('clicks') ?? 0) + 1)),
        true,
      ),
    );
    await page.goto('/home');
    await page.getByRole('main').getByRole('link', { name: 'Try the demo' }).click();
    const connect = page.getByRole('dialog', { name: 'Connect the demo wallet' });
    await expect(connect.getByRole('radio', { name: /^Account 1 / })).toBeChecked();
    await connect.getByRole('button', { name: 'Connect', exact: true }).click();
    await page
      .getByRole('dialog', { name: 'Demo wallet: sign a message' })
      .getByRole('button', { name: 'Confirm' })
      .click();
    await page.getByRole('main').getByRole('button', { name: 'Deposit', exact: true }).click();
    const deposit = page.getByRole('dialog', { name: 'Deposit', exact: true });
    await deposit.getByLabel('Amount', { exact: true }).fill('0.1');
    await deposit.getByRole('button', { name: 'Review' }).click();
    await deposit.getByRole('button', { name: 'Deposit 0.1 ETH' }).click();
    const sheet = page.getByRole('dialog', { name: 'Demo wallet: confirm a transaction' });
    await expect(
      sheet.getByRole('heading', { name: 'Deposit 0.1 ETH into your Tidewell vault' }),
    ).toBeVisible();
    await sheet.getByRole('button', { name: 'Confirm' }).click();
    await expect(deposit.getByText('Checked and credited')).toBeVisible();
    const clicks = Number(await page.evaluate(() => sessionStorage.getItem('clicks')));
    expect(clicks).toBeLessThanOrEqual(8);
  },
);

test('OPS-1 A11Y-1 the guide can be skipped and reopened by keyboard, and the device remembers that', async ({
  page,
}) => {
  const panel = page.getByRole('region', { name: 'Try it yourself' });
  const again = page.getByRole('button', { name: 'Try it yourself, step by step' });
  await page.goto('/wallet');
  await expect(panel.getByRole('button', { name: 'Connect the demo wallet' })).toBeVisible();
  expect(await axeFindingsInThemes(page)).toEqual([]);
  await panel.getByRole('button', { name: 'Skip the guided tour' }).press('Enter');
  await expect(again).toBeFocused();
  await expect(panel).toHaveCount(0);
  expect(await axeFindingsInThemes(page)).toEqual([]);
  await page.reload();
  await expect(again).toBeVisible();
  await expect(panel).toHaveCount(0);
  await again.press('Enter');
  await expect(panel.getByRole('heading', { name: 'Try it yourself' })).toBeFocused();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog', { name: 'Connect the demo wallet' })).toBeVisible();
  await page.reload();
  await expect(panel.getByRole('button', { name: 'Connect the demo wallet' })).toBeVisible();
});

test('OPS-1 does not guide users with their own wallet on any page', async ({ walletPage, page }) => {
  await walletPage.open();
  const panel = page.getByRole('region', { name: 'Try it yourself' });
  await expect(panel).toBeVisible();
  await walletPage.signIn();
  await expect(walletPage.tokens()).toBeVisible();
  await expect(panel).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Try it yourself, step by step' })).toHaveCount(0);
});
