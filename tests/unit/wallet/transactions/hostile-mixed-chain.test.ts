import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { QueryClient } from '@tanstack/react-query';
import {
  type Address,
  encodeEventTopics,
  encodeFunctionData,
  erc20Abi,
  type Hash,
  type Hex,
  http,
  keccak256,
  numberToHex,
  pad,
  parseAbi,
  parseEther,
  parseGwei,
  toHex,
} from 'viem';
import { entryPoint07Address } from 'viem/account-abstraction';
import { swapPlan } from '@/components/wallet/swap/swap-plan';
import { NATIVE_TOKEN } from '@/lib/evm/address';
import { sendTransactions } from '@/lib/wallet/dapps/dapp-transactions';
import { operationEvents } from '@/lib/wallet/transactions/outcome';
import { planReplacement, sendReplacement } from '@/lib/wallet/transactions/replacement';
import { sendPlan } from '@/lib/wallet/transactions/send-plan';
import { trackEntry } from '@/lib/wallet/transactions/track-entry';
import {
  hideInLedger,
  readDeclined,
  readLedger,
  useDeclined,
  useLedger,
} from '@/lib/wallet/transactions/transaction-ledger';
import { anvilClient, anvilHttp } from '@/scripts/launcher/chains/anvil-client';
import { spawnAnvil, urlOf } from '@/scripts/launcher/chains/anvil-process';
import { endProcess } from '@/server/process/process';
import { chainPlans, RpcFailure } from '../../../support/chain-plans';
import { startLimitedNode } from '../../../support/limited-node';
import { MisbehavingWallet } from '../../../support/misbehaving-wallet';
import {
  connectOwnChain,
  type OwnChain,
  startOwnChain,
  type WalletMethods,
} from '../../../support/own-chain';
import { entries, lookForAll, Payer, recipient, usdt } from '../../../support/payer';
import { until } from '../../../support/until';
import { sendTo } from '../../../support/wallet-tokens';

let chain: OwnChain;
let payer: Payer;

beforeAll(async () => {
  chain = await startOwnChain();
});
beforeEach(async () => {
  payer = new Payer(chain);
  await payer.start();
});
afterEach(() => chain.client.setAutomine(true));
afterAll(() => chain.stop());

const one = parseEther('1');
const stranger = pad('0xabcd', { size: 20 });
const mined = (hash: Hash) => chain.client.waitForTransactionReceipt({ hash, pollingInterval: 50 });
const transfer = (to: Address, amount: bigint) =>
  encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args: [to, amount] });
const hex = (value: number, bytes: number) => value.toString(16).padStart(bytes * 2, '0');
const nothing = () => undefined;

/** Ends a call that has no data, so that the contract can be paid. */
const GUARD = '36600557005b';
/** EVM code of a payment of native currency. */
const pays = (to: Address, value: bigint) =>
  `5f5f5f5f67${value.toString(16).padStart(16, '0')}73${to.slice(2)}5af150`;
/** EVM code of a call with some data. */
function calls(to: Address, data: Hex, value = 0n): string {
  const size = (data.length - 2) / 2;
  const words = Array.from({ length: Math.ceil(size / 32) }, (_, index) =>
    data.slice(2 + index * 64, 66 + index * 64).padEnd(64, '0'),
  );
  const stored = words.map((word, index) => `7f${word}61${hex(index * 32, 2)}52`).join('');
  const paid = `67${value.toString(16).padStart(16, '0')}`;
  return `${stored}5f5f61${hex(size, 2)}5f${paid}73${to.slice(2)}5af150`;
}
const setCode = (address: Address, code: string) =>
  chain.client.setCode({ address, bytecode: `0x${GUARD}${code}00` });
/** Somebody calls the account, as a relayer of signed calls does. */
const relay = (gas = 500_000n) =>
  chain.client.sendTransaction({ to: payer.address, data: '0x12345678', gas });

test('WAL-9 a payment is not called failed because the wallet returned the hash of a reverted transfer of another site', async () => {
  let held: unknown;
  let asked = 0;
  const config = await payer.connect({
    eth_sendTransaction: async ([transaction]) => {
      asked += 1;
      held = transaction;
      // Another site pays somebody else in the same token, more than the account has.
      const data = transfer(stranger, usdt('1000'));
      return payer.publish({ to: chain.addresses.tUsdt, data });
    },
  });
  const id = await payer.send(config, payer.tokens(usdt('5')));
  const [entry] = entries();
  expect(await mined(entry?.hash ?? '0x')).toMatchObject({ status: 'reverted' });
  await lookForAll(config);
  const again = await payer.press(config, payer.tokens(usdt('5')));
  await mined(await payer.publish(held));
  await lookForAll(config);
  expect([again, asked, entries().find((known) => known.id === id)?.status]).toEqual([
    { problem: 'sentBefore' },
    1,
    'confirmed',
  ]);
});

test('WAL-9 a mined payment is not called failed because the wallet returned the hash of a reverted transfer', async () => {
  const config = await payer.connect({
    eth_sendTransaction: async ([asked]) => {
      await mined(await payer.publish(asked));
      const other = await payer.publish({
        to: chain.addresses.tUsdt,
        data: transfer(stranger, usdt('1000')),
      });
      await mined(other);
      return other;
    },
  });
  const id = await payer.send(config, payer.tokens(usdt('5')));
  await lookForAll(config);
  expect(entries()).toMatchObject([{ id, status: 'confirmed' }]);
});

test('WAL-9 a payment is found after the wallet returned the hash of a transfer of another site in the same token', async () => {
  let held: unknown;
  const config = await payer.connect({
    eth_sendTransaction: ([asked]) => {
      held = asked;
      return payer.publish({ to: chain.addresses.tUsdt, data: transfer(stranger, 1n) });
    },
  });
  await payer.send(config, payer.tokens(usdt('5')));
  await mined(entries()[0]?.hash ?? '0x');
  await lookForAll(config);
  const hash = await payer.publish(held);
  await mined(hash);
  await lookForAll(config);
  expect(entries().flatMap(({ sent }) => sent.map((known) => known.hash))).toContain(hash);
});

test('WAL-16 a cancellation isn’t offered for a transaction of another site that the wallet named', async () => {
  await chain.client.setAutomine(false);
  const wallet = new MisbehavingWallet(chain.id, chain.rpcUrl);
  await chain.client.setBalance({ address: wallet.address, value: parseEther('10') });
  wallet.behavior = async (own, asked) => {
    // Both requests are open in the wallet, which mixes up its answers.
    const other = await own.publish({ to: stranger, value: toHex(one) });
    await own.hold(asked);
    return other;
  };
  const config = await connectOwnChain(chain, wallet.address, undefined, undefined, wallet.methods);
  const before = await payer.received();
  await sendPlan(config, new QueryClient(), wallet.address, payer.coins(one), {
    ...{ signal: new AbortController().signal, named: [], onStep: nothing, onRecorded: nothing },
  });
  await lookForAll(config);
  const [entry] = entries();
  if (!entry) throw new Error('no entry');
  expect(await planReplacement(config, entry, 'cancel')).toBeNull();
  await wallet.release();
  await chain.client.mine({ blocks: 1 });
  await until(async () => (await payer.received()) - before === one, 'the payment');
  await lookForAll(config);
  expect(entries()).toMatchObject([{ id: entry.id, status: 'confirmed' }]);
});

test('WAL-16 a second payment by a wallet that pays again when it is asked to cancel, with another nonce, is found', async () => {
  await chain.client.setAutomine(false);
  const wallet = new MisbehavingWallet(chain.id, chain.rpcUrl);
  await chain.client.setBalance({ address: wallet.address, value: parseEther('10') });
  const config = await connectOwnChain(chain, wallet.address, undefined, undefined, wallet.methods);
  const before = await payer.received();
  await sendPlan(config, new QueryClient(), wallet.address, payer.coins(one), {
    ...{ signal: new AbortController().signal, named: [], onStep: nothing, onRecorded: nothing },
  });
  await lookForAll(config);
  const [entry] = entries();
  const plan = entry && (await planReplacement(config, entry, 'cancel'));
  if (!entry || !plan) throw new Error('no plan');
  wallet.behavior = async (own) =>
    own.publish({ to: recipient, value: toHex(one) }, { nonce: await own.nextNonce() });
  await sendReplacement(config, entry, plan, new AbortController().signal);
  await chain.client.mine({ blocks: 1 });
  await until(async () => (await payer.received()) - before === 2n * one, 'both payments');
  await lookForAll(config);
  for (const { id } of readDeclined()) await trackEntry(config, id);
  await lookForAll(config);
  const known = entries().flatMap(({ sent }) => sent.map(({ hash }) => hash));
  expect(known).toEqual(expect.arrayContaining(wallet.published));
});

test('WAL-9 a payment that the wallet sped up is not called cancelled because the wallet returned its hash for another one', async () => {
  await chain.client.setAutomine(false);
  const hashes: Hash[] = [];
  const config = await payer.connect({
    eth_sendTransaction: async ([asked]) => {
      if (hashes.length === 0) hashes.push(await payer.publish(asked));
      return hashes.at(-1);
    },
  });
  const before = await payer.received();
  const id = await payer.send(config, payer.coins(one));
  await lookForAll(config);
  expect(entries()).toMatchObject([{ sent: [{ nonce: 0 }] }]);
  // In the wallet's own list.
  const fees = { maxFeePerGas: toHex(parseGwei('50')), maxPriorityFeePerGas: toHex(parseGwei('20')) };
  hashes.push(await payer.publish({ to: recipient, value: toHex(one), nonce: '0x0', ...fees }));
  await payer.send(config, payer.tokens(usdt('5')), [id]);
  await chain.client.mine({ blocks: 1 });
  await until(async () => (await payer.received()) - before === one, 'the payment');
  await lookForAll(config);
  expect(entries().find((entry) => entry.id === id)).toMatchObject({ status: 'confirmed', hash: hashes[1] });
});

test('WAL-9 a relayed call of the account that reverted, and that the relayer sends again, is not called failed', async () => {
  await setCode(payer.address, pays(recipient, one));
  const before = await payer.received();
  let asked = 0;
  const config = await payer.connect({
    eth_sendTransaction: () => {
      asked += 1;
      // Runs out of gas. The account's signature stays valid.
      return relay(27_000n);
    },
  });
  const id = await payer.send(config, payer.coins(one));
  expect(await mined(entries()[0]?.hash ?? '0x')).toMatchObject({ status: 'reverted' });
  await lookForAll(config);
  const again = await payer.press(config, payer.coins(one));
  await mined(await relay());
  expect((await payer.received()) - before).toBe(one);
  await lookForAll(config);
  expect([again, asked, entries().find((entry) => entry.id === id)?.status]).toEqual([
    { problem: 'sentBefore' },
    1,
    'confirmed',
  ]);
});

/** Asks for two payments of tokens, which the wallet answers with one call of the account's own code (EIP-7702). It makes `paid`. */
async function sentTogether(second: bigint, paid: readonly bigint[] = [usdt('5'), second]) {
  const { tUsdt } = chain.addresses;
  await setCode(payer.address, paid.map((amount) => calls(tUsdt, transfer(recipient, amount))).join(''));
  let publish: (hash: Promise<Hash>) => void = nothing;
  const published = new Promise<Hash>((resolve) => {
    publish = resolve as never;
  });
  let asked = 0;
  const config = await payer.connect({
    eth_sendTransaction: () => {
      asked += 1;
      if (asked === 2) publish(payer.publish({ to: payer.address, data: '0x12345678' }));
      return published;
    },
  });
  const first = payer.send(config, payer.tokens(usdt('5')));
  await until(async () => asked === 1, 'the first request');
  await payer.send(
    config,
    payer.tokens(second),
    entries().map(({ id }) => id),
  );
  await first;
  const receipt = await mined(await published);
  expect(receipt.logs).toHaveLength(paid.length);
  await lookForAll(config);
}

test.each(['3', '5'])(
  'WAL-9 two payments, of 5 and %s, that the wallet sent together in one call of the account itself are both found',
  async (second) => {
    await sentTogether(usdt(second));
    expect(entries()).toMatchObject([{ status: 'confirmed' }, { status: 'confirmed' }]);
  },
);

test('WAL-9 of two equal payments, of which one call of the account itself made only one, the other stays open', async () => {
  await sentTogether(usdt('5'), [usdt('5')]);
  expect(entries()).toMatchObject([{ status: 'confirmed' }, { status: 'pending' }]);
});

test('WAL-9 a payment that the wallet sent together with another one is not shown with the amount of both', async () => {
  await sentTogether(usdt('3'));
  expect(entries()[0]).toMatchObject({ status: 'confirmed', receivedRaw: String(usdt('5')) });
});

test('WAL-9 a payment is found after the wallet returned the hash of what another site asked for on another chain', async () => {
  const dir = await mkdtemp(path.join(os.tmpdir(), 'tidewell-other-chain-'));
  const plan = { ...chainPlans[1], name: 'South Sea' };
  const { pid, port } = await spawnAnvil(dir, plan);
  try {
    const far = anvilClient({ ...plan, rpcUrl: urlOf(port) });
    await far.impersonateAccount({ address: payer.address });
    await far.setBalance({ address: payer.address, value: parseEther('10') });
    const [first] = chain.lists.chains;
    if (!first) throw new Error('no chain');
    const other = { ...first, id: plan.id, name: plan.name, rpcUrl: urlOf(port) };
    const seen = { ...chain, lists: { ...chain.lists, chains: [first, other] } };
    let held: unknown;
    const config = await payer.connect(
      {
        eth_sendTransaction: ([asked]) => {
          held = asked;
          const params = [{ from: payer.address, to: stranger, value: '0x7', gas: '0xf4240' }];
          return http(urlOf(port))({}).request({ method: 'eth_sendTransaction', params });
        },
      },
      seen,
    );
    const id = await payer.send(config, payer.coins(one));
    await lookForAll(config);
    const hash = await payer.publish(held);
    await mined(hash);
    await lookForAll(config);
    await lookForAll(config);
    expect(entries()).toMatchObject([{ id, chainId: chain.id, status: 'confirmed', hash }]);
  } finally {
    await endProcess(pid, 20_000);
    await rm(dir, { recursive: true, force: true });
  }
}, 60_000);

test('WAL-9 a payment is found in a recent block, although the node has pruned that of an earlier transaction', async () => {
  const node = await startLimitedNode(chain, 64n);
  let held: unknown;
  const config = await payer.connect(
    {
      eth_sendTransaction: ([asked]) => {
        held = asked;
        return null;
      },
    },
    node.seen,
  );
  const id = await payer.send(config, payer.coins(one));
  // The page is closed, and the account sends something else.
  await mined(await payer.publish({ to: stranger, value: '0x1' }));
  await chain.client.mine({ blocks: 100 });
  const hash = await payer.publish(held);
  await mined(hash);
  await lookForAll(config);
  await lookForAll(config);
  node.stop();
  expect(entries()).toMatchObject([{ id, status: 'confirmed', hash }]);
});

test('WAL-9 a payment by a contract account is found in a recent block, although the node has pruned the block of the request', async () => {
  const node = await startLimitedNode(chain, 64n);
  await setCode(payer.address, pays(recipient, one));
  const config = await payer.connect({ eth_sendTransaction: () => null }, node.seen);
  const id = await payer.send(config, payer.coins(one));
  await chain.client.mine({ blocks: 100 });
  const hash = await relay();
  await mined(hash);
  await lookForAll(config);
  await lookForAll(config);
  node.stop();
  expect(entries()).toMatchObject([{ id, status: 'confirmed', hash }]);
});

test('WAL-9 a payment by a contract account is found, although somebody has paid the same amount to the account since', async () => {
  await setCode(payer.address, pays(recipient, one));
  const config = await payer.connect({ eth_sendTransaction: () => null });
  const id = await payer.send(config, payer.coins(one));
  const hash = await relay();
  await mined(hash);
  await mined(await chain.client.sendTransaction({ to: payer.address, value: one, gas: 100_000n }));
  await lookForAll(config);
  expect(entries()).toMatchObject([{ id, status: 'confirmed', hash }]);
});

test('WAL-9 a relayed payment of an account is found, although it has removed its code since', async () => {
  await setCode(payer.address, pays(recipient, one));
  const config = await payer.connect({ eth_sendTransaction: () => null });
  const id = await payer.send(config, payer.coins(one));
  const hash = await relay();
  await mined(hash);
  await chain.client.setCode({ address: payer.address, bytecode: '0x' });
  await chain.client.mine({ blocks: 1 });
  await lookForAll(config);
  expect(entries()).toMatchObject([{ id, status: 'confirmed', hash }]);
});

test('WAL-9 two payments by a contract account in one block are both found', async () => {
  await setCode(payer.address, pays(recipient, one));
  const config = await payer.connect({ eth_sendTransaction: () => null });
  const first = await payer.send(config, payer.coins(one));
  await payer.send(config, payer.coins(one), [first]);
  await chain.client.setAutomine(false);
  await relay();
  await relay();
  const before = await payer.received();
  await chain.client.mine({ blocks: 1 });
  expect((await payer.received()) - before).toBe(2n * one);
  await lookForAll(config);
  expect(entries()).toMatchObject([{ status: 'confirmed' }, { status: 'confirmed' }]);
});

test('WAL-9 a swap of a smart account is not shown with what another account unwrapped in the same bundle', async () => {
  const { weth, tUsdt, router, multicall } = chain.addresses;
  const wethAbi = parseAbi([
    'function deposit() payable',
    'function withdraw(uint256 wad)',
    'function transfer(address to, uint256 value) returns (bool)',
  ]);
  const bundler = pad('0xb0b', { size: 20 });
  await mined(
    await chain.client.writeContract({ address: weth, abi: wethAbi, functionName: 'deposit', value: one }),
  );
  await mined(
    await chain.client.writeContract({
      ...{ address: weth, abi: wethAbi, functionName: 'transfer', args: [bundler, one] },
    }),
  );
  await sendTo(chain.client, tUsdt, 'approve', [router, usdt('10')], payer.address);
  let gained = 0n;
  const balance = () => chain.client.getBalance({ address: payer.address });
  const config = await payer.connect({
    wallet_getCapabilities: () => ({}),
    eth_sendTransaction: async ([asked]) => {
      const { data } = asked as { data: Hex };
      await setCode(payer.address, calls(router, data));
      const withdraw = encodeFunctionData({ abi: wethAbi, functionName: 'withdraw', args: [one] });
      await setCode(bundler, calls(payer.address, '0x01') + calls(weth, withdraw));
      const before = await balance();
      const hash = await chain.client.sendTransaction({ to: bundler, data: '0x01', gas: 3_000_000n });
      await mined(hash);
      gained = (await balance()) - before;
      return hash;
    },
  });
  const coin = { coinId: 1, symbol: 'ETH', decimals: 18, address: NATIVE_TOKEN };
  const token = { coinId: 2, symbol: 'tUSDT', decimals: 6, address: tUsdt };
  await payer.send(
    config,
    swapPlan({
      place: { chainId: chain.id, router, multicall },
      terms: { factory: router, wrapped: weth, feePpb: 3_000_000n },
      ...{ sold: token, bought: coin, amount: usdt('10'), path: [tUsdt, weth] },
      ...{ minimum: 1n, account: payer.address, deadline: 2n ** 40n },
    } as never),
  );
  await lookForAll(config);
  expect(gained).toBeGreaterThan(0n);
  expect(entries()).toMatchObject([{ status: 'confirmed', receivedRaw: String(gained) }]);
});

const canBatch: WalletMethods = {
  wallet_getCapabilities: () => ({ [numberToHex(chain.id)]: { atomic: { status: 'supported' } } }),
};
type Batch = { calls: { to: Address; data?: Hex; value?: Hex }[]; id: string };

const approval = () => ({
  ...{ to: chain.addresses.tTide, value: 0n },
  data: encodeFunctionData({ abi: erc20Abi, functionName: 'approve', args: [chain.addresses.staking, 1n] }),
});
const payment = { to: recipient, value: one, data: '0x' };

/** A DApp's session, whose user confirms each review. `named` are the entries that each review named. */
function dapp(config: Awaited<ReturnType<typeof connectOwnChain>>) {
  const named: Hash[][] = [];
  const session = {
    ...{ config, queries: new QueryClient(), account: payer.address, onProblem: nothing },
    dapp: { name: 'Shop', origin: 'https://shop.example' },
    chain: { id: chain.id, name: chain.name, nativeSymbol: 'ETH', browserAddress: '', browserTx: '' },
  };
  const turn = {
    review: async (_: unknown, { earlier = [] }: { earlier?: readonly { id: Hash }[] } = {}) => {
      named.push(earlier.map(({ id }) => id));
      return new AbortController().signal;
    },
    wait: <Result>(sent: Promise<Result>) => sent,
  };
  const send = (requested: Parameters<typeof sendTransactions>[1]) =>
    sendTransactions(session, requested, turn as never);
  return { send, named };
}

test("WAL-9 a DApp's batch of which the wallet sent only the last call is not confirmed", async () => {
  const hashes: Hash[] = [];
  const config = await payer.connect({
    ...canBatch,
    wallet_sendCalls: async ([batch]) => {
      const { calls: asked, id } = batch as Batch;
      hashes.push(await payer.publish(asked[1]));
      await mined(hashes[0] ?? '0x');
      return { id };
    },
    wallet_getCallsStatus: async ([id]) => ({
      ...{ version: '2.0.0', id, chainId: numberToHex(chain.id), atomic: false, status: 600 },
      receipts: await Promise.all(
        hashes.map((hash) =>
          anvilHttp(chain.rpcUrl)({}).request({ method: 'eth_getTransactionReceipt', params: [hash] }),
        ),
      ),
    }),
  });
  const before = await payer.received();
  await dapp(config).send([payment, approval()]);
  await lookForAll(config);
  expect(await payer.received()).toBe(before);
  expect(entries()[0]?.status).not.toBe('confirmed');
});

test("WAL-9 a DApp's batch that repeats a pending payment before its last call names that payment", async () => {
  await chain.client.setAutomine(false);
  const config = await payer.connect({
    ...canBatch,
    eth_sendTransaction: ([asked]) => payer.publish(asked),
    wallet_sendCalls: async ([batch]) => {
      for (const call of (batch as Batch).calls) await payer.publish(call);
      return { id: (batch as Batch).id };
    },
  });
  const before = await payer.received();
  const { send, named } = dapp(config);
  await send([payment]);
  await lookForAll(config);
  const [first] = entries();
  await send([payment, approval()]).catch(nothing);
  await chain.client.mine({ blocks: 1 });
  const paid = (await payer.received()) - before;
  expect([named.at(-1), paid === 2n * one && named.at(-1)?.length === 0]).toEqual([[first?.id], false]);
});

test("WAL-9 the calls of a DApp's batch that the wallet sent, and called unsupported, are not asked for again one by one", async () => {
  let asked = 0;
  const config = await payer.connect({
    ...canBatch,
    wallet_sendCalls: async ([batch]) => {
      for (const call of (batch as Batch).calls) await mined(await payer.publish(call));
      throw new RpcFailure(5740, 'bundle too large');
    },
    eth_sendTransaction: ([transaction]) => {
      asked += 1;
      return payer.publish(transaction);
    },
  });
  const before = await payer.received();
  await expect(dapp(config).send([payment, approval()])).rejects.toThrow('may have sent');
  expect([asked, (await payer.received()) - before]).toEqual([0, one]);
});

test('WAL-9 a payment that the user hides while the storage is full is not asked for again unnamed after a reload', async () => {
  let held: unknown;
  const config = await payer.connect({
    eth_sendTransaction: ([asked]) => {
      if (held) return payer.publish(asked);
      held = asked;
      return null;
    },
  });
  const before = await payer.received();
  const id = await payer.send(config, payer.coins(one));
  const used = () =>
    Object.entries({ ...localStorage }).reduce(
      (sum, [key, value]) => sum + key.length + String(value).length,
      0,
    );
  const quota = used() + 20;
  const set = Storage.prototype.setItem;
  const full = jest.spyOn(Storage.prototype, 'setItem').mockImplementation(function (
    this: Storage,
    key,
    value,
  ) {
    const old = this.getItem(key);
    const freed = old === null ? 0 : key.length + old.length;
    if (used() - freed + key.length + value.length > quota)
      throw new DOMException('full', 'QuotaExceededError');
    set.call(this, key, value);
  });
  const isHidden = hideInLedger(id);
  // The page is loaded again.
  useDeclined.setState({ entries: [] });
  useLedger.setState({ entries: readLedger() });
  const again = await payer.press(config, payer.coins(one));
  full.mockRestore();
  await mined(await payer.publish(held));
  expect([isHidden, again, (await payer.received()) - before]).toEqual([
    expect.anything(),
    { problem: 'sentBefore' },
    one,
  ]);
});

test('WAL-9 a payment of an account with code to a contract that passes it on is found', async () => {
  await setCode(payer.address, pays(recipient, one));
  // A deposit address of an exchange.
  await chain.client.setCode({ address: recipient, bytecode: `0x5f5f5f5f3473${stranger.slice(2)}5af100` });
  const config = await payer.connect({ eth_sendTransaction: () => null });
  const id = await payer.send(config, payer.coins(one));
  const before = await chain.client.getBalance({ address: stranger });
  const hash = await relay();
  await mined(hash);
  expect((await chain.client.getBalance({ address: stranger })) - before).toBe(one);
  await lookForAll(config);
  await chain.client.setCode({ address: recipient, bytecode: '0x' });
  expect(entries()).toMatchObject([{ id, status: 'confirmed', hash }]);
});

test('WAL-9 a payment by code is found once a node has the balances of the recipient, which another node refused', async () => {
  let isRefusing = false;
  // One of the nodes behind the address has pruned them. Balances are read alone, or by a call.
  const node = await startLimitedNode(chain, 10_000n, (call) => {
    const { method, params = [] } = call;
    const isState = method === 'eth_getBalance' || method === 'eth_call';
    const isPast = /^0x/.test(String(params[1]));
    return isRefusing && isState && isPast && JSON.stringify(call).includes(recipient.slice(2));
  });
  await setCode(payer.address, pays(recipient, one));
  const config = await payer.connect({ eth_sendTransaction: () => null }, node.seen);
  const id = await payer.send(config, payer.coins(one));
  const hash = await relay();
  await mined(hash);
  await chain.client.mine({ blocks: 100 });
  isRefusing = true;
  await lookForAll(config);
  isRefusing = false;
  await lookForAll(config);
  await lookForAll(config);
  node.stop();
  expect(entries()).toMatchObject([{ id, status: 'confirmed', hash }]);
});

test('WAL-9 a payment that the wallet called rejected, and sent, is found if the page opens again after a day', async () => {
  const config = await payer.connect({
    eth_sendTransaction: async ([asked]) => {
      await payer.publish(asked);
      throw new RpcFailure(4001, 'User rejected the request.');
    },
  });
  const before = await payer.received();
  expect(await payer.press(config, payer.coins(one))).toEqual({ problem: 'rejected' });
  await until(async () => (await payer.received()) - before === one, 'the payment');
  // The page was closed at once.
  const aged = readDeclined().map((entry) => ({ ...entry, createdAt: Date.now() - 25 * 3_600_000 }));
  localStorage.setItem('tidewell.declined', JSON.stringify(aged));
  useDeclined.setState({ entries: aged });
  for (const { id } of aged) await trackEntry(config, id);
  expect(entries()).toMatchObject([{ status: 'confirmed' }]);
});

test('WAL-9 a hash is kept that the wallet returns right after another tab hid the payment', async () => {
  const hash = keccak256('0x03');
  const config = await payer.connect({
    eth_sendTransaction: () => {
      // Another tab hides it. This one hasn't heard of it yet.
      const hidden = readLedger().map((entry) => ({ ...entry, isHidden: true }));
      localStorage.setItem('tidewell.declined', JSON.stringify(hidden));
      localStorage.setItem('tidewell.transactions', '[]');
      return hash;
    },
  });
  await payer.press(config, payer.coins(one));
  const known = [...readLedger(), ...readDeclined()].flatMap(({ sent }) => sent.map((one) => one.hash));
  expect(known).toEqual([hash]);
});

test('WAL-9 a call of the account is no payment because it paid somebody else what another contract paid the recipient', async () => {
  // Another site's request pays a third person the same amount.
  await setCode(payer.address, pays(stranger, one));
  const contract = pad('0xc0de', { size: 20 });
  await setCode(contract, pays(recipient, one));
  await chain.client.setBalance({ address: contract, value: one });
  const config = await payer.connect({ eth_sendTransaction: () => null });
  await payer.send(config, payer.coins(one));
  await chain.client.setAutomine(false);
  await payer.publish({ to: payer.address, data: '0x12345678' });
  await chain.client.sendTransaction({ to: contract, data: '0x01', gas: 200_000n });
  await chain.client.mine({ blocks: 1 });
  await lookForAll(config);
  expect(entries()).toMatchObject([{ status: 'pending' }]);
});

test('WAL-9 a payment is not called failed because the wallet returned the hash of a reverted call of the account itself', async () => {
  await chain.client.setCode({ address: payer.address, bytecode: '0x5f5ffd' });
  let held: unknown;
  const config = await payer.connect({
    eth_sendTransaction: ([asked]) => {
      held = asked;
      return payer.publish({ to: payer.address, data: '0x12345678' });
    },
  });
  const id = await payer.send(config, payer.coins(one));
  expect(await mined(entries()[0]?.hash ?? '0x')).toMatchObject({ status: 'reverted' });
  await lookForAll(config);
  const hash = await payer.publish(held);
  await mined(hash);
  await lookForAll(config);
  expect(entries()).toMatchObject([{ id, status: 'confirmed', hash }]);
});

test.each([100_000n, 1_000n])(
  'WAL-9 an operation of a smart account is found, although the node searches the logs of %d blocks at most',
  async (most) => {
    const node = await startLimitedNode(chain, 100_000n, async ({ method, params = [] }) => {
      if (method !== 'eth_getLogs') return false;
      const { fromBlock, toBlock } = params[0] as { fromBlock?: string; toBlock?: string };
      const isOpen = toBlock === undefined || toBlock === 'latest';
      const last = isOpen ? await chain.client.getBlockNumber({ cacheTime: 0 }) : BigInt(toBlock);
      return last - BigInt(fromBlock ?? 0) > most;
    });
    const operation = keccak256('0x04');
    const topics = encodeEventTopics({
      abi: operationEvents,
      args: { userOpHash: operation, sender: payer.address, paymaster: pad('0x0', { size: 20 }) },
    } as never) as Hex[];
    // Reports a failed operation.
    const pushed = topics.toReversed().map((topic) => `7f${topic.slice(2)}`);
    await chain.client.setCode({ address: entryPoint07Address, bytecode: `0x${pushed.join('')}60805fa400` });
    await chain.client.setCode({ address: payer.address, bytecode: '0x00' });
    const config = await payer.connect({ eth_sendTransaction: () => operation }, node.seen);
    await payer.send(config, payer.tokens(usdt('5')));
    const receipt = await mined(
      await chain.client.sendTransaction({ to: entryPoint07Address, data: '0x1fad948c', gas: 200_000n }),
    );
    expect(receipt.logs).toHaveLength(1);
    await chain.client.mine({ blocks: 1_500 });
    await lookForAll(config);
    await lookForAll(config);
    node.stop();
    expect(entries()).toMatchObject([{ status: 'failed' }]);
  },
);

test('WAL-9 a swap of a smart account is found, although another account swapped by the same router in the same bundle', async () => {
  const { weth, tUsdt, router, multicall } = chain.addresses;
  const bundler = pad('0xb0b2', { size: 20 });
  await chain.client.setBalance({ address: bundler, value: one });
  const hashes: Hash[] = [];
  const config = await payer.connect({
    eth_sendTransaction: async ([asked]) => {
      const { data } = asked as { data: Hex };
      await setCode(payer.address, calls(router, data, one));
      const other = data.replaceAll(payer.address.slice(2).toLowerCase(), stranger.slice(2)) as Hex;
      await setCode(bundler, calls(payer.address, '0x01') + calls(router, other, one / 2n));
      hashes.push(await chain.client.sendTransaction({ to: bundler, data: '0x01', gas: 3_000_000n }));
      return null;
    },
  });
  const coin = { coinId: 1, symbol: 'ETH', decimals: 18, address: NATIVE_TOKEN };
  const token = { coinId: 2, symbol: 'tUSDT', decimals: 6, address: tUsdt };
  const held = () =>
    chain.client.readContract({
      ...{ address: tUsdt, abi: erc20Abi, functionName: 'balanceOf', args: [payer.address] },
    });
  const before = await held();
  await payer.send(
    config,
    swapPlan({
      place: { chainId: chain.id, router, multicall },
      terms: { factory: router, wrapped: weth, feePpb: 3_000_000n },
      ...{ sold: coin, bought: token, amount: one, path: [weth, tUsdt] },
      ...{ minimum: 1n, account: payer.address, deadline: 2n ** 40n },
    } as never),
  );
  await mined(hashes[0] ?? '0x');
  expect(await held()).toBeGreaterThan(before);
  await lookForAll(config);
  expect(entries()).toMatchObject([{ status: 'confirmed', hash: hashes[0] }]);
});

test('WAL-9 a payment is found beyond a nonce that the account used for an authorization (EIP-7702) only', async () => {
  let held: unknown;
  const config = await payer.connect({
    eth_sendTransaction: ([asked]) => {
      held = asked;
      return null;
    },
  });
  const id = await payer.send(config, payer.coins(one));
  // A relayer's transaction carries the authorization, which uses a nonce of the account.
  await chain.client.setNonce({ address: payer.address, nonce: 1 });
  for (let count = 0; count < 25; count += 1)
    await mined(await payer.publish({ to: stranger, value: '0x1' }));
  const hash = await payer.publish(held);
  await mined(hash);
  await chain.client.mine({ blocks: 100 });
  for (let times = 0; times < 4; times += 1) await lookForAll(config);
  expect(entries()).toMatchObject([{ id, status: 'confirmed', hash }]);
});

test('WAL-9 a pending payment that the wallet called rejected is not asked for again while the node refuses pending nonces', async () => {
  const node = await startLimitedNode(
    chain,
    10_000n,
    ({ method, params = [] }) => method === 'eth_getTransactionCount' && params[1] === 'pending',
  );
  await chain.client.setAutomine(false);
  let asked = 0;
  const config = await payer.connect(
    {
      eth_sendTransaction: async ([transaction]) => {
        asked += 1;
        await payer.publish(transaction);
        throw new RpcFailure(4001, 'User rejected the request.');
      },
    },
    node.seen,
  );
  const before = await payer.received();
  await payer.press(config, payer.coins(one));
  await payer.press(config, payer.coins(one));
  node.stop();
  await chain.client.mine({ blocks: 1 });
  await until(async () => (await payer.received()) > before, 'a payment');
  expect([asked, (await payer.received()) - before]).toEqual([1, one]);
});
