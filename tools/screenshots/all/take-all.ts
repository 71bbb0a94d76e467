import { mkdir } from 'node:fs/promises';
import pLimit from 'p-limit';
import type { Browser } from 'playwright';
import { type Locale, routing } from '@/lib/i18n/routing';
import en from '@/messages/en.json';
import chinese from '@/messages/zh-Hant.json';
import { chainsIn } from '@/scripts/launcher/settings';
import { firstVisit } from '../take-shot';
import { writeContactSheet } from './contact-sheet';
import { dialogScreens } from './dialogs';
import { createEmptyWallet, type EmptyWallet } from './empty-wallet';
import { pageScreens } from './pages';
import { type Shot, type Studio, shootScreen, shotsOf } from './shoot';
import { transferScreens } from './transfers';

/** Pages in preparation at the same time. More gain nothing on two cores. */
const CONCURRENCY = 4;

/** Connects the empty wallet and signs in. Returns the browser storage. */
async function signInNewcomer(browser: Browser, origin: string, wallet: EmptyWallet) {
  const context = await browser.newContext({ reducedMotion: 'reduce' });
  try {
    await context.addInitScript('globalThis.__name = (value) => value');
    await wallet.install(context);
    const page = await context.newPage();
    await page.goto(`${origin}/wallet`);
    await page.getByRole('banner').getByRole('button', { name: en.actions.connect }).click();
    await page.getByRole('dialog').getByRole('button', { name: wallet.name }).click();
    // The wallet is connected, and its connection stored, once the account's tokens are shown.
    await page.getByRole('heading', { name: en.wallet.overview.tokens, exact: true }).waitFor();
    return await context.storageState();
  } finally {
    await context.close();
  }
}

/** Takes all pictures whose file name matches `only`, and writes the contact sheet. Returns what failed. */
export async function takeAll(
  browser: Browser,
  { origin, dataDir, folder, only }: { origin: string; dataDir: string; folder: string; only: RegExp },
): Promise<string[]> {
  await mkdir(folder, { recursive: true });
  const { chains } = await chainsIn(dataDir);
  const [first] = chains;
  if (!first) throw new Error('the demo has no chain');
  const emptyWallet = createEmptyWallet(first.id);
  const studio: Studio = {
    browser,
    origin,
    folder,
    nodes: chains.map(({ rpcUrl }) => new URL(rpcUrl).origin),
    storage: {
      visitor: { cookies: [], origins: [] },
      holder: await firstVisit(browser, origin),
      newcomer: await signInNewcomer(browser, origin, emptyWallet),
    },
    emptyWallet,
    wording: { en, 'zh-Hant': chinese },
  };
  const inTurn = pLimit(CONCURRENCY);
  // Transactions of one account must not overlap.
  const inSequence = pLimit(1);
  const taken: Shot[] = [];
  const failures: string[] = [];
  const shoot = async (screen: (typeof screens)[number], locale: Locale) => {
    const shots = shotsOf(screen, locale).filter(({ file }) => only.test(file));
    if (shots.length === 0) return;
    try {
      await shootScreen(studio, screen, locale, shots);
      taken.push(...shots);
      console.log(`${screen.screen}-${screen.state} (${locale}): ${shots.length} pictures`);
    } catch (error) {
      failures.push(`${screen.screen}-${screen.state} (${locale}): ${String(error)}`);
      console.error(failures.at(-1));
    }
  };
  const screens = [...pageScreens, ...dialogScreens, ...transferScreens];
  const work = screens.flatMap((screen) => routing.locales.map((locale) => ({ screen, locale })));
  await Promise.all(
    work.map(({ screen, locale }) =>
      screen.isSending
        ? inSequence(() => inTurn(() => shoot(screen, locale)))
        : inTurn(() => shoot(screen, locale)),
    ),
  );
  const order = new Map(screens.map(({ screen, state }, index) => [`${screen}-${state}`, index]));
  const place = ({ screen, state }: Shot) => order.get(`${screen}-${state}`) ?? 0;
  await writeContactSheet(
    folder,
    taken.sort((one, other) => place(one) - place(other)),
    failures,
  );
  return failures;
}
