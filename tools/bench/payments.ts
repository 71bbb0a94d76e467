import { chromium, type Page } from 'playwright';
import {
  type Address,
  encodeFunctionData,
  erc20Abi,
  type Hash,
  type Hex,
  maxUint256,
  multicall3Abi,
  pad,
  parseEther,
  parseUnits,
} from 'viem';
import { routes } from '@/lib/routes';
import { findBrowser } from '@/scripts/find-browser';
import { demoAccount } from '@/scripts/launcher/chains/anvil-client';
import { waitUntil } from '@/server/process/process';
import { chainClient, FUNDER, findContract, findToken } from '@/tests/support/e2e-site';
import { comeWithDemoWallet, setGuideDismissed } from '../demo-visitor';
import { percentile } from '../soak/tally';
import { BENCH_DATA_DIR, printTable, startServedSite } from './served-site';

/** Number of payments. An argument overrides it. */
const [PAYMENTS = 100] = process.argv.slice(2).map(Number);
/** Same port as the other benchmarks, so that they share a build. */
const PORT = 3431;
const CHAIN = 31337;
const ACCOUNT = 4;
/** A payment that isn't on the screen by then counts as not shown. */
const LIMIT_MS = 30_000;
/** Runtime code that passes the value of a call on to the address in its data. */
const FORWARDER: Hex = '0x5f5f5f5f345f355af100';
const forwarder: Address = '0x00000000000000000000000000000000000f0f0f';

const site = await startServedSite(PORT, { fresh: true });
const client = chainClient(CHAIN, BENCH_DATA_DIR);
const me = demoAccount(ACCOUNT).address;
const [ether, tUsdt] = ['ETH', 'tUSDT'].map((symbol) => findToken(symbol, CHAIN, BENCH_DATA_DIR));
if (!ether || !tUsdt?.address) throw new Error('the demo has ETH and tUSDT');
const token = { address: tUsdt.address, abi: erc20Abi } as const;
const multicall = findContract('multicall', CHAIN, BENCH_DATA_DIR);

const mined = async (hash: Hash) => {
  await client.waitForTransactionReceipt({ hash, pollingInterval: 20 });
};
const sendEther = (value: string) =>
  client.sendTransaction({ account: FUNDER, to: me, value: parseEther(value) });
const units = (amount: string) => parseUnits(amount, tUsdt.decimals);
const sendTokens = (amount: string) =>
  client.writeContract({ ...token, account: FUNDER, functionName: 'transfer', args: [me, units(amount)] });

/** Sends tokens by a contract, which another account called. */
async function sendTokensByContract(amount: string): Promise<Hash> {
  const callData = encodeFunctionData({
    ...{ abi: erc20Abi, functionName: 'transferFrom', args: [FUNDER, me, units(amount)] },
  });
  return client.writeContract({
    ...{ account: FUNDER, address: multicall, abi: multicall3Abi, functionName: 'aggregate3' },
    args: [[{ target: token.address, allowFailure: false, callData }]],
  });
}

/** Mines two payments in one block. */
async function sendTwo(): Promise<void> {
  await client.setAutomine(false);
  await sendEther('0.2');
  await sendEther('0.3');
  await client.mine({ blocks: 1 });
  await client.setAutomine(true);
}

/** Pays, waits until the page shows it, and replaces the block. */
async function replacePayment(page: Page): Promise<void> {
  const id = await client.snapshot();
  await mined(await sendEther('0.5'));
  await page.getByRole('dialog', { name: 'Paid', exact: true }).waitFor({ timeout: LIMIT_MS });
  await client.revert({ id });
  await client.mine({ blocks: 2 });
}

type Way = {
  name: string;
  request: 'ETH' | 'tUSDT';
  /** Resolves when the block is mined. */
  pay: (page: Page) => Promise<void>;
  /** What the page shows: the title of its dialog, and a text in it. */
  shown: [title: string, text: string | RegExp];
};

const ways: readonly Way[] = [
  {
    ...{ name: 'native currency', request: 'ETH', shown: ['Paid', '0.5 ETH'] },
    pay: async () => mined(await sendEther('0.5')),
  },
  {
    ...{ name: 'native currency, by code', request: 'ETH', shown: ['Paid', /^Sender unknown/] },
    pay: async () =>
      mined(
        await client.sendTransaction({
          ...{ account: FUNDER, to: forwarder, data: pad(me), value: parseEther('0.5') },
        }),
      ),
  },
  { name: 'two at once', request: 'ETH', shown: ['Paid', '0.5 ETH'], pay: sendTwo },
  {
    ...{ name: 'more', request: 'ETH', shown: ['Paid', '0.2 ETH more than you requested.'] },
    pay: async () => mined(await sendEther('0.7')),
  },
  {
    ...{ name: 'less', request: 'ETH', shown: ['Partly paid', 'Received 0.2 ETH. 0.3 ETH to go.'] },
    pay: async () => mined(await sendEther('0.2')),
  },
  {
    ...{ name: 'another token', request: 'ETH', shown: ['Another token arrived', '5 tUSDT'] },
    pay: async () => mined(await sendTokens('5')),
  },
  {
    ...{ name: 'reorganization', request: 'ETH', shown: ['Payment removed', 'Removed from the chain'] },
    pay: replacePayment,
  },
  {
    ...{ name: 'token', request: 'tUSDT', shown: ['Paid', '5 tUSDT'] },
    pay: async () => mined(await sendTokens('5')),
  },
  {
    ...{ name: 'token, by a contract', request: 'tUSDT', shown: ['Paid', '5 tUSDT'] },
    pay: async () => mined(await sendTokensByContract('5')),
  },
];

const waiting = (page: Page) => page.getByText(/^Waiting for a payment/);

/** Opens a request for 0.5 ETH or 5 tUSDT. */
async function open(page: Page, request: Way['request']): Promise<void> {
  const [coin, ask] = request === 'ETH' ? [ether, '0.5'] : [tUsdt, '5'];
  await page.goto(`${site.origin}${routes.pay}?chain=${CHAIN}&coin=${coin?.coinId}&ask=${ask}`);
  await waiting(page).waitFor();
}

/** Closes the result, and starts the next request. */
async function startNext(page: Page): Promise<void> {
  const dialog = page.getByRole('dialog');
  await waitUntil(
    async () => {
      await page.keyboard.press('Escape');
      return (await dialog.count()) === 0;
    },
    // Right after it opened, the dialog ignores the key.
    { timeoutMs: LIMIT_MS, intervalMs: 250, message: 'the result does not close' },
  );
  const next = page.getByRole('button', { name: 'New request' });
  await next.or(waiting(page)).first().waitFor();
  if (await next.isVisible()) await next.click();
  await waiting(page).waitFor();
}

/** Returns the time in ms from a payment's block until the page shows it, or null if it doesn't. */
async function timePayment(page: Page, { pay, shown: [title, text] }: Way): Promise<number | null> {
  const dialog = page.getByRole('dialog', { name: title, exact: true });
  try {
    await pay(page);
    const start = performance.now();
    await dialog.getByText(text).first().waitFor({ timeout: LIMIT_MS });
    return performance.now() - start;
  } catch (error) {
    console.error(String(error));
    return null;
  }
}

const times = new Map<string, (number | null)[]>(ways.map(({ name }) => [name, []]));

try {
  await client.setCode({ address: forwarder, bytecode: FORWARDER });
  await mined(
    await client.writeContract({
      ...{ ...token, account: FUNDER, functionName: 'approve', args: [multicall, maxUint256] },
    }),
  );
  const browser = await chromium.launch({
    executablePath: await findBrowser(),
    args: ['--no-sandbox', '--disable-gpu'],
  });
  try {
    const page = await browser.newPage({ viewport: { width: 360, height: 740 } });
    await comeWithDemoWallet(page, site.origin, ACCOUNT);
    await setGuideDismissed(page);
    const planned = Array.from({ length: PAYMENTS }, (_, index) => ways[index % ways.length]);
    for (const request of ['ETH', 'tUSDT'] as const) {
      await open(page, request);
      for (const way of planned) {
        if (way?.request !== request) continue;
        const ms = await timePayment(page, way);
        times.get(way.name)?.push(ms);
        await startNext(page);
      }
    }
  } finally {
    await browser.close();
  }
} finally {
  await site.stop();
}

const secondsOf = (all: readonly (number | null)[]) => {
  const shown = all.filter((ms) => ms !== null);
  const text = (ms: number) => (ms / 1_000).toFixed(2);
  return [
    `${shown.length} of ${all.length}`,
    text(percentile(shown, 0.5)),
    text(percentile(shown, 0.95)),
    text(Math.max(...shown)),
  ];
};
printTable(
  ['paid by', 'shown', 'p50 s', 'p95 s', 'worst s'],
  [...times, ['all', [...times.values()].flat()] as const].map(([name, all]) => [name, ...secondsOf(all)]),
);
