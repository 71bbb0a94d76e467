import { readdirSync, readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { prefixOf, routing } from '@/lib/i18n/routing';
import { axeFindingsInThemes } from '../support/axe';
import { readOne } from '../support/read-one';
import { shownNotice } from '../support/shown-notices';
import { expect, test } from '../support/wallet-test';

const ANNOUNCEMENT_PAGE_SIZE = 5;

const UNREAD = '**/api/article/unreadCount*';
const LIST = '**/api/article/type/ordinary*';
const TOTAL = readdirSync('config/announcements').length;

const messagesOf = (locale: string) => JSON.parse(readFileSync(`messages/${locale}.json`, 'utf8'));
const bellOf = (page: Page, name: RegExp | string = /^Announcements/) =>
  page.getByRole('banner').getByRole('button', { name });

for (const { device, width } of [
  { device: 'a phone', width: 360 },
  { device: 'a desktop', width: 1280 },
]) {
  test(`WAL-12 announcements are read by keyboard on ${device}, and the bell counts them down`, async ({
    page,
  }) => {
    await page.setViewportSize({ width, height: 800 });
    await page.goto('/about');
    const bell = bellOf(page, /^Announcements$/);
    await expect(bell).toBeVisible();
    await bell.focus();
    await page.keyboard.press('Enter');
    const list = page.getByRole('dialog', { name: 'Announcements' });
    await expect(list.getByRole('listitem')).toHaveCount(ANNOUNCEMENT_PAGE_SIZE);
    await expect(list.getByText('Unread', { exact: true })).toHaveCount(ANNOUNCEMENT_PAGE_SIZE);

    const more = list.getByRole('button', { name: 'Show more' });
    await more.focus();
    await page.keyboard.press('Enter');
    const oldest = list.getByRole('button', { name: 'Try Tidewell on two local networks' });
    await expect(oldest).toBeFocused();
    await expect(more).toBeHidden();

    await page.keyboard.press('Enter');
    const article = page.getByRole('dialog', { name: 'Try Tidewell on two local networks' });
    await expect(article.getByRole('button', { name: 'All announcements' })).toBeFocused();
    await expect(article.getByText('November 2, 2026')).toBeVisible();
    await expect(article.getByRole('heading', { level: 3, name: 'Get started' })).toBeVisible();
    await expect(article.getByRole('row', { name: /Local chain 1 31337/ })).toBeVisible();
    await expect(article.getByRole('link', { name: 'wallet' })).toHaveAttribute('href', '/wallet');

    await page.keyboard.press('Enter');
    await expect(oldest).toBeFocused();
    await expect(list.getByText('Unread', { exact: true })).toHaveCount(TOTAL - 1);
    for (let press = 0; press < TOTAL + 2; press += 1) {
      await page.keyboard.press('Tab');
      // After the last element, the focus briefly moves to an element of the focus trap.
      await expect(list.locator(':focus')).toHaveCount(1);
    }
    await page.keyboard.press('Escape');
    await expect(list).toBeHidden();
    await expect(bellOf(page, `Announcements ${TOTAL - 1} unread`)).toBeFocused();

    await page.reload();
    await expect(bellOf(page, `Announcements ${TOTAL - 1} unread`)).toBeVisible();
  });
}

test('WAL-12 I18N-1 announcements and dates are in Traditional Chinese, and read marks apply to both languages', async ({
  page,
}) => {
  await page.goto('/zh-Hant/home');
  const bell = bellOf(page, '公告');
  await expect(bell).toBeVisible();
  await bell.click();
  const list = page.getByRole('dialog', { name: '公告' });
  const first = list.getByRole('listitem').first();
  await expect(first).toContainText('公告都在鈴鐺裡');
  await expect(first).toContainText('2026年11月20日');
  const mark = first.getByText('未讀', { exact: true });
  await expect(mark).toBeVisible();
  await first.getByRole('button').click();
  await expect(page.getByRole('dialog', { name: '公告都在鈴鐺裡' })).toContainText(
    '絕不會要求您轉出任何資產',
  );
  await page.getByRole('button', { name: '所有公告' }).click();
  await expect(first).toBeVisible();
  await expect(mark).toBeHidden();
  await page.goto('/home');
  await expect(bellOf(page, `Announcements ${TOTAL - 1} unread`)).toBeVisible();
});

test('WAL-12 a sign-in stores what the device has read, and another device then shows it as read', async ({
  page,
  walletPage,
  context,
}) => {
  await walletPage.open('/about');
  await bellOf(page).click();
  await page.getByRole('button', { name: 'Find announcements under the bell' }).click();
  await expect(page.getByRole('dialog').getByText('Press the bell at the top')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toBeHidden();
  await walletPage.signIn();
  await expect(bellOf(page, `Announcements ${TOTAL - 1} unread`)).toBeVisible();
  await bellOf(page).click();
  await page.getByRole('button', { name: 'What you sign when you sign in' }).click();
  await expect(page.getByRole('dialog').getByText('Tidewell has no passwords')).toBeVisible();
  await page.keyboard.press('Escape');

  // Clear the read marks of this browser, to simulate another device of the same user.
  await page.evaluate(() => localStorage.removeItem('tidewell.readArticles'));
  const other = await context.newPage();
  await other.goto('/download');
  await bellOf(other, `Announcements ${TOTAL - 2} unread`).click();
  const read = other.getByRole('listitem').filter({ hasText: 'under the bell' });
  await expect(read).toBeVisible();
  await expect(read).not.toContainText('Unread');
  await expect(other.getByText('Unread', { exact: true })).toHaveCount(ANNOUNCEMENT_PAGE_SIZE - 2);
});

test('WAL-12 shows what another tab has marked as read', async ({ page, context }) => {
  await page.goto('/about');
  const other = await context.newPage();
  await other.goto('/about');
  await bellOf(other).click();
  await other.getByRole('button', { name: 'Choose your language and currency' }).click();
  await expect(bellOf(page, `Announcements ${TOTAL - 1} unread`)).toBeVisible();
});

test('WAL-12 the bell keeps its number across pages', async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 800 });
  await readOne(page);
  await page.goto('/home');
  await expect(bellOf(page, `Announcements ${TOTAL - 1} unread`)).toBeVisible();
  for (const name of ['About', 'Contact']) {
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name }).click();
    await expect(page).toHaveURL(new RegExp(`/${name.toLowerCase()}$`));
    await expect(bellOf(page, `Announcements ${TOTAL - 1} unread`)).toBeVisible();
  }
  await page.getByRole('contentinfo').getByRole('link', { name: 'Wallet' }).click();
  await expect(page).toHaveURL(/\/wallet$/);
  const bell = bellOf(page, `Announcements ${TOTAL - 1} unread`);
  await expect(bell).toBeVisible();
  // Click the number itself, which React renders through a portal, so the button isn't its parent in React's tree.
  await bell.getByText(String(TOTAL - 1), { exact: true }).click({ force: true });
  await expect(page.getByRole('dialog', { name: 'Announcements' })).toBeVisible();
});

test('WAL-12 API-6 explains in the dialog that it is offline, and recovers with the network', async ({
  page,
}) => {
  await page.route(UNREAD, (route) => route.abort());
  await page.route(LIST, (route) => route.abort());
  await page.goto('/about');
  const bell = bellOf(page, 'Announcements');
  await bell.click();
  const dialog = page.getByRole('dialog', { name: 'Announcements' });
  await expect(dialog.getByRole('alert')).toContainText("Can't load the list.");
  await expect(dialog.getByRole('alert')).toContainText("Can't reach the server.");
  await expect(page.getByRole('region', { name: 'Notifications' })).toBeEmpty();
  await page.unroute(LIST);
  await dialog.getByRole('button', { name: /^Try/ }).click();
  await expect(dialog.getByRole('listitem')).toHaveCount(ANNOUNCEMENT_PAGE_SIZE);
});

test('WAL-12 SITE-4 reports on press that the dialog could not be loaded, and the page still works', async ({
  page,
}) => {
  await readOne(page);
  await page.goto('/about');
  await expect(bellOf(page, `Announcements ${TOTAL - 1} unread`)).toBeVisible();
  await page.route('**/_next/static/chunks/**', (route) => route.abort());
  await bellOf(page).click();
  await shownNotice(page, "Can't reach the server.");
  await page.unroute('**/_next/static/chunks/**');
});

for (const locale of routing.locales) {
  const prefix = prefixOf(locale);
  test(`A11Y-1 axe finds no violations in announcements, ${locale}`, async ({ page }) => {
    const { title } = messagesOf(locale).announcements;
    await readOne(page);
    await page.goto(`${prefix}/about`);
    const findings = async (scope: string) => {
      const running = () =>
        document.getAnimations().filter(({ playState }) => playState === 'running').length;
      await expect.poll(() => page.evaluate(running)).toBe(0);
      return axeFindingsInThemes(page, scope);
    };
    const bell = page.getByRole('banner').locator('[data-dialog=announcements]');
    await expect(bell).toContainText(String(TOTAL - 1));
    for (const width of [360, 1280]) {
      await page.setViewportSize({ width, height: 800 });
      expect(await findings('header'), `header at ${width} px`).toEqual([]);
      await bell.click();
      const dialog = page.getByRole('dialog');
      await expect(dialog.getByRole('listitem').first()).toBeVisible();
      await expect(dialog).toHaveAccessibleName(title);
      expect(await findings('[role=dialog]'), `list at ${width} px`).toEqual([]);
      await dialog.getByRole('listitem').last().getByRole('button').click();
      await expect(dialog.locator('.announcement-body')).toBeVisible();
      expect(await findings('[role=dialog]'), `detail at ${width} px`).toEqual([]);
      await page.keyboard.press('Escape');
      await expect(dialog).toBeHidden();
    }
  });
}
