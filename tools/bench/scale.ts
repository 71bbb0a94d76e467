import path from 'node:path';
import { Client } from 'pg';
import { chromium } from 'playwright';
import {
  type Address,
  concat,
  encodeAbiParameters,
  getAddress,
  type Hex,
  keccak256,
  numberToHex,
  parseAbiParameters,
  slice,
  toHex,
} from 'viem';
import { findBrowser } from '@/scripts/find-browser';
import { anvilClient, demoAccount } from '@/scripts/launcher/chains/anvil-client';
import { ownCode } from '@/scripts/launcher/chains/artifacts';
import { mined } from '@/scripts/launcher/chains/create2';
import { chainsIn, databaseIn } from '@/scripts/launcher/settings';
import { comeWithDemoWallet, setGuideDismissed } from '../demo-visitor';
import { longLists } from './scale/lists';
import { payOften } from './scale/pay-often';
import { longestWhile, scrollThrough, watchTasks } from './scale/watch-tasks';
import { printTable, startServedSite } from './served-site';

const BATCH = 500;
const FIRST_ID = 1_000;

/** A generated token. `held` is the balance that every account has, in base units. */
type CrowdToken = { id: number; symbol: string; name: string; address: Address; held: bigint };

/** Returns `count` tokens with 18 decimals. Every account holds a different amount of each token. */
const crowdOfTokens = (count: number): CrowdToken[] =>
  Array.from({ length: count }, (_, index) => ({
    id: FIRST_ID + index,
    symbol: `TKN${FIRST_ID + index}`,
    name: `Token ${FIRST_ID + index}`,
    address: getAddress(slice(keccak256(numberToHex(index)), 12)),
    held: BigInt(index + 1) * 10n ** 18n + 123_456_789n,
  }));

/** Returns bytecode that answers any call with `value`: PUSH32 value, PUSH0, MSTORE, PUSH1 32, PUSH0, RETURN. */
const answering = (value: bigint): Hex => concat(['0x7f', toHex(value, { size: 32 }), '0x5f5260205ff3']);

type Node = { setCode: (args: { address: Address; bytecode: Hex }) => Promise<void> };

/** Writes the tokens into a local chain's state, because deploying that many would take minutes. */
async function deployCrowd(node: Node, tokens: readonly CrowdToken[]): Promise<void> {
  for (let start = 0; start < tokens.length; start += BATCH)
    await Promise.all(
      tokens
        .slice(start, start + BATCH)
        .map(({ address, held }) => node.setCode({ address, bytecode: answering(held) })),
    );
}

/** Adds `count` tokens with prices to a running site's first local chain. Every account holds all of them. */
async function listTokens(dataDir: string, count: number): Promise<void> {
  const [chain] = (await chainsIn(dataDir)).chains;
  if (!chain) throw new Error('the site has no chain');
  const tokens = crowdOfTokens(count);
  await deployCrowd(anvilClient(chain), tokens);
  const ids = tokens.map(({ id }) => id);
  const database = new Client({ connectionString: await databaseIn(dataDir) });
  await database.connect();
  try {
    await database.query(
      `insert into coins (id, symbol, name, icon, sort, enabled)
       select id, symbol, name, '/coins/usdt.svg', id, true
       from unnest($1::int[], $2::text[], $3::text[]) listed(id, symbol, name)`,
      [ids, tokens.map(({ symbol }) => symbol), tokens.map(({ name }) => name)],
    );
    await database.query(
      `insert into coin_tokens (coin_id, chain_id, address, decimals)
       select id, $3, address, 18 from unnest($1::int[], $2::text[]) listed(id, address)`,
      [ids, tokens.map(({ address }) => address), chain.id],
    );
    await database.query(
      `insert into prices (coin_id, price, sources, at)
       select id, 0.01 * (id % 997 + 1), '{uniswap-v2}', now() from unnest($1::int[]) id`,
      [ids],
    );
  } finally {
    await database.end();
  }
}

/** NFTs per collection: the most that can be minted within one transaction's gas limit. */
const COLLECTION = 400;

/** Mints `count` ERC-721 tokens with images to an account on a running site's first local chain. */
async function holdNfts(dataDir: string, account: Address, count: number): Promise<void> {
  const [chain] = (await chainsIn(dataDir)).chains;
  if (!chain) throw new Error('the site has no chain');
  const client = anvilClient(chain);
  const code = await ownCode('DemoCollectible');
  for (let done = 0; done < count; done += COLLECTION) {
    const holders = Array<Address>(Math.min(COLLECTION, count - done)).fill(account);
    const data = concat([code, encodeAbiParameters(parseAbiParameters('address[]'), [holders])]);
    await mined(client, await client.sendTransaction({ account: demoAccount(4).address, data }));
  }
}

/** Same port as the other benchmarks, so that they share a build. */
const PORT = 3431;
const DATA_DIR = path.join('.data', 'scale');
const ACCOUNT = 2;
const TOKENS = 5_000;
const TRANSACTIONS = 10_000;
const NFTS = 2_000;
/** Number of rounds. The first argument overrides it. */
const ROUNDS = Number(process.argv[2] ?? '5');
/** Threshold for long tasks in the Long Tasks API, in ms. */
const LEAST_MS = 50;

const told = (ms = 0) => (ms < LEAST_MS ? `< ${LEAST_MS}` : ms.toFixed(0));

/**
 * Returns the minimum, median and maximum of the longest task in each round. Results vary between rounds: the first
 * round has a cold cache, other activity on the machine makes tasks longer, and polling and garbage collection can
 * happen at any time.
 */
function spread(longest: readonly number[]): string[] {
  const sorted = longest.toSorted((a, b) => a - b);
  return [sorted[0], sorted[Math.floor(sorted.length / 2)], sorted.at(-1)].map(told);
}

const site = await startServedSite(PORT, { dataDir: DATA_DIR, fresh: true, givesWay: true });
try {
  const { address } = demoAccount(ACCOUNT);
  await payOften(DATA_DIR, address, TRANSACTIONS);
  await holdNfts(DATA_DIR, address, NFTS);
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
    await setGuideDismissed(page);
    const rows: string[][] = [];
    for (const list of longLists(TOKENS, TRANSACTIONS, NFTS)) {
      const longest = new Map<string, number[]>();
      let most = 0;
      const measure = async (name: string, act: () => Promise<void>) => {
        const ms = await longestWhile(page, act);
        longest.set(name, [...(longest.get(name) ?? []), ms]);
      };
      for (let round = 0; round < ROUNDS; round += 1) {
        // Start on a page without a list, and follow a link from there.
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
