import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createRequire } from 'node:module';
import { fileURLToPath, pathToFileURL } from 'node:url';
import type { SenderRole } from '@/lib/server/db/sender-tables';
import { childEnv } from '@/lib/settings/process-env';
import { endProcess, preloadExit, type SiteEnv, withoutCoreDumps } from './process';
import type { RunningProcess } from './site';
import { printSiteLog } from './site-log';

/** How long a sender may take to finish its current round when it is stopped. */
const STOP_GRACE_MS = 30_000;

interface SenderOptions {
  root: string;
  role: SenderRole;
  /** DATABASE_URL, CHAINS_FILE, and ORIGINS, as for the site. Only this process gets SENDER_KEYS_DIR and SENDER_KEYS. */
  env: SiteEnv;
  signal: AbortSignal;
}

/** Starts a process of server/sender and waits until it runs. @throws Error if it ends first. */
export async function startSender({ root, role, env, signal }: SenderOptions): Promise<RunningProcess> {
  const require = createRequire(import.meta.url);
  const [file, args] = withoutCoreDumps([
    '--conditions=react-server',
    '--import',
    pathToFileURL(require.resolve('tsx')).href,
    fileURLToPath(new URL('../sender/sender.ts', import.meta.url)),
    role,
  ]);
  const child = spawn(file, args, {
    cwd: root,
    detached: true,
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
    windowsHide: true,
    env: childEnv({ NODE_ENV: 'production', ...env, NODE_OPTIONS: preloadExit() }),
  });
  const { pid } = child;
  const exit = once(child, 'exit');
  const ended = exit.then(([code, killedBy]) => (killedBy ? `signal ${killedBy}` : `code ${code}`));
  if (child.stdout) printSiteLog(child.stdout);
  if (pid === undefined) return exit.then(() => Promise.reject(new Error('the sender does not start')));
  const stop: RunningProcess['stop'] = async ({ force = false } = {}) => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    if (force) child.kill('SIGKILL');
    else await endProcess(pid, STOP_GRACE_MS);
  };
  const isReady = once(child, 'message', { signal }).then(() => true);
  if (await Promise.race([isReady, ended.then(() => false)]).catch(() => false)) return { ended, stop };
  await stop();
  signal.throwIfAborted();
  throw new Error('the sender ended while it started: see its messages above');
}
