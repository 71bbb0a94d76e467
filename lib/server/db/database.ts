import 'server-only';
import { AsyncLocalStorage } from 'node:async_hooks';
import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres';
import { Pool, type PoolConfig } from 'pg';
import { databaseEnv, serverEnv } from '@/lib/settings/env';
import { ApiError } from '../http/api-error';
import { describeError, log } from '../log';

/** Areas that share DATABASE_POOL_SIZE equally. Each has its own pool, so a locked table can't stop the other areas. */
const SHARED_AREAS = ['account', 'transaction', 'session', 'public'] as const;
type SharedArea = (typeof SHARED_AREAS)[number];
/**
 * What a connection is used for:
 * - `public`: lists and prices that any visitor may read
 * - `session`: session tokens
 * - `account`: profiles, the writes of sign-ins, and everything else that belongs to an account
 * - `transaction`: verified transactions
 * - `chain`: the list of chains, which transactions need even if every other connection is in use
 * - `nonce`, `counter`: sign-in nonces with the counts of their calls, and the counts of all other calls. Commits don't wait
 *   for the disk (`synchronous_commit` is off), so a crash of the database server may undo them. A later durable commit makes
 *   them durable, too.
 * - `card`: decisions on card purchases, which must answer in time even if every other connection is in use
 * - `health`: readiness checks, which must answer even if every other connection is in use
 */
export type DatabaseArea = SharedArea | 'chain' | 'nonce' | 'counter' | 'card' | 'health';

/** Maximum number of connections that count calls other than nonces and sign-ins. */
export const COUNTER_CONNECTIONS = 4;
/** One is enough: concurrent calls share one read of the list. */
const CHAIN_CONNECTIONS = 1;
/** Maximum number of connections that store and delete nonces, and count the calls that do. */
export const NONCE_CONNECTIONS = 2;
/** Maximum number of connections that decide on card purchases. */
export const CARD_CONNECTIONS = 6;
/** Timeouts of a decision's statement, and of waiting for a connection. Less and more than the time that a decision has. */
const CARD_STATEMENT_MS = 1_000;
const CARD_WAIT_MS = 2_000;
const HEALTH_CONNECTIONS = 2;
/** Timeout of a readiness check and of each of its queries. Load balancers expect a response within a second. */
export const HEALTH_TIMEOUT_MS = 800;

const NOT_DURABLE = { options: '-c synchronous_commit=off' };

type Connections = { pool: Pool; db: NodePgDatabase };

/** Stored on globalThis, because Next loads this module separately for routes and instrumentation. */
const key = Symbol.for('tidewell.database');
const registry = globalThis as typeof globalThis & { [key]?: Partial<Record<DatabaseArea, Connections>> };

function poolConfig(area: DatabaseArea): PoolConfig {
  const { DATABASE_POOL_SIZE, DATABASE_WAIT_SECONDS } = databaseEnv();
  const waitMs = DATABASE_WAIT_SECONDS * 1_000;
  const timeouts = {
    connectionTimeoutMillis: waitMs,
    // A call behind a locked table fails as soon as one that gets no connection.
    lock_timeout: waitMs,
    statement_timeout: 15_000,
    // Unlike `statement_timeout`, also applies if the server disappears without closing the connection.
    query_timeout: 20_000,
  };
  switch (area) {
    case 'health':
      return {
        max: HEALTH_CONNECTIONS,
        connectionTimeoutMillis: HEALTH_TIMEOUT_MS,
        statement_timeout: HEALTH_TIMEOUT_MS,
        query_timeout: HEALTH_TIMEOUT_MS,
      };
    case 'chain':
      return { ...timeouts, max: CHAIN_CONNECTIONS };
    case 'card':
      return {
        max: CARD_CONNECTIONS,
        // Connections stay open, because the first statement of a new one takes long.
        idleTimeoutMillis: 0,
        connectionTimeoutMillis: CARD_WAIT_MS,
        statement_timeout: CARD_STATEMENT_MS,
        query_timeout: CARD_WAIT_MS,
      };
    case 'nonce':
      return { ...timeouts, ...NOT_DURABLE, max: NONCE_CONNECTIONS };
    case 'counter':
      return { ...timeouts, ...NOT_DURABLE, max: COUNTER_CONNECTIONS };
    default: {
      // Rounding down after adding the index makes the shares add up to the whole.
      const share = Math.floor((DATABASE_POOL_SIZE + SHARED_AREAS.indexOf(area)) / SHARED_AREAS.length);
      return { ...timeouts, max: share };
    }
  }
}

function connections(area: DatabaseArea): Connections {
  const known = registry[key]?.[area];
  if (known) return known;
  const pool = new Pool({
    connectionString: databaseEnv().DATABASE_URL,
    application_name: 'tidewell',
    keepAlive: true,
    ...poolConfig(area),
  });
  pool.on('error', (error) =>
    log.warn({ err: describeError(error) }, 'an idle database connection was lost'),
  );
  // Without a listener, an error between two queries of a transaction would crash the process. The next query fails.
  pool.on('connect', (client) => client.on('error', () => undefined));
  const made = { pool, db: drizzle(pool) };
  registry[key] = { ...registry[key], [area]: made };
  return made;
}

/** The transaction in which code runs. Stored on globalThis, because Next loads this module twice. */
const openKey = Symbol.for('tidewell.open-transaction');
const shared = globalThis as typeof globalThis & { [openKey]?: AsyncLocalStorage<{ isOpen: boolean }> };
shared[openKey] ??= new AsyncLocalStorage();
const openTransaction = shared[openKey];

/**
 * Returns whether the calling code runs in a transaction. Then it must not wait for anything else than its connection:
 * not for another connection, a store, a node, or any other host. If that hangs, so do all calls of the area. The price
 * leader and the migration hold an advisory lock meanwhile, so each has a connection outside of the pools.
 */
export const isInTransaction = (): boolean => openTransaction.getStore()?.isOpen === true;

function requireNoTransaction(): void {
  if (isInTransaction()) throw new Error('a transaction must not wait for another connection');
}

/**
 * Returns the database, over the connections of an area. They are opened on first use.
 * @throws Error in a transaction.
 */
export function database(area: DatabaseArea): NodePgDatabase {
  requireNoTransaction();
  return connections(area).db;
}

/** Returns the connection pool of an area, for named statements. */
export const areaPool = (area: 'account' | 'nonce' | 'counter' | 'card'): Pool => connections(area).pool;

/**
 * Returns a function that returns a prepared query of an area. It's built once, and parsed once per connection, which takes
 * most of a frequent query's time.
 */
export function preparedQuery<Query>(area: DatabaseArea, build: (db: NodePgDatabase) => Query): () => Query {
  const made = new WeakMap<NodePgDatabase, { query: Query }>();
  return () => {
    const db = database(area);
    const known = made.get(db) ?? { query: build(db) };
    made.set(db, known);
    return known.query;
  };
}

/**
 * Runs a transaction on a connection of an area. Unlike `database().transaction`, it releases the connection even if
 * `begin` fails. Drizzle would leak a connection each time the server becomes unreachable. `run` must not wait for
 * anything but its queries: `database` throws, and tests fail on any other network request.
 */
export async function inTransaction<Result>(
  area: SharedArea,
  run: (db: Queryable) => Promise<Result>,
): Promise<Result> {
  requireNoTransaction();
  const client = await connections(area).pool.connect();
  const opened = { isOpen: true };
  try {
    const result = await openTransaction.run(opened, () => drizzle(client).transaction(run));
    client.release();
    return result;
  } catch (error) {
    // After any error except an ApiError, the connection's state is unknown, so it's destroyed instead of reused.
    client.release(!(error instanceof ApiError));
    throw error;
  } finally {
    opened.isOpen = false;
  }
}

/** Returns the connection counts of the areas that share DATABASE_POOL_SIZE, and the number of calls that wait for one. */
export function poolState(): { total: number; idle: number; waiting: number; limit: number } {
  const pools = SHARED_AREAS.flatMap((area) => registry[key]?.[area]?.pool ?? []);
  const sum = (count: (pool: Pool) => number) => pools.reduce((total, pool) => total + count(pool), 0);
  return {
    total: sum((pool) => pool.totalCount),
    idle: sum((pool) => pool.idleCount),
    waiting: sum((pool) => pool.waitingCount),
    limit: serverEnv().DATABASE_POOL_SIZE,
  };
}

/** A transaction handle or the database itself. */
export type Queryable = Pick<NodePgDatabase, 'select' | 'insert' | 'update' | 'delete' | 'execute'>;

/** Closes all connection pools. New ones are created on next use. */
export async function closeDatabase(): Promise<void> {
  const known = Object.values(registry[key] ?? {});
  delete registry[key];
  await Promise.all(known.map(({ pool }) => pool.end()));
}
