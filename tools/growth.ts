import { parseArgs } from 'node:util';
import { Client } from 'pg';
import { demoAccount } from '@/scripts/launcher/chains/anvil-client';
import { freePort } from '@/server/process/process';
import { type Block, fill, GROWING_TABLES } from '@/tests/support/fill-tables';
import { buildOnce, type SiteInstance, startInstance, tokenOn } from '@/tests/support/site-instance';
import { startSiteServices } from '@/tests/support/site-services';
import { printTable } from './bench/served-site';
import { type Site, TIMED_CALLS, timeCall } from './growth/api-calls';
import { type CallTimes, GOAL_RATIO, rate } from './growth/report';

/** The full size (`--scale=1`). */
const FULL = { users: 1_000_000, deposits: 5_000_000, expired: 10_000_000, pricePoints: 1_000_000 };
const BLOCKS = 100;
const PLANS = [{ id: 31337, name: 'Local chain 1', preferredPort: 3620 }];

const { values } = parseArgs({
  options: { scale: { type: 'string', default: '1' }, rounds: { type: 'string', default: '40' } },
});
const scale = Number(values.scale);
const rounds = Number(values.rounds);
if (!(scale > 0 && scale <= 1)) throw new Error('--scale needs a number above 0, at most 1');
if (!Number.isSafeInteger(rounds) || rounds < 1) throw new Error('--rounds needs a whole number above 0');

const sizeOf = (full: number) => Math.max(1_000, Math.round(full * scale));
const sizes = {
  users: sizeOf(FULL.users),
  deposits: sizeOf(FULL.deposits),
  expired: sizeOf(FULL.expired),
  pricePoints: sizeOf(FULL.pricePoints),
};

await buildOnce();
const services = await startSiteServices(PLANS);
const instances: SiteInstance[] = [];
const client = new Client({ connectionString: services.databaseUrl });
try {
  await client.connect();
  await client.query('create database empty');
  const emptyUrl = Object.assign(new URL(services.databaseUrl), { pathname: '/empty' }).href;
  const urls = { empty: emptyUrl, full: services.databaseUrl };
  const siteOn = async (name: 'empty' | 'full', index: number): Promise<Site> => {
    const instance = await startInstance(services, name, {
      DATABASE_URL: urls[name],
      PORT: String(await freePort(3610 + index)),
      UPLOADS_DIR: `${services.dir}/uploads-${name}`,
    });
    instances.push(instance);
    const account = demoAccount(1 + index);
    const token = await tokenOn(instance.origin, account);
    return { origin: instance.origin, account, token, chain: services.chain };
  };
  const sites = { empty: await siteOn('empty', 0), full: await siteOn('full', 1) };

  const { client: chain } = services.chain;
  await chain.mine({ blocks: BLOCKS });
  const head = await chain.getBlockNumber();
  const numbers = Array.from({ length: BLOCKS }, (_, index) => head - BigInt(BLOCKS - 1 - index));
  const blocks: Block[] = await Promise.all(numbers.map((blockNumber) => chain.getBlock({ blockNumber })));
  await fill(client, { sizes, chainId: 31337, blocks }, (what, ms) =>
    console.log(`${what}: ${(ms / 1_000).toFixed(1)} s`),
  );
  const { rows } = await client.query<{ name: string; rows: number; mb: number }>(
    `select relname as name, reltuples::int8 as rows, pg_total_relation_size(oid) / 1e6 as mb from pg_class
      where relname = any($1) order by 1`,
    [[...GROWING_TABLES]],
  );
  console.log('');
  printTable(
    ['table', 'rows', 'MB with indexes'],
    rows.map(({ name, rows: count, mb }) => [name, String(count), Number(mb).toFixed(0)]),
  );

  const times: CallTimes[] = TIMED_CALLS.map(({ name }) => ({ name, empty: [], full: [] }));
  // The first round only warms up.
  for (let round = 0; round <= rounds; round += 1)
    for (const [index, call] of TIMED_CALLS.entries())
      for (const kind of round % 2 === 0 ? (['empty', 'full'] as const) : (['full', 'empty'] as const)) {
        const ms = await timeCall(call, sites[kind]);
        if (round > 0) times[index]?.[kind].push(ms);
      }
  const rated = times.map(rate);
  console.log(`\nMedians of ${rounds} rounds, both databases in turn, with the clean-up running:\n`);
  printTable(
    ['call', 'p50 empty ms', 'p50 full ms', 'ratio'],
    rated.map(({ cells }) => cells),
  );
  if (rated.some(({ isSlow }) => isSlow)) {
    console.error(`A call takes more than ${GOAL_RATIO} times as long on the full database.`);
    process.exitCode = 1;
  }
} finally {
  await client.end();
  await Promise.all(instances.map((instance) => instance.stop()));
  await services.stop();
}
