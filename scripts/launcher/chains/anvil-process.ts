import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync } from 'node:fs';
import { copyFile, mkdir, readFile, rename, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import { createPublicClient, http } from 'viem';
import { childEnv } from '@/lib/settings/process-env';
import { errorCode, readIfThere } from '@/server/process/file';
import { freePort, waitUntil } from '@/server/process/process';
import { writeRecord } from '@/server/process/process-record';
import { anvilClient } from './anvil-client';

/**
 * Returns the path of the anvil binary in the platform package. The npm wrapper isn't used, because it would keep an
 * additional Node process running for each chain.
 */
function anvilBinary(): string {
  const system = process.platform === 'win32' ? 'win32' : process.platform;
  const arch = process.arch === 'x64' ? 'amd64' : process.arch;
  const program = process.platform === 'win32' ? 'anvil.exe' : 'anvil';
  const require = createRequire(createRequire(import.meta.url).resolve('@foundry-rs/anvil/bin.mjs'));
  try {
    return require.resolve(`@foundry-rs/anvil-${system}-${arch}/bin/${program}`);
  } catch (error) {
    throw new Error(
      `no anvil for ${system}-${arch} here: set CHAINS_FILE to chains of yours, or run npm install again`,
      { cause: error },
    );
  }
}

const stateFile = (dir: string) => path.join(dir, 'state.json');
const goodFile = (dir: string) => path.join(dir, 'state.good.json');

async function isWhole(file: string): Promise<boolean> {
  const text = await readIfThere(file);
  if (text === undefined) return false;
  try {
    JSON.parse(text);
    return true;
  } catch {
    // The file is truncated. Anvil writes it in place, so a killed process can leave half a file.
    return false;
  }
}

/** Copies anvil's state to a backup file, unless anvil is writing it at the moment. */
export async function keepGoodState(dir: string): Promise<void> {
  // Validate the copy, because the original can change in the meantime.
  const copy = `${goodFile(dir)}.part`;
  try {
    await copyFile(stateFile(dir), copy);
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return;
    throw error;
  }
  if (await isWhole(copy)) await rename(copy, goodFile(dir));
  else await rm(copy, { force: true });
}

/**
 * Prepares `dir` for anvil and returns the path of its state file. A missing or corrupt state is replaced by the last
 * good copy. If there is none, anvil starts a new chain.
 */
async function prepareState(dir: string): Promise<string> {
  await mkdir(dir, { recursive: true });
  const file = stateFile(dir);
  if (!(await isWhole(file))) {
    await rm(file, { force: true });
    if (await isWhole(goodFile(dir))) await copyFile(goodFile(dir), file);
  }
  return file;
}

/** Renames a state file that anvil rejects. The next attempt uses the last good copy, or else a new chain. */
async function setStateAside(dir: string): Promise<void> {
  const refused = stateFile(dir);
  const [text, good] = await Promise.all([readIfThere(refused), readIfThere(goodFile(dir))]);
  if (text === good) await rm(goodFile(dir), { force: true });
  await rename(refused, path.join(dir, 'state.refused.json'));
  if (text !== good && good !== undefined) await copyFile(goodFile(dir), refused);
}

/** Seconds between dumps of a chain's state, which is the most that a killed chain can lose. */
const DUMP_INTERVAL_S = 5;
const ATTEMPTS = 4;

export interface ChainPlan {
  id: number;
  name: string;
  /** Port to use if it is free. */
  preferredPort: number;
  /** Age of a new chain's first block in seconds, 0 by default. */
  age?: number;
}

/** Returns the file that records the running node's process. */
export const recordFile = (dir: string) => path.join(dir, 'anvil.json');
export const urlOf = (port: number) => `http://127.0.0.1:${port}`;
const logFile = (dir: string) => path.join(dir, 'anvil.log');

/** Returns whether an anvil node with this chain ID responds at `rpcUrl`. */
export async function answers(rpcUrl: string, id: number): Promise<boolean> {
  const client = createPublicClient({ transport: http(rpcUrl, { retryCount: 0, timeout: 5_000 }) });
  try {
    const version = await client.request({ method: 'web3_clientVersion' });
    return version.startsWith('anvil/') && (await client.getChainId()) === id;
  } catch {
    // Not running (yet).
    return false;
  }
}

async function launch(
  dir: string,
  { id, age = 0 }: ChainPlan,
  state: string,
  port: number,
): Promise<ChildProcess> {
  const isNew = (await readIfThere(state)) === undefined;
  const log = openSync(logFile(dir), 'w');
  // Runs detached, so that Ctrl-C reaches only the launcher, which stops the site before the chains.
  const child = spawn(
    anvilBinary(),
    [
      ...['--host', '127.0.0.1', '--port', String(port), '--chain-id', String(id)],
      ...['--state', state, '--state-interval', String(DUMP_INTERVAL_S)],
      ...['--cache-path', path.join(dir, 'cache')],
      // Only a new chain can start in the past. A restored chain uses the system clock.
      ...(isNew && age > 0 ? ['--timestamp', String(Math.floor(Date.now() / 1_000) - age)] : []),
    ],
    { cwd: dir, env: childEnv({}), stdio: ['ignore', log, log], detached: true, windowsHide: true },
  );
  if (child.pid !== undefined) writeRecord(recordFile(dir), { pid: child.pid, port });
  closeSync(log);
  await once(child, 'spawn');
  child.unref();
  return child;
}

/** Returns whether this node listens on its port, because another process could be the one that responds. */
const listens = async (dir: string) => (await readFile(logFile(dir), 'utf8')).includes('Listening on');

/**
 * Starts a node for `plan` with the state in `dir`. If the port is taken in the meantime or anvil rejects the state,
 * tries the next port or state. After a few attempts, throws an Error that names the log file.
 */
export async function spawnAnvil(dir: string, plan: ChainPlan): Promise<{ pid: number; port: number }> {
  for (let attempt = 1; attempt <= ATTEMPTS; attempt++) {
    const state = await prepareState(dir);
    const port = await freePort(plan.preferredPort);
    const child = await launch(dir, plan, state, port);
    const hasEnded = () => child.exitCode !== null || child.signalCode !== null;
    await waitUntil(
      async () => hasEnded() || ((await listens(dir)) && (await answers(urlOf(port), plan.id))),
      {
        timeoutMs: 180_000,
        message: `${plan.name} does not answer: see ${logFile(dir)}`,
      },
    );
    if (!hasEnded() && child.pid !== undefined) {
      // Turn off logging after the start, because anvil would log every request.
      await anvilClient({ ...plan, rpcUrl: urlOf(port) }).setLoggingEnabled(false);
      await keepGoodState(dir);
      return { pid: child.pid, port };
    }
    if ((await readFile(logFile(dir), 'utf8')).includes('--state')) await setStateAside(dir);
  }
  throw new Error(`${plan.name} does not start: see ${logFile(dir)}`);
}
