import {
  type Address,
  createClient,
  custom,
  encodeFunctionData,
  erc20Abi,
  type Hex,
  HttpRequestError,
  numberToHex,
  pad,
  parseAbi,
  parseEther,
  parseUnits,
  RpcRequestError,
  toHex,
} from 'viem';
import { generatePrivateKey, privateKeyToAddress } from 'viem/accounts';
import { followPayments, type WantedStart } from '@/lib/wallet/incoming/follow-payments';
import { anvilHttp, demoAccount } from '@/scripts/launcher/chains/anvil-client';
import { type OwnChain, startOwnChain } from '../../../support/own-chain';
import { sendTo } from '../../../support/wallet-tokens';

jest.setTimeout(60_000);

type Asked = { method: string; params?: unknown };
/** Changes a node's answer to a request. Throws for a request that the node refuses. */
type Node = (asked: Asked, answer: () => Promise<unknown>) => Promise<unknown>;

/** Runtime code that passes the value of a call on to the address in its data. */
const FORWARDER: Hex = '0x5f5f5f5f345f355af100';
const forwarder: Address = '0x00000000000000000000000000000000000f0f0f';
const multicallAbi = parseAbi([
  'struct Call { address target; bool allowFailure; uint256 value; bytes callData; }',
  'struct Result { bool success; bytes returnData; }',
  'function aggregate3Value(Call[] calls) payable returns (Result[])',
]);
const payer = demoAccount(1).address;
let chain: OwnChain;
let me: Address;

beforeAll(async () => {
  chain = await startOwnChain();
  const { client } = chain;
  await client.impersonateAccount({ address: payer });
  await client.setBalance({ address: payer, value: parseEther('100') });
  await sendTo(client, chain.addresses.tUsdt, 'transfer', [payer, parseUnits('1000', 6)]);
});
afterAll(() => chain.stop());
beforeEach(() => {
  me = privateKeyToAddress(generatePrivateKey());
});

const payNative = async (value: string) => {
  const hash = await chain.client.sendTransaction({ account: payer, to: me, value: parseEther(value) });
  await chain.client.waitForTransactionReceipt({ hash });
};
const sendTokens = () =>
  chain.client.writeContract({
    ...{ account: payer, address: chain.addresses.tUsdt, abi: erc20Abi, functionName: 'transfer' },
    args: [me, 1n],
  });

const payTokens = async () => chain.client.waitForTransactionReceipt({ hash: await sendTokens() });

/** Polls the chain through a node. */
function poll(node: Node, known?: Awaited<ReturnType<typeof followPayments>>, wanted?: Partial<WantedStart>) {
  const { request } = anvilHttp(chain.rpcUrl)({});
  const client = createClient({
    transport: custom(
      { request: (asked: Asked) => node(asked, () => request(asked as never)) },
      { retryCount: 0 },
    ),
  });
  const scope = {
    ...{ account: me, tokens: new Map([[chain.addresses.tUsdt, null]]) },
    ...{ platform: new Set<Address>(), isSentHere: () => false },
  };
  return followPayments(client, scope, known, { notified: null, request: null, ...wanted });
}
const honest: Node = (_asked, answer) => answer();
const lagging: Node = (asked, answer) => (asked.method === 'eth_getLogs' ? Promise.resolve([]) : answer());
const forked: Node = async (asked, answer) => {
  const found = await answer();
  if (asked.method !== 'eth_getLogs') return found;
  return (found as object[]).map((log) => ({ ...log, blockHash: `0x${'ab'.repeat(32)}` }));
};
/** Changes the answers to a method. */
const answering =
  (method: string, change: (answer: unknown, params: [string, string]) => unknown): Node =>
  async (asked, answer) =>
    asked.method === method ? change(await answer(), asked.params as [string, string]) : answer();
/** A public node that answers with an error for logs without addresses. */
const refusing =
  (error: Error): Node =>
  (asked, answer) => {
    const [filter] = (asked.params ?? []) as { address?: unknown }[];
    return asked.method !== 'eth_getLogs' || filter?.address ? answer() : Promise.reject(error);
  };
const url = 'https://node.example';
const limited = refusing(
  new RpcRequestError({ body: {}, error: { code: -32701, message: 'Please specify an address' }, url }),
);
/** A node that keeps only the states from a block on. */
const prunedTo = (first: bigint): Node => {
  return (asked, answer) => {
    const [, block] = (asked.params ?? []) as string[];
    if (/Balance|TransactionCount/.test(asked.method) && block && BigInt(block) < first)
      return Promise.reject(Object.assign(new Error('missing trie node'), { code: -32000 }));
    return answer();
  };
};

test('WAL-20 a log that a slow node left out is found in a later poll', async () => {
  const first = await poll(honest);
  await payTokens();
  await chain.client.mine({ blocks: 20, interval: 2 });
  const second = await poll(lagging, first);
  expect(second.payments).toEqual([]);
  await chain.client.mine({ blocks: 1 });
  expect((await poll(honest, second)).payments).toMatchObject([{ amount: 1n }]);
});

test('WAL-20 a log of a block that is not in the chain is no payment', async () => {
  const first = await poll(honest);
  await payTokens();
  await expect(poll(forked, first)).rejects.toThrow('another block');
  const second = await poll(honest, first);
  // A payment whose block is gone is removed, although the last head is still in the chain.
  const gone = second.payments.map((payment) => ({ ...payment, id: 'gone', blockHash: first.head.hash }));
  await chain.client.mine({ blocks: 1 });
  const third = await poll(honest, { ...second, payments: [...second.payments, ...gone] });
  expect(third).toMatchObject({ payments: [{ amount: 1n }], removed: [{ id: 'gone' }] });
});

test('WAL-20 states of different branches are read again', async () => {
  const first = await poll(honest);
  await payNative('1');
  const known = { ...first, state: { ...first.state, nonce: 9 } };
  const same = numberToHex(first.head.number);
  const mixed = answering('eth_getTransactionCount', (count, [, block]) => (block === same ? '0x9' : count));
  await expect(poll(mixed, known)).rejects.toThrow('nodes disagree');
});

test('WAL-20 what the balance of another branch showed is removed', async () => {
  const { head } = await poll(honest);
  await chain.client.mine({ blocks: 1 });
  const richer = answering('eth_getBalance', (balance, [, block]) =>
    BigInt(block) > head.number ? toHex(BigInt(String(balance)) + 5n) : balance,
  );
  const first = await poll(richer, undefined, { request: head.number });
  expect(first.payments).toMatchObject([{ amount: 5n, from: null }]);
  await chain.client.mine({ blocks: 1 });
  const second = await poll(honest, first);
  expect(second).toMatchObject({ payments: [], removed: [{ amount: 5n }], state: { balance: 0n } });
});

test('WAL-20 a reorganization does not remove a transfer that a slow node left out', async () => {
  const first = await poll(honest);
  await payTokens();
  const second = await poll(honest, first);
  await chain.client.mine({ blocks: 1 });
  const replaced = { ...second, head: { ...second.head, hash: first.head.hash } };
  expect(await poll(lagging, replaced)).toMatchObject({ payments: [{ amount: 1n }], removed: [] });
});

test('WAL-20 a request that is older than the states that a node keeps has its tokens, and says what is missing', async () => {
  const request = await chain.client.getBlockNumber();
  await payTokens();
  await payNative('1');
  await chain.client.mine({ blocks: 300 });
  await payNative('2');
  const head = await chain.client.getBlockNumber();
  const found = await poll(prunedTo(head - 50n), undefined, { request });
  expect(found.payments).toMatchObject([{ amount: parseEther('2') }, { amount: 1n }]);
  expect(found).toMatchObject({ since: request, nativeSince: head - 50n });
});

test("WAL-20 native currency that the account's own action paid out is its own, whoever sent it", async () => {
  const { client, addresses } = chain;
  const token = { address: addresses.tUsdt, abi: erc20Abi } as const;
  const relayer = addresses.multicall;
  await client.setCode({ address: forwarder, bytecode: FORWARDER });
  await payTokens();
  await client.impersonateAccount({ address: me });
  await client.setBalance({ address: me, value: parseEther('1') });
  await client.waitForTransactionReceipt({
    hash: await client.writeContract({ ...token, account: me, functionName: 'approve', args: [relayer, 1n] }),
  });
  const value = parseEther('2');
  const sold = encodeFunctionData({ abi: erc20Abi, functionName: 'transferFrom', args: [me, payer, 1n] });
  const sell = { target: token.address, allowFailure: false, value: 0n, callData: sold };
  const pay = { target: forwarder, allowFailure: false, value, callData: pad(me) };
  const run = async (calls: readonly (typeof pay)[]) => {
    const request = { address: relayer, abi: multicallAbi, functionName: 'aggregate3Value', value } as const;
    const hash = await client.writeContract({ ...request, account: payer, args: [calls] });
    await client.waitForTransactionReceipt({ hash });
  };
  const first = await poll(honest);
  await run([sell, pay]);
  const second = await poll(honest, first);
  expect(second.payments).toMatchObject([{ amount: value, isOwn: true }]);
  await run([pay]);
  expect((await poll(honest, second)).payments).toMatchObject([{ isOwn: false }, { isOwn: true }]);
  // A node that shows only the logs of some contracts is enough, except for an account that other contracts can use.
  expect((await poll(limited, first)).payments).toMatchObject([{ isOwn: false }, { isOwn: true }]);
  expect((await poll(refusing(new HttpRequestError({ url, status: 403 })), first)).payments).toHaveLength(2);
  // One that didn't answer is asked again.
  const busy = refusing(new HttpRequestError({ url, status: 429 }));
  await expect(poll(busy, first)).rejects.toThrow('HTTP request failed');
  await client.setCode({ address: me, bytecode: '0x00' });
  expect((await poll(limited, first)).payments).toMatchObject([{ isOwn: true }, { isOwn: true }]);
});

test('WAL-20 a reorganization removes nothing from ranges that cannot be read again', async () => {
  const first = await poll(honest);
  await payNative('1');
  const second = await poll(honest, first);
  expect(second.payments).toHaveLength(1);
  await chain.client.mine({ blocks: 30 });
  const head = await chain.client.getBlockNumber();
  const replaced = { ...second, head: { ...second.head, hash: first.head.hash } };
  const third = await poll(prunedTo(head - 5n), replaced);
  expect(third).toMatchObject({ payments: [{ amount: parseEther('1') }], removed: [] });
});

test('WAL-20 after a reorganization, only the blocks after the last seen one that is left are read again', async () => {
  const { client } = chain;
  const start = await poll(honest);
  await payNative('1');
  const first = await poll(honest, start);
  const kept = first.head.number;
  const snapshot = await client.snapshot();
  await payNative('2');
  await payTokens();
  const second = await poll(honest, first);
  expect(second.payments).toHaveLength(3);
  await client.revert({ id: snapshot });
  await client.mine({ blocks: 2 });
  await payNative('3');
  const read: bigint[] = [];
  const noting: Node = (asked, answer) => {
    const [account, block] = (asked.params ?? []) as string[];
    if (asked.method === 'eth_getBalance' && account && block) read.push(BigInt(block));
    return answer();
  };
  const third = await poll(noting, second);
  expect(third.payments).toMatchObject([{ amount: parseEther('3') }, { amount: parseEther('1') }]);
  expect(third.removed).toHaveLength(2);
  expect(read.every((block) => block >= kept)).toBe(true);
});

test('WAL-20 no payment is counted twice when a slow node refuses the states of the latest blocks', async () => {
  const first = await poll(honest);
  await payNative('1');
  const second = await poll(honest, first);
  await chain.client.mine({ blocks: 8 });
  const head = await chain.client.getBlockNumber();
  const replaced = { ...second, head: { ...second.head, hash: first.head.hash } };
  const between: Node = (asked, answer) => {
    const [, block] = (asked.params ?? []) as string[];
    const isEnd = block === numberToHex(first.head.number) || block === numberToHex(head);
    return isEnd ? answer() : prunedTo(head)(asked, answer);
  };
  await expect(poll(between, replaced)).rejects.toThrow('nodes disagree');
  expect((await poll(honest, replaced)).payments).toMatchObject([{ amount: parseEther('1') }]);
});

test('WAL-20 a chain that was reset while the page is open is followed from its new head', async () => {
  const first = await poll(honest);
  const at = (number: bigint) => ({
    ...first,
    head: { ...first.head, number, hash: `0x${'ab'.repeat(32)}` as Hex },
  });
  const slow = at(first.head.number + 600n);
  expect(await poll(honest, slow)).toBe(slow);
  const reset = await poll(honest, at(first.head.number + 601n));
  expect(reset.head).toEqual(first.head);
});

test('WAL-20 a transfer that was seen is not explained again', async () => {
  const first = await poll(honest);
  await payTokens();
  const second = await poll(honest, first);
  await chain.client.mine({ blocks: 1 });
  const asked: string[] = [];
  const counting: Node = ({ method }, answer) => {
    asked.push(method);
    return answer();
  };
  expect((await poll(counting, second)).payments).toEqual(second.payments);
  expect(asked).not.toContain('eth_getTransactionReceipt');
});

test('WAL-20 many small transfers hide no earlier one', async () => {
  const first = await poll(honest);
  await chain.client.setAutomine(false);
  for (let count = 0; count < 210; count += 1) await sendTokens();
  await chain.client.mine({ blocks: 1 });
  await chain.client.setAutomine(true);
  expect((await poll(honest, first)).payments).toHaveLength(210);
});

test('WAL-20 a request that is days old is read from a day ago on, and says so', async () => {
  const request = await chain.client.getBlockNumber();
  await payTokens();
  await chain.client.mine({ blocks: 400, interval: 600 });
  const { since, payments } = await poll(honest, undefined, { request });
  expect(payments).toEqual([]);
  expect(since).toBe((await chain.client.getBlockNumber()) - 300n);
});

test('WAL-21 what arrived while all pages were closed is found, also where the node has pruned the states', async () => {
  const { head, state } = await poll(honest);
  const notified = { block: head.number, state };
  await payNative('1');
  await payTokens();
  await chain.client.mine({ blocks: 400, interval: 60 });
  await payNative('2');
  const node = prunedTo((await chain.client.getBlockNumber()) - 50n);
  const { payments } = await poll(node, undefined, { notified });
  expect(payments.map(({ amount }) => amount)).toEqual([parseEther('2'), parseEther('1'), 1n]);
  // After more than a day, Activity lists it.
  await chain.client.mine({ blocks: 70, interval: 2_000 });
  expect((await poll(honest, undefined, { notified })).payments).toEqual([]);
});
