import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { Pool } from 'pg';
import { createPublicClient, hashMessage, http, recoverAddress } from 'viem';
import { privateKeyToAccount } from 'viem/accounts';
import { chainsFileSchema } from '@/lib/evm/chains-file';
import { startPostgres } from '@/scripts/launcher/database/postgres';
import { startBareSite } from './bare-site';
import { BENCH_DATA_DIR, median, printTable, startServedSite } from './served-site';
import { callRate, type Load, measure, recoverable, signInRequests, warmUp } from './sign-in-requests';

/**
 * Measures each library call that a sign-in makes, in calls per second: signature recovery, the RPC request for the
 * account's code, and a committed write. Asynchronous calls run with a concurrency of `atOnce`. The last entry measures
 * signature recovery with viem, which sign-ins don't use.
 */
async function libraryRates(
  dataDir: string,
  atOnce: number,
  seconds: number,
): Promise<Record<string, number>> {
  const { chains } = chainsFileSchema.parse(
    JSON.parse(await readFile(path.join(dataDir, 'chains.json'), 'utf8')),
  );
  const node = createPublicClient({ transport: http(chains[0]?.rpcUrl, { batch: true }) });
  const address = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8';
  const recover = recoverable();
  const account = privateKeyToAccount(`0x${'5a'.repeat(32)}`);
  const signed = {
    hash: hashMessage('a message'),
    signature: await account.signMessage({ message: 'a message' }),
  };
  // Reuses the running site's database server.
  const { url } = await startPostgres(dataDir);
  const pool = new Pool({ connectionString: url, max: 10 });
  try {
    await pool.query('create table if not exists bench_writes (id bigserial primary key, at timestamptz)');
    return {
      'libauth: recovery of a signer': await callRate(1, seconds, async () => recover()),
      'viem: code of an account (contracts only)': await callRate(atOnce, seconds, () => node.getCode({ address })),
      'pg: a committed insert': await callRate(atOnce, seconds, () =>
        pool.query('insert into bench_writes (at) values (now())'),
      ),
      'viem: recovery of a signer (not used)': await callRate(1, seconds, () => recoverAddress(signed)),
    };
  } finally {
    await pool.query('drop table if exists bench_writes');
    await pool.end();
  }
}

/** Same port as the other benchmarks, so that they share a build. */
const PORT = 3431;
const CONNECTIONS = [1, 16, 128];
/**
 * Uses many short rounds, because other load on the machine varies over time and results are compared only within a
 * round.
 */
const ROUNDS = 15;
/** Seconds per measurement. The first argument overrides it. */
const SECONDS = Number(process.argv[2] ?? 1);
const CALLS = [
  '/config/currencyList',
  '/config/getLangList',
  '/config/chainMapping',
  '/config/contractAddressList',
  '/coin/all',
];
const CHAIN_ID = 31337;

const middle = (loads: readonly Load[]): Load => ({
  rate: median(loads.map(({ rate }) => rate)),
  p50: median(loads.map(({ p50 }) => p50)),
  p99: median(loads.map(({ p99 }) => p99)),
});
const cells = ({ rate, p50, p99 }: Load) => [rate.toFixed(0), p50.toFixed(1), p99.toFixed(1)];

/** Benchmarks each URL in turn, in every round. Returns the results for each URL by round. */
async function inTurn(urls: readonly string[], connections: number): Promise<Load[][]> {
  const loads: Load[][] = urls.map(() => []);
  for (let round = 0; round < ROUNDS; round += 1)
    for (const [index, url] of urls.entries())
      loads[index]?.push(await measure({ url, connections }, SECONDS));
  return loads;
}

/** Returns the median, over all rounds, of the ratio between the request rates in `loads` and `base`. */
const ratioOf = (loads: readonly Load[], base: readonly Load[]) =>
  median(loads.map(({ rate }, round) => rate / (base[round]?.rate ?? Number.NaN)));

const site = await startServedSite(PORT);
try {
  const constant: unknown = await (await fetch(`${site.origin}/api${CALLS[0]}`)).json();
  const bare = await startBareSite({ port: PORT + 1, constant });
  try {
    const urls = [`${bare.origin}/constant`, ...CALLS.map((call) => `${site.origin}/api${call}`)];
    for (const url of urls) await warmUp({ url });
    const rows: string[][] = [];
    for (const connections of CONNECTIONS) {
      const [base, ...ours] = await inTurn(urls, connections);
      if (!base) throw new Error('the bare handler was not measured');
      rows.push(['bare route handler', String(connections), ...cells(middle(base)), '1.00']);
      ours.forEach((loads, index) => {
        rows.push([
          CALLS[index] ?? '',
          String(connections),
          ...cells(middle(loads)),
          ratioOf(loads, base).toFixed(2),
        ]);
      });
    }
    console.log(
      `\nGET, autocannon, ${SECONDS} s each, medians of ${ROUNDS} rounds in turn, ratios within each round:\n`,
    );
    printTable(['call', 'connections', 'requests/s', 'p50 ms', 'p99 ms', 'ratio'], rows);
  } finally {
    await bare.stop();
  }

  const requests = signInRequests(site.origin, CHAIN_ID);
  const signIns: string[][] = [];
  const rates: number[] = [];
  await warmUp({ url: site.origin, requests });
  for (const connections of CONNECTIONS) {
    const loads: Load[] = [];
    for (let round = 0; round < ROUNDS; round += 1)
      loads.push(await measure({ url: site.origin, connections, requests }, SECONDS));
    const load = middle(loads);
    // A sign-in takes two requests.
    const rate = load.rate / 2;
    rates.push(rate);
    signIns.push([String(connections), rate.toFixed(0), load.p50.toFixed(1), load.p99.toFixed(1)]);
  }
  console.log('\nSign-ins (a nonce, then a sign-in by it), latencies of either request:\n');
  printTable(['connections', 'sign-ins/s', 'p50 ms', 'p99 ms'], signIns);

  const alone = await libraryRates(BENCH_DATA_DIR, 16, SECONDS);
  const fastest = Math.max(...rates);
  console.log('\nCalls into libraries of a sign-in, each alone, 16 at once, from one process:\n');
  printTable(
    ['call', 'calls/s', 'sign-ins against it'],
    Object.entries(alone).map(([name, rate]) => [name, rate.toFixed(0), (fastest / rate).toFixed(2)]),
  );
} finally {
  await site.stop();
}
