/** @jest-environment node */
import { mkdtemp, readFile, rm, truncate, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { erc20Abi, parseUnits } from 'viem';
import { type LocalChain, startChains, stopLeftChains } from '@/scripts/local/anvil';
import { demoAccount } from '@/scripts/local/anvil-client';
import { deployLocal } from '@/scripts/local/deploy';
import { localChainsFile } from '@/scripts/local/local-chains-file';
import { freePort } from '@/scripts/local/port';
import { isAlive, waitUntil } from '@/scripts/local/process';

let dir: string;
const plans = [{ id: 31337, name: 'Local chain 1', preferredPort: 18_545 }];
const chainDir = () => path.join(dir, 'chains', '31337');

async function start(): Promise<LocalChain> {
  const [chain] = await startChains(dir, { plans });
  if (!chain) throw new Error('no chain');
  return chain;
}

async function kill(): Promise<void> {
  const { pid } = JSON.parse(await readFile(path.join(chainDir(), 'anvil.json'), 'utf8'));
  process.kill(pid, 'SIGKILL');
  await waitUntil(() => !isAlive(pid), { timeoutMs: 10_000, message: 'anvil still runs' });
}

const times = async ({ client }: LocalChain) => {
  await client.mine({ blocks: 1 });
  const head = await client.getBlock();
  const parent = await client.getBlock({ blockNumber: head.number - 1n });
  return { head: head.timestamp, parent: parent.timestamp, now: BigInt(Math.floor(Date.now() / 1_000)) };
};

beforeEach(async () => {
  dir = await mkdtemp(path.join(os.tmpdir(), 'tidewell-chains-'));
});
afterEach(async () => {
  await stopLeftChains(dir);
  await rm(dir, { recursive: true, force: true });
}, 60_000);

test('OPS-1 a chain left running is reused, a stopped one keeps its blocks', async () => {
  const first = await start();
  await first.client.mine({ blocks: 3 });
  const { hash } = await first.client.getBlock();
  const second = await start();
  expect(second).toMatchObject({ reused: true, rpcUrl: first.rpcUrl });
  await second.stop();
  const third = await start();
  expect(third.reused).toBe(false);
  expect((await third.client.getBlock()).hash).toBe(hash);
});

test('OPS-1 a killed chain comes back with the state it wrote last', async () => {
  const first = await start();
  await first.client.mine({ blocks: 2 });
  const { hash } = await first.client.getBlock();
  const written = async () =>
    /"best_block_number":"?(0x)?2\b/.test(
      await readFile(path.join(chainDir(), 'state.json'), 'utf8').catch(() => ''),
    );
  await waitUntil(written, { timeoutMs: 20_000, message: 'no state written' });
  await first.client.mine({ blocks: 1 });
  await kill();
  const second = await start();
  expect(second.reused).toBe(false);
  const block = await second.client.getBlock({ blockNumber: 2n });
  expect(block.hash).toBe(hash);
}, 60_000);

test.each([
  ['cut off in the middle', (file: string) => truncate(file, 500)],
  ['emptied', (file: string) => truncate(file, 0)],
  ['not what anvil writes', (file: string) => writeFile(file, '{"a":1}')],
])('OPS-1 a state that is %s gives way to the last good copy', async (_, spoil) => {
  const first = await start();
  await first.client.mine({ blocks: 3 });
  const { hash } = await first.client.getBlock();
  await first.stop();
  await spoil(path.join(chainDir(), 'state.json'));
  const second = await start();
  expect((await second.client.getBlock()).hash).toBe(hash);
});

test('OPS-1 with no good state at all the chain begins anew', async () => {
  await (await start()).stop();
  for (const name of ['state.json', 'state.good.json'])
    await writeFile(path.join(chainDir(), name), '{"a":1}');
  expect(await (await start()).client.getBlockNumber()).toBe(0n);
});

test('OPS-1 the clock is never behind the head after a restart, and not ahead without need', async () => {
  const first = await start();
  const plain = await times(first);
  expect(plain.head - plain.now).toBeLessThanOrEqual(2n);
  await first.client.increaseTime({ seconds: 1_000_000 });
  await first.client.mine({ blocks: 1 });
  const { timestamp: future } = await first.client.getBlock();
  await first.stop();
  const after = await times(await start());
  expect(after.parent).toBe(future);
  expect(after.head).toBeGreaterThan(future);
  expect(after.head - future).toBeLessThanOrEqual(10n);
});

test("OPS-1 a stranger's port is left alone", async () => {
  const stranger = createServer().listen(18_545, '127.0.0.1');
  try {
    const chain = await start();
    expect(chain.rpcUrl).not.toContain(':18545');
    await chain.stop();
  } finally {
    stranger.close();
  }
});

test('OPS-1 a second deployment finds everything and sends nothing, also after a restart', async () => {
  const first = await start();
  const contracts = await deployLocal(first.client);
  const height = await first.client.getBlockNumber();
  expect(await deployLocal(first.client)).toEqual(contracts);
  expect(await first.client.getBlockNumber()).toBe(height);

  const rich = demoAccount(5).address;
  const balance = {
    address: contracts.tUsdt,
    abi: erc20Abi,
    functionName: 'balanceOf',
    args: [rich],
  } as const;
  expect(await first.client.readContract(balance)).toBe(parseUnits('50000', 6));
  const spend = await first.client.writeContract({
    account: demoAccount(5),
    address: contracts.tUsdt,
    abi: erc20Abi,
    functionName: 'transfer',
    args: [contracts.vault, parseUnits('50000', 6)],
  });
  await first.client.waitForTransactionReceipt({ hash: spend });
  await first.stop();

  const second = await start();
  expect(await deployLocal(second.client)).toEqual(contracts);
  expect(await second.client.getBlockNumber()).toBe(height + 1n);
  expect(await second.client.readContract(balance)).toBe(0n);
  const [chain] = localChainsFile([{ ...second, contracts }], 'http://127.0.0.1:3000').chains;
  expect(chain?.contracts.vault_contract).toBe(contracts.vault);
  expect(chain?.browserTx).toBe('http://127.0.0.1:3000/wallet/transaction?chainId=31337&hash=');
}, 60_000);

test('a free port is a free one', async () => {
  const port = await freePort();
  const taken = createServer().listen(port, '127.0.0.1');
  try {
    expect(await freePort(port)).not.toBe(port);
  } finally {
    taken.close();
  }
});
