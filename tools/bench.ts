import { spawnSync } from 'node:child_process';

/** Names of the scripts in tools/bench, each with a description of what it measures. */
const benches = new Map([
  ['site', 'weight and throughput of the pages, beside a bare Next page (needs wrk)'],
  ['lighthouse', 'Lighthouse scores of the pages'],
  ['api', "throughput of the API's calls, beside a Node server and another checkout, and of sign-ins"],
  ['streams', 'memory and latency of thousands of price streams, beside another checkout'],
  ['messages', 'delivery of encrypted messages through two instances'],
  ['transfers', 'transfers without a fee: time until they are confirmed, and rate while relayers are killed'],
  ['payments', 'time from the block of a payment until the receive screen shows it'],
  [
    'card',
    'time of decisions on card purchases beside a bare handler, and from a freeze to the first declined one',
  ],
  ['signing', 'time until a request can be read, with an ERC-7730 descriptor and without'],
  ['wallet', 'weight and time of the connect dialog, beside RainbowKit and AppKit'],
  ['pages', "time to the first content of each wallet page, and its code's weight"],
  ['scale', 'longest main-thread task with thousands of tokens, transactions and NFTs'],
]);

const [name = '', ...args] = process.argv.slice(2);
if (!benches.has(name)) {
  const lines = [...benches].map(([bench, measured]) => `  ${bench.padEnd(12)}${measured}`);
  console.error(['usage: npm run bench -- NAME [ARGUMENTS]', ...lines].join('\n'));
  process.exit(2);
}
const { status } = spawnSync('tsx', ['--tsconfig=tools/tsconfig.json', `tools/bench/${name}.ts`, ...args], {
  stdio: 'inherit',
  shell: process.platform === 'win32',
});
process.exitCode = status ?? 1;
