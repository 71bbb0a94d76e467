import type { Browser, BrowserContext, Page } from 'playwright';
import { comeWithDemoWallet, dialog, setGuideDismissed } from '../demo-visitor';
import { SHOWN_ACCOUNT } from './hold-something';

/** A visitor as a browser keeps one: the login and what the device remembers. */
type Visitor = Awaited<ReturnType<BrowserContext['storageState']>>;

/** Agrees to what the demo wallet asks next, which its sheet names by the call. */
async function confirm(page: Page, call: string): Promise<void> {
  const sheet = dialog(page, 'Confirm a transaction');
  await sheet.getByText(call).first().waitFor();
  await sheet.getByRole('button', { name: 'Confirm' }).click();
}

/** Connects the demo wallet, logs in and makes a first deposit. */
export async function firstVisit(browser: Browser, origin: string): Promise<Visitor> {
  const context = await browser.newContext({ reducedMotion: 'reduce' });
  try {
    const page = await context.newPage();
    await comeWithDemoWallet(page, origin, SHOWN_ACCOUNT);
    await page.getByRole('main').getByRole('button', { name: 'Deposit', exact: true }).click();
    const deposit = dialog(page, 'Deposit');
    await deposit.getByLabel('Token').selectOption({ label: 'tUSDT' });
    await deposit.getByLabel('Amount', { exact: true }).fill('2500');
    await deposit.getByRole('button', { name: 'Deposit 2,500 tUSDT' }).click();
    await confirm(page, 'approve(');
    await confirm(page, 'deposit(');
    await deposit.getByText('Checked and credited').waitFor();
    await deposit.getByRole('button', { name: 'Done' }).click();
    await deposit.waitFor({ state: 'detached' });
    await setGuideDismissed(page);
    return await context.storageState();
  } finally {
    await context.close();
  }
}

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
