import { spawn } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { childEnv } from '@/lib/settings/process-env';
import { JOB_VARIABLE, type Job, type Line, lineSchema } from './job';

/** Jest is ended if nothing happens for this long. */
const STALL_MS = 90_000;

const readLines = (file: string): Line[] =>
  existsSync(file)
    ? readFileSync(file, 'utf8')
        .split('\n')
        .filter((line) => line !== '')
        .map((line) => lineSchema.parse(JSON.parse(line)))
    : [];

/** Runs a job in the given test files, and returns the job's results, also those of a run that stalled. */
export async function runJest(
  root: string,
  { files, work, stallMs = STALL_MS }: { files: readonly string[]; work: Job['work']; stallMs?: number },
): Promise<{ lines: Line[]; isStalled: boolean; log: string }> {
  const stamp = `${process.pid}-${Date.now()}`;
  const output = join(root, `results-${stamp}.jsonl`);
  const jobFile = join(root, `job-${stamp}.json`);
  writeFileSync(jobFile, JSON.stringify({ output, work } satisfies Job));
  const child = spawn(
    process.execPath,
    [
      'node_modules/jest/bin/jest.js',
      ...['--config', 'scripts/mutation/jest.config.mjs', '--runInBand', '--silent', '--forceExit'],
      ...['--runTestsByPath', ...files],
    ],
    {
      cwd: root,
      env: childEnv({ [JOB_VARIABLE]: jobFile }),
      stdio: ['ignore', 'ignore', 'pipe'],
      detached: true,
    },
  );
  let log = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    log = (log + text).slice(-4_000);
  });
  let seen = 0;
  let isStalled = false;
  const watch = setInterval(() => {
    const count = readLines(output).length;
    if (count > seen) {
      seen = count;
      return;
    }
    isStalled = true;
    // The whole group, because the tests start chains and databases.
    if (child.pid) process.kill(-child.pid, 'SIGKILL');
  }, stallMs);
  await new Promise<void>((resolve, reject) => {
    child.on('error', reject);
    child.on('close', () => resolve());
  });
  clearInterval(watch);
  return { lines: readLines(output), isStalled, log };
}
