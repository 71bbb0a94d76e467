import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { createPublicClient, http } from 'viem';
import { childEnv } from '@/lib/settings/process-env';
import { freePort } from '../port';
import { waitUntil } from '../process';
import { writeRecord } from '../process-record';
import { anvilBinary } from './anvil-binary';
import { anvilClient } from './anvil-client';
import { keepGoodState, prepareState, setStateAside } from './anvil-state';

/** Seconds between two dumps of a chain's state; what a killed chain loses at most. */
const DUMP_INTERVAL_S = 5;
const ATTEMPTS = 4;

/** A local chain as it is wanted. */
export interface ChainPlan {
  id: number;
  name: string;
  /** Taken if it is free, else another one. */
  preferredPort: number;
}

/** Note of the running node in its folder. */
export const recordFile = (dir: string) => path.join(dir, 'anvil.json');
export const urlOf = (port: number) => `http://127.0.0.1:${port}`;
const logFile = (dir: string) => path.join(dir, 'anvil.log');

/** Whether an anvil of this chain id answers there. */
export async function answers(rpcUrl: string, id: number): Promise<boolean> {
  const client = createPublicClient({ transport: http(rpcUrl, { retryCount: 0, timeout: 5_000 }) });
  try {
    const version = await client.request({ method: 'web3_clientVersion' });
    return version.startsWith('anvil/') && (await client.getChainId()) === id;
  } catch {
    // Not up (yet): that is the answer.
    return false;
  }
}

async function launch(dir: string, id: number, state: string, port: number): Promise<ChildProcess> {
  const log = openSync(logFile(dir), 'w');
  // Detached: Ctrl-C reaches the launcher alone, which stops the site before the chains.
  const child = spawn(
    anvilBinary(),
    [
      ...['--host', '127.0.0.1', '--port', String(port), '--chain-id', String(id)],
      ...['--state', state, '--state-interval', String(DUMP_INTERVAL_S)],
      ...['--cache-path', path.join(dir, 'cache')],
    ],
    { cwd: dir, env: childEnv({}), stdio: ['ignore', log, log], detached: true, windowsHide: true },
  );
  if (child.pid !== undefined) writeRecord(recordFile(dir), { pid: child.pid, port });
  closeSync(log);
  await once(child, 'spawn');
  child.unref();
  return child;
}

/** Whether this very node has its port; another one may answer there, and this one end a moment later. */
const listens = async (dir: string) => (await readFile(logFile(dir), 'utf8')).includes('Listening on');

/**
 * Starts a node for `plan` on the state in `dir`. A port that somebody takes in between, or a state that anvil refuses,
 * is replaced by the next choice. Throws an Error that names the log after a few attempts.
 */
export async function spawnAnvil(dir: string, plan: ChainPlan): Promise<{ pid: number; port: number }> {
  for (let attempt = 1; attempt <= ATTEMPTS; attempt++) {
    const state = await prepareState(dir);
    const port = await freePort(plan.preferredPort);
    const child = await launch(dir, plan.id, state, port);
    const hasEnded = () => child.exitCode !== null || child.signalCode !== null;
    await waitUntil(
      async () => hasEnded() || ((await listens(dir)) && (await answers(urlOf(port), plan.id))),
      {
        timeoutMs: 180_000,
        message: `${plan.name} does not answer: see ${logFile(dir)}`,
      },
    );
    if (!hasEnded() && child.pid !== undefined) {
      // From here on it would note every request.
      await anvilClient({ ...plan, rpcUrl: urlOf(port) }).setLoggingEnabled(false);
      await keepGoodState(dir);
      return { pid: child.pid, port };
    }
    if ((await readFile(logFile(dir), 'utf8')).includes('--state')) await setStateAside(dir);
  }
  throw new Error(`${plan.name} does not start: see ${logFile(dir)}`);
}
