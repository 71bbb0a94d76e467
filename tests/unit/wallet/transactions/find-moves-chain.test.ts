import {
  type Address,
  encodeFunctionData,
  type Hash,
  type Hex,
  parseAbi,
  parseEther,
  parseUnits,
} from 'viem';
import { pledgeAbi } from '@/lib/evm/abi/pledge';
import { presaleAbi } from '@/lib/evm/abi/presale';
import { stakingPoolAbi } from '@/lib/evm/abi/staking-pool';
import { vaultAbi } from '@/lib/evm/abi/vault';
import { NATIVE_TOKEN } from '@/lib/evm/address';
import type { Asked } from '@/lib/wallet/transactions/attempts';
import { findMoves } from '@/lib/wallet/transactions/find-moves';
import { demoAccount } from '@/scripts/launcher/chains/anvil-client';
import { connectOwnChain, type OwnChain, startOwnChain } from '../../../support/own-chain';

const account = demoAccount(1).address;
const other = demoAccount(2).address;
const recipient: Address = '0x00000000000000000000000000000000000000ff';
const stranger: Address = '0x00000000000000000000000000000000000000fe';
const usdt = (amount: string) => parseUnits(amount, 6);
const tokenAbi = parseAbi([
  'function approve(address spender, uint256 amount)',
  'function transfer(address to, uint256 amount)',
]);
let chain: OwnChain;
let config: Awaited<ReturnType<typeof connectOwnChain>>;

beforeAll(async () => {
  chain = await startOwnChain();
  config = await connectOwnChain(chain, account);
});
afterAll(() => chain.stop());

async function send(to: Address, data: Hex, { from = account, value = 0n } = {}): Promise<Hash> {
  const hash = await chain.client.sendTransaction({ account: from, to, data, value, gas: 1_000_000n });
  const { status } = await chain.client.waitForTransactionReceipt({ hash });
  if (status !== 'success') throw new Error(`${hash} failed`);
  return hash;
}

const approve = (token: Address, spender: Address, amount: bigint, from = account) =>
  send(token, encodeFunctionData({ abi: tokenAbi, functionName: 'approve', args: [spender, amount] }), {
    from,
  });
const pay = (to: Address, amount: bigint) =>
  send(
    chain.addresses.tUsdt,
    encodeFunctionData({ abi: tokenAbi, functionName: 'transfer', args: [to, amount] }),
  );

/** Returns the fields of a request made at the current block. */
async function requestedNow(part: Pick<Asked, 'kind' | 'contract'> & Partial<Asked>): Promise<Asked> {
  const block = await chain.client.getBlockNumber();
  return {
    ...{ coinId: 2, amountRaw: '5', decimals: 6, symbol: 'tUSDT', chainId: chain.id, account },
    ...{ fromBlock: String(block + 1n), ...part },
  };
}
const found = (asked: Asked, change: Partial<Asked> = {}) => findMoves(config, { ...asked, ...change });

test('WAL-9 finds a deposit and a withdrawal by their events', async () => {
  const { vault, tUsdt } = chain.addresses;
  const deposit = (amount: bigint) =>
    encodeFunctionData({ abi: vaultAbi, functionName: 'deposit', args: [tUsdt, amount] });
  await approve(tUsdt, vault, usdt('50'));
  await approve(tUsdt, vault, usdt('50'), other);
  await send(vault, deposit(usdt('7')));
  const asked = await requestedNow({ kind: 'deposit', contract: vault, amountRaw: String(usdt('7')) });
  const hash = await send(vault, deposit(usdt('7')));
  await send(vault, deposit(usdt('8')));
  await send(vault, deposit(usdt('7')), { from: other });
  expect(await found(asked)).toEqual([hash]);
  expect(await found(asked, { amountRaw: '1' })).toEqual([]);

  const withdraw = (to: Address) =>
    encodeFunctionData({ abi: vaultAbi, functionName: 'withdraw', args: [tUsdt, usdt('3'), to, usdt('3')] });
  const withdrawal = await requestedNow({
    kind: 'withdraw',
    contract: vault,
    amountRaw: String(usdt('3')),
    recipient,
  });
  const paid = await send(vault, withdraw(recipient));
  await send(vault, withdraw(account));
  expect(await found(withdrawal)).toEqual([paid]);
  expect(await found(withdrawal, { kind: 'deposit' })).toEqual([]);
});

test('WAL-9 finds a stake, a pledge, and a contribution by their events', async () => {
  const { staking, tTide, pledge, presale, tUsdt } = chain.addresses;
  await approve(tTide, staking, 100n);
  await approve(tUsdt, pledge, usdt('40'));
  await approve(tUsdt, presale, usdt('60'));
  const calls = {
    stake: [staking, encodeFunctionData({ abi: stakingPoolAbi, functionName: 'stake', args: [60n] }), 60n],
    unstake: [
      staking,
      encodeFunctionData({ abi: stakingPoolAbi, functionName: 'unstake', args: [20n, account] }),
      20n,
    ],
    pledge: [
      pledge,
      encodeFunctionData({ abi: pledgeAbi, functionName: 'pledge', args: [0n, usdt('20')] }),
      usdt('20'),
    ],
    contribute: [
      presale,
      encodeFunctionData({ abi: presaleAbi, functionName: 'contribute', args: [usdt('30')] }),
      usdt('30'),
    ],
  } as const;
  for (const kind of ['stake', 'unstake', 'pledge', 'contribute'] as const) {
    const [contract, data, amount] = calls[kind];
    const asked = await requestedNow({ kind, contract, amountRaw: String(amount) });
    const hash = await send(contract, data);
    expect([kind, await found(asked)]).toEqual([kind, [hash]]);
    for (const change of [{ amountRaw: '1' }, { account: other }, { kind: 'claim' } as const])
      expect([kind, change, await found(asked, change)]).toEqual([kind, change, []]);
    // A transaction before the request isn't the requested one.
    const later = await requestedNow({ kind, contract, amountRaw: String(amount) });
    await chain.client.mine({ blocks: 1 });
    expect([kind, await found(later)]).toEqual([kind, []]);
  }
});

test('WAL-9 finds a token payment by its transfer to the recipient', async () => {
  const { tUsdt } = chain.addresses;
  const asked = await requestedNow({ kind: 'send', contract: tUsdt, token: tUsdt, recipient });
  const hash = await pay(recipient, 5n);
  await pay(stranger, 5n);
  await pay(recipient, 6n);
  expect(await found(asked)).toEqual([hash]);
  expect(await found(asked, { token: chain.addresses.tDai })).toEqual([]);
});

test('WAL-9 finds a native currency payment among the account’s own transactions', async () => {
  const value = parseEther('0.5');
  await send(recipient, '0x', { value });
  const place = { kind: 'send', contract: recipient, recipient, amountRaw: String(value) } as const;
  const block = await chain.client.getBlockNumber();
  const asked = { ...(await requestedNow({ ...place, token: NATIVE_TOKEN })), fromBlock: String(block) };
  const hash = await send(recipient, '0x', { value });
  await send(stranger, '0x', { value });
  await send(recipient, '0x', { value: value + 1n });
  await send(recipient, '0x12', { value });
  await send(recipient, '0x', { value, from: other });
  expect(await found(asked)).toEqual([hash]);
  // A request without a token is for the native currency.
  const { token: _, ...unnamed } = asked;
  expect(await findMoves(config, unnamed)).toEqual([hash]);
  const { recipient: __, ...nobody } = asked;
  expect(await findMoves(config, nobody)).toEqual([]);
});

test('WAL-9 distinguishes opposite moves of the same amount on the same contract', async () => {
  const { vault, staking, pledge, presale, tUsdt, tTide } = chain.addresses;
  const amount = usdt('20');
  for (const spender of [vault, pledge, presale]) await approve(tUsdt, spender, amount, other);
  await approve(tTide, staking, amount, other);
  const pledging = { abi: pledgeAbi, functionName: 'pledge', args: [0n, amount] } as const;
  const place = { address: pledge, account: other };
  const { result: id } = await chain.client.simulateContract({ ...pledging, ...place });
  const vaultCall = { abi: vaultAbi, args: [tUsdt, amount] } as const;
  const poolCall = { abi: stakingPoolAbi, args: [amount] } as const;
  const moves = [
    ['deposit', vault, encodeFunctionData({ ...vaultCall, functionName: 'deposit' })],
    [
      'withdraw',
      vault,
      encodeFunctionData({ ...vaultCall, functionName: 'withdraw', args: [tUsdt, amount, other, amount] }),
    ],
    ['stake', staking, encodeFunctionData({ ...poolCall, functionName: 'stake' })],
    ['unstake', staking, encodeFunctionData({ ...poolCall, functionName: 'unstake', args: [amount, other] })],
    ['pledge', pledge, encodeFunctionData(pledging)],
    [
      'exitEarly',
      pledge,
      encodeFunctionData({ abi: pledgeAbi, functionName: 'exitEarly', args: [id, other] }),
    ],
    [
      'contribute',
      presale,
      encodeFunctionData({ abi: presaleAbi, functionName: 'contribute', args: [amount] }),
    ],
    ['refund', presale, encodeFunctionData({ abi: presaleAbi, functionName: 'refund', args: [other] })],
  ] as const;
  const requested = { kind: 'send', contract: vault, account: other, amountRaw: String(amount) } as const;
  const common = await requestedNow(requested);
  const saleEnd = { address: presale, abi: presaleAbi, functionName: 'end' } as const;
  const sent: [Asked, Hash][] = [];
  for (const [kind, contract, data] of moves) {
    // The sale raises less than its soft cap, so contributions can be refunded after its end.
    if (kind === 'refund')
      await chain.client.setNextBlockTimestamp({ timestamp: await chain.client.readContract(saleEnd) });
    sent.push([{ ...common, kind, contract }, await send(contract, data, { from: other })]);
  }
  for (const [asked, hash] of sent) {
    const isSearched = asked.kind !== 'exitEarly' && asked.kind !== 'refund';
    expect([asked.kind, await found(asked)]).toEqual([asked.kind, isSearched ? [hash] : []]);
  }
});
