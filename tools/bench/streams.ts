import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { Pool } from 'pg';
import { startPostgres } from '@/scripts/launcher/database/postgres';
import { projectRoot } from '@/scripts/launcher/settings';
import { readRecord } from '@/server/process/process-record';
import { residentMb } from '../soak/samples';
import { percentile } from '../soak/tally';
import { BENCH_DATA_DIR, median, printTable, startServedSite } from './served-site';
import { PriceCrowd } from './streams/price-crowd';

/** Same ports as the API's benchmark, so that they share builds. */
const PORT = 3431;
const PARENT_PORT = 3441;
const EVENT_INTERVAL_MS = 5_000;
const PATIENCE_MS = 10_000;
/** Priced by the demo chain's exchanges, which write at most every few seconds. */
const COIN_ID = 2;
/** Number of last samples whose median is the memory in the end. */
const LAST_SAMPLES = 5;

/**
 * Minutes with each number of streams, a checkout of another commit to compare with (`-` for none), and numbers of streams. The
 * other checkout needs its own `node_modules`, and is built if it isn't.
 */
const [minutes = '10', parent = '-', ...given] = process.argv.slice(2);
const COUNTS = given.length > 0 ? given.map(Number) : [1_000, 5_000];

/** A running site, its price streams, and what was measured of it. */
async function startMeasured(name: string, port: number, root: string) {
  // The site takes the readers for clients of a proxy, because one client may have only 20 streams.
  const site = await startServedSite(port, { root, env: { TRUSTED_PROXIES: '127.0.0.1/32' } });
  const dataDir = path.resolve(root, BENCH_DATA_DIR);
  const record = await readRecord(path.join(dataDir, 'site.json'));
  if (!record) throw new Error(`${name} isn't running`);
  const pool = new Pool({ connectionString: (await startPostgres(dataDir)).url, max: 1 });
  const crowd = new PriceCrowd(site.origin);
  const memory = () => residentMb(record.pid);
  return {
    name,
    crowd,
    memory,
    idleMb: await memory(),
    /** Changes a price, and measures how long it takes until it has reached all streams. */
    send: (price: string) =>
      crowd.receive(
        `"price":"${price}"`,
        async () => {
          await pool.query(
            `with written as (update prices set price = $1, at = now() where coin_id = $2 returning 1)
              select pg_notify('prices', '') from written`,
            [price, COIN_ID],
          );
        },
        PATIENCE_MS,
      ),
    stop: async () => {
      crowd.leave();
      await pool.end();
      await site.stop();
    },
  };
}

type Measured = Awaited<ReturnType<typeof startMeasured>>;

/** Keeps streams open at all sites, and returns a row of the table for each site. */
async function measure(sites: readonly Measured[], from: number, count: number): Promise<string[][]> {
  await Promise.all(sites.map(({ crowd }) => crowd.grow(from, count)));
  const found = sites.map(() => ({ times: [] as number[], missed: 0, memory: [] as number[] }));
  const end = performance.now() + Number(minutes) * 60_000;
  for (let event = 0; performance.now() < end; event += 1) {
    for (const [index, site] of sites.entries()) {
      await delay(EVENT_INTERVAL_MS / sites.length);
      const { times, missed } = await site.send(`1.${String(count + event).padStart(6, '0')}1`);
      found[index]?.times.push(...times);
      found[index]?.memory.push(await site.memory());
      if (found[index]) found[index].missed += missed;
    }
  }
  const memories = found.map(({ memory }) => median(memory.slice(-LAST_SAMPLES)));
  return sites.map(({ name, crowd, idleMb }, index) => {
    const { times = [], missed = Number.NaN } = found[index] ?? {};
    const mb = memories[index] ?? Number.NaN;
    return [
      `${name}, ${count} streams`,
      String(crowd.size),
      idleMb.toFixed(0),
      mb.toFixed(0),
      (mb / (memories[0] ?? Number.NaN)).toFixed(2),
      String(times.length),
      percentile(times, 0.5).toFixed(0),
      percentile(times, 0.99).toFixed(0),
      String(missed),
      String(crowd.broken),
    ];
  });
}

const sites: Measured[] = [];
try {
  if (parent !== '-')
    sites.push(await startMeasured('the other checkout', PARENT_PORT, path.resolve(parent)));
  sites.push(await startMeasured('this checkout', PORT, projectRoot));
  const rows: string[][] = [];
  for (const [index, count] of COUNTS.entries())
    rows.push(...(await measure(sites, COUNTS[index - 1] ?? 0, count)));
  console.log(
    `\nPrice streams of one instance, ${minutes} min each, a change every ${EVENT_INTERVAL_MS / 1_000} s:\n`,
  );
  printTable(
    ['site', 'open', 'MB before', 'MB', 'ratio', 'events', 'p50 ms', 'p99 ms', 'missed', 'broken'],
    rows,
  );
} finally {
  for (const site of sites) await site.stop();
}
