import path from 'node:path';
import type { Browser, BrowserContext, Page } from 'playwright';
import { type Locale, prefixOf } from '@/lib/i18n/routing';
import type { EmptyWallet } from './empty-wallet';
import { setNetwork } from './network';
import { type Screen, type Viewer, type Width, type Wording, widths } from './screen';

export type Theme = 'light' | 'dark';
const themes: readonly Theme[] = ['light', 'dark'];

const heights: Record<Width, number> = { 360: 780, 768: 1024, 1440: 900 };
/** How long the page must stay unchanged to count as settled, once loaded and after a change of size or theme. */
const QUIET_MS = { loaded: 350, shown: 120 } as const;
/** The longest wait for that. */
const MAX_WAIT_MS = 8_000;
const PREPARE_TIMEOUT_MS = 30_000;

/** A picture to take, named `<screen>-<state>-<lang>-<theme>-<width>.png`. */
export type Shot = {
  screen: string;
  state: string;
  lang: string;
  theme: Theme;
  width: Width;
  file: string;
};

const langOf = (locale: Locale) => locale.replace(/-.*/, '');

/** Returns the pictures of a screen in one language. */
export function shotsOf({ screen, state, widths: own = widths }: Screen, locale: Locale): Shot[] {
  const lang = langOf(locale);
  return own.flatMap((width) =>
    themes.map((theme) => {
      const file = `${screen}-${state}-${lang}-${theme}-${width}.png`;
      return { screen, state, lang, theme, width, file };
    }),
  );
}

/** Waits until the page has loaded its fonts and images and hasn't changed for a moment. */
async function settle(
  page: Page,
  { after, mayBeBusy }: { after: keyof typeof QUIET_MS; mayBeBusy: boolean },
): Promise<void> {
  await page.evaluate(
    ([quiet, longest, busy]) =>
      new Promise<void>((resolve) => {
        const start = performance.now();
        let last = start;
        const observer = new MutationObserver(() => {
          last = performance.now();
        });
        observer.observe(document.body, {
          subtree: true,
          childList: true,
          attributes: true,
          characterData: true,
        });
        const isLoaded = () =>
          document.fonts.status === 'loaded' &&
          (busy || !document.querySelector('[aria-busy=true]:not(button), .wallet-skeleton')) &&
          [...document.images].every((image) => image.complete || image.loading === 'lazy');
        const check = () => {
          const now = performance.now();
          if ((isLoaded() && now - last > quiet) || now - start > longest) {
            observer.disconnect();
            return resolve();
          }
          requestAnimationFrame(check);
        };
        check();
      }),
    [QUIET_MS[after], MAX_WAIT_MS, mayBeBusy] as const,
  );
}

/**
 * Makes the window as tall as the wallet page, because a capture of the whole page leaves fixed bars where the window
 * ends. Keeps the page from growing with the window.
 */
async function growWindow(page: Page, width: Width): Promise<void> {
  const height = await page.evaluate(() => {
    const main = document.querySelector('main');
    main?.style.removeProperty('min-height');
    main?.style.setProperty('min-height', `${main.offsetHeight}px`);
    return document.documentElement.scrollHeight;
  });
  await page.setViewportSize({ width, height });
}

export type Studio = {
  browser: Browser;
  origin: string;
  folder: string;
  /** Origins of the chains' nodes. */
  nodes: readonly string[];
  storage: Record<Viewer, Awaited<ReturnType<BrowserContext['storageState']>>>;
  emptyWallet: EmptyWallet;
  wording: Record<Locale, Wording>;
};

/** Without the guide, which would cover a part of most wallet pages. */
const dismissGuide = () => localStorage.setItem('tidewell.guide', 'away');

/** Loads a screen once, and takes its pictures in all given widths and themes. */
export async function shootScreen(studio: Studio, screen: Screen, locale: Locale, shots: readonly Shot[]) {
  const [first] = shots;
  if (!first) return;
  const { network = 'up', viewer, widths: own = widths } = screen;
  // All buttons of the header are visible at the widest.
  const start = Math.max(...own) as Width;
  const context = await studio.browser.newContext({
    viewport: { width: start, height: heights[start] },
    colorScheme: first.theme,
    reducedMotion: 'reduce',
    storageState: studio.storage[viewer],
  });
  try {
    // tsx wraps inner functions in a `__name` helper, which the page doesn't define.
    await context.addInitScript('globalThis.__name = (value) => value');
    if (viewer === 'newcomer') await studio.emptyWallet.install(context);
    if (!screen.hasGuide) await context.addInitScript(dismissGuide);
    const page = await context.newPage();
    page.setDefaultTimeout(PREPARE_TIMEOUT_MS);
    await setNetwork(page, network, studio.nodes);
    await page.goto(studio.origin + prefixOf(locale) + screen.path);
    const isWallet = screen.path.startsWith('/wallet');
    if (isWallet) await page.locator('.wallet-skeleton').waitFor({ state: 'detached' });
    if (screen.prepare) await screen.prepare(page, studio.wording[locale]);
    await settle(page, { after: 'loaded', mayBeBusy: network !== 'up' });
    for (const { width, theme, file } of shots) {
      await page.emulateMedia({ colorScheme: theme });
      await page.setViewportSize({ width, height: heights[width] });
      // A page that becomes shorter, such as one that fails to load, must not keep its first height.
      const mayBeBusy = network !== 'up';
      await settle(page, { after: 'shown', mayBeBusy });
      if (isWallet && !screen.isWindow) await growWindow(page, width);
      await settle(page, { after: 'shown', mayBeBusy });
      await page.screenshot({
        path: path.join(studio.folder, file),
        fullPage: !screen.isWindow,
        animations: 'disabled',
        caret: 'hide',
      });
    }
  } finally {
    await context.close();
  }
}
