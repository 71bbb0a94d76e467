import { randomBytes } from 'node:crypto';
import { chown, lchown, mkdir, readdir, realpath, rename, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { Client } from 'pg';
import { readIfThere, writeWhole } from '@/server/process/file';
import { freePort, isOurs, isPortFree } from '@/server/process/process';
import { initCluster, postgresBinaries, startServer, stopServer } from './postgres-programs';
import { type PostgresUser, postgresUser } from './postgres-user';

const ROLE = 'tidewell';
const ATTEMPTS = 4;

/** A PostgreSQL server that the launcher runs. */
export interface LocalPostgres {
  /** Connection URL of the database, including the password. */
  url: string;
  /** Whether a killed launcher left this server running. */
  reused: boolean;
  /** Process ID of the server, which isn't a child of this process. */
  pid: number;
  /** Ends open sessions and stops the server. With `force`, stops immediately, and the next start recovers the data. */
  stop: (options?: { force?: boolean }) => Promise<void>;
}

const urlOf = (password: string, port: number, database: string) =>
  `postgresql://${ROLE}:${password}@127.0.0.1:${port}/${database}`;

async function withClient<Result>(url: string, use: (client: Client) => Promise<Result>): Promise<Result> {
  const client = new Client({ connectionString: url, connectionTimeoutMillis: 60_000 });
  // Ignore the error event of a broken idle connection, because the next query reports it.
  client.on('error', () => undefined);
  await client.connect();
  try {
    return await use(client);
  } finally {
    await client.end();
  }
}

/** Returns the running server that is recorded in `postmaster.pid`, unless the file was copied from another folder. */
async function serverOn(data: string): Promise<{ pid: number; port: number } | undefined> {
  const [pid, folder = '', , port] =
    (await readIfThere(path.join(data, 'postmaster.pid')))?.split('\n') ?? [];
  const noted = await realpath(folder).catch(() => folder);
  const isHere = Number(pid) > 0 && noted === (await realpath(data)) && (await isOurs(Number(pid), data));
  return isHere ? { pid: Number(pid), port: Number(port) } : undefined;
}

/**
 * Returns the port of the running server with the data folder `data`, or `undefined` if there is none. Also checks that
 * the server really uses this folder.
 */
async function findRunning(data: string, password: string): Promise<number | undefined> {
  const server = await serverOn(data);
  if (!server) {
    // PostgreSQL would refuse to start because of the recorded process, whose ID may now belong to another program.
    await rm(path.join(data, 'postmaster.pid'), { force: true });
    return undefined;
  }
  const { port } = server;
  const directory = await withClient(urlOf(password, port, 'postgres'), (client) =>
    client.query<{ data_directory: string }>('SHOW data_directory'),
  ).then(
    ({ rows }) => rows[0]?.data_directory,
    () => undefined,
  );
  return directory === data ? port : undefined;
}

async function createDatabase(url: string): Promise<void> {
  await withClient(url, async (client) => {
    const { rowCount } = await client.query('SELECT FROM pg_database WHERE datname = $1', [ROLE]);
    if (rowCount === 0) await client.query(`CREATE DATABASE ${client.escapeIdentifier(ROLE)}`);
  });
}

async function passwordIn(file: string): Promise<string> {
  const kept = await readIfThere(file);
  if (kept) return kept;
  const made = randomBytes(24).toString('base64url');
  await writeWhole(file, made, 0o600);
  return made;
}

/**
 * Makes PostgreSQL's user the owner of a cluster that another user copied. PostgreSQL requires that its user owns the
 * data folder.
 */
async function takeOver(data: string, { owner }: PostgresUser): Promise<void> {
  if (!owner || (await stat(data)).uid === owner.uid) return;
  const entries = await readdir(data, { recursive: true });
  for (const entry of ['', ...entries]) await lchown(path.join(data, entry), owner.uid, owner.gid);
}

/** Starts the server on a free port and returns the port. If the port is taken in the meantime, tries another one. */
async function startOnFreePort(user: PostgresUser, place: { data: string; log: string }): Promise<number> {
  for (let attempt = 1; ; attempt++) {
    const port = await freePort();
    try {
      await startServer(user, place, port);
      return port;
    } catch (error) {
      if (attempt === ATTEMPTS || (await isPortFree(port))) throw error;
    }
  }
}

/**
 * Starts PostgreSQL on `givenPort`, or else a free loopback port, with a database `tidewell` and its data in `dir`/postgres, which is
 * created on the first start. Reuses a server that a killed launcher left running, or stops it if it doesn't respond.
 * Throws an Error with the reason if PostgreSQL can't run.
 */
export async function startPostgres(dir: string, givenPort?: number): Promise<LocalPostgres> {
  const root = path.resolve(dir);
  const place = { data: path.join(root, 'postgres'), log: path.join(root, 'postgres.log') };
  await mkdir(root, { recursive: true });
  const user = await postgresUser([root, postgresBinaries().pgCtl]);
  const password = await passwordIn(path.join(root, 'postgres.password'));

  if ((await readIfThere(path.join(place.data, 'PG_VERSION'))) === undefined) {
    // Create the cluster in a temporary folder and rename it, so that an interrupted start leaves no partial cluster.
    const half = `${place.data}.part`;
    await rm(half, { recursive: true, force: true });
    await mkdir(half, { mode: 0o700 });
    if (user.owner) await chown(half, user.owner.uid, user.owner.gid);
    await initCluster(user, half, ROLE, password);
    await rename(half, place.data);
  }

  await takeOver(place.data, user);
  const running = await findRunning(place.data, password);
  let port = running;
  if (port === undefined) {
    if ((await readIfThere(path.join(place.data, 'postmaster.pid'))) !== undefined)
      await stopServer(user, place.data, { force: false });
    if (givenPort !== undefined) await startServer(user, place, givenPort);
    port = givenPort ?? (await startOnFreePort(user, place));
  }
  await createDatabase(urlOf(password, port, 'postgres'));
  const server = await serverOn(place.data);
  if (!server) throw new Error(`PostgreSQL ended right after its start: see ${place.log}`);
  return {
    url: urlOf(password, port, ROLE),
    pid: server.pid,
    reused: running !== undefined,
    stop: ({ force = false } = {}) => stopServer(user, place.data, { force }),
  };
}

/** Stops a server that a killed process left running in `dir`. */
export async function stopLeftPostgres(dir: string): Promise<void> {
  const root = path.resolve(dir);
  const data = path.join(root, 'postgres');
  if (await serverOn(data))
    await stopServer(await postgresUser([root, postgresBinaries().pgCtl]), data, { force: false });
}
