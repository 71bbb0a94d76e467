import type { Browser, BrowserContext, Page } from 'playwright';
import { chooseToken, comeWithDemoWallet, dialog, setGuideDismissed } from '../demo-visitor';
import { SHOWN_ACCOUNT } from './hold-something';

/** A visitor's browser storage: the session and saved settings. */
type Visitor = Awaited<ReturnType<BrowserContext['storageState']>>;

/** Confirms the demo wallet's next transaction, whose headline must start with `intent`. */
async function confirm(page: Page, intent: string): Promise<void> {
  const sheet = dialog(page, 'Demo wallet: confirm a transaction');
  await sheet.getByRole('heading', { name: intent }).waitFor();
  await sheet.getByRole('button', { name: 'Confirm' }).click();
}

/** Connects the demo wallet, signs in and makes a first deposit. Returns the browser storage. */
export async function firstVisit(browser: Browser, origin: string): Promise<Visitor> {
  const context = await browser.newContext({ reducedMotion: 'reduce' });
  try {
    const page = await context.newPage();
    await comeWithDemoWallet(page, origin, SHOWN_ACCOUNT);
    await page.getByRole('main').getByRole('button', { name: 'Deposit', exact: true }).click();
    const deposit = dialog(page, 'Deposit');
    await chooseToken(page, deposit, 'Token', 'tUSDT');
    await deposit.getByLabel('Amount', { exact: true }).fill('2500');
    await deposit.getByRole('button', { name: 'Review' }).click();
    await deposit.getByRole('button', { name: 'Deposit 2,500 tUSDT' }).click();
    await confirm(page, 'Allow the Tidewell vault to take up to 2,500 tUSDT');
    await confirm(page, 'Deposit 2,500 tUSDT into your Tidewell vault');
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

/** One screenshot in the README. */
export type Shot = {
  /** File name without the extension. */
  name: string;
  path: string;
  device: keyof typeof devices;
  theme: 'light' | 'dark';
  /** True for a new visitor, who isn't connected and has no saved settings. */
  anonymous?: boolean;
  /** Puts the page in the state to capture, and waits until the page is ready. */
  prepare: (page: Page) => Promise<void>;
};

/** Waits until the page has settled: data, fonts and images have loaded. */
async function settle(page: Page): Promise<void> {
  await page.waitForLoadState('networkidle');
  await page.waitForFunction(
    () =>
      document.fonts.status === 'loaded' &&
      document.querySelector('[aria-busy=true]:not(button)') === null &&
      [...document.images].every((image) => image.complete || image.loading === 'lazy'),
  );
  // Wait two frames, so that layout changes are painted.
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
}

/** Takes one PNG screenshot in a new browser profile. */
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
    // tsx wraps inner functions in a `__name` helper, which the page doesn't define.
    await page.addInitScript('globalThis.__name = (value) => value');
    await page.goto(origin + path);
    await prepare(page);
    await settle(page);
    return await page.screenshot({ animations: 'disabled', caret: 'hide' });
  } finally {
    await context.close();
  }
}
