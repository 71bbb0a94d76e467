import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { readChainsFile } from '@/lib/evm/chains-file';
import { childEnv } from '@/lib/settings/process-env';
import { type LocalChain, startChains } from '@/scripts/launcher/chains/anvil';
import { chainPlans } from '../../support/chain-plans';

const run = promisify(execFile);
let dir: string;
let chains: LocalChain[];
beforeAll(async () => {
  dir = await mkdtemp(path.join(os.tmpdir(), 'tidewell-trial-'));
  chains = await startChains(dir, { plans: [chainPlans[0]] });
});
afterAll(async () => {
  await Promise.all(chains.map((chain) => chain.stop()));
  await rm(dir, { recursive: true, force: true });
});

const deploy = (...args: string[]) =>
  run(process.execPath, ['--import', 'tsx', 'scripts/deploy-chain.ts', ...args], { env: childEnv({}) });

test('OPS-1 deploys contracts once on an external chain, and its chains file has both URLs', async () => {
  const [chain] = chains;
  if (!chain) throw new Error('no chain');
  const file = path.join(dir, 'trial.json');
  const browsers = 'http://127.0.0.1:18545';
  await deploy(chain.rpcUrl, browsers, 'https://wallet.example.org', file);
  const first = await readChainsFile(file);
  expect(first.chains).toMatchObject([{ id: 31337, rpcUrl: browsers, serverRpcUrl: chain.rpcUrl }]);
  const height = await chain.client.getBlockNumber();
  await deploy(chain.rpcUrl, browsers, 'https://wallet.example.org', file);
  expect(await readChainsFile(file)).toEqual(first);
  expect(await chain.client.getBlockNumber()).toBe(height);
});

test('OPS-1 an unreachable chain prints one line and fails', async () => {
  await expect(
    deploy('http://127.0.0.1:9', 'http://127.0.0.1:9', 'https://example.org', 'x.json'),
  ).rejects.toMatchObject({ code: 1 });
  await expect(deploy()).rejects.toThrow(/usage: tsx scripts\/deploy-chain\.ts/);
});
