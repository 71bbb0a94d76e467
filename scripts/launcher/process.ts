import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';
import { errorCode } from './error-code';

const run = promisify(execFile);

/** A process that ended and that nobody has reaped (a container without an init leaves such). */
function isZombie(pid: number): boolean {
  if (process.platform !== 'linux') return false;
  try {
    return /\) Z /.test(readFileSync(`/proc/${pid}/stat`, 'latin1'));
  } catch {
    // Gone in the meantime.
    return true;
  }
}

/** Whether a process with this id runs, whoever owns it. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
  } catch (error) {
    return errorCode(error) === 'EPERM';
  }
  return !isZombie(pid);
}

/** The command line of a process, its arguments separated by spaces; `undefined` where there is no such process. */
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
    // No such process: that is the answer.
    return undefined;
  }
}

/** The process above; `undefined` where it cannot be told. */
async function parentOf(pid: number): Promise<number | undefined> {
  if (pid === process.pid) return process.ppid;
  try {
    if (process.platform === 'linux')
      return Number(/\) \S (\d+) /.exec(await readFile(`/proc/${pid}/stat`, 'latin1'))?.[1]) || undefined;
    return Number((await run('ps', ['-p', String(pid), '-o', 'ppid='])).stdout) || undefined;
  } catch {
    // Gone, or a system without ps: nothing can be told.
    return undefined;
  }
}

/** The nearest process above this one whose command line matches, a few levels up (a shell, a runner) at most. */
export async function ancestor(command: RegExp): Promise<number | undefined> {
  let pid = await parentOf(process.pid);
  for (let level = 0; level < 5 && pid !== undefined && pid > 1; level++) {
    if (command.test((await commandOf(pid)) ?? '')) return pid;
    pid = await parentOf(pid);
  }
  return undefined;
}

/** Whether `pid` is a living process whose command line holds `part`: a process id alone may belong to a stranger by now. */
export async function isOurs(pid: number, part: string): Promise<boolean> {
  return isAlive(pid) && ((await commandOf(pid))?.includes(part) ?? false);
}

/** Polls `condition` until it holds. Throws an Error with `message` after `timeoutMs`. */
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

/** Asks a process to end (SIGTERM) and, if it has not after `graceMs`, ends it (SIGKILL). */
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
