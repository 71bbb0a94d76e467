import 'server-only';
import { sql } from 'drizzle-orm';
import { readHead } from '../chain/blocks';
import { listChains } from '../config/lists';
import { database } from '../db/client';
import journal from '../db/migrations/meta/_journal.json';
import { describeError, log } from '../log';

async function isTrue(what: string, check: () => Promise<boolean>): Promise<boolean> {
  try {
    return await check();
  } catch (error) {
    log.warn({ what, err: describeError(error) }, 'not ready');
    return false;
  }
}

async function isMigrated(): Promise<boolean> {
  const { rows } = await database().execute<{ done: string }>(
    sql`select count(*) as done from drizzle.__drizzle_migrations`,
  );
  return Number(rows[0]?.done) >= journal.entries.length;
}

/** Whether requests can be served: the database answers and has this version's tables, and every chain's node answers. */
export async function readiness(): Promise<{
  ready: boolean;
  database: boolean;
  chains: Record<number, boolean>;
}> {
  const migrated = await isTrue('database', isMigrated);
  const chains = migrated ? await listChains() : [];
  const states = await Promise.all(
    chains.map(
      async (chain) =>
        [chain.id, await isTrue(`chain ${chain.id}`, async () => (await readHead(chain)) >= 0n)] as const,
    ),
  );
  const ready = migrated && states.every(([, answers]) => answers);
  return { ready, database: migrated, chains: Object.fromEntries(states) };
}
