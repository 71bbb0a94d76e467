import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { constants, setPriority } from 'node:os';
import path from 'node:path';
import { childEnv } from '@/lib/settings/process-env';
import { projectRoot } from '@/scripts/launcher/settings';
import { waitUntil } from '@/server/process/process';

export const BENCH_DATA_DIR = path.join('.data', 'bench');

const scriptOf = (name: string) => ['--import', 'tsx', path.join('scripts', name)];

/** Deletes the data from an earlier run, so that the next start begins from scratch. */
async function reset(root: string, dataDir: string): Promise<void> {
  const child = spawn(process.execPath, scriptOf('reset.ts'), {
    cwd: root,
    stdio: ['ignore', 'ignore', 'inherit'],
    env: childEnv({ DATA_DIR: dataDir }),
  });
  const [code] = await once(child, 'exit');
  if (code !== 0) throw new Error(`${dataDir} could not be reset: see the message above`);
}

/**
 * Starts the site as a user does, with its own data, and waits until it is ready. `fresh` deletes earlier data.
 * `givesWay` runs all of the site's processes at low priority, because a real visitor's device doesn't run the servers
 * and chains. `root` is the checkout to start (by default, this one), and `env` has additional settings.
 */
export async function startServedSite(
  port: number,
  {
    dataDir = BENCH_DATA_DIR,
    fresh = false,
    givesWay = false,
    root = projectRoot,
    env = {},
  }: {
    dataDir?: string;
    fresh?: boolean;
    givesWay?: boolean;
    root?: string;
    env?: Record<string, string>;
  } = {},
) {
  if (fresh) await reset(root, dataDir);
  const origin = `http://127.0.0.1:${port}`;
  const child = spawn(process.execPath, scriptOf('start.ts'), {
    cwd: root,
    stdio: ['ignore', 'ignore', 'inherit'],
    env: childEnv({
      PORT: String(port),
      DATA_DIR: dataDir,
      // A build contains its canonical origin, so the benchmark and `npm start` can't share a build.
      NEXT_DIST_DIR: '.next-bench',
      LOG_LEVEL: 'error',
      // The benchmark counts as a single client, so raise its rate limits.
      RATE_LIMITS: 'nonce=999999/1,login=999999/1,verify=999999/1,read=999999/1',
      ...env,
    }),
  });
  // Child processes inherit this priority.
  if (givesWay && child.pid !== undefined) setPriority(child.pid, constants.priority.PRIORITY_LOW);
  const ready = () =>
    fetch(`${origin}/api/health/ready`).then(
      (response) => response.ok,
      () => false,
    );
  await waitUntil(
    async () => {
      if (child.exitCode !== null) throw new Error('the site ended while it started: see its messages above');
      return ready();
    },
    { timeoutMs: 1_800_000, intervalMs: 250, message: 'the site is not ready' },
  );
  return {
    origin,
    stop: async () => {
      child.kill('SIGINT');
      await once(child, 'exit');
    },
  };
}

/** Prints rows as a Markdown table: the first column left-aligned, the others right-aligned. */
export function printTable(head: readonly string[], rows: readonly (readonly string[])[]): void {
  const widths = head.map((title, i) => Math.max(title.length, ...rows.map((row) => (row[i] ?? '').length)));
  const line = (cells: readonly string[]) =>
    `| ${cells.map((cell, i) => (i === 0 ? cell.padEnd(widths[i] ?? 0) : cell.padStart(widths[i] ?? 0))).join(' | ')} |`;
  console.log(line(head));
  console.log(
    `|${widths.map((width, i) => (i === 0 ? '-'.repeat(width + 2) : `${'-'.repeat(width + 1)}:`)).join('|')}|`,
  );
  for (const row of rows) console.log(line(row));
}

export const kib = (bytes: number) => (bytes / 1024).toFixed(1);

/** Returns the median, or the lower of the two middle values. */
export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.floor((sorted.length - 1) / 2)] ?? Number.NaN;
}
