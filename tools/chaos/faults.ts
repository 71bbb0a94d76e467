import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdir, open, rm } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { Client } from 'pg';
import sharp from 'sharp';
import { coinPrices } from '@/lib/api/schemas/price';
import { PRICE_PLATFORMS } from '@/lib/settings/settings-schema';
import { demoAccount } from '@/scripts/launcher/chains/anvil-client';
import { recordFile } from '@/scripts/launcher/chains/anvil-process';
import { readRecord } from '@/server/process/process-record';
import { E2E_ORIGIN } from '@/tests/support/e2e-site';
import { freeze, postgresPids } from '@/tests/support/freeze';
import { callSite, tokenOn } from '@/tests/support/site-instance';
import type { LoadSite } from '../soak/load-site';
import { describeOutcomes } from '../soak/tally';
import { clockFault } from './clock';
import { exhaustPools, POOL_SIZE } from './exhaust';
import type { Fault } from './fault';

const run = promisify(execFile);

async function withClient<Result>(url: string, use: (client: Client) => Promise<Result>): Promise<Result> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    return await use(client);
  } finally {
    await client.end();
  }
}

const isRoot = () => process.getuid?.() === 0;
const noDisk = () => (isRoot() && process.platform === 'linux' ? null : 'only root can mount a small disk');
/** As many as a client may have in a minute, half of them during the fault. */
const NONCES = 30;
/** SQLSTATE of PostgreSQL. */
const DISK_FULL = '53100';
const CHUNK_BYTES = 1_048_576;

/** Fills the disk of a folder to the last block. Returns how to free it. */
async function fillDisk(folder: string): Promise<() => Promise<void>> {
  const file = path.join(folder, 'filler');
  const handle = await open(file, 'w');
  for (let size = CHUNK_BYTES; size >= 512; )
    try {
      await handle.appendFile(Buffer.alloc(size));
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && error.code === 'ENOSPC')) throw error;
      size /= 2;
    }
  await handle.close();
  return () => rm(file, { force: true });
}

/** Uses up the room in the blocks of the nonces, so that the next nonce needs another block. @throws unless the disk is full. */
async function useUpBlocks(databaseUrl: string): Promise<void> {
  const text = `insert into nonces select 'filler' || n, '0x', 31337, '', '', '', now(), now() from generate_series(1, 100000) n`;
  try {
    await withClient(databaseUrl, (client) => client.query(text));
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === DISK_FULL) return;
    throw error;
  }
  throw new Error('the disk of PostgreSQL is not full');
}

/** Folders on small disks of their own, which only root can mount. */
export const smallDisk = {
  async mount(folder: string, megabytes: number): Promise<void> {
    await mkdir(folder, { recursive: true });
    await run('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m`, 'tidewell-chaos', folder]);
  },
  unmount: (folder: string) => run('umount', ['--lazy', folder]).then(() => undefined),
};

/** Uploads a picture of 100 kB, whose file is not stored yet. */
async function uploadNoise({ instances: [first] }: LoadSite): Promise<number> {
  const { width, height } = { width: 256, height: 256 };
  const raw = { width, height, channels: 3 } as const;
  const picture = await sharp(randomBytes(width * height * 3), { raw })
    .png()
    .toBuffer();
  const body = new FormData();
  body.append('file', new File([new Uint8Array(picture)], 'noise.png', { type: 'image/png' }));
  const token = await tokenOn(first.origin, demoAccount(9));
  const headers = { Origin: E2E_ORIGIN, Authorization: `Bearer ${token}` };
  return (await fetch(`${first.origin}/api/upload/avatar`, { method: 'POST', headers, body })).status;
}

/** Returns the price of a coin in US dollars. */
async function priceOf({ instances: [first] }: LoadSite, coinId: number): Promise<number> {
  const { data } = await callSite(first.origin, '/coin/pricing');
  return Number(coinPrices.parse(data).find((entry) => entry.coinId === coinId)?.price);
}

/**
 * The faults of a round, in order. `uploads` is the folder of the pictures, which is on a small disk if root runs this, and
 * `clock` the file with the first instance's clock.
 */
export const faultsOf = (uploads: string, clock: string): readonly Fault[] => [
  {
    name: 'an instance is killed (kill -9), and started again',
    expected: 'either',
    start: async ({ instances: [first] }) => {
      await first.kill();
      return () => first.start();
    },
  },
  {
    name: 'PostgreSQL is killed (kill -9), and started again',
    expected: 'either',
    start: async ({ services }) => {
      await services.crashDatabase();
      return async () => undefined;
    },
  },
  {
    name: 'PostgreSQL is frozen',
    expected: 'not ready',
    start: async ({ services }) => freeze(await postgresPids(services.dir)),
  },
  {
    name: 'all database connections are ended, again and again',
    expected: 'either',
    start: async ({ services }) => {
      const end = () =>
        withClient(services.databaseUrl, (client) =>
          client.query(
            "select pg_terminate_backend(pid) from pg_stat_activity where application_name like 'tidewell%' and pid <> pg_backend_pid()",
          ),
        );
      await end();
      let last: Promise<unknown> = Promise.resolve();
      const timer = setInterval(() => {
        last = end();
      }, 1_000);
      return async () => {
        clearInterval(timer);
        await last;
      };
    },
  },
  {
    name: 'the table of sessions is locked',
    expected: 'ready',
    start: async ({ services }) => {
      const client = new Client({ connectionString: services.databaseUrl });
      await client.connect();
      await client.query('begin; lock table sessions');
      return () => client.end();
    },
  },
  {
    // A lock must not make a load balancer remove all instances, so only the metrics show it.
    name: 'all connections to the database are in use',
    expected: 'ready',
    // The calls fail after five seconds (DATABASE_WAIT_SECONDS), which frees the connections.
    noticeMs: 1_000,
    start: exhaustPools,
    signs: [
      { series: 'tidewell_database_waiting', isShown: (value) => value > 0, polls: 'one' },
      {
        series: 'tidewell_database_connections{state="busy"}',
        isShown: (value) => value >= POOL_SIZE,
        polls: 'one',
      },
    ],
  },
  {
    name: 'a chain’s node is frozen',
    expected: 'not ready',
    signs: [
      { series: 'tidewell_chain_up{chain="31337"}', isShown: (value) => value === 0, polls: 'all' },
      {
        series: 'tidewell_chain_up{chain="31338"}',
        isShown: (value) => value === 1,
        polls: 'all',
        lasts: true,
      },
    ],
    // A node may answer late: each request is tried twice, for five seconds.
    noticeMs: 15_000,
    start: async ({ services }) => {
      const record = await readRecord(recordFile(path.join(services.dir, 'chains', '31337')));
      if (!record) throw new Error('the chain has no process');
      return freeze([record.pid]);
    },
  },
  {
    name: 'a chain is rewound, with other blocks in place',
    expected: 'ready',
    start: async ({ services: { chain } }) => {
      const snapshot = await chain.client.snapshot();
      return async () => {
        await chain.client.revert({ id: snapshot });
        await chain.client.mine({ blocks: 200 });
      };
    },
  },
  {
    name: 'the disk of the uploads is full',
    expected: 'ready',
    impossible: noDisk,
    start: () => fillDisk(uploads),
    signs: [{ series: 'tidewell_uploads_free_bytes', isShown: (value) => value < CHUNK_BYTES, polls: 'all' }],
    probe: async (site, when) => {
      const status = await uploadNoise(site);
      return { seen: `upload ${when}: ${status}`, isRight: status === (when === 'during' ? 503 : 200) };
    },
  },
  {
    name: 'the disk of PostgreSQL is full',
    expected: 'either',
    impossible: noDisk,
    start: async ({ services }) => {
      const free = await fillDisk(services.dir);
      await useUpBlocks(services.databaseUrl);
      return async () => {
        await free();
        await services.restartDatabase();
      };
    },
    // Enough new rows that the table needs another block.
    probe: async ({ instances: [first] }, when) => {
      const counts = new Map<number, number>();
      for (let call = 0; call < NONCES; call += 1) {
        const { code } = await callSite(first.origin, '/user/generateNonce', {
          body: { address: demoAccount(9).address, chainId: '31337' },
        });
        counts.set(code, (counts.get(code) ?? 0) + 1);
      }
      const seen = `nonces ${when}: ${describeOutcomes(counts)}`;
      return { seen, isRight: when === 'during' ? !counts.has(500) : !counts.has(500) && !counts.has(503) };
    },
  },
  {
    name: 'one price source lies, and the others are gone',
    expected: 'ready',
    // 20 seconds after its socket closed, a source is polled over HTTP. It counts as down if that fails as well.
    noticeMs: 27_000,
    // The service reconnects to a recovered source within a minute.
    signs: PRICE_PLATFORMS.map((source, index) => ({
      series: `tidewell_price_source_state{source="${source}",state="${index === 0 ? 'up' : 'down'}"}`,
      isShown: (value: number) => value === 1,
      polls: 'all' as const,
      ofLeader: true,
      lasts: true,
    })),
    start: async ({ platforms, liars }) => {
      const [liar, ...others] = platforms;
      if (!liar) throw new Error('there is no price platform');
      liars.add(liar);
      for (const platform of others) {
        platform.refusesRest = true;
        platform.refusesSockets = true;
        platform.drop();
      }
      const before = new Map(liar.prices);
      for (const pair of before.keys()) liar.trade(pair, '0.01');
      return async () => {
        for (const platform of others) {
          platform.refusesRest = false;
          platform.refusesSockets = false;
        }
        for (const [pair, price] of before) liar.trade(pair, price);
        liars.delete(liar);
      };
    },
    probe: async (site, when) => {
      const price = await priceOf(site, 1);
      return { seen: `ETH ${when}: ${price}`, isRight: price > 3_000 && price < 4_000 };
    },
  },
  {
    name: 'the proxy is cut',
    expected: 'ready',
    start: async ({ proxy }) => {
      proxy.cut(true);
      return async () => proxy.cut(false);
    },
  },
  clockFault(clock, '-5m'),
  clockFault(clock, '+5m'),
];
