import { expect, type Locator } from '@playwright/test';

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
