import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { type ChainsFile, chainsFileSchema } from '@/lib/evm/chains-file';
import { childEnv } from '@/lib/settings/process-env';
import { startChains } from '@/scripts/launcher/chains/anvil';
import { startPostgres } from '@/scripts/launcher/database/postgres';
import { Stops } from '@/server/process/process-record';
import { chainPlans } from './chain-plans';

/** A launcher that serves a build, as an operator would start it. */
export type Instance = {
  url: string;
  process: ChildProcess;
  /** Output from the launcher and its site. */
  output: () => string;
};

const chainsFile = (rpcUrl: string): ChainsFile =>
  chainsFileSchema.parse({
    chains: [
      {
        id: 31337,
        name: 'Chain under test',
        nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
        rpcUrl,
        browserAddress: 'https://explorer.example.org/address/',
        browserTx: 'https://explorer.example.org/tx/',
        testnet: true,
        confirmations: 1,
        contracts: {},
      },
    ],
    coins: [
      {
        id: 1,
        symbol: 'ETH',
        name: 'Ether',
        icon: '/coins/eth.svg',
        sort: 1,
        tokens: [{ chainId: 31337, address: null, decimals: 18 }],
      },
    ],
  });

/** Several instances of the site that share a PostgreSQL server, a chain and a build. */
export class Instances {
  readonly #stops = new Stops();
  readonly #running: Instance[] = [];
  #env: Record<string, string> = {};
  #dir = '';

  /** Starts the shared services. `env` applies to all instances. */
  async prepare(env: Record<string, string>): Promise<void> {
    this.#dir = await mkdtemp(path.join(os.tmpdir(), 'tidewell-instances-'));
    this.#stops.add(() => rm(this.#dir, { recursive: true, force: true }));
    const postgres = await startPostgres(this.#dir);
    this.#stops.add(postgres.stop);
    const plans = [chainPlans[0]];
    const chains = await startChains(this.#dir, { plans, onStart: (chain) => this.#stops.add(chain.stop) });
    const file = path.join(this.#dir, 'chains.json');
    await writeFile(file, JSON.stringify(chainsFile(chains[0]?.rpcUrl ?? '')));
    this.#env = { ...env, DATABASE_URL: postgres.url, CHAINS_FILE: file };
  }

  /** Starts an instance and waits until it is ready. If the instance exits first, throws an error with its output. */
  async start(port: number, env: Record<string, string> = {}): Promise<Instance> {
    const child = spawn(process.execPath, ['--import', 'tsx', 'scripts/start.ts'], {
      env: childEnv({
        ...this.#env,
        NODE_OPTIONS: '',
        HOST: '127.0.0.1',
        PORT: String(port),
        DATA_DIR: path.join(this.#dir, `data-${port}`),
        ...env,
      }),
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let output = '';
    const instance = { url: `http://127.0.0.1:${port}`, process: child, output: () => output };
    this.#running.push(instance);
    await new Promise<void>((resolve, reject) => {
      const read = (chunk: Buffer) => {
        output += chunk;
        if (output.includes('Tidewell is ready')) resolve();
      };
      child.stdout.on('data', read);
      child.stderr.on('data', read);
      child.once('exit', (code) => reject(new Error(`the launcher ended with ${code}: ${output}`)));
    });
    return instance;
  }

  /** Stops an instance and returns its launcher's exit code. */
  async end({ process: child }: Instance, signal: 'SIGTERM' | 'SIGINT' = 'SIGTERM'): Promise<number | null> {
    if (child.exitCode !== null || child.signalCode !== null) return child.exitCode;
    // Wait for `close` instead of `exit`, so that the output is complete.
    const end = once(child, 'close');
    child.kill(signal);
    await end;
    return child.exitCode;
  }

  async stop(): Promise<void> {
    await Promise.all(this.#running.map((instance) => this.end(instance)));
    const failures = await this.#stops.run();
    if (failures.length > 0) throw new AggregateError(failures, 'what the instances shared did not end');
  }
}
