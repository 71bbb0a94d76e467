import type { Page } from '@playwright/test';

const KEY = 'tidewell.transactions';

/** Makes the page's ledger older, as if so much time had gone by, and loads the page anew. */
export async function ageLedger(page: Page, ms: number): Promise<void> {
  await page.evaluate(
    ([key, by]) => {
      const entries: { createdAt: number }[] = JSON.parse(localStorage.getItem(key) ?? '[]');
      localStorage.setItem(
        key,
        JSON.stringify(entries.map((entry) => ({ ...entry, createdAt: entry.createdAt - by }))),
      );
    },
    [KEY, ms] as const,
  );
  await page.reload();
}

/** The hash that the page follows for its latest transaction, and the nonce it knows of it. */
export function latestEntry(page: Page): Promise<{ hash: `0x${string}`; nonce?: number }> {
  return page.evaluate((key) => JSON.parse(localStorage.getItem(key) ?? '[]').at(-1), KEY);
}
