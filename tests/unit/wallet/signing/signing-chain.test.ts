import {
  type Address,
  encodeFunctionData,
  erc20Abi,
  getAddress,
  type Hex,
  numberToHex,
  parseEther,
  parseUnits,
} from 'viem';
import { pledgeAbi } from '@/lib/evm/abi/pledge';
import { stakingPoolAbi } from '@/lib/evm/abi/staking-pool';
import { vaultAbi } from '@/lib/evm/abi/vault';
import { NATIVE_TOKEN } from '@/lib/evm/address';
import { readPlatformTokens } from '@/lib/evm/platform-tokens';
import { holdingsOf, type PriorCall, simulateChanges } from '@/lib/wallet/signing/balance-changes';
import {
  balanceKey,
  contractName,
  readBalances,
  readNatures,
  readTokens,
  type SigningContext,
} from '@/lib/wallet/signing/context';
import { pledgeRows, readPledgeDetails } from '@/lib/wallet/signing/pledge-details';
import { readTransaction } from '@/lib/wallet/signing/transaction';
import { demoAccount } from '@/scripts/launcher/chains/anvil-client';
import { connectOwnChain, type OwnChain, startOwnChain } from '../../../support/own-chain';
import { signingContext } from '../../../support/signing-context';

const account = demoAccount(1).address;
const stranger = getAddress('0xdbf03b407c01e7cd3cbea99509d93f8dddc8c6fb');
const DAY_S = 86_400n;
const usdt = (amount: string) => parseUnits(amount, 6);
let chain: OwnChain;
let config: Awaited<ReturnType<typeof connectOwnChain>>;

beforeAll(async () => {
  chain = await startOwnChain();
  config = await connectOwnChain(chain, account);
});
afterAll(() => chain.stop());

/** Returns the signing context of a call to a listed contract. */
async function contextOf(to: Address): Promise<SigningContext> {
  const { coins, contracts } = chain.lists;
  const place = { chainId: chain.id, account, token: chain.addresses.tUsdt, vault: chain.addresses.vault };
  const context = signingContext(place, { coins, contracts });
  const tokens = await readPlatformTokens(chain.client, contractName(context, to), to);
  return { ...context, platformTokens: new Map([[to, tokens]]) };
}

async function simulate(to: Address, data: Hex, { value = 0n, prior = [] as readonly PriorCall[] } = {}) {
  const context = await contextOf(to);
  const { groups } = readTransaction({ to, data, value }, context);
  return simulateChanges(config, context, { to, data, value }, holdingsOf(to, groups, context), prior);
}

const approval = (spender: Address, amount: bigint): PriorCall => ({
  to: chain.addresses.tUsdt,
  data: encodeFunctionData({ abi: erc20Abi, functionName: 'approve', args: [spender, amount] }),
});
const walletBalance = (token: Address) =>
  chain.client.readContract({ address: token, abi: erc20Abi, functionName: 'balanceOf', args: [account] });

test('WAL-1 a simulated deposit moves the amount from the wallet to the vault, and leaves the native currency unchanged', async () => {
  const { vault, tUsdt } = chain.addresses;
  const data = encodeFunctionData({ abi: vaultAbi, functionName: 'deposit', args: [tUsdt, usdt('7')] });
  const before = await walletBalance(tUsdt);
  const prior = [approval(vault, usdt('7'))];
  const simulated = await simulate(vault, data, { prior });
  expect(simulated?.changes).toEqual([
    { holder: 'wallet', token: tUsdt, before, after: before - usdt('7') },
    { holder: 'vault', token: tUsdt, before: 0n, after: usdt('7') },
  ]);
  const approved = await simulate(tUsdt, prior[0]?.data ?? '0x');
  expect(approved?.changes).toEqual([]);
  // The gas includes the approval before the deposit, but not the calls that read balances.
  expect(approved?.gas).toBeGreaterThan(40_000n);
  expect(approved?.gas).toBeLessThan(60_000n);
  expect(simulated?.gas).toBeGreaterThan((approved?.gas ?? 0n) + 40_000n);
  expect(simulated?.gas).toBeLessThan(250_000n);
  // The simulation sent nothing.
  expect(await walletBalance(tUsdt)).toBe(before);
});

test('WAL-5 a simulated change doesn’t include those of the calls before it', async () => {
  const { vault, tUsdt } = chain.addresses;
  const deposit = (amount: bigint) =>
    encodeFunctionData({ abi: vaultAbi, functionName: 'deposit', args: [tUsdt, amount] });
  const before = await walletBalance(tUsdt);
  const prior = [approval(vault, usdt('9')), { to: vault, data: deposit(usdt('7')) }];
  const simulated = await simulate(vault, deposit(usdt('2')), { prior });
  expect(simulated?.changes).toEqual([
    { holder: 'wallet', token: tUsdt, before: before - usdt('7'), after: before - usdt('9') },
    { holder: 'vault', token: tUsdt, before: usdt('7'), after: usdt('9') },
  ]);
  expect(simulated?.balances.get(balanceKey({ token: tUsdt, owner: account }))).toBe(before - usdt('7'));
});

test('WAL-1 a simulation shows the exact change of the native currency, without a network fee', async () => {
  const { vault } = chain.addresses;
  const data = encodeFunctionData({ abi: vaultAbi, functionName: 'depositNative' });
  const before = await chain.client.getBalance({ address: account });
  const value = parseEther('1.5');
  expect((await simulate(vault, data, { value }))?.changes).toEqual([
    { holder: 'wallet', token: NATIVE_TOKEN, before, after: before - value },
    { holder: 'vault', token: NATIVE_TOKEN, before: 0n, after: value },
  ]);
  expect((await simulate(stranger, '0x', { value }))?.changes).toEqual([
    { holder: 'wallet', token: NATIVE_TOKEN, before, after: before - value },
  ]);
});

test('WAL-1 a simulated stake moves the amount from the wallet to the pool', async () => {
  const { staking, tTide } = chain.addresses;
  const data = encodeFunctionData({ abi: stakingPoolAbi, functionName: 'stake', args: [5n] });
  const before = await walletBalance(tTide);
  const approve = encodeFunctionData({ abi: erc20Abi, functionName: 'approve', args: [staking, 5n] });
  const simulated = await simulate(staking, data, { prior: [{ to: tTide, data: approve }] });
  expect(simulated?.changes).toEqual([
    { holder: 'wallet', token: tTide, before, after: before - 5n },
    { holder: 'stake', token: tTide, before: 0n, after: 5n },
  ]);
});

test('WAL-1 a failing transaction has no simulated changes, and an unreachable node is an error', async () => {
  const { vault, tUsdt } = chain.addresses;
  const withdrawal = (amount: bigint) =>
    encodeFunctionData({ abi: vaultAbi, functionName: 'withdraw', args: [tUsdt, amount, account, 0n] });
  expect(await simulate(vault, withdrawal(usdt('1')))).toBeNull();
  const deposit = encodeFunctionData({ abi: vaultAbi, functionName: 'deposit', args: [tUsdt, usdt('7')] });
  expect(await simulate(vault, deposit, { prior: [approval(vault, usdt('6'))] })).toBeNull();
  const down = jest.spyOn(globalThis, 'fetch').mockRejectedValue(new TypeError('fetch failed'));
  const context = signingContext({ chainId: chain.id, account, token: tUsdt, vault });
  await expect(
    simulateChanges(config, context, { to: vault, data: deposit, value: 0n }, []),
  ).rejects.toThrow();
  down.mockRestore();
});

test('WAL-16 detects which addresses are contracts, and checks at most 24 addresses', async () => {
  const { vault, tUsdt } = chain.addresses;
  const many = Array.from({ length: 30 }, (_, index) =>
    getAddress(numberToHex(0xabc000 + index, { size: 20 })),
  );
  const natures = await readNatures(chain.client, [vault, account, tUsdt, ...many]);
  expect([vault, account, tUsdt].map((address) => natures.get(address))).toEqual([
    'contract',
    'account',
    'contract',
  ]);
  expect(many.map((address) => natures.get(address))).toEqual([
    ...Array(21).fill('account'),
    ...Array(9).fill('unknown'),
  ]);
  const down = jest.spyOn(globalThis, 'fetch').mockRejectedValue(new TypeError('fetch failed'));
  expect(await readNatures(config.getClient(), [vault])).toEqual(new Map([[vault, 'unknown']]));
  down.mockRestore();
});

test('WAL-16 reads at most 24 balances, and leaves out those that can’t be read', async () => {
  const { vault, tUsdt } = chain.addresses;
  const owned = { token: tUsdt, owner: account };
  const unread = Array.from({ length: 23 }, () => ({ token: vault, owner: account }));
  const known = new Map([[balanceKey(owned), await walletBalance(tUsdt)]]);
  expect(await readBalances(chain.client, [...unread, owned])).toEqual(known);
  expect(await readBalances(chain.client, [...unread, ...unread, owned])).toEqual(new Map());
  const down = jest.spyOn(globalThis, 'fetch').mockRejectedValue(new TypeError('fetch failed'));
  expect(await readBalances(config.getClient(), [owned])).toEqual(new Map());
  down.mockRestore();
});

test('WAL-16 a listed contract whose tokens can’t be read doesn’t hide those of others', async () => {
  const { staking, router, vault, tTide, weth } = chain.addresses;
  const contracts = [
    { address: staking, name: 'staking_contract' },
    { address: vault, name: 'router_contract' },
    { address: router, name: 'router_contract' },
  ];
  expect(await readTokens(chain.client, contracts)).toEqual(
    new Map<Address, Address[]>([
      [staking, [tTide, tTide]],
      [router, [weth]],
    ]),
  );
});

test('WAL-8 WAL-16 a call with the ID of a term or pledge shows the terms from the contract', async () => {
  const { pledge: address, tUsdt } = chain.addresses;
  const abi = pledgeAbi;
  const context = await contextOf(address);
  const encode = (call: Parameters<typeof encodeFunctionData<typeof pledgeAbi>>[0]) =>
    encodeFunctionData(call);
  for (const [to, data] of [
    [tUsdt, approval(address, usdt('200')).data],
    [address, encode({ abi, functionName: 'pledge', args: [1n, usdt('200')] })],
  ] as const) {
    const hash = await chain.client.sendTransaction({ account, to, data, gas: 1_000_000n });
    await chain.client.waitForTransactionReceipt({ hash });
  }
  const { timestamp } = await chain.client.getBlock();
  const positions = await chain.client.readContract({
    address,
    abi,
    functionName: 'positionsOf',
    args: [account, 0n, 1n],
  });
  const id = positions[0]?.id;
  if (id === undefined) throw new Error('the pledge was not read');
  const read = (call: Parameters<typeof encode>[0]) => readPledgeDetails(chain.client, address, encode(call));
  const rowsOf = async (call: Parameters<typeof encode>[0]) => {
    const details = await read(call);
    return details && pledgeRows(details, context);
  };
  const amount = (label: string, raw: bigint) => ({
    label,
    value: { kind: 'amount', raw, token: { symbol: 'tUSDT', decimals: 6 } },
    token: tUsdt,
  });
  const maturity = {
    label: 'maturity',
    value: { kind: 'time', seconds: timestamp + 90n * DAY_S },
    token: null,
  };
  const signature = [0n, 27, `0x${'11'.repeat(32)}`, `0x${'22'.repeat(32)}`] as const;
  for (const call of [
    { functionName: 'pledge', args: [1n, usdt('100')] },
    { functionName: 'pledgeWithPermit', args: [1n, usdt('100'), ...signature] },
  ] as const)
    expect(await rowsOf({ abi, ...call })).toEqual([
      { label: 'duration', value: { kind: 'duration', seconds: 90n * DAY_S }, token: null },
      maturity,
      amount('interest', usdt('4')),
      amount('comesBack', usdt('104')),
    ]);
  expect(await rowsOf({ abi, functionName: 'redeem', args: [id, account] })).toEqual([
    maturity,
    amount('pledged', usdt('200')),
    amount('interest', usdt('8')),
    amount('comesBack', usdt('208')),
  ]);
  expect(await rowsOf({ abi, functionName: 'exitEarly', args: [id, account] })).toEqual([
    maturity,
    amount('pledged', usdt('200')),
    amount('penalty', usdt('6')),
    amount('comesBack', usdt('194')),
  ]);
  await expect(read({ abi, functionName: 'pledge', args: [99n, 1n] })).rejects.toThrow('no term 99');
  await expect(read({ abi, functionName: 'redeem', args: [9_999n, account] })).rejects.toThrow();
  await expect(read({ abi, functionName: 'unpause' })).resolves.toBeNull();
});
