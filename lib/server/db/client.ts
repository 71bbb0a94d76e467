import 'server-only';
import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres';
import { Pool } from 'pg';
import { serverEnv } from '@/lib/env';
import { log } from '../log';

type Connections = { pool: Pool; db: NodePgDatabase };

/** Kept on the global object: Next gives routes and instrumentation a copy of this module each. */
const key = Symbol.for('tidewell.database');
const registry = globalThis as typeof globalThis & { [key]?: Connections };

function connections(): Connections {
  const known = registry[key];
  if (known) return known;
  const pool = new Pool({
    connectionString: serverEnv().DATABASE_URL,
    max: 10,
    connectionTimeoutMillis: 5_000,
    statement_timeout: 15_000,
  });
  pool.on('error', (error) => log.warn({ err: error }, 'an idle database connection was lost'));
  const made = { pool, db: drizzle(pool) };
  registry[key] = made;
  return made;
}

/** The database, over a pool made at the first call. */
export const database = (): NodePgDatabase => connections().db;

/** A transaction handle or the database itself. */
export type Queryable = Pick<NodePgDatabase, 'select' | 'insert' | 'update' | 'delete' | 'execute'>;

/** Ends the pool; the next use makes another. */
export async function closeDatabase(): Promise<void> {
  const known = registry[key];
  delete registry[key];
  await known?.pool.end();
}
