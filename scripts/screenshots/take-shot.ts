import type { Browser, Page } from 'playwright';
import type { Visitor } from './first-visit';

const devices = {
  desktop: { viewport: { width: 1280, height: 800 }, deviceScaleFactor: 1 },
  phone: { viewport: { width: 360, height: 780 }, deviceScaleFactor: 2, hasTouch: true, isMobile: true },
} as const;

/** One state of the product that the README shows. */
export type Shot = {
  /** Of its file. */
  name: string;
  path: string;
  device: keyof typeof devices;
  theme: 'light' | 'dark';
  /** Whether the visitor is nobody yet. */
  anonymous?: boolean;
  /** Brings the page to that state, and waits until it shows. */
  prepare: (page: Page) => Promise<void>;
};

/** Waits until nothing of the page will change by itself: data, typefaces, pictures, notices. */
async function settle(page: Page): Promise<void> {
  await page.waitForLoadState('networkidle');
  await page.waitForFunction(
    () =>
      document.fonts.status === 'loaded' &&
      document.querySelector('[aria-busy=true]:not(button)') === null &&
      [...document.images].every((image) => image.complete || image.loading === 'lazy'),
  );
  // Two frames: what was measured is drawn.
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
}

/** Takes one picture, as PNG, in a browser profile of its own. */
export async function takeShot(
  browser: Browser,
  origin: string,
  visitor: Visitor,
  { path, device, theme, anonymous = false, prepare }: Shot,
): Promise<Buffer> {
  const context = await browser.newContext({
    ...devices[device],
    colorScheme: theme,
    reducedMotion: 'reduce',
    ...(anonymous ? {} : { storageState: visitor }),
  });
  try {
    const page = await context.newPage();
    // tsx names each inner function by a helper that a page does not have.
    await page.addInitScript('globalThis.__name = (value) => value');
    await page.goto(origin + path);
    await prepare(page);
    await settle(page);
    return await page.screenshot({ animations: 'disabled', caret: 'hide' });
  } finally {
    await context.close();
  }
}
