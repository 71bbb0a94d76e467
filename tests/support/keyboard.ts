import type { Locator, Page } from '@playwright/test';

/** Of a small phone, and what an on-screen keyboard leaves of it. */
export const PHONE = { width: 360, height: 740 };
export const LEFT_BY_KEYBOARD = 340;

/** Raises a keyboard as `interactive-widget=resizes-content` has it: the window is smaller, and the field shows. */
export async function raiseKeyboard(page: Page, field: Locator) {
  await field.focus();
  await page.setViewportSize({ ...PHONE, height: LEFT_BY_KEYBOARD });
  await field.scrollIntoViewIfNeeded();
}

/** Whether a finger meets an element at its middle and at its upper and lower end, between `top` and `bottom` of the window. */
export const isInReach = (element: Locator, bottom = LEFT_BY_KEYBOARD, top = 0) =>
  element.evaluate(
    (target, edges) => {
      const box = target.getBoundingClientRect();
      const isMet = [box.top + 2, box.top + box.height / 2, box.bottom - 2].every((y) =>
        target.contains(document.elementFromPoint(box.left + box.width / 2, y)),
      );
      return isMet && box.top >= edges.top && box.bottom <= edges.bottom;
    },
    { top, bottom },
  );

/** Gives pages a keyboard as on iOS: it lies over the window, of which `visualViewport` alone knows. */
export async function installOverlay(page: Page) {
  await page.addInitScript(() => {
    const state = { covered: 0, panned: 0 };
    class Overlaid extends EventTarget {
      readonly scale = 1;
      readonly offsetLeft = 0;
      readonly pageLeft = 0;
      get width() {
        return window.innerWidth;
      }
      get height() {
        return window.innerHeight - state.covered;
      }
      get offsetTop() {
        return state.panned;
      }
      get pageTop() {
        return window.scrollY + state.panned;
      }
    }
    const viewport = new Overlaid();
    Object.defineProperty(window, 'visualViewport', { value: viewport });
    Object.assign(window, {
      overlay: (covered: number, panned: number) => {
        Object.assign(state, { covered, panned });
        viewport.dispatchEvent(new Event('resize'));
      },
    });
  });
  /** Covers the lower part of the window, in CSS pixels, with what is seen moved down by `panned`. */
  return (covered: number, panned = 0) =>
    page.evaluate(
      (given) =>
        (window as unknown as { overlay: (covered: number, panned: number) => void }).overlay(...given),
      [covered, panned] as const,
    );
}
