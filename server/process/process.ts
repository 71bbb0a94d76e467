import { type ChildProcess, execFile, type StdioOptions, spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { createServer } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { childEnv, OWN_SIGNALS, preloadOptions } from '@/lib/settings/process-env';
import { errorCode } from './file';

const run = promisify(execFile);

/** Returns whether a process has ended without being reaped, as happens in a container without an init process. */
function isZombie(pid: number): boolean {
  if (process.platform !== 'linux') return false;
  try {
    return /\) Z /.test(readFileSync(`/proc/${pid}/stat`, 'latin1'));
  } catch {
    // The process has exited in the meantime.
    return true;
  }
}

/** Returns whether a process with this ID is running, regardless of its owner. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
  } catch (error) {
    return errorCode(error) === 'EPERM';
  }
  return !isZombie(pid);
}

/** Returns a process's command line, with spaces between the arguments, or `undefined` if there is no such process. */
export async function commandOf(pid: number): Promise<string | undefined> {
  try {
    if (process.platform === 'linux') {
      const command = await readFile(`/proc/${pid}/cmdline`, 'utf8');
      return command.replaceAll('\0', ' ').trim() || undefined;
    }
    const { stdout } =
      process.platform === 'win32'
        ? await run('powershell', [
            '-NoProfile',
            '-Command',
            `(Get-CimInstance Win32_Process -Filter "ProcessId=${pid}").CommandLine`,
          ])
        : await run('ps', ['-p', String(pid), '-o', 'command=']);
    return stdout.trim() || undefined;
  } catch {
    // No such process.
    return undefined;
  }
}

/** Returns the ID of a process's parent, or `undefined` if it is unknown. */
async function parentOf(pid: number): Promise<number | undefined> {
  if (pid === process.pid) return process.ppid;
  try {
    if (process.platform === 'linux')
      return Number(/\) \S (\d+) /.exec(await readFile(`/proc/${pid}/stat`, 'latin1'))?.[1]) || undefined;
    return Number((await run('ps', ['-p', String(pid), '-o', 'ppid='])).stdout) || undefined;
  } catch {
    // The process has exited, or the system has no `ps`.
    return undefined;
  }
}

/** Returns the ID of the nearest ancestor process whose command line matches, searching a few levels up. */
export async function ancestor(command: RegExp): Promise<number | undefined> {
  let pid = await parentOf(process.pid);
  for (let level = 0; level < 5 && pid !== undefined && pid > 1; level++) {
    if (command.test((await commandOf(pid)) ?? '')) return pid;
    pid = await parentOf(pid);
  }
  return undefined;
}

/**
 * Returns true if `pid` is running and its command line contains `part`. The ID alone isn't enough, because IDs are
 * reused.
 */
export async function isOurs(pid: number, part: string): Promise<boolean> {
  return isAlive(pid) && ((await commandOf(pid))?.includes(part) ?? false);
}

/** Polls `condition` until it is true. Throws an Error with `message` after `timeoutMs`. */
export async function waitUntil(
  condition: () => boolean | Promise<boolean>,
  { timeoutMs, message, intervalMs = 50 }: { timeoutMs: number; message: string; intervalMs?: number },
): Promise<void> {
  const deadline = Date.now() + timeoutMs;
  while (!(await condition())) {
    if (Date.now() > deadline) throw new Error(message);
    await delay(intervalMs);
  }
}

const END_POLL_MS = 500;

/** Waits for the end of a process that may not be a child of this one. */
export async function processEnd(pid: number): Promise<void> {
  while (isAlive(pid)) await delay(END_POLL_MS, undefined, { ref: false });
}

/** Sends SIGTERM to a process, and SIGKILL if it is still running after `graceMs`. */
export async function endProcess(pid: number, graceMs: number): Promise<void> {
  const send = (signal: NodeJS.Signals) => {
    if (isAlive(pid)) process.kill(pid, signal);
  };
  const ended = (timeoutMs: number) =>
    waitUntil(() => !isAlive(pid), { timeoutMs, message: `process ${pid} does not end` });
  send('SIGTERM');
  try {
    await ended(graceMs);
  } catch {
    send('SIGKILL');
    await ended(5_000);
  }
}

/** Environment variables for a Next process, in addition to those of this process. */
export type SiteEnv = Record<string, string | undefined>;

interface NextOptions {
  root: string;
  /** A Next command, or `serve` for our own server. */
  command: 'build' | 'start' | 'dev' | 'serve';
  args?: readonly string[];
  env: SiteEnv;
  stdio: [stdin: 'ignore', stdout: 'inherit' | 'pipe', stderr: 'inherit' | 'pipe'];
  detached: boolean;
}

/**
 * Returns the command that starts a Node process without core dumps, which would contain the settings. Node can't set
 * a child process's limit itself.
 */
export const withoutCoreDumps = (args: readonly string[]): [file: string, args: string[]] =>
  process.platform === 'win32'
    ? [process.execPath, [...args]]
    : ['/bin/sh', ['-c', 'ulimit -c 0; exec "$0" "$@"', process.execPath, ...args]];

/** Returns Node options that make a child process end when this process ends, even if this process is killed. */
export const preloadExit = () => preloadOptions(new URL('exit-with-parent.mjs', import.meta.url).href);

/** Starts a Next process that ends when this process ends, even if this process is killed. */
export function spawnNext({ root, command, args = [], env, stdio, detached }: NextOptions): ChildProcess {
  const require = createRequire(import.meta.url);
  const channels: StdioOptions = [...stdio, 'ipc'];
  const program =
    command === 'serve'
      ? [
          '--import',
          pathToFileURL(require.resolve('tsx')).href,
          fileURLToPath(new URL('../serve/serve.ts', import.meta.url)),
        ]
      : [require.resolve('next/dist/bin/next'), command];
  const [file, all] = withoutCoreDumps([...program, ...args]);
  return spawn(file, all, {
    cwd: root,
    detached,
    stdio: channels,
    windowsHide: true,
    env: childEnv({
      NEXT_TELEMETRY_DISABLED: '1',
      NODE_ENV: command === 'dev' ? 'development' : 'production',
      ...(command === 'start' || command === 'serve' ? OWN_SIGNALS : {}),
      ...env,
      NODE_OPTIONS: preloadExit(),
    }),
  });
}

function listens(port: number, host: string): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'EADDRINUSE' || error.code === 'EACCES') resolve(undefined);
      else reject(error);
    });
    probe.listen({ port, host, exclusive: true }, () => {
      const address = probe.address();
      probe.close(() => resolve(typeof address === 'object' ? address?.port : undefined));
    });
  });
}

/** Returns whether a server can currently listen on this port. Throws if the host isn't an address of this machine. */
export const isPortFree = async (port: number, host = '127.0.0.1') =>
  (await listens(port, host)) !== undefined;

/** Returns a free port: `preferred`, one of the next nine, or else any free port. */
export async function freePort(preferred?: number, host = '127.0.0.1'): Promise<number> {
  for (let port = preferred ?? 0; preferred && port < Math.min(preferred + 10, 65_536); port++)
    if (await isPortFree(port, host)) return port;
  const port = await listens(0, host);
  if (port === undefined) throw new Error(`no free port on ${host}`);
  return port;
}
