/** @jest-environment node */

import { createClient, type Hex, numberToHex, pad } from 'viem';
import {
  getBalance,
  getBlock,
  getBlockNumber,
  getLogs,
  getTransaction,
  getTransactionReceipt,
} from 'viem/actions';
import { isUnreachable, nodeTransport } from '@/lib/evm/node-transport';
import {
  CallError,
  type Fault,
  type HostileNode,
  HUGE_BYTES,
  startHostileNode,
} from '../../support/hostile-node';

const CHAIN = 902;
/** A timeout in ms that no test reaches. */
const TIMEOUT_MS = 3_600_000;
const [ONE, TWO] = [pad('0x1', { size: 20 }), pad('0x2', { size: 20 })] as const;
const HASH = pad('0xaa', { size: 32 });
const TOPIC = pad('0x7', { size: 32 });

const log = (index: number, own: object = {}) => ({
  address: ONE,
  topics: [TOPIC],
  data: '0x',
  blockHash: pad('0xb', { size: 32 }),
  blockNumber: '0x5',
  transactionHash: HASH,
  transactionIndex: '0x0',
  logIndex: numberToHex(index),
  removed: false,
  ...own,
});
const receipt = (own: object = {}) => ({
  transactionHash: HASH,
  blockHash: pad('0xb', { size: 32 }),
  blockNumber: '0x5',
  status: '0x1',
  logs: [log(0), log(1)],
  ...own,
});

let served: Record<string, unknown>;
let node: HostileNode;
beforeEach(async () => {
  served = { eth_chainId: numberToHex(CHAIN), eth_blockNumber: '0x7' };
  node = await startHostileNode(async ({ method, params = [] }) =>
    // An account's balance is its address, so that a swapped answer is visible.
    method === 'eth_getBalance'
      ? BigInt(params[0] as Hex)
          .toString(16)
          .padStart(3, '0x0')
      : served[method],
  );
});
afterEach(async () => {
  await node.stop();
});

const clientOf = (urls = [node.url]) => createClient({ transport: nodeTransport(CHAIN, urls, TIMEOUT_MS) });
const balances = (client: ReturnType<typeof clientOf>) =>
  Promise.all([ONE, TWO].map((address) => getBalance(client, { address })));

test('WAL-10 assigns answers that are out of order to their requests', async () => {
  node.state.fault = 'reversed';
  expect(await balances(clientOf())).toEqual([1n, 2n]);
});

test.each<Fault>(['half', 'first missing', 'other IDs', 'doubled', 'too many'])(
  'WAL-10 a batch with the fault "%s" gives nobody the answer to another request, and the next endpoint answers',
  async (fault) => {
    const client = clientOf();
    expect(await balances(client)).toEqual([1n, 2n]);
    node.state.fault = fault;
    for (const answer of await Promise.allSettled([
      getBalance(client, { address: ONE }),
      getBlockNumber(client),
    ]))
      expect(answer.status).toBe('rejected');
    expect(isUnreachable(CHAIN)).toBe(true);

    const other = await startHostileNode(async ({ method }) =>
      method === 'eth_chainId' ? numberToHex(CHAIN) : '0x9',
    );
    expect(await balances(clientOf([node.url, other.url]))).toEqual([9n, 9n]);
    await other.stop();
    node.honest();
    expect(await balances(client)).toEqual([1n, 2n]);
    expect(isUnreachable(CHAIN)).toBe(false);
  },
);

test('WAL-10 stops reading a response of 100 MB after 10 MB', async () => {
  node.state.fault = 'huge';
  await expect(getBlockNumber(clientOf(), { cacheTime: 0 })).rejects.toThrow(/size|large|exceed/i);
  expect(node.state.sent).toBeLessThan(node.state.requests * HUGE_BYTES * 0.3);
});

test('WAL-10 a response whose body never ends times out, and the chain counts as unreachable', async () => {
  node.state.fault = 'stalls';
  const client = createClient({ transport: nodeTransport(CHAIN, [node.url], 100) });
  const failure = getBlockNumber(client, { cacheTime: 0 }).catch((error: unknown) => error);
  expect(await failure).toMatchObject({ name: 'TimeoutError' });
  expect(isUnreachable(CHAIN)).toBe(true);
});

test('WAL-10 a refusal of too many logs says nothing about the network', async () => {
  const logs = await startHostileNode(async ({ method }) => {
    if (method === 'eth_getLogs') throw new CallError(-32005, 'query returned more than 10000 results');
    if (method === 'eth_gasPrice') throw new CallError(-32005, 'daily request count exceeded');
    return served[method];
  });
  const { request } = clientOf([logs.url]);
  const code = { code: -32005 };
  await request({ method: 'eth_blockNumber' });
  await expect(request({ method: 'eth_getLogs', params: [{}] })).rejects.toMatchObject(code);
  expect(isUnreachable(CHAIN)).toBe(false);
  await expect(request({ method: 'eth_gasPrice' })).rejects.toMatchObject(code);
  expect(isUnreachable(CHAIN)).toBe(true);
  await expect(request({ method: 'eth_getLogs', params: [{}] })).rejects.toMatchObject(code);
  expect(isUnreachable(CHAIN)).toBe(true);
  await request({ method: 'eth_blockNumber' });
  expect(isUnreachable(CHAIN)).toBe(false);
  await logs.stop();
});

test('WAL-10 an endpoint of another chain counts as unreachable: at the start, and after it was down', async () => {
  served.eth_chainId = '0x1';
  const client = clientOf();
  await expect(getBlockNumber(client, { cacheTime: 0 })).rejects.toThrow();
  expect(isUnreachable(CHAIN)).toBe(true);
  served.eth_chainId = numberToHex(CHAIN);
  expect(await getBlockNumber(client, { cacheTime: 0 })).toBe(7n);
  expect(isUnreachable(CHAIN)).toBe(false);

  node.state.fault = 'too many';
  await expect(getBlockNumber(client, { cacheTime: 0 })).rejects.toThrow();
  node.honest();
  // After the failover, a node of another chain answers at the same URL.
  served.eth_chainId = '0x1';
  await expect(getBlockNumber(client, { cacheTime: 0 })).rejects.toThrow();
  expect(isUnreachable(CHAIN)).toBe(true);
});

test.each<[string, object]>([
  ['of another transaction', receipt({ transactionHash: pad('0xbb', { size: 32 }) })],
  ['with a removed log', receipt({ logs: [log(0, { removed: true })] })],
  ['with a log index twice', receipt({ logs: [log(0), log(0)] })],
  [
    'with a log of another transaction',
    receipt({ logs: [log(0, { transactionHash: pad('0xbb', { size: 32 }) })] }),
  ],
  ['with a log of another block', receipt({ logs: [log(0, { blockHash: pad('0xcc', { size: 32 }) })] })],
])('WAL-10 rejects a receipt %s', async (_, lie) => {
  const client = clientOf();
  served.eth_getTransactionReceipt = lie;
  await expect(getTransactionReceipt(client, { hash: HASH })).rejects.toThrow();
  served.eth_getTransactionReceipt = receipt();
  expect((await getTransactionReceipt(client, { hash: HASH })).logs).toHaveLength(2);
});

test('WAL-10 rejects another transaction or block than the one requested', async () => {
  const client = clientOf();
  served.eth_getTransactionByHash = { hash: pad('0xbb', { size: 32 }) };
  await expect(getTransaction(client, { hash: HASH })).rejects.toThrow();
  served.eth_getBlockByHash = { hash: pad('0xbb', { size: 32 }) };
  await expect(getBlock(client, { blockHash: HASH })).rejects.toThrow();
  served.eth_getBlockByNumber = { number: '0x6' };
  await expect(getBlock(client, { blockNumber: 5n })).rejects.toThrow();
});

test('WAL-13 leaves out logs that are removed or repeated', async () => {
  served.eth_getLogs = [log(0), log(0), log(1, { removed: true }), log(2)];
  const logs = await getLogs(clientOf(), { address: ONE, fromBlock: 5n, toBlock: 5n });
  expect(logs.map(({ logIndex }) => logIndex)).toEqual([0, 2]);
});

test.each<[string, object]>([
  ['of another address', { address: TWO }],
  ['of another event', { topics: [HASH] }],
  ['without topics', { topics: [] }],
  ['before the range', { blockNumber: '0x4' }],
  ['after the range', { blockNumber: '0x6' }],
])('WAL-13 rejects logs if one is %s', async (_, lie) => {
  served.eth_getLogs = [log(0), log(1, lie)];
  const params = [{ address: ONE, topics: [TOPIC], fromBlock: '0x5', toBlock: '0x5' }] as const;
  await expect(clientOf().request({ method: 'eth_getLogs', params: [...params] as never })).rejects.toThrow();
});
