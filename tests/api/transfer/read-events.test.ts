import {
  type Address,
  encodeAbiParameters,
  encodeEventTopics,
  type Hex,
  numberToHex,
  pad,
  RpcRequestError,
  slice,
} from 'viem';
import { vaultAbi } from '@/lib/evm/abi/vault';
import type { ServerChain } from '@/lib/server/chain/node';
import { ApiError } from '@/lib/server/http/api-error';
import { isTooLarge, isTooWide } from '@/lib/server/transfers/read-events';
import type { TransferRow } from '@/lib/server/transfers/route';
import { vaultRoute } from '@/lib/server/transfers/vault-route';
import { childEnv } from '@/lib/settings/process-env';
import { EventSearch } from '@/server/sender/event-search';
import type { ChainView } from '@/server/sender/view';
import { CallError, type HostileNode, startHostileNode } from '../../support/hostile-node';

const CHAIN = 904;
/** More events than fit in an answer. */
const FLOOD = 16_000;
const [vault, flooder, payer, friend] = ['0x1', '0x2', '0x3', '0x4'].map((digit) =>
  pad(digit as Hex, { size: 20 }),
) as [Address, Address, Address, Address];
const digest = pad('0x5e', { size: 32 });

const eventOf = (from: Address, logIndex: number) => ({
  address: vault,
  topics: encodeEventTopics({
    abi: vaultAbi,
    eventName: 'Transferred',
    args: { from, to: friend, token: vault },
  }),
  data: encodeAbiParameters([{ type: 'uint256' }, { type: 'bytes32' }], [1n, digest]),
  blockHash: pad('0xb', { size: 32 }),
  blockNumber: '0x5',
  transactionHash: pad('0xaa', { size: 32 }),
  transactionIndex: '0x0',
  logIndex: numberToHex(logIndex),
  removed: false,
});

/** What the node does when it is asked for the events of the flooder, or of any account. */
let answerFlooder: () => unknown[];
let refuse: (range: { fromBlock: bigint; toBlock: bigint }) => void;
/** The accounts of each request for events, and its first block. */
let asked: { owners: Address[]; fromBlock: bigint }[] = [];

let node: HostileNode;
let chain: ServerChain;
beforeAll(async () => {
  const settings = { DATABASE_URL: 'postgres://127.0.0.1', CHAINS_FILE: 'config/chains.example.json' };
  const env = childEnv({ ...settings, ORIGINS: 'https://example.org', LOG_LEVEL: 'silent' });
  jest.replaceProperty(process, 'env', env);
  node = await startHostileNode(async ({ method, params = [] }) => {
    if (method === 'eth_chainId') return numberToHex(CHAIN);
    if (method === 'eth_blockNumber') return '0x5';
    const [filter] = params as [{ topics: (Hex | Hex[])[]; fromBlock: Hex; toBlock: Hex }];
    const [fromBlock, toBlock] = [BigInt(filter.fromBlock), BigInt(filter.toBlock)];
    refuse({ fromBlock, toBlock });
    const owners = [filter.topics[1] ?? []].flat().map((topic) => slice(topic, 12));
    asked.push({ owners, fromBlock });
    const flood = owners.includes(flooder) ? answerFlooder() : [];
    const isIn = fromBlock <= 5n && toBlock >= 5n;
    return owners.includes(payer) && isIn ? [eventOf(payer, 0), ...flood] : flood;
  });
  chain = { id: CHAIN, serverRpcUrl: node.url } as ServerChain;
});
beforeEach(() => {
  answerFlooder = () => Array.from({ length: FLOOD }, (_, index) => eventOf(flooder, index + 1));
  refuse = () => undefined;
  asked = [];
});
afterEach(() => node.honest());
afterAll(() => node.stop());

const rows = [flooder, payer, friend].map(
  (owner, index) =>
    ({
      id: index === 1 ? digest : numberToHex(index),
      contract: vault,
      owner,
      route: 'vault',
      queuedAtBlock: 0n,
    }) as TransferRow,
);
const search = (toBlock = 5n) => vaultRoute.findExecuted(chain, rows, { fromBlock: 1n, toBlock });
const failing = (message: string) => () => {
  throw new CallError(-32000, message);
};

test.each([
  ['query returned more than 10000 results', 'too many events'],
  ['response size exceeded. You can ask for any block range with a cap of 10K logs', 'too many events'],
  ['Block range is too large', 'too many blocks'],
  ['exceed maximum block range: 50', 'too many blocks'],
  ['Too Many Requests', 'another fault'],
  ['limit exceeded', 'another fault'],
  ['header not found', 'another fault'],
])('FREE-8 the error "%s" of a node is about: %s', (message, expected) => {
  const cause = new RpcRequestError({ body: {}, url: 'http://127.0.0.1', error: { code: -32005, message } });
  const error = new ApiError(503, 'nodeUnreachable', null, { cause });
  expect([isTooLarge(error), isTooWide(error)]).toEqual([
    expected === 'too many events',
    expected === 'too many blocks',
  ]);
});

test.each([
  ['exceed a node’s answer', undefined],
  ['take a node too long', 'request timed out'],
])('FREE-8 events that %s don’t hide those of other accounts', async (_, message) => {
  if (message !== undefined) answerFlooder = failing(message);
  const { executed, unread } = await search();
  expect([...executed.keys()]).toEqual([digest]);
  expect([...unread.keys()]).toEqual([flooder]);
});

test('FREE-8 a node that answers for few blocks at a time is asked for few', async () => {
  answerFlooder = () => [];
  refuse = ({ fromBlock, toBlock }) => {
    if (toBlock - fromBlock >= 50n) throw new CallError(-32602, 'Block range too large: at most 50 blocks');
  };
  const { executed, unread } = await search(200n);
  expect([[...executed.keys()], unread.size]).toEqual([[digest], 0]);
});

test.each([
  ['that answers 429', 'too many', ''],
  ['that limits the rate', null, 'Your app has exceeded its compute units per second capacity'],
  ['without the latest block', null, 'block range extends beyond current head block'],
] as const)('FREE-8 the error of a node %s counts against no account', async (_, fault, message) => {
  node.state.fault = fault;
  refuse = failing(message);
  await expect(search()).rejects.toThrow(ApiError);
});

test('FREE-8 after its time limit, a search doesn’t split a failed request', async () => {
  answerFlooder = failing('request timed out');
  const range = { fromBlock: 1n, toBlock: 5n, until: performance.now() - 1 };
  const { unread } = await vaultRoute.findExecuted(chain, rows, range);
  expect([...unread.keys()]).toEqual([flooder, payer, friend]);
  expect(asked).toHaveLength(1);
});

test('FREE-8 an account that couldn’t be read is left out for a minute, and then read apart, without a gap', async () => {
  const now = performance.now();
  const clock = jest.spyOn(performance, 'now').mockReturnValue(now);
  const searched = new EventSearch(chain);
  const view = (number: bigint) => ({ number }) as ChainView;
  answerFlooder = failing('request timed out');
  expect([...(await searched.find(rows, view(20n))).keys()]).toEqual([digest]);
  asked = [];
  await searched.find(rows, view(30n));
  expect(asked).toEqual([{ owners: [payer, friend], fromBlock: 13n }]);
  clock.mockReturnValue(now + 61_000);
  answerFlooder = () => [];
  asked = [];
  await searched.find(rows, view(40n));
  expect(asked).toEqual([
    { owners: [payer, friend], fromBlock: 23n },
    { owners: [flooder], fromBlock: 1n },
  ]);
  clock.mockRestore();
});
