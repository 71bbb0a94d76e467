import path from 'node:path';
import { chromium } from 'playwright';
import { comeWithDemoWallet, putGuideAway } from '../demo-visitor';
import { findBrowser } from '../find-browser';
import { demoAccount } from '../launcher/chains/anvil-client';
import { holdCollectibles } from './scale/hold-collectibles';
import { listTokens } from './scale/list-tokens';
import { longLists } from './scale/lists';
import { payOften } from './scale/pay-often';
import { longestWhile, scrollThrough, watchTasks } from './scale/watch-tasks';
import { startServedSite } from './served-site';
import { printTable } from './table';

/** The same as of the other benches, whose build this one then shares. */
const PORT = 3431;
const DATA_DIR = path.join('.data', 'scale');
const ACCOUNT = 2;
const TOKENS = 5_000;
const TRANSACTIONS = 10_000;
const COLLECTIBLES = 2_000;
/** Rounds; another number may be given as an argument. */
const ROUNDS = Number(process.argv[2] ?? '5');
/** What the browser tells no task below. */
const LEAST_MS = 50;

const told = (ms = 0) => (ms < LEAST_MS ? `< ${LEAST_MS}` : ms.toFixed(0));

/**
 * Of the longest tasks of all rounds, the least, the middle one and the greatest. What else the machine does makes a task
 * longer; but rounds are not all alike either: the first is cold, and polls and the collection of garbage fall where they may.
 */
function spread(longest: readonly number[]): string[] {
  const sorted = longest.toSorted((a, b) => a - b);
  return [sorted[0], sorted[Math.floor(sorted.length / 2)], sorted.at(-1)].map(told);
}

const site = await startServedSite(PORT, { dataDir: DATA_DIR, fresh: true, givesWay: true });
try {
  const { address } = demoAccount(ACCOUNT);
  await payOften(DATA_DIR, address, TRANSACTIONS);
  await holdCollectibles(DATA_DIR, address, COLLECTIBLES);
  await listTokens(DATA_DIR, TOKENS);
  const browser = await chromium.launch({
    executablePath: await findBrowser(),
    args: ['--no-sandbox', '--disable-gpu'],
  });
  try {
    const context = await browser.newContext({ viewport: { width: 1280, height: 800 } });
    const page = await context.newPage();
    await watchTasks(page);
    await comeWithDemoWallet(page, site.origin, ACCOUNT);
    await putGuideAway(page);
    const rows: string[][] = [];
    for (const list of longLists(TOKENS, TRANSACTIONS, COLLECTIBLES)) {
      const longest = new Map<string, number[]>();
      let most = 0;
      const measure = async (name: string, act: () => Promise<void>) => {
        const ms = await longestWhile(page, act);
        longest.set(name, [...(longest.get(name) ?? []), ms]);
      };
      for (let round = 0; round < ROUNDS; round += 1) {
        // A page without a list, from which the way leads by a link, as a person goes.
        await page.goto(`${site.origin}/wallet/presale`);
        await page.waitForLoadState('networkidle');
        await measure('open', async () => {
          const nav = page.getByRole('navigation', { name: 'Wallet pages' });
          await nav.getByRole('link', { name: list.page, exact: true }).click();
          await list.ready(page);
        });
        await measure('scroll to the end', async () => {
          most = Math.max(most, await scrollThrough(page, list.selector));
        });
        for (const { name, act } of list.acts) await measure(name, async () => void (await act(page)));
      }
      for (const [name, rounds] of longest)
        rows.push([`${list.page}: ${name}`, list.rows, String(most), ...spread(rounds)]);
      console.log(
        `${list.page}: ${[...longest].map(([name, rounds]) => `${name} ${rounds.map(told).join(' ')}`).join(', ')}`,
      );
    }
    console.log(`\nLongest task of the page in ms, in ${ROUNDS} rounds:\n`);
    printTable(
      ['page: what is done', 'of', 'rows in the document', 'best round', 'middle round', 'worst round'],
      rows,
    );
  } finally {
    await browser.close();
  }
} finally {
  await site.stop();
}
