import 'server-only';
import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres';
import { Pool } from 'pg';
import { databaseEnv, serverEnv } from '@/lib/settings/env';
import { ApiError } from '../http/api-error';
import { describeError, log } from '../log';

type Connections = { pool: Pool; db: NodePgDatabase };
type Kind = 'lasting' | 'forgettable';

/** Maximum number of database connections for writes that may be lost in a crash. */
export const NON_DURABLE_CONNECTIONS = 4;

/** Stored on globalThis, because Next loads this module separately for routes and instrumentation. */
const key = Symbol.for('tidewell.database');
const registry = globalThis as typeof globalThis & { [key]?: Partial<Record<Kind, Connections>> };

function connections(kind: Kind = 'lasting'): Connections {
  const known = registry[key]?.[kind];
  if (known) return known;
  const { DATABASE_URL, DATABASE_POOL_SIZE, DATABASE_WAIT_SECONDS } = databaseEnv();
  const pool = new Pool({
    connectionString: DATABASE_URL,
    application_name: 'tidewell',
    ...(kind === 'lasting'
      ? { max: DATABASE_POOL_SIZE }
      : { max: NON_DURABLE_CONNECTIONS, options: '-c synchronous_commit=off' }),
    connectionTimeoutMillis: DATABASE_WAIT_SECONDS * 1_000,
    statement_timeout: 15_000,
    // Unlike `statement_timeout`, also applies if the server disappears without closing the connection.
    query_timeout: 20_000,
    keepAlive: true,
  });
  pool.on('error', (error) =>
    log.warn({ err: describeError(error) }, 'an idle database connection was lost'),
  );
  // Without a listener, an error between two queries of a transaction would crash the process. The next query fails.
  pool.on('connect', (client) => client.on('error', () => undefined));
  const made = { pool, db: drizzle(pool) };
  registry[key] = { ...registry[key], [kind]: made };
  return made;
}

/** Returns the database. The connection pool is created on first use. */
export const database = (): NodePgDatabase => connections().db;

/**
 * Runs a transaction on a connection from the pool. Unlike `database().transaction`, it releases the connection even if
 * `begin` fails. Drizzle would leak a connection each time the server becomes unreachable.
 */
export async function inTransaction<Result>(run: (db: Queryable) => Promise<Result>): Promise<Result> {
  const client = await connections().pool.connect();
  try {
    const result = await drizzle(client).transaction(run);
    client.release();
    return result;
  } catch (error) {
    // After any error except an ApiError, the connection's state is unknown, so it's destroyed instead of reused.
    client.release(!(error instanceof ApiError));
    throw error;
  }
}

/**
 * Returns the same database for writes that may be lost if its server crashes: commits don't wait for the disk
 * (`synchronous_commit` is off). A later durable commit over `database()` makes these writes durable, too.
 */
export const nonDurableDatabase = (): NodePgDatabase => connections('forgettable').db;

/** Returns the connection pool of `nonDurableDatabase`, for libraries that write their own SQL. */
export const nonDurablePool = (): Pool => connections('forgettable').pool;

/** Returns the pool's connection counts and the number of calls waiting for a connection. */
export function poolState(): { total: number; idle: number; waiting: number; limit: number } {
  const pool = registry[key]?.lasting?.pool;
  return {
    total: pool?.totalCount ?? 0,
    idle: pool?.idleCount ?? 0,
    waiting: pool?.waitingCount ?? 0,
    limit: serverEnv().DATABASE_POOL_SIZE,
  };
}

/** A transaction handle or the database itself. */
export type Queryable = Pick<NodePgDatabase, 'select' | 'insert' | 'update' | 'delete' | 'execute'>;

/** Closes all connection pools. New ones are created on next use. */
export async function closeDatabase(): Promise<void> {
  const known = registry[key];
  delete registry[key];
  await Promise.all([known?.lasting?.pool.end(), known?.forgettable?.pool.end()]);
}
