import path from 'node:path';
import { endProcess, isAlive, isOurs } from '@/server/process/process';
import { readRecord, removeRecord } from '@/server/process/process-record';
import { type AnvilClient, anvilClient } from './anvil-client';
import { answers, type ChainPlan, keepGoodState, recordFile, spawnAnvil, urlOf } from './anvil-process';

const COPY_INTERVAL_MS = 60_000;
/** Dumping the state of a long chain takes time, and anvil must not be killed in the meantime. */
const STOP_GRACE_MS = 30_000;

export interface LocalChain {
  id: number;
  name: string;
  rpcUrl: string;
  client: AnvilClient;
  /** Whether a killed launcher left this chain running. */
  reused: boolean;
  /** Process ID of the node, which a killed launcher may have started. */
  pid: number;
  /** Saves the state and stops the node. With `force`, only sends the stop signal. */
  stop: (options?: { force?: boolean }) => Promise<void>;
}

interface StartChainsOptions {
  plans?: readonly ChainPlan[];
  /** Called for each running chain, before the next one starts. */
  onStart?: (chain: LocalChain) => void;
}

export const localChainPlans: readonly ChainPlan[] = [
  { id: 31337, name: 'Local chain 1', preferredPort: 8545 },
  { id: 31338, name: 'Local chain 2', preferredPort: 8546 },
];

const chainDir = (dir: string, id: number) => path.join(path.resolve(dir), 'chains', String(id));
async function findRunning(dir: string, plan: ChainPlan): Promise<{ pid: number; port: number } | undefined> {
  const record = await readRecord(recordFile(dir));
  if (!record || !(await isOurs(record.pid, path.join(dir, 'state.json')))) return undefined;
  if (await answers(urlOf(record.port), plan.id)) return record;
  await endProcess(record.pid, STOP_GRACE_MS);
  return undefined;
}

/** Advances the chain's clock past its latest block, because after a restart the clock can be behind that block. */
async function catchUp(client: AnvilClient): Promise<void> {
  const [head, next] = await Promise.all([
    client.getBlock({ blockTag: 'latest' }),
    client.getBlock({ blockTag: 'pending' }),
  ]);
  if (head.number > 0n && next.timestamp < head.timestamp)
    await client.increaseTime({ seconds: Number(head.timestamp - next.timestamp) + 1 });
}

async function startChain(root: string, plan: ChainPlan): Promise<LocalChain> {
  const dir = chainDir(root, plan.id);
  const running = await findRunning(dir, plan);
  const { pid, port } = running ?? (await spawnAnvil(dir, plan));
  const rpcUrl = urlOf(port);
  const client = anvilClient({ ...plan, rpcUrl });
  await catchUp(client);
  let isCopying = false;
  const copying = setInterval(() => {
    // On a busy machine, a copy of a large state can take longer than the interval.
    if (isCopying) return;
    isCopying = true;
    keepGoodState(dir)
      .catch((error: unknown) => console.error(`${plan.name}: no copy of its state.`, error))
      .finally(() => {
        isCopying = false;
      });
  }, COPY_INTERVAL_MS);
  copying.unref();
  return {
    id: plan.id,
    name: plan.name,
    rpcUrl,
    client,
    reused: running !== undefined,
    pid,
    stop: async ({ force = false } = {}) => {
      clearInterval(copying);
      if (force) {
        if (isAlive(pid)) process.kill(pid, 'SIGTERM');
        return;
      }
      await endProcess(pid, STOP_GRACE_MS);
      await keepGoodState(dir);
      removeRecord(recordFile(dir));
    },
  };
}

/**
 * Starts the local chains (loopback, one block per transaction) with their state in `dir`/chains, or reuses those that
 * a killed launcher left running. Throws an Error with the reason if one doesn't start.
 */
export async function startChains(
  dir: string,
  { plans = localChainPlans, onStart }: StartChainsOptions = {},
): Promise<LocalChain[]> {
  const chains: LocalChain[] = [];
  // Started one after another, so that each chain can detect which ports are in use.
  for (const plan of plans) {
    const chain = await startChain(dir, plan);
    onStart?.(chain);
    chains.push(chain);
  }
  return chains;
}

/** Stops chains that a killed process left running in `dir`. */
export async function stopLeftChains(dir: string): Promise<void> {
  for (const { id } of localChainPlans) {
    const record = await readRecord(recordFile(chainDir(dir, id)));
    if (record && (await isOurs(record.pid, path.join(chainDir(dir, id), 'state.json'))))
      await endProcess(record.pid, STOP_GRACE_MS);
  }
}
