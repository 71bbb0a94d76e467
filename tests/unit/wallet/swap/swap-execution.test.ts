/** @jest-environment node */
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import {
  type Address,
  createWalletClient,
  erc20Abi,
  maxUint256,
  parseAbi,
  parseEther,
  parseUnits,
  publicActions,
} from 'viem';
import { createConfig } from 'wagmi';
import { type SwapOrder, swapPlan } from '@/components/wallet/swap/swap-plan';
import { NATIVE_TOKEN } from '@/lib/evm/address';
import { chainErrorCode } from '@/lib/evm/errors';
import { routerAbi } from '@/lib/wallet/swap/abi';
import { minimumReceived, readChainTime } from '@/lib/wallet/swap/arithmetic';
import { type RouterTerms, readPairs, readRouterTerms, type SwapContracts } from '@/lib/wallet/swap/market';
import { readRoute } from '@/lib/wallet/swap/quote';
import { findSwaps, receivedAmount } from '@/lib/wallet/swap/swap-logs';
import { inPools, type SwapToken } from '@/lib/wallet/swap/token';
import { trySwap } from '@/lib/wallet/swap/use-swap-quote';
import type { LedgerEntry } from '@/lib/wallet/transactions/ledger-entry';
import { type LocalChain, startChains, stopLeftChains } from '@/scripts/launcher/chains/anvil';
import { anvilHttp, demoAccount } from '@/scripts/launcher/chains/anvil-client';
import { approve } from '@/scripts/launcher/chains/create2';
import { deployLocal } from '@/scripts/launcher/chains/deploy';
import type { LocalContracts } from '@/scripts/launcher/chains/platform-contracts';
import { chainPlans } from '../../../support/chain-plans';
import { anyRequest, entry } from '../../../support/ledger-entry';

const account = demoAccount(1);
const liquidityAbi = parseAbi([
  'function addLiquidityETH(address, uint256, uint256, uint256, address, uint256) payable returns (uint256, uint256, uint256)',
]);

let dir: string;
let chain: LocalChain;
let contracts: LocalContracts;
let place: SwapContracts;
let terms: RouterTerms;
let tokens: Record<'ETH' | 'WETH' | 'tUSDT' | 'tDAI' | 'tTIDE' | 'tTOLL', SwapToken>;
let config: ReturnType<typeof configOf>;

const configOf = ({ client, rpcUrl }: LocalChain) =>
  createConfig({
    chains: [{ ...client.chain, contracts: { multicall3: { address: contracts.multicall } } }],
    transports: { [client.chain.id]: anvilHttp(rpcUrl) },
    multiInjectedProviderDiscovery: false,
    storage: null,
  });
const sender = () =>
  createWalletClient({
    account,
    chain: chain.client.chain,
    transport: anvilHttp(chain.rpcUrl),
    pollingInterval: 20,
  }).extend(publicActions);

beforeAll(async () => {
  dir = await mkdtemp(path.join(os.tmpdir(), 'tidewell-swap-'));
  const [started] = await startChains(dir, { plans: [chainPlans[0]] });
  if (!started) throw new Error('no chain');
  chain = started;
  contracts = await deployLocal(chain.client);
  config = configOf(chain);
  place = { chainId: chain.id, router: contracts.router, multicall: contracts.multicall };
  terms = await readRouterTerms(config, place);
  const token = (coinId: number, symbol: string, address: Address, decimals = 18) => ({
    ...{ coinId, symbol, address, decimals },
  });
  tokens = {
    ETH: token(1, 'ETH', NATIVE_TOKEN),
    tUSDT: token(2, 'tUSDT', contracts.tUsdt, 6),
    tDAI: token(3, 'tDAI', contracts.tDai),
    WETH: token(4, 'WETH', contracts.weth),
    tTIDE: token(5, 'tTIDE', contracts.tTide),
    tTOLL: token(6, 'tTOLL', contracts.feeToken),
  };
  // Create a pool for the token that burns 1% of each transfer.
  const amount = parseEther('100000');
  await approve(chain.client, contracts.feeToken, contracts.router, amount);
  const hash = await chain.client.writeContract({
    address: contracts.router,
    abi: liquidityAbi,
    functionName: 'addLiquidityETH',
    args: [contracts.feeToken, amount, 0n, 0n, account.address, maxUint256],
    value: parseEther('100'),
  });
  await chain.client.waitForTransactionReceipt({ hash });
});

afterAll(async () => {
  await chain.stop({ force: true });
  await stopLeftChains(dir);
  await rm(dir, { recursive: true, force: true });
});

const balanceOf = ({ address }: SwapToken) =>
  address === NATIVE_TOKEN
    ? chain.client.getBalance({ address: account.address })
    : chain.client.readContract({
        address,
        abi: erc20Abi,
        functionName: 'balanceOf',
        args: [account.address],
      });

async function quote(sold: SwapToken, bought: SwapToken, amount: bigint) {
  const [from, to] = [inPools(sold.address, terms.wrapped), inPools(bought.address, terms.wrapped)];
  const listed = Object.values(tokens).map(({ address }) => inPools(address, terms.wrapped));
  const pairs = await readPairs(config, chain.id, terms, listed, from, to);
  const { route } = await readRoute(config, place, terms, pairs, { from, to, amount });
  if (!route) throw new Error(`no route from ${sold.symbol} to ${bought.symbol}`);
  const { wrapped } = terms;
  const ends = { sold: sold.address, bought: bought.address };
  const trial = await trySwap(config, place, {
    ...{ router: contracts.router, wrapped, ...ends, amount, path: route.path, to: account.address },
  });
  return { route, trial };
}

/** Executes a plan as the page does, and returns the balance changes without the network fee. */
async function execute(order: Omit<SwapOrder, 'place' | 'terms' | 'account'>) {
  const { call, intent, spending } = swapPlan({ ...order, place, terms, account: account.address });
  const client = sender();
  if (spending) await approve(client as never, spending.token, call.address, spending.amount);
  const fromBlock = await client.getBlockNumber();
  const before = await balanceOf(order.bought);
  const hash = await client.writeContract({ ...call, gas: 1_000_000n });
  const receipt = await client.waitForTransactionReceipt({ hash });
  const after = await balanceOf(order.bought);
  const gas = order.bought.address === NATIVE_TOKEN ? receipt.gasUsed * receipt.effectiveGasPrice : 0n;
  return { receipt, hash, intent, call, fromBlock, arrived: after - before + gas };
}

const names = ['ETH', 'WETH', 'tUSDT', 'tDAI', 'tTIDE', 'tTOLL'] as const;
const amounts = {
  ETH: '0.37',
  WETH: '0.41',
  tUSDT: '312.345678',
  tDAI: '99.000000000000000001',
  tTIDE: '777',
  tTOLL: '12.5',
};
const trades = names.flatMap((sell) =>
  names
    .filter((buy) => buy !== sell && ![sell, buy].every((name) => /ETH/.test(name)))
    .map((buy) => [sell, buy] as const),
);

test.each(trades)(
  'WAL-5 a quote of %s for %s matches the amount received, to the base unit',
  async (sell, buy) => {
    const [sold, bought] = [tokens[sell], tokens[buy]];
    const amount = parseUnits(amounts[sell], sold.decimals);
    const { route, trial } = await quote(sold, bought, amount);
    if (trial.outcome !== 'arrives') throw new Error(`the trial says: ${JSON.stringify(trial)}`);
    expect(trial.promised).toBe(route.out);
    const takesFee = sell === 'tTOLL' || buy === 'tTOLL';
    if (takesFee) expect(trial.amount).toBeLessThan(route.out);
    else expect(trial.amount).toBe(route.out);

    const soldBefore = await balanceOf(sold);
    const deadline = (await readChainTime(config, chain.id)) + 1_200n;
    const done = await execute({ sold, bought, amount, minimum: trial.amount, path: route.path, deadline });
    expect(done.receipt.status).toBe('success');
    expect(done.arrived).toBe(trial.amount);
    if (sell !== 'ETH') expect(soldBefore - (await balanceOf(sold))).toBe(amount);
    // If a reload loses a swap's hash, the swap is found by its events.
    const asked: LedgerEntry = {
      ...{ ...entry, ...done.intent, chainId: chain.id, account: account.address },
      request: { ...anyRequest(done.call.address), fromBlock: done.fromBlock.toString() },
    };
    expect(receivedAmount(done.receipt.logs, asked)).toBe(trial.amount);
    expect(await findSwaps(config, asked)).toEqual([done.hash]);
    expect(await findSwaps(config, { ...asked, amountRaw: (amount + 1n).toString() })).toEqual([]);
  },
  30_000,
);

test.each([
  ['ETH', 'WETH'],
  ['WETH', 'ETH'],
] as const)('WAL-5 %s converts to %s one to one', async (sell, buy) => {
  const [sold, bought] = [tokens[sell], tokens[buy]];
  const amount = parseEther('0.123456789012345678');
  const done = await execute({ sold, bought, amount, minimum: amount, path: [terms.wrapped], deadline: 0n });
  expect(done.arrived).toBe(amount);
  const asked: LedgerEntry = {
    ...{ ...entry, ...done.intent, chainId: chain.id, account: account.address },
    request: { ...anyRequest(done.call.address), fromBlock: done.fromBlock.toString() },
  };
  expect(receivedAmount(done.receipt.logs, asked)).toBe(amount);
  expect(await findSwaps(config, asked)).toEqual([done.hash]);
});

test.each([
  ['tTIDE', 'ETH', 3],
  ['tTIDE', 'tDAI', 3],
  ['tUSDT', 'tTOLL', 3],
  ['tTOLL', 'tTIDE', 4],
  ['ETH', 'tUSDT', 2],
] as const)('WAL-5 the best route from %s to %s has %i tokens', async (sell, buy, length) => {
  const amount = parseUnits('1', tokens[sell].decimals);
  expect((await quote(tokens[sell], tokens[buy], amount)).route.path).toHaveLength(length);
});

test('WAL-5 the pool fee matches the router’s fee', () => expect(terms.feePpb).toBe(3_000_000n));

test('WAL-5 the contract enforces the minimum received: with one unit more, nothing moves', async () => {
  const [sold, bought] = [tokens.tUSDT, tokens.tTOLL];
  const amount = parseUnits('50', 6);
  const { route, trial } = await quote(sold, bought, amount);
  if (trial.outcome !== 'arrives') throw new Error('no trial');
  const before = await balanceOf(sold);
  const deadline = (await readChainTime(config, chain.id)) + 60n;
  const order = { sold, bought, amount, path: route.path, deadline };
  const refused = await execute({ ...order, minimum: trial.amount + 1n });
  expect(refused.receipt.status).toBe('reverted');
  expect(await balanceOf(sold)).toBe(before);
  const error = await sender()
    .simulateContract({ ...refused.call })
    .catch((reason: unknown) => reason);
  expect(chainErrorCode(error)).toBe('priceMoved');
  const least = minimumReceived(trial.amount, 50n);
  expect((await execute({ ...order, minimum: least })).arrived).toBe(trial.amount);
});

test('WAL-5 the deadline uses the chain’s time, which may differ widely from the device’s', async () => {
  await chain.client.increaseTime({ seconds: 40 * 86_400 });
  const now = await readChainTime(config, chain.id);
  expect(now).toBeGreaterThan(BigInt(Math.floor(Date.now() / 1_000)) + 39n * 86_400n);
  const { route } = await quote(tokens.ETH, tokens.tDAI, parseEther('0.1'));
  const order = {
    sold: tokens.ETH,
    bought: tokens.tDAI,
    amount: parseEther('0.1'),
    minimum: 1n,
    path: route.path,
  };
  expect((await execute({ ...order, deadline: now + 1_200n })).receipt.status).toBe('success');
  const late = await execute({ ...order, deadline: now - 1n });
  expect(late.receipt.status).toBe('reverted');
  const error = await sender()
    .simulateContract({ ...late.call })
    .catch((reason: unknown) => reason);
  expect(chainErrorCode(error)).toBe('deadlinePassed');
});

test('WAL-5 a swap that drains a pool shows its impact, and without a route there is no quote', async () => {
  const { route } = await quote(tokens.tUSDT, tokens.tTIDE, parseUnits('500000', 6));
  // Selling as much as the pool holds halves the price, so half of the value is lost, apart from the fee. The range
  // allows for the trades of earlier tests.
  expect(route.impactBps).toBeGreaterThanOrEqual(4_950n);
  expect(route.impactBps).toBeLessThanOrEqual(5_050n);
  const stranger = { ...tokens.tDAI, address: contracts.spamToken };
  await expect(quote(tokens.ETH, stranger, 1n)).rejects.toThrow('no route');
});

test('WAL-5 a simulation returns why the network rejects a swap, such as an insufficient balance', async () => {
  const { route } = await quote(tokens.tUSDT, tokens.tDAI, 1_000_000n);
  const trial = await trySwap(config, place, {
    ...{ router: contracts.router, wrapped: terms.wrapped, sold: contracts.tUsdt, bought: contracts.tDai },
    ...{ amount: parseUnits('900000', 6), path: route.path, to: account.address },
  });
  expect(trial).toEqual({ outcome: 'refused', code: 'tokenRefused' });
});

test('WAL-5 getAmountsOut of the router agrees with the quote', async () => {
  const amount = parseUnits('1000', 6);
  const { route } = await quote(tokens.tUSDT, tokens.ETH, amount);
  const outs = await chain.client.readContract({
    ...{ address: contracts.router, abi: routerAbi, functionName: 'getAmountsOut' },
    args: [amount, route.path],
  });
  expect(outs.at(-1)).toBe(route.out);
});
