import { once } from 'node:events';
import { STOP_DEADLINE_MS } from '@/lib/settings/process-env';
import { commandOf, endProcess, isAlive, type SiteEnv, spawnNext, waitUntil } from './process';
import { readRecord, removeRecord, writeRecord } from './process-record';
import { printSiteLog } from './site-log';

/** Preferred port if PORT isn't set. */
export const PREFERRED_PORT = 3000;
/**
 * A site must stop within its drain time plus STOP_DEADLINE_MS. If it is still running this much later, it is killed.
 */
const STOP_MARGIN_MS = 4_000;

interface SiteOptions {
  root: string;
  mode: 'start' | 'dev';
  host: string;
  port: number;
  /** DATABASE_URL, CHAINS_FILE, ORIGINS and other variables that aren't in this process's environment. */
  env: SiteEnv;
  /** How long the site continues to serve after it receives a stop signal. */
  drainSeconds?: number;
  /** File that records the process, so that a later start can find a leftover process. */
  record: string;
  readyTimeoutMs?: number;
  signal?: AbortSignal;
}

/** A process that this one has started. */
export interface RunningProcess {
  /** Resolves to the exit code or signal when the process exits or is stopped. */
  ended: Promise<string>;
  stop: (options?: { force?: boolean }) => Promise<void>;
}

/** A running site whose health check has passed. */
export interface RunningSite extends RunningProcess {
  /** The site's URL without a path. */
  url: string;
}

/** Returns the site's URL on this machine. A wildcard host becomes the loopback address. */
export function localUrl(host: string, port: number): string {
  const reachable = { '0.0.0.0': '127.0.0.1', '::': '::1' }[host] ?? host;
  return `http://${reachable.includes(':') ? `[${reachable}]` : reachable}:${port}`;
}

/**
 * Returns a site's default origins without duplicates: first the origin that the launcher prints, then the loopback
 * origins.
 */
export function defaultOrigins(host: string, port: number): [string, ...string[]] {
  const loopback = [`http://127.0.0.1:${port}`, `http://localhost:${port}`];
  const own = localUrl(host, port);
  const urls = ['0.0.0.0', '::'].includes(host) ? [...loopback, own] : [own, ...loopback];
  const [first = own, ...rest] = new Set(urls.map((url) => new URL(url).origin));
  return [first, ...rest];
}

/**
 * Returns the origins of a site on `port`: the operator's origins if set, otherwise the defaults. The first is
 * canonical.
 */
export function siteOrigins(
  { ORIGINS, HOST }: { ORIGINS?: readonly string[] | undefined; HOST: string },
  port: number,
): [string, ...string[]] {
  const [first, ...rest] = ORIGINS ?? [];
  return first === undefined ? defaultOrigins(HOST, port) : [first, ...rest];
}

const stopGraceMs = (drainSeconds: number) => drainSeconds * 1_000 + STOP_DEADLINE_MS + STOP_MARGIN_MS;

/** Stops a server that a killed launcher left running, if there is one. */
export async function stopLeftSite(record: string, drainSeconds = 0): Promise<void> {
  const left = await readRecord(record);
  if (left && isAlive(left.pid) && /\bnext\b|\bserve\.ts\b/.test((await commandOf(left.pid)) ?? ''))
    await endProcess(left.pid, stopGraceMs(drainSeconds));
  removeRecord(record);
}

async function readiness(url: string): Promise<string> {
  try {
    const response = await fetch(`${url}/api/health/ready`, { signal: AbortSignal.timeout(10_000) });
    return response.ok
      ? 'ready'
      : `health check answers ${response.status}: ${(await response.text()).slice(0, 200)}`;
  } catch (error) {
    return `health check: ${error instanceof Error ? error.message : 'no answer'}`;
  }
}

/**
 * Serves the site (`start`: the build in NEXT_DIST_DIR; `dev`: with hot reload) and waits until it is ready. Throws an
 * Error with the reason if the site exits first or isn't ready in time.
 */
export async function startSite(options: SiteOptions): Promise<RunningSite> {
  const { root, mode, host, port, env, record, drainSeconds = 0, readyTimeoutMs = 300_000, signal } = options;
  await stopLeftSite(record, drainSeconds);
  const url = localUrl(host, port);
  const child = spawnNext({
    root,
    command: mode === 'start' ? 'serve' : 'dev',
    args: ['--hostname', host, '--port', String(port)],
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
    // Runs in its own process group, so that Ctrl-C reaches only the launcher, which stops everything in order.
    detached: true,
  });
  const { pid } = child;
  const exit = once(child, 'exit');
  const ended = exit.then(([code, killedBy]) => (killedBy ? `signal ${killedBy}` : `code ${code}`));
  if (child.stdout) printSiteLog(child.stdout);
  if (pid === undefined) return exit.then(() => Promise.reject(new Error('the site does not start')));
  writeRecord(record, { pid, port });

  const hasEnded = () => child.exitCode !== null || child.signalCode !== null;
  let isReady = false;
  const stop: RunningSite['stop'] = async ({ force = false } = {}) => {
    const served = !hasEnded();
    // If the process has ended, its ID may belong to another process by now.
    if (force && served && isAlive(pid)) process.kill(pid, 'SIGKILL');
    if (!force && served) {
      await endProcess(pid, stopGraceMs(drainSeconds));
      await exit;
    }
    removeRecord(record);
    if (!force && served && mode === 'start' && isReady && child.exitCode !== 0)
      throw new Error(`the site was cut off in its work (${child.signalCode ?? `code ${child.exitCode}`})`);
  };
  let last = 'no answer';
  try {
    await waitUntil(
      async () => {
        if (signal?.aborted) throw new Error('the start was stopped');
        if (hasEnded()) throw new Error('the site ended while it started: see its messages above');
        last = await readiness(url);
        return last === 'ready' && !hasEnded();
      },
      { timeoutMs: readyTimeoutMs, intervalMs: 100, message: 'not ready' },
    );
  } catch (error) {
    await stop();
    if (error instanceof Error && error.message === 'not ready')
      throw new Error(`the site is not ready after ${readyTimeoutMs / 1_000} s (${last})`, { cause: error });
    throw error;
  }
  isReady = true;
  return { url, ended, stop };
}
