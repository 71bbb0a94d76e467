import type { Locator, Page } from '@playwright/test';

/** Viewport of a small phone. LEFT_BY_KEYBOARD is the height that remains above an on-screen keyboard. */
export const PHONE = { width: 360, height: 740 };
export const LEFT_BY_KEYBOARD = 340;

/**
 * Simulates opening an on-screen keyboard with `interactive-widget=resizes-content`: the window shrinks, and the field
 * scrolls into view.
 */
export async function raiseKeyboard(page: Page, field: Locator) {
  await field.focus();
  await page.setViewportSize({ ...PHONE, height: LEFT_BY_KEYBOARD });
  await field.scrollIntoViewIfNeeded();
}

/**
 * Returns whether an element lies between `top` and `bottom` of the window and nothing covers its top, middle or
 * bottom.
 */
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

/** Emulates the iOS keyboard, which covers the window and is visible only in `visualViewport`. */
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
  /** Covers the lowest `covered` CSS pixels of the window, and moves the visible part down by `panned`. */
  return (covered: number, panned = 0) =>
    page.evaluate(
      (given) =>
        (window as unknown as { overlay: (covered: number, panned: number) => void }).overlay(...given),
      [covered, panned] as const,
    );
}
