import type { CDPSession } from '@playwright/test';
import { demoKeys } from '@/components/wallet/demo-wallet/demo-accounts';
import { routes, walletPages, walletPath } from '@/lib/routes';
import { InjectedWallet } from '../support/injected-wallet';
import { expect, settled, test } from '../support/site-test';
import { smallTargets } from '../support/touch-targets';
import { WalletPage } from '../support/wallet-test';

const DIALOG_DRAG_CLOSE_RATIO = 0.6;

test.use({ hasTouch: true, isMobile: true, viewport: { width: 390, height: 780 } });

/** Swipes from one point to another. */
async function swipe(client: CDPSession, from: [number, number], to: [number, number]) {
  const steps = 8;
  const send = (type: 'touchStart' | 'touchMove' | 'touchEnd', touchPoints: { x: number; y: number }[]) =>
    client.send('Input.dispatchTouchEvent', { type, touchPoints });
  await send('touchStart', [{ x: from[0], y: from[1] }]);
  for (let i = 1; i <= steps; i += 1) {
    const along = (axis: 0 | 1) => from[axis] + ((to[axis] - from[axis]) * i) / steps;
    await send('touchMove', [{ x: along(0), y: along(1) }]);
  }
  await send('touchEnd', []);
}

test('DLG-2 ABOUT-2 a sheet closes on a tap outside it or a drag on its header, but not on a drag on its text', async ({
  page,
  context,
}) => {
  const client = await context.newCDPSession(page);
  await page.goto('/about');
  const button = page.getByRole('button', { name: 'Read bio of Mei-lin Tsao' });
  const sheet = page.getByRole('dialog');
  await button.tap();
  await settled(sheet);
  await page.touchscreen.tap(195, 20);
  await expect(sheet).toHaveCount(0);
  await expect(button).toBeFocused();

  // Use the keyboard from here on, because the browser treats the first tap after a synthetic drag as the end of a
  // fling.
  await page.keyboard.press('Enter');
  const { width, height, y } = await settled(sheet);
  const dragBy = (ratio: number, from = 14) =>
    swipe(client, [width / 2, y + from], [width / 2, y + from + height * ratio]);
  await dragBy(DIALOG_DRAG_CLOSE_RATIO + 0.1, 150);
  await dragBy(DIALOG_DRAG_CLOSE_RATIO - 0.1);
  await expect.poll(async () => (await sheet.boundingBox())?.y).toBe(y);
  await dragBy(DIALOG_DRAG_CLOSE_RATIO + 0.1);
  await expect(sheet).toHaveCount(0);
  await expect(button).toBeFocused();
  await page.keyboard.press('Enter');
  expect((await settled(sheet)).y).toBe(y);
});

test('HOME-3 swiping moves the carousel and stops its autoplay', async ({ page, context }) => {
  const client = await context.newCDPSession(page);
  await page.goto('/home');
  const track = page.getByRole('region', { name: 'Scrollable list of moments' });
  await expect(page.getByRole('button', { name: 'Pause' })).toBeVisible();
  await track.scrollIntoViewIfNeeded();
  const box = await track.boundingBox();
  if (!box) throw new Error('the track has no box');
  const y = Math.min(box.y + box.height / 2, 700);
  await swipe(client, [340, y], [60, y]);
  await expect(page.getByRole('button', { name: 'Show slide 2 of 4' })).toHaveAttribute(
    'aria-current',
    'true',
  );
  await expect(page.getByRole('button', { name: 'Play' })).toBeVisible();
});

test('A11Y-1 every control of the wallet has a target of 44 by 44 pixels', async ({ context, page }) => {
  // A demo account has tokens, NFTs, approvals, and a history, so that every list has rows.
  await new InjectedWallet(demoKeys[0]).install(context);
  const walletPage = new WalletPage(page);
  const found: string[] = [];
  const measure = async (path: string) => {
    await page.goto(path);
    await expect(page.locator('.wallet-skeleton')).toHaveCount(0);
    await expect(page.locator('#content [aria-busy=true]')).toHaveCount(0);
    found.push(...(await smallTargets(page)).map((target) => `${path}: ${target}`));
  };
  await measure(routes.wallet);
  await walletPage.signIn();
  for (const name of ['overview', ...walletPages] as const) await measure(walletPath(name));
  for (const query of ['?view=chart', '?view=alerts', '?id=1']) await measure(routes.coins + query);
  await measure(`${routes.pay}?tab=pay`);
  expect(found).toEqual([]);
});
