import { parseAbi, parseEther, toHex } from 'viem';
import { clearCache } from '@/lib/server/cached';
import { Dex } from '@/lib/server/prices/dex/dex';
import { ONE, parsePrice, priceText } from '@/lib/server/prices/fixed-point';
import { Health } from '@/lib/server/prices/health';
import { stopPrices } from '@/lib/server/prices/service';
import { readPriceSettings } from '@/lib/server/seed/config-files';
import type { PriceSettings } from '@/lib/server/seed/price-settings';
import { type Backend, startBackend } from '../../support/api-backend';
import { COIN } from '../../support/api-prices';
import { queryDatabase } from '../../support/plain-chains';
import { createPool, sellNative } from '../../support/swap';

let backend: Backend;
let settings: PriceSettings;
const whole = new Map([
  ['tUSDT', ONE],
  ['tDAI', ONE],
]);
const dollars = (dex: Dex, coinId: number = COIN.eth) => {
  const price = dex.quotes(whole).get(coinId)?.price;
  return price === undefined ? undefined : priceText(price);
};

/** Fails the test and reports the cause. Otherwise, an unreachable chain would show up only as a wrong price. */
const failOnChange = (source: string, state: string, cause?: unknown) => {
  throw new Error(`${source} is ${state}`, { cause });
};
/** Returns a Dex that confirms a price only by new blocks, because the time limit is too long to be reached. */
const newDex = (own: Partial<PriceSettings['dex']> = {}, health = new Health(failOnChange)) =>
  new Dex({ ...settings, dex: { ...settings.dex, confirmMs: 3_600_000, ...own } }, health);

beforeAll(async () => {
  backend = await startBackend({ pools: true });
  await stopPrices();
  settings = await readPriceSettings();
});
afterAll(() => backend.stop());

test('PRICE-1 prices every coin of the chains by pools, and pegged coins by each other', async () => {
  const dex = newDex();
  await dex.read();
  expect(dollars(dex)).toBe('2500');
  expect(dollars(dex, COIN.weth)).toBe('2500');
  expect(dollars(dex, COIN.tDai)).toBe('1');
  expect(dex.crossRates()).toContainEqual({ symbol: 'tUSDT', inSymbol: 'tDAI', rate: parsePrice('1') });
  expect(dex.quotes(whole).get(COIN.eth)).toMatchObject({ source: 'uniswap-v2', testnet: true });
});

test('PRICE-1 a coin that has lost its dollar peg is not used to price others', async () => {
  const dex = newDex();
  await dex.read();
  expect(dex.quotes(new Map()).size).toBe(0);
  // Only the tDAI pools remain, which are half of all pools.
  const tDaiAlone = dex.quotes(new Map([['tDAI', parsePrice('0.98') ?? 0n]]));
  expect(priceText(tDaiAlone.get(COIN.eth)?.price ?? 0n)).toBe('2450');
  expect(tDaiAlone.has(COIN.tDai)).toBe(false);
});

test('PRICE-1 a pool with low liquidity is not used for prices', async () => {
  const dex = newDex({ minLiquidityUsd: '2400000' });
  await dex.read();
  expect(dollars(dex)).toBe('2500');
  expect(dollars(dex, COIN.tUsdt)).toBeUndefined();
  const strict = newDex({ minLiquidityUsd: '999999999' });
  await strict.read();
  expect(strict.quotes(whole).size).toBe(0);
});

test('PRICE-1 moving one pool barely changes the price; moving all pools counts once the move has lasted', async () => {
  const [first, second] = backend.chains;
  const dex = newDex();
  await dex.read();
  await sellNative(first, parseEther('200'), ({ tUsdt }) => tUsdt);
  await dex.read();
  expect(dollars(dex)).toBe('2500');
  await first.client.mine({ blocks: 2 });
  await dex.read();
  expect(dollars(dex)).toBe('2500');

  await sellNative(first, parseEther('200'), ({ tDai }) => tDai);
  await sellNative(second, parseEther('200'), ({ tUsdt }) => tUsdt);
  await sellNative(second, parseEther('200'), ({ tDai }) => tDai);
  await dex.read();
  // Three of four pools have jumped, and the one pool whose jump has lasted long enough can't set the price alone.
  expect(dollars(dex)).toBeUndefined();
  for (const { client } of [first, second]) await client.mine({ blocks: 2 });
  await dex.read();
  // The price falls to (1000 / 1200)² of the original, minus the pools' fee.
  expect(Number(dollars(dex))).toBeCloseTo(1_737, -1);
});

const pairAbi = parseAbi([
  'function factory() view returns (address)',
  'function getPair(address, address) view returns (address)',
]);
/** Storage slot of the two reserves in a Uniswap V2 pair. */
const RESERVES_SLOT = toHex(8, { size: 32 });

test('PRICE-1 drops an emptied pool immediately', async () => {
  const dex = newDex();
  await dex.read();
  const before = dex.crossRates().length;
  const [{ client, contracts }] = backend.chains;
  if (!contracts) throw new Error('the chain has no pools');
  const factory = await client.readContract({
    address: contracts.router,
    abi: pairAbi,
    functionName: 'factory',
  });
  const address = await client.readContract({
    address: factory,
    abi: pairAbi,
    functionName: 'getPair',
    args: [contracts.tUsdt, contracts.tDai],
  });
  const full = await client.getStorageAt({ address, slot: RESERVES_SLOT });
  if (!full) throw new Error('the pool has no reserves');
  await client.setStorageAt({ address, index: RESERVES_SLOT, value: toHex(0, { size: 32 }) });
  await dex.read();
  expect(dex.crossRates()).toHaveLength(before - 2);
  await client.setStorageAt({ address, index: RESERVES_SLOT, value: full });
  await dex.read();
  expect(dex.crossRates()).toHaveLength(before);
});

test('PRICE-1 data that is too old to price a coin does not affect a peg either', async () => {
  const dex = newDex();
  await dex.read();
  const now = performance.now();
  const age = settings.maxAgeMs['uniswap-v2'];
  const clock = jest.spyOn(performance, 'now').mockReturnValue(now + age / 2);
  expect(dex.crossRates()).not.toEqual([]);
  expect(dex.quotes(whole).get(COIN.eth)?.at).toBeLessThanOrEqual(now);
  clock.mockReturnValue(now + age + 1);
  expect(dex.crossRates()).toEqual([]);
  expect(dex.quotes(whole).size).toBe(0);
  clock.mockRestore();
});

test('PRICE-1 a chain with real value whose node is stuck does not set prices until it has new blocks', async () => {
  const chainIds = backend.chains.map(({ id }) => id);
  await queryDatabase(backend, 'update chains set testnet = false where id = any($1)', [chainIds]);
  clearCache();
  const changes: string[] = [];
  const dex = newDex({}, new Health((source, state) => changes.push(`${source} ${state}`)));
  await dex.read();
  // Nothing is known about the pools' past, so their first rate has to last.
  expect(dollars(dex)).toBeUndefined();
  await Promise.all(backend.chains.map(({ client }) => client.mine({ blocks: 2 })));
  await dex.read();
  expect(dollars(dex)).toBeDefined();
  const now = performance.now();
  const clock = jest.spyOn(performance, 'now').mockReturnValue(now + 130_000);
  try {
    await dex.read();
    expect(dollars(dex)).toBeUndefined();
    // The chains are read at the same time, so either may be first.
    expect(changes.toSorted()).toEqual(chainIds.map((id) => `uniswap-v2 on chain ${id} down`));
    await Promise.all(backend.chains.map(({ client }) => client.mine({ blocks: 1 })));
    await dex.read();
    expect(dollars(dex)).toBeDefined();
  } finally {
    clock.mockRestore();
    await queryDatabase(backend, 'update chains set testnet = true where id = any($1)', [chainIds]);
    clearCache();
  }
});

test('PRICE-1 after one block number that was too high, a chain with real value sets prices again', async () => {
  const chainIds = backend.chains.map(({ id }) => id);
  await queryDatabase(backend, 'update chains set testnet = false where id = any($1)', [chainIds]);
  clearCache();
  const mine = () => Promise.all(backend.chains.map(({ client }) => client.mine({ blocks: 2 })));
  const snapshots = await Promise.all(backend.chains.map(({ client }) => client.snapshot()));
  await Promise.all(backend.chains.map(({ client }) => client.mine({ blocks: 50 })));
  const dex = newDex({}, new Health(() => undefined));
  await dex.read();
  await mine();
  await dex.read();
  expect(dollars(dex)).toBeDefined();
  await Promise.all(
    backend.chains.map(({ client }, index) => client.revert({ id: snapshots[index] ?? '0x' })),
  );
  const now = performance.now();
  const clock = jest.spyOn(performance, 'now').mockReturnValue(now);
  try {
    // Another node of the endpoint's pool could lag behind.
    await dex.read();
    expect(dollars(dex)).toBeDefined();
    clock.mockReturnValue(now + 130_000);
    await dex.read();
    // Rates from blocks that are gone confirm nothing.
    expect(dollars(dex)).toBeUndefined();
    await mine();
    await dex.read();
    expect(dollars(dex)).toBeDefined();
  } finally {
    clock.mockRestore();
    await queryDatabase(backend, 'update chains set testnet = true where id = any($1)', [chainIds]);
    clearCache();
  }
});

test('PRICE-1 a second pool does not move the price of a coin, whenever the process starts', async () => {
  const [chain] = backend.chains;
  await queryDatabase(backend, 'update chains set testnet = false where id = $1', [chain.id]);
  clearCache();
  const dex = newDex();
  const now = performance.now.bind(performance);
  let skippedMs = 0;
  const clock = jest.spyOn(performance, 'now').mockImplementation(() => now() + skippedMs);
  try {
    await dex.read();
    await chain.client.mine({ blocks: 2 });
    await dex.read();
    expect(dollars(dex, COIN.tTide)).toBe('0.05');
    // Less liquidity than the first pool, at a thousand times the price.
    await createPool(chain, ({ tDai, tTide }) => [
      [tDai, parseEther('400000')],
      [tTide, parseEther('8000')],
    ]);
    // New pools are searched for every minute.
    skippedMs = 61_000;
    const restarted = newDex();
    for (let block = 0; block < 4; block += 1) {
      await dex.read();
      await restarted.read();
      expect(dollars(dex, COIN.tTide)).toBe('0.05');
      expect([undefined, '0.05']).toContain(dollars(restarted, COIN.tTide));
      await chain.client.mine({ blocks: 1 });
    }
    expect(dollars(restarted, COIN.tTide)).toBe('0.05');
  } finally {
    clock.mockRestore();
    await queryDatabase(backend, 'update chains set testnet = true where id = $1', [chain.id]);
    clearCache();
  }
});

test('PRICE-1 an unreachable chain does not affect the others, and is logged once', async () => {
  const changes: string[] = [];
  const dex = newDex({}, new Health((source, state) => changes.push(`${source} ${state}`)));
  await dex.read();
  await backend.chains[1].stop();
  await dex.read();
  await dex.read();
  expect(Number(dollars(dex))).toBeCloseTo(1_737, -1);
  expect(changes).toEqual(['uniswap-v2 on chain 31338 down']);
});
