import { type BrowserContext, expect, type Page } from '@playwright/test';

type Told = { text: string; href: string | null };

declare global {
  interface Window {
    /** What notices of this document have said and no test has asked for yet. */
    shownNotices?: Told[];
  }
}

const EXPECT_MS = 120_000;

/** In the page: keeps what notices say from the start. */
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

/** In the page: the first of them that says so, which then no longer counts. */
function take({ source, flags }: { source: string; flags: string }): Told | undefined {
  const pattern = new RegExp(source, flags);
  const told = window.shownNotices ?? [];
  const index = told.findIndex(({ text }) => pattern.test(text));
  return index < 0 ? undefined : told.splice(index, 1)[0];
}

/**
 * Keeps what notices say in the pages of a context. They go after five seconds: on a slow machine a test may look later
 * than that.
 */
export const recordNotices = (context: BrowserContext) => context.addInitScript(keep);

/** Waits until a notice has said something, which counts once, and gives it; it may be gone again. */
export async function shownNotice(page: Page, text: string | RegExp): Promise<Told> {
  const pattern =
    typeof text === 'string' ? new RegExp(text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'), 'i') : text;
  const { source, flags } = pattern;
  let told: Told | undefined;
  // A page that is left in the middle of the question is asked again.
  await expect(async () => {
    told = await page.evaluate(take, { source, flags });
    expect(told, `a notice that says ${text}`).toBeDefined();
  }).toPass({ timeout: EXPECT_MS });
  if (!told) throw new Error('a notice was told');
  return told;
}
