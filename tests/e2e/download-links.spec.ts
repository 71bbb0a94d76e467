import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { OPERATOR, serveRealBuild, WEBSITE_WITH_APPS } from '../support/e2e-site';
import { decodeQr } from '../support/pictures';
import { expect, test } from '../support/site-test';

const QR_HIDE_DELAY_MS = 450;
const QR_SIZE_PX = 240;

const { storeLinks } = JSON.parse(readFileSync(WEBSITE_WITH_APPS, 'utf8'));

/** Sets the playback rate of transitions, so that a slow machine doesn't miss a short one. A rate of 0 stops them. */
async function setPace(page: Page, playbackRate: number): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await session.send('Animation.enable');
  await session.send('Animation.setPlaybackRate', { playbackRate });
}

test.beforeEach(({ page }) => serveRealBuild(page, null));

const isStill = (page: Page) =>
  page.waitForFunction(() =>
    [...document.querySelectorAll('.qr-popup')].every((popup) => popup.getAnimations().length === 0),
  );

test('DOWN-2 shows the code on hover and hides it 450 ms later', async ({ page }) => {
  await page.goto(`${OPERATOR}/download`);
  const code = page.getByRole('img', { name: 'QR code: App Store', includeHidden: true });
  await expect(code).toBeHidden();
  await page.getByRole('link', { name: 'App Store' }).hover();
  await expect(code).toBeVisible();
  await isStill(page);
  await setPace(page, 0);
  await page.mouse.move(4, 4);

  // Advance the transition's clock manually instead of waiting.
  const seen = await page.waitForFunction(() => {
    const popup = document.querySelectorAll('.qr-popup')[1];
    const hiding = popup
      ?.getAnimations()
      .find((a) => a instanceof CSSTransition && a.transitionProperty === 'visibility');
    if (!popup || !hiding) return null;
    hiding.pause();
    const delay = Number(hiding.effect?.getTiming().delay);
    hiding.currentTime = delay - 1;
    const before = getComputedStyle(popup).visibility;
    hiding.finish();
    return { delay, before, after: getComputedStyle(popup).visibility };
  });
  expect(await seen.jsonValue()).toEqual({ delay: QR_HIDE_DELAY_MS, before: 'visible', after: 'hidden' });
});

test('DOWN-2 keeps the code if the pointer returns in time, and shows it on keyboard focus', async ({
  page,
}) => {
  await page.goto(`${OPERATOR}/download`);
  const link = page.getByRole('link', { name: 'Google Play' });
  const code = page.getByRole('img', { name: 'QR code: Google Play', includeHidden: true });
  await link.hover();
  await expect(code).toBeVisible();
  await page.evaluate(() => {
    const popup = document.querySelector('.qr-popup');
    document.documentElement.dataset.hidden = '0';
    popup?.addEventListener('transitionend', () => {
      if (getComputedStyle(popup).visibility === 'hidden') document.documentElement.dataset.hidden = '1';
    });
  });
  await isStill(page);
  await setPace(page, 0);
  await page.mouse.move(4, 4);
  await page.waitForFunction(() => document.querySelector('.qr-popup')?.getAnimations().length);
  await link.hover();
  await isStill(page);
  await setPace(page, 1);
  await expect(code).toBeVisible();
  expect(await page.locator('html').getAttribute('data-hidden')).toBe('0');

  await page.mouse.move(4, 4);
  await expect(code).toBeHidden();
  await page.getByRole('main').getByRole('link', { name: 'Close and return to the home page' }).focus();
  await page.keyboard.press('Tab');
  await expect(link).toBeFocused();
  await expect(code).toBeVisible();
});

for (const colorScheme of ['light', 'dark'] as const) {
  test(`DOWN-3 a scanner reads each code as exactly its link, at 240 by 240 px, in the ${colorScheme} theme`, async ({
    page,
  }) => {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    await page.goto(`${OPERATOR}/download`);
    for (const link of Object.values<string>(storeLinks)) {
      const item = page.locator('.qr-store', { has: page.locator(`[href="${link}"]`) });
      await item.getByRole('link').hover();
      const code = item.getByRole('img', { name: /^QR code/ });
      await expect(code).toBeVisible();
      await code.evaluate((element) =>
        Promise.all((element.closest('.qr-popup')?.getAnimations() ?? []).map((a) => a.finished)).then(
          () => true,
        ),
      );
      expect(await code.boundingBox()).toMatchObject({ width: QR_SIZE_PX, height: QR_SIZE_PX });
      expect(await decodeQr(page, await code.screenshot())).toBe(link);
    }
  });
}

for (const name of ['Close and return to the home page', 'Maybe later']) {
  test(`DOWN-4 "${name}" leads home`, async ({ page }) => {
    await page.goto('/download');
    await page.getByRole('main').getByRole('link', { name }).click();
    await expect(page).toHaveURL(/\/home$/);
  });
}

for (const [path, soon] of [
  ['/download', 'Coming soon'],
  ['/zh-Hant/download', '即將推出'],
] as const)
  test(`DOWN-1 ${path} offers no store without a configured link`, async ({ page }) => {
    await page.goto(path);
    const stores = page.getByRole('main').getByRole('listitem').filter({ hasText: soon });
    await expect(stores).toHaveCount(3);
    await expect(stores.getByRole('link')).toHaveCount(0);
    await expect(page.locator('.qr-popup')).toHaveCount(0);
  });

for (const [url, title, hasCode] of [
  [`${OPERATOR}/download`, 'Add Tidewell to your home screen', true],
  ['/zh-Hant/download', '把 Tidewell 加到主畫面', false],
] as const)
  test(`DOWN-5 ${url} explains how to add it to the home screen`, async ({ page }) => {
    await page.goto(url);
    const guide = page.getByRole('region', { name: title });
    await expect(guide.getByRole('listitem')).toHaveCount(6);
    const code = guide.getByRole('img');
    await expect(code).toHaveCount(hasCode ? 1 : 0);
    if (hasCode) expect(await decodeQr(page, await code.screenshot())).toBe(`${OPERATOR}/download#install`);
  });
