import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** How to run PostgreSQL's programs, which refuse to run as root. */
export interface PostgresUser {
  /** Owner of the data, or `undefined` for the current user. */
  owner: { uid: number; gid: number } | undefined;
  /** Command to put before the program and its arguments. */
  prefix: readonly string[];
}

async function idsOf(name: string) {
  const [uid, gid] = await Promise.all(
    ['-u', '-g'].map(async (flag) => Number((await run('id', [flag, name])).stdout)),
  );
  if (uid === undefined || gid === undefined) throw new Error(`no ids of ${name}`);
  return { uid, gid };
}

const succeeds = (command: readonly [string, ...string[]]) =>
  run(command[0], command.slice(1)).then(
    () => true,
    () => false,
  );

/**
 * Returns the user that runs PostgreSQL: the current one or, for root on Linux, `postgres`, which is created if
 * missing. This user must be able to access `paths`. Throws an Error with the reason if that isn't possible.
 */
export async function postgresUser(paths: readonly string[]): Promise<PostgresUser> {
  if (process.getuid?.() !== 0) return { owner: undefined, prefix: [] };
  if (process.platform !== 'linux')
    throw new Error('PostgreSQL cannot run as root here: start as another user, or set DATABASE_URL');
  const owner = await idsOf('postgres').catch(async () => {
    await run('useradd', ['--system', '--user-group', '--no-create-home', 'postgres']);
    return idsOf('postgres');
  });
  const drop = ['setpriv', `--reuid=${owner.uid}`, `--regid=${owner.gid}`, '--clear-groups'] as const;
  // A checkout under /root (mode 700) isn't accessible to other users, so this capability gives the server access. The
  // secure bit makes access(2), which PostgreSQL uses to find its programs, respect the capability.
  const through = [
    ...drop,
    ...['--inh-caps=-all,+dac_override', '--ambient-caps=-all,+dac_override'],
    '--securebits=+no_setuid_fixup',
  ] as const;
  for (const prefix of [drop, through]) {
    const reached = await Promise.all(paths.map((path) => succeeds([...prefix, 'test', '-x', path])));
    if (!reached.includes(false)) return { owner, prefix };
  }
  throw new Error(
    `PostgreSQL cannot run as root, and its user cannot reach ${paths.join(' and ')}: start as another user, or set DATABASE_URL`,
  );
}
