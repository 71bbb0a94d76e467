import { setTimeout as delay } from 'node:timers/promises';
import { expect, type Locator } from '@playwright/test';

/** Asks again and again until `check` gives something, and gives that. Throws an Error after `deadlineMs`. */
export async function until<Result>(
  check: () => Promise<Result | null | undefined | false>,
  what: string,
  deadlineMs = 180_000,
): Promise<Result> {
  const end = performance.now() + deadlineMs;
  for (;;) {
    const result = await check();
    if (result) return result;
    if (performance.now() > end) throw new Error(`did not happen: ${what}`);
    await delay(50);
  }
}

/** Where a dialog stands once it has come: it is drawn where it comes from first, and begins to move a moment later. */
export async function settled(dialog: Locator) {
  await expect(dialog).toBeVisible();
  await dialog.evaluate(async (element) => {
    while (element.hasAttribute('data-starting-style') || element.getAnimations().length > 0)
      await new Promise(requestAnimationFrame);
  });
  const box = await dialog.boundingBox();
  if (!box) throw new Error('the dialog has no box');
  return box;
}
