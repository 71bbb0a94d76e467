import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { type IncomingMessage, request } from 'node:http';
import path from 'node:path';
import { buffer } from 'node:stream/consumers';
import { Pool } from 'pg';
import { createPublicClient, hashMessage, http, recoverAddress } from 'viem';
import { privateKeyToAccount } from 'viem/accounts';
import { chainsFileSchema } from '@/lib/evm/chains-file';
import { startPostgres } from '@/scripts/launcher/database/postgres';
import { startFixedServer } from './fixed-server';
import { inTurn } from './rounds';
import { BENCH_DATA_DIR, printTable, startServedSite } from './served-site';
import { callRate, recoverable, signIn, signInRequests, warmUp } from './sign-in-requests';

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
      'viem: code of an account (contracts only)': await callRate(atOnce, seconds, () =>
        node.getCode({ address }),
      ),
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
const ROUNDS = 7;
const CHAIN_ID = 31337;
/**
 * Seconds per measurement, and a checkout of another commit to compare signed-in reads with, such as the commit before a
 * change. It needs its own `node_modules`, and is built if it isn't.
 */
const [seconds = '1', parent] = process.argv.slice(2);
const SECONDS = Number(seconds);
/** Calls whose answers are the same for many clients. */
const SHARED_CALLS = ['/config/chainMapping', '/coin/all', '/coin/pricing', '/tokenlist.json'];
const SIGNED_IN_CALLS = ['/user/info', '/article/unreadCount'];

const rounds = (connections: number) => ({ connections, rounds: ROUNDS, seconds: SECONDS });
const note = `autocannon, ${SECONDS} s each, medians of ${ROUNDS} alternating rounds, ratios within each round`;

/** Returns a response's body as it's sent, compressed with gzip. */
async function packed(url: string): Promise<{ body: Buffer; etag: string }> {
  const sent = request(url, { headers: { 'accept-encoding': 'gzip' } }).end();
  const [answer]: IncomingMessage[] = await once(sent, 'response');
  if (!answer) throw new Error(`no response from ${url}`);
  return { body: await buffer(answer), etag: answer.headers.etag ?? '' };
}

/** Benchmarks shared answers against a Node server that sends the same bytes, or the same 304. */
async function measureShared(origin: string): Promise<void> {
  const rows: string[][] = [];
  for (const call of SHARED_CALLS) {
    const url = `${origin}/api${call}`;
    const { body, etag } = await packed(url);
    const type = { 'Content-Type': 'application/json', 'Content-Encoding': 'gzip', ETag: etag };
    const fixed = await startFixedServer(PORT + 1, body, type);
    try {
      for (const [status, condition] of [
        [200, {}],
        [304, { 'if-none-match': etag }],
      ] as const)
        for (const connections of [16, 128]) {
          const headers = { 'accept-encoding': 'gzip', ...condition };
          const targets = [fixed.url, url].map((target) => ({ url: target, headers }));
          for (const target of targets) await warmUp(target);
          const [base, own] = await inTurn(targets, rounds(connections));
          if (!base || !own) throw new Error('nothing was measured');
          const cells = [base.rate.toFixed(0), own.rate.toFixed(0), own.p99.toFixed(1), own.ratio.toFixed(2)];
          rows.push([`${call} ${status}`, String(connections), ...cells]);
        }
    } finally {
      fixed.stop();
    }
  }
  console.log(`\nShared answers with gzip (${note}):\n`);
  printTable(['call', 'connections', 'fixed Node server/s', 'requests/s', 'p99 ms', 'ratio'], rows);
}

/** Benchmarks signed-in reads against those of another checkout. */
async function measureSignedIn(origin: string, root: string): Promise<void> {
  const other = await startServedSite(PORT + 10, { root: path.resolve(root) });
  try {
    const sites = await Promise.all(
      [other.origin, origin].map(async (site) => ({
        site,
        headers: { authorization: `Bearer ${await signIn(site, CHAIN_ID)}`, 'accept-encoding': 'gzip' },
      })),
    );
    const rows: string[][] = [];
    for (const call of SIGNED_IN_CALLS) {
      const targets = sites.map(({ site, headers }) => ({ url: `${site}/api${call}`, headers }));
      for (const target of targets) await warmUp(target);
      const [base, own] = await inTurn(targets, rounds(16));
      if (!base || !own) throw new Error('nothing was measured');
      const cells = [base.rate.toFixed(0), own.rate.toFixed(0), own.p99.toFixed(1), own.ratio.toFixed(2)];
      rows.push([call, '16', ...cells]);
    }
    console.log(`\nSigned-in reads (${note}):\n`);
    printTable(['call', 'connections', 'other checkout/s', 'requests/s', 'p99 ms', 'ratio'], rows);
  } finally {
    await other.stop();
  }
}

/** Benchmarks sign-ins, and the library calls that they make. */
async function measureSignIns(origin: string): Promise<void> {
  const target = { url: origin, requests: signInRequests(origin, CHAIN_ID) };
  const rows: string[][] = [];
  const rates: number[] = [];
  await warmUp(target);
  for (const connections of [1, 16, 128]) {
    const [load] = await inTurn([target], rounds(connections));
    if (!load) throw new Error('nothing was measured');
    // A sign-in takes two requests.
    const rate = load.rate / 2;
    rates.push(rate);
    rows.push([String(connections), rate.toFixed(0), load.p50.toFixed(1), load.p99.toFixed(1)]);
  }
  console.log('\nSign-ins (a nonce, then a sign-in by it), latencies of either request:\n');
  printTable(['connections', 'sign-ins/s', 'p50 ms', 'p99 ms'], rows);

  const alone = await libraryRates(BENCH_DATA_DIR, 16, SECONDS);
  const fastest = Math.max(...rates);
  console.log('\nCalls into libraries of a sign-in, each alone, 16 at once, from one process:\n');
  printTable(
    ['call', 'calls/s', 'sign-ins against it'],
    Object.entries(alone).map(([name, rate]) => [name, rate.toFixed(0), (fastest / rate).toFixed(2)]),
  );
}

const site = await startServedSite(PORT);
try {
  await measureShared(site.origin);
  if (parent !== undefined) await measureSignedIn(site.origin, parent);
  await measureSignIns(site.origin);
} finally {
  await site.stop();
}
