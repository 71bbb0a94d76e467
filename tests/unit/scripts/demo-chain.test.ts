/** @jest-environment node */
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { type Address, erc20Abi, formatEther, parseEther, parseUnits } from 'viem';
import { presaleAbi } from '@/lib/evm/abi/presale';
import { stakingPoolAbi } from '@/lib/evm/abi/staking-pool';
import { vaultAbi } from '@/lib/evm/abi/vault';
import { type LocalChain, startChains, stopLeftChains } from '@/scripts/launcher/chains/anvil';
import { demoAccount } from '@/scripts/launcher/chains/anvil-client';
import { DEMO_AGE_S } from '@/scripts/launcher/demo/demo-month';
import { deployDemo } from '@/scripts/launcher/demo/deploy-demo';
import { chainPlans } from '../../support/chain-plans';

const DAY_S = 86_400;
const HOUR_S = 3_600;
let dir: string;

async function start(age?: number): Promise<LocalChain> {
  const [chain] = await startChains(dir, { plans: [{ ...chainPlans[0], ...(age ? { age } : {}) }] });
  if (!chain) throw new Error('no chain');
  return chain;
}

const now = () => Math.floor(Date.now() / 1_000);
const first = demoAccount(1).address;
const operator = demoAccount(9).address;
const balanceIn = ({ client }: LocalChain, token: Address, owner = first) =>
  client.readContract({ address: token, abi: erc20Abi, functionName: 'balanceOf', args: [owner] });

beforeEach(async () => {
  dir = await mkdtemp(path.join(os.tmpdir(), 'tidewell-demo-'));
});
afterEach(async () => {
  await stopLeftChains(dir);
  await rm(dir, { recursive: true, force: true });
});

test('OPS-1 the demo accounts hold modest amounts, with a month of transactions that ends at the present time', async () => {
  const chain = await start(DEMO_AGE_S);
  const { client } = chain;
  const contracts = await deployDemo(client, true, operator);
  const ether = Number(formatEther(await client.getBalance({ address: first })));
  expect(ether).toBeGreaterThan(3.1);
  expect(ether).toBeLessThan(3.2);
  // After a deposit of 975 and a swap of 135.
  expect(await balanceIn(chain, contracts.tUsdt)).toBe(parseUnits('3740', 6));
  const deposit = { address: contracts.vault, abi: vaultAbi, functionName: 'balanceOf' } as const;
  expect(await client.readContract({ ...deposit, args: [first, contracts.tUsdt] })).toBe(
    parseUnits('975', 6),
  );
  expect(await balanceIn(chain, contracts.tTide)).toBeGreaterThan(parseEther('14600'));
  // 134.5 sent, 159 received.
  expect(await balanceIn(chain, contracts.tDai)).toBe(parseEther('1924.5'));
  const left = { address: contracts.tDai, abi: erc20Abi, functionName: 'allowance' } as const;
  expect(await client.readContract({ ...left, args: [first, contracts.router] })).toBe(parseEther('500'));

  const head = await client.getBlockNumber();
  const times = await Promise.all(
    Array.from({ length: Number(head) + 1 }, async (_, index) =>
      Number((await client.getBlock({ blockNumber: BigInt(index) })).timestamp),
    ),
  );
  const ages = times.map((time) => (now() - time) / DAY_S);
  // The initial funding is older than the longest chart, and later transactions are spread over several days.
  expect(ages.filter((age) => age > 32).length).toBeGreaterThan(60);
  expect(new Set(ages.filter((age) => age > 1 && age < 32).map(Math.floor)).size).toBeGreaterThan(3);
  expect(ages.at(-1)).toBeLessThan(0.01);
  await client.mine({ blocks: 1 });
  expect(Math.abs(Number((await client.getBlock()).timestamp) - now())).toBeLessThan(HOUR_S);

  // The presale and the staking rewards start at the present time.
  const sale = { address: contracts.presale, abi: presaleAbi } as const;
  const ends = Number(await client.readContract({ ...sale, functionName: 'end' }));
  expect(Math.round((ends - now()) / DAY_S)).toBe(30);
  const pool = { address: contracts.staking, abi: stakingPoolAbi } as const;
  expect(await client.readContract({ ...pool, functionName: 'aprBps' })).toBe(800n);
});

test('OPS-1 a restart of the demo sends no transactions and does not refill an account that has spent its ETH', async () => {
  const chain = await start(DEMO_AGE_S);
  const contracts = await deployDemo(chain.client, true, operator);
  const account = demoAccount(1);
  const to = demoAccount(9).address;
  const spent = await chain.client.sendTransaction({ account, to, value: parseEther('3') });
  await chain.client.waitForTransactionReceipt({ hash: spent });
  const [height, balance] = await Promise.all([
    chain.client.getBlockNumber(),
    chain.client.getBalance(account),
  ]);
  await chain.stop();
  const again = await start(DEMO_AGE_S);
  expect(await deployDemo(again.client, true, operator)).toEqual(contracts);
  expect(await again.client.getBlockNumber()).toBe(height);
  expect(await again.client.getBalance(account)).toBe(balance);
  expect(balance).toBeLessThan(parseEther('0.2'));
});

test('OPS-1 an interrupted month of transactions resumes, and the chain then reaches the present time', async () => {
  const chain = await start(DEMO_AGE_S);
  const { client } = chain;
  const failing = new Proxy(client, {
    get: (target, name, receiver) =>
      name === 'setNextBlockTimestamp'
        ? () => Promise.reject(new Error('interrupted'))
        : Reflect.get(target, name, receiver),
  });
  await expect(deployDemo(failing, true, operator)).rejects.toThrow('interrupted');
  await chain.stop();
  const again = await start(DEMO_AGE_S);
  const contracts = await deployDemo(again.client, true, operator);
  expect(await balanceIn(again, contracts.tUsdt)).toBe(parseUnits('3740', 6));
  expect(await again.client.getTransactionCount({ address: first })).toBe(6);
  expect(Math.abs(Number((await again.client.getBlock()).timestamp) - now())).toBeLessThan(60);
});
