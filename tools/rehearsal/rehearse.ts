import { Client } from 'pg';
import { differences, readContents } from './contents';
import { addPictures, addUsers, fill, migrateTables } from './sample-data';

/** Users who are added after the backup, and are lost with the disaster. */
const NEWER_USERS = 200;

/** A way to back up and restore a database and a folder of pictures. */
export type Way = {
  name: string;
  /** Folder of the pictures. */
  pictures: string;
  /** Returns the connection URL of the current database, which a restore may change. */
  url: () => string;
  /** Backs up both. Nothing is written meanwhile. */
  backUp: () => Promise<void>;
  /** Removes the database and the pictures. */
  destroy: () => Promise<void>;
  /** Restores both, and starts the database server if necessary. */
  restore: () => Promise<void>;
  /** Removes everything that is left. */
  cleanUp: () => Promise<void>;
};

export type Report = {
  way: string;
  rows: number;
  megabytes: number;
  backupS: number;
  /** Time from the start of the restore to a migrated database that answers. */
  restoreS: number;
  /** Time between the newest write that came back and the last write before the disaster. */
  lostS: number;
  lostUsers: number;
};

type Access = Pick<Way, 'url'> & { signal?: AbortSignal | undefined };

/** Runs a step on a new connection. @throws if the rehearsal was interrupted before. */
async function withClient<Result>(
  { url, signal }: Access,
  use: (client: Client) => Promise<Result>,
): Promise<Result> {
  signal?.throwIfAborted();
  const client = new Client({ connectionString: url() });
  await client.connect();
  try {
    return await use(client);
  } finally {
    await client.end();
  }
}

async function timed(task: () => Promise<void>): Promise<number> {
  const startedAt = performance.now();
  await task();
  return (performance.now() - startedAt) / 1_000;
}

type Newest = { users: number; at: Date };

async function newestUser(client: Client): Promise<Newest> {
  const { rows } = await client.query<Newest>(
    'select count(*)::int as users, max(created_at) as at from users',
  );
  const [newest] = rows;
  if (!newest) throw new Error('the users could not be counted');
  return newest;
}

/**
 * Fills an empty database and a folder, backs both up, writes more, destroys both, and restores them.
 * @throws if the restored data differs from the data at the time of the backup, or if `signal` aborts. Cleans up in any
 * case.
 */
export async function rehearse(way: Way, users: number, signal?: AbortSignal): Promise<Report> {
  const access = { ...way, signal };
  try {
    await withClient(access, (client) => fill(client, way.pictures, users));
    const before = await withClient(access, (client) => readContents(client, way.pictures));
    const megabytes = await withClient(access, async (client) => {
      const { rows } = await client.query<{ mb: number }>(
        'select pg_database_size(current_database())::float8 / 1e6 as mb',
      );
      return rows[0]?.mb ?? 0;
    });
    const backupS = await timed(way.backUp);

    const last = await withClient(access, async (client) => {
      await addUsers(client, users, NEWER_USERS);
      await addPictures(way.pictures, users, 1);
      return newestUser(client);
    });
    await way.destroy();

    const restoreS = await timed(async () => {
      await way.restore();
      await withClient(access, migrateTables);
    });
    const after = await withClient(access, (client) => readContents(client, way.pictures));
    const wrong = differences(before, after);
    if (wrong.length > 0) throw new Error(`${way.name}: not restored as it was: ${wrong.join(', ')}`);
    const newest = await withClient(access, newestUser);
    return {
      way: way.name,
      rows: after.rows,
      megabytes,
      backupS,
      restoreS,
      lostS: (last.at.getTime() - newest.at.getTime()) / 1_000,
      lostUsers: last.users - newest.users,
    };
  } finally {
    await way.cleanUp();
  }
}
