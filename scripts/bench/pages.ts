import { type Browser, chromium } from 'playwright';
import { routes } from '@/lib/routes';
import { comeWithDemoWallet, putGuideAway } from '../demo-visitor';
import { findBrowser } from '../find-browser';
import { features } from './pages/features';
import { bytesBeyond, scriptsOf, sumOf } from './pages/script-bytes';
import { type PageTimes, timePage } from './pages/time-page';
import { startServedSite } from './served-site';
import { kib, median, printTable } from './table';

/** The same as of the other benches, whose build this one then shares. */
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

/** How long each page takes from the press of its link, its code being in the browser's cache. */
async function timePages(browser: Browser, origin: string): Promise<void> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 } });
  const page = await context.newPage();
  // tsx names each inner function by a helper that a page does not have.
  await page.addInitScript('globalThis.__name = (value) => value');
  await comeWithDemoWallet(page, origin, ACCOUNT);
  await putGuideAway(page);
  const times = new Map<string, PageTimes[]>(pages.map((path) => [path, []]));
  // The first round warms the cache and does not count.
  for (let round = 0; round <= ROUNDS; round += 1)
    for (const path of pages) {
      // A new document each time: what a page has read before is not kept for the next.
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

/** What of JavaScript each page fetches, and what a feature fetches when it is first needed. */
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
  await putGuideAway(page);
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
