import type { Page } from '@playwright/test';
import { routes, walletPages, walletPath } from '@/lib/routes';
import en from '@/messages/en.json' with { type: 'json' };
import { readChains } from '../support/e2e-site';
import { fund } from '../support/fund';
import { expect, test } from '../support/wallet-test';

/** A tenth of the threshold for a good CLS score (0.1). */
const LIMIT = 0.01;
const sizes = [
  { width: 390, height: 844 },
  { width: 1280, height: 800 },
];
const pages = (['overview', ...walletPages] as const)
  .filter((page) => page !== 'transaction')
  .map(walletPath);

/** Records the layout shifts of each page load and the elements that moved. */
async function watchShifts(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const shifts: { value: number; moved: string[] }[] = [];
    Object.assign(window, { shifts });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEntry & {
        value: number;
        sources: { node: Node | null; previousRect: DOMRect; currentRect: DOMRect }[];
      })[])
        shifts.push({
          value: entry.value,
          moved: entry.sources.map(({ node, previousRect, currentRect }) => {
            const element = node instanceof Element ? node : node?.parentElement;
            return `${element?.tagName}.${element?.className} ${previousRect.y} → ${currentRect.y}: ${element?.textContent?.slice(0, 40)}`;
          }),
        });
    }).observe({ type: 'layout-shift', buffered: true });
  });
}

/** Returns the elements that moved since the page was loaded if the total layout shift exceeds the limit. */
function shiftsOn(page: Page, path: string): Promise<string[]> {
  return page.evaluate(
    ([limit, at]) => {
      const { shifts } = window as unknown as { shifts: { value: number; moved: string[] }[] };
      const sum = shifts.reduce((total, { value }) => total + value, 0);
      return sum > Number(limit) ? [`${at}: ${sum.toFixed(3)}`, ...shifts.flatMap(({ moved }) => moved)] : [];
    },
    [LIMIT, path] as const,
  );
}

/** Loads a page and returns the elements that moved if the total layout shift exceeds the limit. */
async function shiftsOf(page: Page, path: string): Promise<string[]> {
  await page.goto(path);
  await expect(page.locator('.wallet-skeleton')).toHaveCount(0);
  await expect(page.locator('#content [aria-busy=true]')).toHaveCount(0);
  return shiftsOn(page, path);
}

for (const size of sizes) {
  test(`A11Y-1 wallet pages do not shift while they load, ${size.width} px, signed out`, async ({ page }) => {
    await page.setViewportSize(size);
    await watchShifts(page);
    const found = [];
    for (const path of pages) found.push(...(await shiftsOf(page, path)));
    expect(found).toEqual([]);
  });

  test(`A11Y-1 wallet pages do not shift while they load, ${size.width} px, signed in with holdings`, async ({
    walletPage,
    wallet,
    page,
  }) => {
    await fund(wallet.account.address, 'tUSDT', '1000', 31337);
    await page.setViewportSize(size);
    await walletPage.open(routes.activity);
    await walletPage.signIn();
    await watchShifts(page);
    const found = [];
    for (const path of pages) found.push(...(await shiftsOf(page, path)));
    expect(found).toEqual([]);
  });
}

test('A11Y-1 tokens that load late on a slow network appear below the others without a layout shift', async ({
  walletPage,
  wallet,
  page,
}) => {
  await fund(wallet.account.address, 'tUSDT', '1000', 31337);
  await page.setViewportSize({ width: 1280, height: 800 });
  await walletPage.open(routes.activity);
  await walletPage.signIn();
  await watchShifts(page);
  const second = readChains().chains.find(({ id }) => id === 31338);
  let answer = () => {};
  const seen = new Promise<void>((resolve) => {
    answer = resolve;
  });
  await page.route(`${second?.rpcUrl}/**`, async (route) => {
    await seen;
    await route.continue();
  });
  await page.goto(routes.wallet);
  const tokens = page.getByRole('tabpanel', { name: en.wallet.overview.view.all });
  await expect(tokens.getByRole('listitem').filter({ hasText: 'tUSDT' })).toBeVisible();
  await expect(tokens).toContainText(en.wallet.overview.loadingBalances);
  answer();
  await expect(tokens.getByRole('link', { name: en.wallet.overview.allAssets })).toBeVisible();
  expect(await shiftsOn(page, routes.wallet)).toEqual([]);
});
