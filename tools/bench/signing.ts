import { spawn } from 'node:child_process';
import { cp, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { chromium, type Page } from 'playwright';
import { type Address, keccak256, toHex } from 'viem';
import { routes } from '@/lib/routes';
import { findBrowser } from '@/scripts/find-browser';
import { projectRoot } from '@/scripts/launcher/settings';
import { waitUntil } from '@/server/process/process';
import { chainClient, DAPP_ORIGIN, E2E_DAPPS, findToken } from '@/tests/support/e2e-site';
import { InjectedWallet } from '@/tests/support/injected-wallet';
import { BENCH_DATA_DIR, median, printTable, startServedSite } from './served-site';
import {
  ANSWERS_18,
  CHAIN,
  contractOf,
  type DappRequest,
  descriptorFile,
  signingCases,
} from './signing-cases';

/** A folder of ERC-7730 files to index ten times beside the descriptors of the cases. */
const [FOLDER] = process.argv.slice(2);
const COPIES = 10;
const ROUNDS = 9;
/** Same port as the other benchmarks, so that they share a build. */
const PORT = 3431;
const LIMIT_MS = 30_000;
const capabilities = { [toHex(CHAIN)]: { atomic: { status: 'supported' } } };

declare global {
  interface Window {
    reviewTime?: Promise<number>;
  }
}

/**
 * Runs in the page. Measures the time in ms from the DApp's next request until its review has its last text, which is
 * known once the review can be confirmed: that comes after a fixed delay.
 */
function watchReview(origin: string): void {
  window.reviewTime = new Promise((resolve) => {
    const onMessage = (event: MessageEvent) => {
      if (event.origin !== origin) return;
      removeEventListener('message', onMessage);
      const start = performance.now();
      let changed = start;
      let text = '';
      const look = () => {
        const dialog = [...document.querySelectorAll('[role=dialog]')].find((one) =>
          one.textContent?.includes(origin),
        );
        const now = dialog?.textContent ?? '';
        if (now !== text) {
          text = now;
          changed = performance.now();
        }
        const confirm = [...(dialog?.querySelectorAll('button[aria-busy]') ?? [])].at(-1);
        if (confirm?.getAttribute('aria-busy') === 'false') resolve(changed - start);
        else requestAnimationFrame(look);
      };
      requestAnimationFrame(look);
    };
    addEventListener('message', onMessage);
  });
}

type DappWindow = { ask: (method: string, params: unknown) => Promise<unknown> };

/** Makes the DApp send a request. Returns the time in ms until its review can be read, and rejects it. */
async function timeReview(page: Page, { method, params }: DappRequest): Promise<number> {
  const allow = page.getByRole('button', { name: 'Allow requests' });
  if (await allow.isVisible()) await allow.click();
  await page.evaluate(watchReview, DAPP_ORIGIN);
  const dapp = page.frameLocator('iframe').locator('body');
  const answer = dapp.evaluate((_, [name, given]) => (window as unknown as DappWindow).ask(name, given), [
    method,
    params,
  ] as const);
  const review = async () => {
    const time = await page.evaluate(() => window.reviewTime ?? Promise.reject(new Error('not watched')));
    await page.getByRole('dialog').getByRole('button', { name: 'Reject', exact: true }).last().click();
    return time;
  };
  const [ms] = await Promise.all([review(), answer]);
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  return ms;
}

/** Replaces each address in an ERC-7730 file by another one. */
const moved = (text: string, copy: number) =>
  text.replaceAll(/("address"\s*:\s*")(0x[0-9a-fA-F]{40})"/g, (_, start: string, address: string) => {
    const other = keccak256(toHex(`${copy} ${address.toLowerCase()}`)).slice(0, 42);
    return `${start}${other}"`;
  });

/** Writes copies of a folder of descriptors under other addresses. Returns the number of files. */
async function writeCopies(folder: string, target: string): Promise<number> {
  let files = 0;
  for (let copy = 0; copy < COPIES; copy += 1) {
    const root = path.join(target, `copy-${copy}`);
    await cp(folder, root, { recursive: true });
    for (const name of await readdir(root, { recursive: true })) {
      if (!name.endsWith('.json')) continue;
      const file = path.join(root, name);
      await writeFile(file, moved(await readFile(file, 'utf8'), copy));
      files += 1;
    }
  }
  return files;
}

const registry = await mkdtemp(path.join(tmpdir(), 'signing-bench-'));
// The first round isn't counted, because it loads the code.
const rounds = Array.from({ length: ROUNDS + 1 }, (_, round) => round);
const own = path.join(registry, 'own');
await mkdir(own);
for (const [index, one] of signingCases.entries()) {
  const file = descriptorFile(
    one,
    rounds.map((round) => contractOf(index, round, true)),
  );
  await writeFile(path.join(own, `case-${index}.json`), JSON.stringify(file));
}
const copied = FOLDER === undefined ? 0 : await writeCopies(FOLDER, registry);

const begun = performance.now();
const site = await startServedSite(PORT, {
  fresh: true,
  env: { CLEAR_SIGNING_DIR: registry, DAPPS_FILE: E2E_DAPPS },
});
const startMs = performance.now() - begun;
const dappServer = spawn(process.execPath, ['--import', 'tsx', 'tests/support/sample-dapp/server.ts'], {
  cwd: projectRoot,
  stdio: ['ignore', 'ignore', 'inherit'],
});

type Times = Record<'plain' | 'plainAgain' | 'fetched' | 'inMemory', number[]>;
const times = new Map<string, Times>(
  signingCases.map(({ name }) => [name, { plain: [], plainAgain: [], fetched: [], inMemory: [] }]),
);

try {
  const client = chainClient(CHAIN, BENCH_DATA_DIR);
  const [first, second] = ['tUSDT', 'tDAI'].map((symbol) => findToken(symbol, CHAIN, BENCH_DATA_DIR).address);
  if (!first || !second) throw new Error('the demo has tUSDT and tDAI');
  const tokens: [Address, Address] = [first, second];
  for (const [index] of signingCases.entries())
    for (const round of rounds)
      for (const isDescribed of [false, true])
        await client.setCode({ address: contractOf(index, round, isDescribed), bytecode: ANSWERS_18 });
  await waitUntil(
    () =>
      fetch(DAPP_ORIGIN).then(
        ({ ok }) => ok,
        () => false,
      ),
    { timeoutMs: LIMIT_MS, message: 'the sample DApp is not ready' },
  );
  const asked = performance.now();
  await fetch(`${site.origin}/api/config/clearSigning?chainId=${CHAIN}&address=${contractOf(0, 0, true)}`);
  const indexMs = performance.now() - asked;
  const lines = [`start ${(startMs / 1_000).toFixed(1)} s; first descriptor ${indexMs.toFixed(0)} ms`];
  if (copied > 0) lines.push(`${COPIES} copies of ${FOLDER}: ${copied} files`);
  console.log(lines.join('\n'));
  const browser = await chromium.launch({
    executablePath: await findBrowser(),
    args: ['--no-sandbox', '--disable-gpu'],
  });
  try {
    const context = await browser.newContext({ viewport: { width: 1280, height: 800 } });
    // tsx wraps inner functions in a `__name` helper, which the page doesn't define.
    await context.addInitScript('globalThis.__name = (value) => value');
    // A wallet that confirms batches at once.
    const wallet = new InjectedWallet(undefined, CHAIN, BENCH_DATA_DIR);
    wallet.misbehave('wallet_getCapabilities', () => capabilities, Number.POSITIVE_INFINITY);
    await wallet.install(context);
    const page = await context.newPage();
    await page.goto(`${site.origin}${routes.dapps}?dapp=sample&chain=${CHAIN}`);
    await page.getByRole('banner').getByRole('button', { name: 'Connect wallet' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Harbour Wallet' }).click();
    await page
      .frameLocator('iframe')
      .getByLabel('Answers')
      .getByText(/^Account 0x/)
      .waitFor();
    for (const round of rounds)
      for (const [index, one] of signingCases.entries()) {
        const measured = times.get(one.name);
        const variants = [
          [false, 'plain'],
          [false, 'plainAgain'],
          [true, 'fetched'],
          [true, 'inMemory'],
        ] as const;
        for (const [isDescribed, key] of variants) {
          const contract = contractOf(index, round, isDescribed);
          const ms = await timeReview(page, one.request(contract, tokens));
          if (round > 0) measured?.[key].push(ms);
        }
      }
  } finally {
    await browser.close();
  }
} finally {
  dappServer.kill();
  await site.stop();
  await rm(registry, { recursive: true });
}

const ratio = (a: readonly number[], b: readonly number[]) => (median(a) / median(b)).toFixed(2);
printTable(
  ['request', 'without ms', 'in memory ms', 'ratio', 'without, first ms', 'fetched ms', 'ratio'],
  [...times].map(([name, { plain, plainAgain, fetched, inMemory }]) => [
    name,
    median(plainAgain).toFixed(0),
    median(inMemory).toFixed(0),
    ratio(inMemory, plainAgain),
    median(plain).toFixed(0),
    median(fetched).toFixed(0),
    ratio(fetched, plain),
  ]),
);
