import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { startChains } from '@/scripts/launcher/chains/anvil';
import type { ChainPlan } from '@/scripts/launcher/chains/anvil-process';
import { startPostgres } from '@/scripts/launcher/database/postgres';
import { postgresBinaries, startServer } from '@/scripts/launcher/database/postgres-programs';
import { postgresUser } from '@/scripts/launcher/database/postgres-user';
import { isAlive } from '@/scripts/launcher/process';
import { chainPlans } from './chain-plans';
import { deployPlain, plainChainsFile, type TestChain } from './plain-chains';
import { until } from './until';

export type SiteServices = {
  dir: string;
  databaseUrl: string;
  chainsFile: string;
  chain: TestChain;
  chains: readonly TestChain[];
  /** Kills PostgreSQL as a crash would (kill -9), and restarts it on the same port. */
  crashDatabase: () => Promise<void>;
  stop: () => Promise<void>;
};

async function crash(dir: string, url: string): Promise<void> {
  const place = { data: path.join(dir, 'postgres'), log: path.join(dir, 'postgres.log') };
  const pid = Number((await readFile(path.join(place.data, 'postmaster.pid'), 'utf8')).split('\n')[0]);
  process.kill(pid, 'SIGKILL');
  await until(async () => !isAlive(pid), 'the end of PostgreSQL');
  const user = await postgresUser([dir, postgresBinaries().pgCtl]);
  // PostgreSQL can't start while its former child processes still use its memory, and they exit with a delay.
  await until(
    () =>
      startServer(user, place, Number(new URL(url).port)).then(
        () => true,
        () => false,
      ),
    'the next start of PostgreSQL',
    60_000,
  );
}

/** Starts PostgreSQL and two chains with a vault each, for the site's processes. */
export async function startSiteServices(plans: readonly ChainPlan[] = chainPlans): Promise<SiteServices> {
  const dir = await mkdtemp(path.join(os.tmpdir(), 'tidewell-site-'));
  const postgres = await startPostgres(dir);
  const chains: TestChain[] = [];
  for (const chain of await startChains(dir, { plans })) chains.push(await deployPlain(chain));
  const [chain] = chains;
  if (!chain) throw new Error('the chains did not start');
  const chainsFile = path.join(dir, 'chains.json');
  await writeFile(chainsFile, JSON.stringify(plainChainsFile(chains)));
  return {
    dir,
    databaseUrl: postgres.url,
    chainsFile,
    chain,
    chains,
    crashDatabase: () => crash(dir, postgres.url),
    stop: async () => {
      await Promise.all(chains.map((started) => started.stop()));
      await postgres.stop();
      await rm(dir, { recursive: true, force: true });
    },
  };
}
