import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** How to start a program of PostgreSQL, which refuses to run as root. */
export interface PostgresUser {
  /** Owner of the data; `undefined` is the current user. */
  owner: { uid: number; gid: number } | undefined;
  /** Command that comes before the program and its arguments. */
  prefix: readonly string[];
}

async function idsOf(name: string) {
  const [uid, gid] = await Promise.all(
    ['-u', '-g'].map(async (flag) => Number((await run('id', [flag, name])).stdout)),
  );
  if (uid === undefined || gid === undefined) throw new Error(`no ids of ${name}`);
  return { uid, gid };
}

/** The user to run PostgreSQL as: the current one or, for root on Linux, `postgres`, which is made if it is missing. */
export async function postgresUser(): Promise<PostgresUser> {
  if (process.getuid?.() !== 0) return { owner: undefined, prefix: [] };
  if (process.platform !== 'linux')
    throw new Error('PostgreSQL cannot run as root here: start as another user, or set DATABASE_URL');
  const owner = await idsOf('postgres').catch(async () => {
    await run('useradd', ['--system', '--user-group', '--no-create-home', 'postgres']);
    return idsOf('postgres');
  });
  const drop = ['setpriv', `--reuid=${owner.uid}`, `--regid=${owner.gid}`, '--clear-groups'];
  // A checkout below /root (mode 700) is closed to other users; this capability lets the server through.
  const through = [...drop, '--inh-caps=-all,+dac_override', '--ambient-caps=-all,+dac_override'];
  const prefix = await run('setpriv', [...through.slice(1), 'true']).then(
    () => through,
    () => drop,
  );
  return { owner, prefix };
}
