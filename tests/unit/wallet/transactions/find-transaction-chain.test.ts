import {
  type Address,
  encodeFunctionData,
  type Hash,
  type Hex,
  parseAbi,
  parseEther,
  parseUnits,
  size,
} from 'viem';
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts';
import { pledgeAbi } from '@/lib/evm/abi/pledge';
import { presaleAbi } from '@/lib/evm/abi/presale';
import { stakingPoolAbi } from '@/lib/evm/abi/staking-pool';
import { vaultAbi } from '@/lib/evm/abi/vault';
import { NATIVE_TOKEN } from '@/lib/evm/address';
import { findTransactions } from '@/lib/wallet/transactions/find-transaction';
import type { LedgerEntry } from '@/lib/wallet/transactions/ledger-entry';
import { lookUp } from '@/lib/wallet/transactions/look-up';
import { callHash } from '@/lib/wallet/transactions/read-transactions';
import { demoAccount } from '@/scripts/launcher/chains/anvil-client';
import { anyRequest, entry } from '../../../support/ledger-entry';
import { startLimitedNode } from '../../../support/limited-node';
import { connectOwnChain, type OwnChain, startOwnChain } from '../../../support/own-chain';
import { SmartAccount } from '../../../support/smart-account';

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

type Asked = Pick<LedgerEntry, 'kind'> & Partial<LedgerEntry> & { contract: Address };

/** An entry whose wallet was asked now, and has sent some other call, so that only events show its effect. */
async function requestedNow({ contract, ...part }: Asked): Promise<LedgerEntry> {
  const { vault: _, ...base } = entry;
  const block = await chain.client.getBlockNumber({ cacheTime: 0 });
  return {
    ...base,
    ...{ coinId: 2, decimals: 6, symbol: 'tUSDT', chainId: chain.id, account, hash: null, sent: [] },
    request: {
      ...anyRequest(contract),
      fromBlock: String(block),
      fromNonce: await chain.client.getTransactionCount({ address: part.account ?? account }),
    },
    ...part,
  };
}
const found = async (asked: LedgerEntry, change: Partial<LedgerEntry> = {}) =>
  (await findTransactions(config, { ...asked, ...change })).found.map(({ hash }) => hash);

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

test('WAL-9 finds a native currency payment among the account’s own transactions by its call', async () => {
  const value = parseEther('0.5');
  await send(recipient, '0x', { value });
  const asked = await requestedNow({
    ...{ kind: 'send', contract: recipient, recipient, amountRaw: String(value), token: NATIVE_TOKEN },
  });
  const request = { ...asked.request, call: callHash({ to: recipient, value, input: '0x' }) };
  const hash = await send(recipient, '0x', { value });
  await send(stranger, '0x', { value });
  await send(recipient, '0x', { value: value + 1n });
  await send(recipient, '0x12', { value });
  await send(recipient, '0x', { value, from: other });
  expect(await found(asked, { request })).toEqual([hash]);
  // The last call of a batch that the wallet sends one by one.
  expect(await found(asked, { request: { ...request, before: [] } })).toEqual([hash]);
  expect(await found(asked, { request: { ...request, fromNonce: request.fromNonce + 1 } })).toEqual([]);
});

test('WAL-9 finds any call by its data, even if the wallet appended bytes to it', async () => {
  const { tUsdt } = chain.addresses;
  const data = encodeFunctionData({ abi: tokenAbi, functionName: 'approve', args: [stranger, 3n] });
  const asked = await requestedNow({ kind: 'dapp', contract: tUsdt });
  const request = {
    ...asked.request,
    call: callHash({ to: tUsdt, value: 0n, input: data }),
    dataSize: size(data),
  };
  const hash = await send(tUsdt, `${data}beef`);
  await approve(tUsdt, stranger, 4n);
  expect(await found(asked, { request })).toEqual([hash]);
  // Among many transactions, only the first ones are read.
  for (let index = 0; index < 9; index += 1) await approve(tUsdt, stranger, 5n);
  expect(await found(asked, { request })).toEqual([hash]);
});

test('WAL-9 finds an NFT transfer and an approval by their events', async () => {
  const { tUsdt } = chain.addresses;
  const approval = await requestedNow({
    kind: 'approve',
    contract: tUsdt,
    spender: stranger,
    amountRaw: '6',
  });
  const hash = await approve(tUsdt, stranger, 6n);
  await approve(tUsdt, stranger, 7n);
  expect(await found(approval)).toEqual([hash]);
  expect(await found(approval, { spender: recipient })).toEqual([]);
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
  const common = { account: other, amountRaw: String(amount) };
  const saleEnd = { address: presale, abi: presaleAbi, functionName: 'end' } as const;
  const first = await requestedNow({ kind: 'deposit', contract: vault, account: other });
  const sent: [LedgerEntry, Hash][] = [];
  for (const [kind, contract, data] of moves) {
    // The sale raises less than its soft cap, so contributions can be refunded after its end.
    if (kind === 'refund')
      await chain.client.setNextBlockTimestamp({ timestamp: await chain.client.readContract(saleEnd) });
    const asked = await requestedNow({ ...common, kind, contract, recipient: other, pledgeId: String(id) });
    // Each is searched among all of them.
    const request = { ...asked.request, fromBlock: first.request.fromBlock };
    sent.push([{ ...asked, request }, await send(contract, data, { from: other })]);
  }
  for (const [asked, hash] of sent) expect([asked.kind, await found(asked)]).toEqual([asked.kind, [hash]]);
});

test.each([
  ['the trace of its transaction', true],
  ['the balances of both, if the node traces none', false],
])('WAL-9 finds native currency that a smart account sent by its own code, by %s', async (_, canTrace) => {
  const node = await startLimitedNode(
    chain,
    10_000n,
    ({ method }) => !canTrace && method === 'debug_traceTransaction',
  );
  const seen = await connectOwnChain(node.seen, account);
  const wallet = new SmartAccount(
    privateKeyToAccount(generatePrivateKey()),
    'delegating',
    () => chain.rpcUrl,
  );
  await wallet.prepare();
  const mined = (hash: Hash) => chain.client.waitForTransactionReceipt({ hash });
  // The first operation also delegates the account.
  await mined(await wallet.execute([{ to: stranger, value: 1n, data: '0x' }]));
  const amountRaw = parseEther('0.3').toString();
  const payment = { kind: 'send', contract: recipient, recipient, token: NATIVE_TOKEN, amountRaw } as const;
  const asked = await requestedNow({ ...payment, account: wallet.address });
  // The same amount from somebody else, another amount, and another recipient.
  await send(recipient, '0x', { value: BigInt(amountRaw) });
  await mined(await wallet.execute([{ to: recipient, value: 2n, data: '0x' }]));
  await mined(await wallet.execute([{ to: stranger, value: BigInt(amountRaw), data: '0x' }]));
  expect((await findTransactions(seen, asked)).found).toEqual([]);
  const hash = await wallet.execute([{ to: recipient, value: BigInt(amountRaw), data: '0x' }]);
  await mined(hash);
  expect((await findTransactions(seen, asked)).found).toEqual([{ hash, payments: 1 }]);
  const { outcome } = await lookUp(seen, asked, () => []);
  expect(outcome).toMatchObject({ status: 'confirmed', hash, isAltered: false });
  node.stop();
});
