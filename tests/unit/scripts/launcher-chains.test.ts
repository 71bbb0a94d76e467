/** @jest-environment node */
import { once } from 'node:events';
import { mkdtemp, readFile, rm, truncate, writeFile } from 'node:fs/promises';
import { type AddressInfo, createServer } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { type Address, erc20Abi, erc721Abi, erc1155Abi, parseUnits, zeroAddress } from 'viem';
import { pledgeAbi } from '@/lib/evm/abi/pledge';
import { presaleAbi } from '@/lib/evm/abi/presale';
import { stakingPoolAbi } from '@/lib/evm/abi/staking-pool';
import { type LocalChain, startChains, stopLeftChains } from '@/scripts/launcher/chains/anvil';
import { demoAccount } from '@/scripts/launcher/chains/anvil-client';
import type { ChainPlan } from '@/scripts/launcher/chains/anvil-process';
import { MISSED_MS, mined } from '@/scripts/launcher/chains/create2';
import { deployLocal } from '@/scripts/launcher/chains/deploy';
import { localChainsFile } from '@/scripts/launcher/chains/local-chains-file';
import { freePort, isAlive, waitUntil } from '@/server/process/process';
import { chainPlans } from '../../support/chain-plans';

let dir: string;
const chainDir = () => path.join(dir, 'chains', '31337');

async function start(plan: ChainPlan = chainPlans[0]): Promise<LocalChain> {
  const [chain] = await startChains(dir, { plans: [plan] });
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
});

test('OPS-1 reuses a running chain and keeps the blocks of a stopped one', async () => {
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

test('OPS-1 a killed chain restarts from its last saved state', async () => {
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
});

test.each([
  ['cut off in the middle', (file: string) => truncate(file, 500)],
  ['emptied', (file: string) => truncate(file, 0)],
  ['not what anvil writes', (file: string) => writeFile(file, '{"a":1}')],
])('OPS-1 a state file that is %s is replaced by the last good copy', async (_, spoil) => {
  const first = await start();
  await first.client.mine({ blocks: 3 });
  const { hash } = await first.client.getBlock();
  await first.stop();
  await spoil(path.join(chainDir(), 'state.json'));
  const second = await start();
  expect((await second.client.getBlock()).hash).toBe(hash);
});

test('OPS-1 without any valid saved state, the chain starts over', async () => {
  await (await start()).stop();
  for (const name of ['state.json', 'state.good.json'])
    await writeFile(path.join(chainDir(), name), '{"a":1}');
  expect(await (await start()).client.getBlockNumber()).toBe(0n);
});

test('OPS-1 after a restart the clock is never behind the latest block, nor ahead unnecessarily', async () => {
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

test('OPS-1 a transaction that the node missed is mined after a while', async () => {
  const { client } = await start();
  // Like a node that missed a transaction: it waits, until something else has a block mined.
  await client.setAutomine(false);
  const hash = await client.sendTransaction({ to: demoAccount(1).address, value: 1n });
  jest.useFakeTimers({
    doNotFake: ['Date', 'hrtime', 'nextTick', 'performance', 'queueMicrotask', 'setImmediate', 'setTimeout'],
  });
  try {
    const waiting = mined(client, hash);
    expect((await client.getTransaction({ hash })).blockNumber).toBeNull();
    jest.advanceTimersByTime(MISSED_MS);
    await waiting;
  } finally {
    jest.useRealTimers();
  }
  expect((await client.getTransaction({ hash })).blockNumber).toBe(1n);
});

test("OPS-1 does not use another process's port", async () => {
  const stranger = createServer().listen(0, '127.0.0.1');
  await once(stranger, 'listening');
  try {
    const { port: taken } = stranger.address() as AddressInfo;
    const chain = await start({ ...chainPlans[0], preferredPort: taken });
    expect(chain.rpcUrl).not.toContain(`:${taken}`);
    await chain.stop();
  } finally {
    stranger.close();
  }
});

test('OPS-1 a second deployment reuses all contracts and sends nothing, even after a restart', async () => {
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
});

test('WAL-10 a local start deploys fully funded staking, presale and pledge contracts, each listed by name', async () => {
  const { client, ...chain } = await start();
  const contracts = await deployLocal(client);
  const { staking, presale, pledge, tUsdt, tTide } = contracts;
  const [listed] = localChainsFile([{ ...chain, contracts }], 'http://127.0.0.1:3000').chains;
  expect(listed?.contracts).toMatchObject({
    staking_contract: staking,
    presale_contract: presale,
    pledge_contract: pledge,
  });

  const pool = { address: staking, abi: stakingPoolAbi } as const;
  expect(await client.readContract({ ...pool, functionName: 'aprBps' })).toBe(800n);
  const sale = { address: presale, abi: presaleAbi } as const;
  const OPEN = 2;
  expect(await client.readContract({ ...sale, functionName: 'stage' })).toBe(OPEN);
  const inventory = await client.readContract({ ...sale, functionName: 'inventory' });
  const held = { address: tTide, abi: erc20Abi, functionName: 'balanceOf', args: [presale] } as const;
  expect(await client.readContract(held)).toBe(inventory);
  const pledges = { address: pledge, abi: pledgeAbi } as const;
  const terms = await client.readContract({ ...pledges, functionName: 'terms' });
  expect(terms.map(({ token, duration, open }) => [token, duration / 86_400, open])).toEqual([
    [tUsdt, 30, true],
    [tUsdt, 90, true],
    [tUsdt, 180, true],
  ]);
  const reserve = { ...pledges, functionName: 'freeReserve', args: [tUsdt] } as const;
  expect(await client.readContract(reserve)).toBe(parseUnits('500000', 6));
});

test('WAL-10 a local start gives demo accounts awkward tokens and NFTs', async () => {
  const { client } = await start();
  const { feeToken, spamToken, collectible, passes, hostileCollectible } = await deployLocal(client);
  const first = demoAccount(1).address;
  const balance = (address: Address) =>
    client.readContract({ address, abi: erc20Abi, functionName: 'balanceOf', args: [first] });
  expect(await balance(feeToken)).toBe(parseUnits('990', 18));
  expect(await balance(spamToken)).toBe(parseUnits('7777', 6));
  const symbol = await client.readContract({ address: spamToken, abi: erc20Abi, functionName: 'symbol' });
  expect([symbol === 'tUSDT', symbol.normalize('NFKC').length]).toEqual([false, 5]);

  const metadata = async (uri: string) =>
    JSON.parse(await (await fetch(uri)).text()) as { name: string; image: string };
  const nft = { address: collectible, abi: erc721Abi, args: [1n] } as const;
  expect(await client.readContract({ ...nft, functionName: 'ownerOf' })).toBe(first);
  const harbour = await metadata(await client.readContract({ ...nft, functionName: 'tokenURI' }));
  expect(harbour.name).toBe('Harbour #1');
  expect(await (await fetch(harbour.image)).text()).toMatch(/^<svg .*<\/svg>$/);

  const pass = { address: passes, abi: erc1155Abi } as const;
  expect(await client.readContract({ ...pass, functionName: 'balanceOf', args: [first, 3n] })).toBe(3n);
  const uri = await client.readContract({ ...pass, functionName: 'uri', args: [3n] });
  expect((await metadata(uri)).name).toBe('Pass 3');

  const hostile = { address: hostileCollectible, abi: erc721Abi } as const;
  expect(await client.readContract({ ...hostile, functionName: 'balanceOf', args: [first] })).toBe(7n);
  const trap = await metadata(
    await client.readContract({ ...hostile, functionName: 'tokenURI', args: [1n] }),
  );
  expect(await (await fetch(trap.image)).text()).toContain('<script>');
});

test('OPS-1 the presale on the second local chain takes its native currency, at the same price', async () => {
  const [chain] = await startChains(dir, { plans: [chainPlans[1]] });
  if (!chain) throw new Error('no chain');
  const { presale } = await deployLocal(chain.client);
  const sale = { address: presale, abi: presaleAbi, functionName: 'terms' } as const;
  expect(await chain.client.readContract(sale)).toMatchObject({
    paymentToken: zeroAddress,
    price: parseUnits('0.00002', 18),
  });
});

test('freePort returns a port that is not in use', async () => {
  const port = await freePort();
  const taken = createServer().listen(port, '127.0.0.1');
  try {
    expect(await freePort(port)).not.toBe(port);
  } finally {
    taken.close();
  }
});
