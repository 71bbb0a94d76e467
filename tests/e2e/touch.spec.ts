import type { CDPSession, Page } from '@playwright/test';
import { DIALOG_DRAG_CLOSE_RATIO } from '@/lib/constants';
import { expect, test } from '../support/site-test';

test.use({ hasTouch: true, isMobile: true, viewport: { width: 390, height: 780 } });

/** A finger that goes from one point to another. */
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

async function openBio(page: Page) {
  const button = page.getByRole('button', { name: 'Read bio of Mei-lin Tsao' });
  await button.tap();
  const sheet = page.getByRole('dialog');
  await expect(sheet).toBeVisible();
  await sheet.evaluate((element) =>
    Promise.all(element.getAnimations().map((a) => a.finished)).then(() => true),
  );
  const box = await sheet.boundingBox();
  if (!box) throw new Error('the sheet has no box');
  return { button, sheet, box };
}

test('DLG-2 ABOUT-2 a finger drags a sheet closed by its head, not by its text', async ({
  page,
  context,
}) => {
  const client = await context.newCDPSession(page);
  await page.goto('/about');
  const { button, sheet, box } = await openBio(page);
  const head: [number, number] = [box.width / 2, box.y + 14];
  const dragBy = (ratio: number) => swipe(client, head, [head[0], head[1] + box.height * ratio]);

  await swipe(client, [head[0], box.y + 150], [head[0], box.y + 150 + box.height * 0.7]);
  await dragBy(DIALOG_DRAG_CLOSE_RATIO - 0.1);
  await expect.poll(async () => (await sheet.boundingBox())?.y).toBe(box.y);
  await dragBy(DIALOG_DRAG_CLOSE_RATIO + 0.1);
  await expect(sheet).toHaveCount(0);
  await expect(button).toBeFocused();

  const again = await openBio(page);
  expect(again.box.y).toBe(box.y);
  await page.touchscreen.tap(box.width / 2, 20);
  await expect(sheet).toHaveCount(0);
});

test('HOME-3 a finger swipes the carousel, which then no longer moves by itself', async ({
  page,
  context,
}) => {
  const client = await context.newCDPSession(page);
  await page.goto('/home');
  const track = page.getByRole('region', { name: 'Moments, scrollable' });
  await expect(page.getByRole('button', { name: 'Stop moving on' })).toBeVisible();
  await track.scrollIntoViewIfNeeded();
  const box = await track.boundingBox();
  if (!box) throw new Error('the track has no box');
  const y = Math.min(box.y + box.height / 2, 700);
  await swipe(client, [340, y], [60, y]);
  await expect(page.getByRole('button', { name: 'Show 2 of 4' })).toHaveAttribute('aria-current', 'true');
  await expect(page.getByRole('button', { name: 'Move on by itself' })).toBeVisible();
});
