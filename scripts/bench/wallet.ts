import { type Browser, chromium, type Page } from 'playwright';
import { routes } from '@/lib/routes';
import { findBrowser } from '../find-browser';
import { startServedSite } from './served-site';
import { kib, median, printTable } from './table';
import { startWalletApp, walletApps } from './wallet-apps';

const PORT = 3431;
const ROUNDS = 5;

interface Opening {
  firstJs: number;
  dialogJs: number;
  visibleMs: number;
  focusedMs: number;
  outside: Set<string>;
}

declare global {
  interface Window {
    dialogTimes?: Promise<{ visible: number; focused: number }>;
  }
}

/** In the page: waits for a press, then tells after how many ms a dialog is on screen, and when focus is in it; also within shadow trees. */
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
      ({ timeStamp }) => {
        let visible = 0;
        const look = () => {
          const shown = dialogs(document).filter(isShown);
          if (!visible && shown.length > 0) visible = performance.now() - timeStamp;
          if (shown.some((dialog) => holds(dialog, deepActive())))
            return resolve({ visible, focused: performance.now() - timeStamp });
          // Some never take the focus.
          if (performance.now() - timeStamp > 10_000) return resolve({ visible, focused: Number.NaN });
          requestAnimationFrame(look);
        };
        requestAnimationFrame(look);
      },
      { once: true, capture: true },
    );
  });
}

/** Bytes of JavaScript that came over the wire for a page so far. */
const scriptBytes = (page: Page) =>
  page.evaluate(() =>
    (performance.getEntriesByType('resource') as PerformanceResourceTiming[])
      .filter(({ name, initiatorType }) => initiatorType === 'script' || /\.m?js(\?|$)/.test(name))
      .reduce((sum, { encodedBodySize }) => sum + encodedBodySize, 0),
  );

/** Opens the dialog once in a new profile, the pointer resting on the button first, as intent does. */
async function openOnce(browser: Browser, url: string, button: RegExp): Promise<Opening> {
  const context = await browser.newContext();
  try {
    const page = await context.newPage();
    // tsx names each inner function by a helper that a page does not have.
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
    const firstJs = await scriptBytes(page);
    await connect.hover();
    await page.waitForFunction(
      (start) => performance.now() - start > 3000,
      await page.evaluate(() => performance.now()),
    );
    await page.evaluate(watchDialog);
    await connect.click();
    const { visible, focused } = await page.evaluate(
      () => window.dialogTimes ?? Promise.reject(new Error('not watched')),
    );
    await page.waitForFunction(
      (start) => performance.now() - start > 3000,
      await page.evaluate(() => performance.now()),
    );
    return {
      firstJs,
      dialogJs: (await scriptBytes(page)) - firstJs,
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
  for (const name of Object.keys(walletApps) as (keyof typeof walletApps)[]) {
    const app = await startWalletApp(name, PORT + 1 + apps.length);
    apps.push(app);
    subjects.push({ name, url: app.origin, button: /connect wallet/i });
  }
  const browser = await chromium.launch({
    executablePath: await findBrowser(),
    args: ['--no-sandbox', '--disable-gpu'],
  });
  const openings = subjects.map((): Opening[] => []);
  // In turn, so that what else the machine does falls on all alike.
  for (let round = 0; round < ROUNDS; round += 1)
    for (const [index, { url, button }] of subjects.entries())
      openings[index]?.push(await openOnce(browser, url, button));
  await browser.close();
  console.log(`\nConnect dialog, median of ${ROUNDS} rounds in turn:\n`);
  printTable(
    ['page', 'first JS (KiB)', 'dialog JS (KiB)', 'on screen (ms)', 'focused (ms)', 'outside hosts asked'],
    subjects.map(({ name }, index) => {
      const runs = openings[index] ?? [];
      const outside = new Set(runs.flatMap((run) => [...run.outside]));
      return [
        name,
        kib(median(runs.map(({ firstJs }) => firstJs))),
        kib(median(runs.map(({ dialogJs }) => dialogJs))),
        median(runs.map(({ visibleMs }) => visibleMs)).toFixed(0),
        median(runs.map(({ focusedMs }) => focusedMs)).toFixed(0),
        String(outside.size),
      ];
    }),
  );
} finally {
  for (const app of apps) await app.stop();
  await site.stop();
}
