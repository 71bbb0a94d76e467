import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import type { Address } from 'viem';
import { startChains } from '@/scripts/launcher/chains/anvil';
import type { ChainPlan } from '@/scripts/launcher/chains/anvil-process';
import { postgresBinaries, startServer } from '@/scripts/launcher/database/postgres-programs';
import { postgresUser } from '@/scripts/launcher/database/postgres-user';
import { readIfThere } from '@/server/process/file';
import { isAlive } from '@/server/process/process';
import { chainPlans } from './chain-plans';
import { deployPlain, plainChainsFile, type TestChain } from './plain-chains';
import { startEmptyPostgres } from './postgres';
import { until } from './until';

export type SiteServices = {
  dir: string;
  databaseUrl: string;
  chainsFile: string;
  chain: TestChain;
  chains: readonly TestChain[];
  /** Kills PostgreSQL as a crash would (kill -9), and restarts it on the same port. */
  crashDatabase: () => Promise<void>;
  /** Starts PostgreSQL again, if it has ended. */
  restartDatabase: () => Promise<void>;
  stop: () => Promise<void>;
};

const placeIn = (dir: string) => ({ data: path.join(dir, 'postgres'), log: path.join(dir, 'postgres.log') });

async function postgresPid(dir: string): Promise<number | null> {
  const text = await readIfThere(path.join(placeIn(dir).data, 'postmaster.pid'));
  const pid = Number(text?.split('\n')[0]);
  return pid > 0 && isAlive(pid) ? pid : null;
}

/** Starts PostgreSQL on its former port, unless it is running. */
async function startAgain(dir: string, url: string): Promise<void> {
  if ((await postgresPid(dir)) !== null) return;
  const user = await postgresUser([dir, postgresBinaries().pgCtl]);
  // PostgreSQL can't start while its former child processes still use its memory, and they exit with a delay.
  await until(
    () =>
      startServer(user, placeIn(dir), Number(new URL(url).port)).then(
        () => true,
        () => false,
      ),
    'the next start of PostgreSQL',
    60_000,
  );
}

async function crash(dir: string, url: string): Promise<void> {
  const pid = await postgresPid(dir);
  if (pid === null) throw new Error('PostgreSQL is not running');
  process.kill(pid, 'SIGKILL');
  await until(async () => !isAlive(pid), 'the end of PostgreSQL');
  await startAgain(dir, url);
}

/**
 * Starts PostgreSQL and two chains with a vault each, for the site's processes. Their data is in a new folder in
 * `parent`. With a `cardOperator`, each chain also has the contract of card accounts.
 */
export async function startSiteServices(
  plans: readonly ChainPlan[] = chainPlans,
  parent = os.tmpdir(),
  cardOperator?: Address,
): Promise<SiteServices> {
  const dir = await mkdtemp(path.join(parent, 'tidewell-site-'));
  const postgres = await startEmptyPostgres(dir);
  const chains: TestChain[] = [];
  for (const chain of await startChains(dir, { plans })) chains.push(await deployPlain(chain, cardOperator));
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
    restartDatabase: () => startAgain(dir, postgres.url),
    stop: async () => {
      await Promise.all(chains.map((started) => started.stop()));
      await postgres.stop();
      await rm(dir, { recursive: true, force: true });
    },
  };
}
