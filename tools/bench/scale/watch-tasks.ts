import type { Page } from 'playwright';

declare global {
  interface Window {
    /** The page's long tasks so far, in ms (W3C Long Tasks API). */
    longTasks?: { at: number; ms: number }[];
  }
}

/** Runs in the page: records long tasks from the start. */
function note(): void {
  const tasks: { at: number; ms: number }[] = [];
  window.longTasks = tasks;
  new PerformanceObserver((list) => {
    for (const { startTime, duration } of list.getEntries()) tasks.push({ at: startTime, ms: duration });
  }).observe({ type: 'longtask', buffered: true });
}

/** Records a page's long tasks, starting with the next document. */
export async function watchTasks(page: Page): Promise<void> {
  // tsx wraps inner functions in a `__name` helper, which the page doesn't define.
  await page.addInitScript('globalThis.__name = (value) => value');
  await page.addInitScript(note);
}

/** Runs `act` and returns the longest task's duration in ms, or 0 if no task took 50 ms or longer. */
export async function longestWhile(page: Page, act: () => Promise<void>): Promise<number> {
  const from = await page.evaluate(() => performance.now());
  await act();
  // The observer is notified only after a task has ended and the browser is idle.
  await page.evaluate(() => new Promise((done) => setTimeout(() => requestAnimationFrame(done), 200)));
  return page.evaluate(
    (since) =>
      Math.max(0, ...(window.longTasks ?? []).flatMap(({ at, ms }) => (at >= since - 1 ? [ms] : []))),
    from,
  );
}

/**
 * Scrolls a page to its end, nearly one window height per frame. Returns the maximum number of elements in the document
 * that matched `selector` at any one time.
 */
export const scrollThrough = (page: Page, selector: string): Promise<number> =>
  page.evaluate(async (counted) => {
    let most = 0;
    for (let at = 0; at < document.documentElement.scrollHeight; at += 700) {
      window.scrollTo({ top: at, behavior: 'instant' });
      await new Promise((done) => requestAnimationFrame(done));
      most = Math.max(most, document.querySelectorAll(counted).length);
    }
    return most;
  }, selector);
