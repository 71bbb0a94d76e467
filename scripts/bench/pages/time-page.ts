import type { Page } from 'playwright';

export type PageTimes = { content: number; settled: number };

declare global {
  interface Window {
    pageTimes?: Promise<PageTimes>;
  }
}

/**
 * In the page: from the press of a link, after how many ms the wallet page at `path` shows its first content, and after
 * how many nothing of it waits any more.
 */
function watchPage(path: string): void {
  window.pageTimes = new Promise((resolve, reject) => {
    addEventListener(
      'click',
      ({ timeStamp }) => {
        let content = 0;
        const look = () => {
          const since = performance.now() - timeStamp;
          // Until its code is there, a line of text stands beside the heading in place of the view.
          const view = document.querySelector('main h1 ~ div');
          const isThere = location.pathname === path && view !== null && view.textContent !== '';
          if (isThere && !content) content = since;
          if (isThere && !document.querySelector('main [aria-busy=true]'))
            resolve({ content, settled: since });
          else if (since > 30_000) reject(new Error(`${path} does not come`));
          else requestAnimationFrame(look);
        };
        requestAnimationFrame(look);
      },
      { once: true, capture: true },
    );
  });
}

/** Goes to a wallet page by its link in the navigation, the pointer resting on it first, as a person does. */
export async function timePage(page: Page, path: string): Promise<PageTimes> {
  const link = page.getByRole('navigation', { name: 'Wallet pages' }).locator(`a[href="${path}"]`);
  await link.hover();
  await page.evaluate(watchPage, path);
  await link.click();
  return page.evaluate(() => window.pageTimes ?? Promise.reject(new Error('not watched')));
}
