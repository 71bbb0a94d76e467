import { startBareSite } from './bare-site';
import { libraryRates } from './library-calls';
import { type Load, measure, warmUp } from './load';
import { loginRequests } from './login-requests';
import { BENCH_DATA_DIR, startServedSite } from './served-site';
import { median, printTable } from './table';

/** The same as of the other benches, whose build this one then shares. */
const PORT = 3431;
const CONNECTIONS = [1, 16, 128];
/** Many and short: what else the machine does falls on a round as a whole, and a round is compared within itself. */
const ROUNDS = 15;
/** Seconds of each measurement; another number may be given as an argument. */
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

/** Measures each of `urls` in turn, round after round: the loads of each, by round. */
async function inTurn(urls: readonly string[], connections: number): Promise<Load[][]> {
  const loads: Load[][] = urls.map(() => []);
  for (let round = 0; round < ROUNDS; round += 1)
    for (const [index, url] of urls.entries())
      loads[index]?.push(await measure({ url, connections }, SECONDS));
  return loads;
}

/** How the rates of `loads` stand to those of `base` in the same rounds: the median. */
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

  const requests = loginRequests(site.origin, CHAIN_ID);
  const logins: string[][] = [];
  const rates: number[] = [];
  await warmUp({ url: site.origin, requests });
  for (const connections of CONNECTIONS) {
    const loads: Load[] = [];
    for (let round = 0; round < ROUNDS; round += 1)
      loads.push(await measure({ url: site.origin, connections, requests }, SECONDS));
    const load = middle(loads);
    // Two requests are one login.
    const rate = load.rate / 2;
    rates.push(rate);
    logins.push([String(connections), rate.toFixed(0), load.p50.toFixed(1), load.p99.toFixed(1)]);
  }
  console.log('\nLogins (a nonce, then a login by it), latencies of either request:\n');
  printTable(['connections', 'logins/s', 'p50 ms', 'p99 ms'], logins);

  const alone = await libraryRates(BENCH_DATA_DIR, 16, SECONDS);
  const fastest = Math.max(...rates);
  console.log('\nCalls into libraries of a login, each alone, 16 at once, from one process:\n');
  printTable(
    ['call', 'calls/s', 'logins against it'],
    Object.entries(alone).map(([name, rate]) => [name, rate.toFixed(0), (fastest / rate).toFixed(2)]),
  );
} finally {
  await site.stop();
}
