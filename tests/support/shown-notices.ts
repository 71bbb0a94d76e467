import { type BrowserContext, expect, type Page } from '@playwright/test';

type Told = { text: string; href: string | null };

declare global {
  interface Window {
    /** Notices in this document that no test has asserted yet. */
    shownNotices?: Told[];
  }
}

/** Records the notices on a page from the time it starts to load. This function runs in the page. */
function keep(): void {
  const told: Told[] = [];
  window.shownNotices = told;
  new MutationObserver((records) => {
    for (const node of records.flatMap(({ addedNodes }) => [...addedNodes]))
      if (node instanceof HTMLElement && node.matches('.notice'))
        told.push({
          text: (node.querySelector('p')?.textContent ?? '').replace(/\s+/g, ' ').trim(),
          href: node.querySelector('a')?.getAttribute('href') ?? null,
        });
  }).observe(document, { childList: true, subtree: true });
}

/** Returns the first matching notice and removes it from the record. This function runs in the page. */
function take({ source, flags }: { source: string; flags: string }): Told | undefined {
  const pattern = new RegExp(source, flags);
  const told = window.shownNotices ?? [];
  const index = told.findIndex(({ text }) => pattern.test(text));
  return index < 0 ? undefined : told.splice(index, 1)[0];
}

/**
 * Records the notices in a context's pages, because they disappear after five seconds, which may be too soon for a test
 * on a slow machine.
 */
export const recordNotices = (context: BrowserContext) => context.addInitScript(keep);

/** Waits for a notice with this text and returns it, even if it has disappeared. Each notice matches only once. */
export async function shownNotice(page: Page, text: string | RegExp): Promise<Told> {
  const pattern =
    typeof text === 'string' ? new RegExp(text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'), 'i') : text;
  const { source, flags } = pattern;
  let told: Told | undefined;
  // Retry if the page navigates during the check.
  await expect(async () => {
    told = await page.evaluate(take, { source, flags });
    expect(told, `a notice that says ${text}`).toBeDefined();
  }).toPass();
  if (!told) throw new Error('a notice was told');
  return told;
}
