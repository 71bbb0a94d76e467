import { type Browser, chromium, type Page } from 'playwright';
import { routes } from '@/lib/routes';
import { findBrowser } from '@/scripts/find-browser';
import { comeWithDemoWallet, setGuideDismissed } from '../demo-visitor';
import { features } from './pages/features';
import { kib, median, printTable, startServedSite } from './served-site';

type PageTimes = { content: number; settled: number };

declare global {
  interface Window {
    pageTimes?: Promise<PageTimes>;
  }
}

/**
 * Runs in the page. Measures the time in ms from the next click until the wallet page at `path` shows its first
 * content, and until it has finished loading.
 */
function watchPage(path: string): void {
  window.pageTimes = new Promise((resolve, reject) => {
    addEventListener(
      'click',
      ({ timeStamp }) => {
        let content = 0;
        const look = () => {
          const since = performance.now() - timeStamp;
          // Until the page's code has loaded, a line of text is shown instead of the page's content.
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

/** Opens a wallet page through its navigation link. Hovers over it first, as a user does. */
async function timePage(page: Page, path: string): Promise<PageTimes> {
  const link = page.getByRole('navigation', { name: 'Wallet pages' }).locator(`a[href="${path}"]`);
  await link.hover();
  await page.evaluate(watchPage, path);
  await link.click();
  return page.evaluate(() => window.pageTimes ?? Promise.reject(new Error('not watched')));
}

/** Returns the JavaScript files that a page has fetched so far, with their compressed sizes in bytes. */
const scriptsOf = async (page: Page): Promise<Map<string, number>> =>
  new Map(
    await page.evaluate(() =>
      (performance.getEntriesByType('resource') as PerformanceResourceTiming[])
        .filter(({ name }) => new URL(name).pathname.endsWith('.js'))
        .map(({ name, encodedBodySize }) => [new URL(name).pathname, encodedBodySize] as const),
    ),
  );

const sumOf = (scripts: ReadonlyMap<string, number>): number =>
  [...scripts.values()].reduce((sum, bytes) => sum + bytes, 0);

/** Returns the total bytes of the scripts that aren't in `known`. */
const bytesBeyond = (scripts: ReadonlyMap<string, number>, known: ReadonlyMap<string, number>): number =>
  sumOf(new Map([...scripts].filter(([name]) => !known.has(name))));

/** Same port as the other benchmarks, so that they share a build. */
const PORT = 3431;
const ACCOUNT = 4;
const ROUNDS = 5;
const { wallet, portfolio, activity, unlocks, pay, swap, stake, pledge, presale, nfts, approvals, coins } =
  routes;
const pages = [
  wallet,
  pay,
  swap,
  stake,
  pledge,
  presale,
  portfolio,
  activity,
  unlocks,
  nfts,
  approvals,
  coins,
];

/** Measures how long each page takes from the click on its link, with its code already in the browser's cache. */
async function timePages(browser: Browser, origin: string): Promise<void> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 } });
  const page = await context.newPage();
  // tsx wraps inner functions in a `__name` helper, which the page doesn't define.
  await page.addInitScript('globalThis.__name = (value) => value');
  await comeWithDemoWallet(page, origin, ACCOUNT);
  await setGuideDismissed(page);
  const times = new Map<string, PageTimes[]>(pages.map((path) => [path, []]));
  // The first round warms the cache and is discarded.
  for (let round = 0; round <= ROUNDS; round += 1)
    for (const path of pages) {
      // Load a new document each time, so that no data is cached from the previous page.
      await page.goto(origin + (path === presale ? pledge : presale));
      await page.waitForLoadState('networkidle');
      const taken = await timePage(page, path);
      if (round > 0) times.get(path)?.push(taken);
    }
  console.log(`\nFrom the press of a page's link, median (slowest) of ${ROUNDS} rounds:\n`);
  const text = (values: readonly number[]) =>
    `${median(values).toFixed(0)} (${Math.max(...values).toFixed(0)})`;
  printTable(
    ['page', 'first content ms', 'all there ms'],
    [...times].map(([path, taken]) => [
      path,
      text(taken.map(({ content }) => content)),
      text(taken.map(({ settled }) => settled)),
    ]),
  );
  await context.close();
}

/** Measures the JavaScript that each page fetches, and that each feature fetches on first use. */
async function weighScripts(browser: Browser, origin: string): Promise<void> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 } });
  const page = await context.newPage();
  const open = async (path: string) => {
    await page.goto(origin + path);
    await page.waitForLoadState('networkidle');
    return scriptsOf(page);
  };
  await page.goto(`${origin}${routes.home}`);
  await page.waitForLoadState('networkidle');
  const home = await scriptsOf(page);
  await comeWithDemoWallet(page, origin, ACCOUNT);
  await setGuideDismissed(page);
  const fetched = new Map<string, Map<string, number>>();
  for (const path of pages) fetched.set(path, await open(path));
  const all = [...fetched.values()];
  const shared = new Map(
    [...(all[0] ?? [])].filter(([name]) => all.every((scripts) => scripts.has(name)) && !home.has(name)),
  );
  const known = new Map([...home, ...shared]);
  const rows: string[][] = [
    [routes.home, kib(sumOf(home)), kib(sumOf(home))],
    ['shared by all wallet pages (wagmi, viem, dialogs)', kib(sumOf(shared)), ''],
    ...[...fetched].map(([path, own]) => [path, kib(bytesBeyond(own, known)), kib(sumOf(own))]),
  ];
  for (const { name, at, need } of features) {
    const before = await open(at);
    await need(page);
    await page.waitForLoadState('networkidle');
    rows.push([name, kib(bytesBeyond(await scriptsOf(page), before)), '']);
  }
  console.log('\nJavaScript in KiB, gzip, as it comes over the wire:\n');
  printTable(['what', 'of its own', 'page in all'], rows);
  await context.close();
}

const site = await startServedSite(PORT);
try {
  const browser = await chromium.launch({
    executablePath: await findBrowser(),
    args: ['--no-sandbox', '--disable-gpu'],
  });
  try {
    await timePages(browser, site.origin);
    await weighScripts(browser, site.origin);
  } finally {
    await browser.close();
  }
} finally {
  await site.stop();
}
