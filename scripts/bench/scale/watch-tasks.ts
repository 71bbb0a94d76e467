import type { Page } from 'playwright';

declare global {
  interface Window {
    /** Long tasks of the page so far (ms), as the browser tells them (W3C Long Tasks). */
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

/** Records a page's long tasks from the next document on. */
export async function watchTasks(page: Page): Promise<void> {
  // tsx names each inner function by a helper that a page does not have.
  await page.addInitScript('globalThis.__name = (value) => value');
  await page.addInitScript(note);
}

/** Does something, and gives the longest task of the page meanwhile in ms: 0 where none took 50. */
export async function longestWhile(page: Page, act: () => Promise<void>): Promise<number> {
  const from = await page.evaluate(() => performance.now());
  await act();
  // The observer is told of a task once it has ended and the browser has a moment.
  await page.evaluate(() => new Promise((done) => setTimeout(() => requestAnimationFrame(done), 200)));
  return page.evaluate(
    (since) =>
      Math.max(0, ...(window.longTasks ?? []).flatMap(({ at, ms }) => (at >= since - 1 ? [ms] : []))),
    from,
  );
}

/** Scrolls over a page to its end, nearly a window's height a frame; gives the most elements of `selector` in the document at a time. */
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
