import { type Browser, chromium, type Page } from 'playwright';
import { routes } from '@/lib/routes';
import { findBrowser } from '@/scripts/find-browser';
import { kib, median, printTable, startServedSite } from './served-site';
import { startWalletApp, walletApps } from './wallet-apps';

const PORT = 3431;
const ROUNDS = 5;

interface Opening {
  firstJs: number;
  dialogJs: number;
  signInJs: number;
  visibleMs: number;
  focusedMs: number;
  outside: Set<string>;
}

declare global {
  interface Window {
    dialogTimes?: Promise<{ pressed: number; visible: number; focused: number }>;
  }
}

/**
 * Runs in the page. Measures the time in ms from the next click until a dialog is visible and until a dialog has focus,
 * including dialogs in shadow trees.
 */
function watchDialog(): void {
  const deepActive = () => {
    let active = document.activeElement;
    while (active?.shadowRoot?.activeElement) active = active.shadowRoot.activeElement;
    return active;
  };
  const dialogs = (root: ParentNode): Element[] => [
    ...root.querySelectorAll('[role=dialog],[role=alertdialog],dialog[open]'),
    ...[...root.querySelectorAll('*')].flatMap(({ shadowRoot }) => (shadowRoot ? dialogs(shadowRoot) : [])),
  ];
  const isShown = (element: Element) => {
    const { width, height } = element.getBoundingClientRect();
    return width > 0 && height > 0 && element.checkVisibility({ visibilityProperty: true });
  };
  const holds = (dialog: Element, node: Element | null): boolean => {
    if (!node) return false;
    if (dialog.contains(node)) return true;
    const root = node.getRootNode();
    return root instanceof ShadowRoot && holds(dialog, root.host);
  };
  window.dialogTimes = new Promise((resolve) => {
    addEventListener(
      'click',
      ({ timeStamp: pressed }) => {
        let visible = 0;
        const look = () => {
          const shown = dialogs(document).filter(isShown);
          if (!visible && shown.length > 0) visible = performance.now() - pressed;
          if (shown.some((dialog) => holds(dialog, deepActive())))
            return resolve({ pressed, visible, focused: performance.now() - pressed });
          // Some dialogs never receive focus.
          if (performance.now() - pressed > 10_000) return resolve({ pressed, visible, focused: Number.NaN });
          requestAnimationFrame(look);
        };
        requestAnimationFrame(look);
      },
      { once: true, capture: true },
    );
  });
}

/** Returns the size in bytes and the request time in ms of each script that a page has requested so far. */
const scriptsOf = (page: Page) =>
  page.evaluate(() =>
    (performance.getEntriesByType('resource') as PerformanceResourceTiming[])
      .filter(({ name, initiatorType }) => initiatorType === 'script' || /\.m?js(\?|$)/.test(name))
      .map(({ startTime, encodedBodySize }) => ({ at: startTime, bytes: encodedBodySize })),
  );

/** Returns the total size in bytes of the scripts requested after time `after` and no later than time `until`. */
const bytesBetween = (scripts: Awaited<ReturnType<typeof scriptsOf>>, after: number, until: number) =>
  scripts.reduce((sum, { at, bytes }) => (at > after && at <= until ? sum + bytes : sum), 0);

const now = (page: Page) => page.evaluate(() => performance.now());

const wait = async (page: Page, ms: number) => {
  await page.waitForFunction((end) => performance.now() > end, (await now(page)) + ms);
};

/** Opens the dialog once in a new profile. Hovers over the button first, which preloads the code. */
async function openOnce(browser: Browser, url: string, button: RegExp): Promise<Opening> {
  const context = await browser.newContext();
  try {
    const page = await context.newPage();
    // tsx wraps inner functions in a `__name` helper, which the page doesn't define.
    await page.addInitScript('globalThis.__name = (value) => value');
    const outside = new Set<string>();
    page.on('request', (request) => {
      const { protocol, hostname } = new URL(request.url());
      if (protocol.startsWith('http') && hostname !== '127.0.0.1') outside.add(hostname);
    });
    await page.goto(url, { waitUntil: 'load' });
    const connect = page.getByRole('button', { name: button }).first();
    await connect.waitFor();
    await page.waitForFunction(() => performance.now() > 4000);
    const loaded = await now(page);
    await connect.hover();
    await wait(page, 3000);
    await page.evaluate(watchDialog);
    await connect.click();
    const { pressed, visible, focused } = await page.evaluate(
      () => window.dialogTimes ?? Promise.reject(new Error('not watched')),
    );
    await wait(page, 5000);
    const scripts = await scriptsOf(page);
    const shown = pressed + (Number.isNaN(focused) ? visible : focused);
    return {
      firstJs: bytesBetween(scripts, 0, loaded),
      dialogJs: bytesBetween(scripts, loaded, shown),
      signInJs: bytesBetween(scripts, shown, Number.POSITIVE_INFINITY),
      visibleMs: visible,
      focusedMs: focused,
      outside,
    };
  } finally {
    await context.close();
  }
}

const site = await startServedSite(PORT);
const apps: { origin: string; stop: () => Promise<void> }[] = [];
try {
  const subjects = [{ name: 'Tidewell /home', url: site.origin + routes.home, button: /^connect/i }];
  // `npm run bench -- wallet alone` skips the other apps, which take minutes to install and build.
  const names = process.argv.includes('alone')
    ? []
    : (Object.keys(walletApps) as (keyof typeof walletApps)[]);
  for (const name of names) {
    const app = await startWalletApp(name, PORT + 1 + apps.length);
    apps.push(app);
    subjects.push({ name, url: app.origin, button: /connect wallet/i });
  }
  const browser = await chromium.launch({
    executablePath: await findBrowser(),
    args: ['--no-sandbox', '--disable-gpu'],
  });
  const openings = subjects.map((): Opening[] => []);
  // Alternate between the apps, so that other activity on the machine affects all of them equally.
  for (let round = 0; round < ROUNDS; round += 1)
    for (const [index, { url, button }] of subjects.entries())
      openings[index]?.push(await openOnce(browser, url, button));
  await browser.close();
  console.log(`\nConnect dialog, median of ${ROUNDS} rounds in turn:\n`);
  printTable(
    [
      'page',
      'first JS (KiB)',
      'dialog JS (KiB)',
      'then (KiB)',
      'on screen (ms)',
      'focused (ms)',
      'worst (ms)',
      'outside hosts asked',
    ],
    subjects.map(({ name }, index) => {
      const runs = openings[index] ?? [];
      const outside = new Set(runs.flatMap((run) => [...run.outside]));
      return [
        name,
        kib(median(runs.map(({ firstJs }) => firstJs))),
        kib(median(runs.map(({ dialogJs }) => dialogJs))),
        kib(median(runs.map(({ signInJs }) => signInJs))),
        median(runs.map(({ visibleMs }) => visibleMs)).toFixed(0),
        median(runs.map(({ focusedMs }) => focusedMs)).toFixed(0),
        Math.max(...runs.map(({ focusedMs }) => focusedMs)).toFixed(0),
        String(outside.size),
      ];
    }),
  );
} finally {
  for (const app of apps) await app.stop();
  await site.stop();
}
