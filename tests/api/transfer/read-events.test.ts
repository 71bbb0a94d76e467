import {
  type Address,
  encodeAbiParameters,
  encodeEventTopics,
  type Hex,
  numberToHex,
  pad,
  RpcRequestError,
} from 'viem';
import { vaultAbi } from '@/lib/evm/abi/vault';
import type { ServerChain } from '@/lib/server/chain/node';
import { ApiError } from '@/lib/server/http/api-error';
import { isTooLarge, type TransferRow } from '@/lib/server/transfers/route';
import { vaultRoute } from '@/lib/server/transfers/vault-route';
import { childEnv } from '@/lib/settings/process-env';
import { type HostileNode, startHostileNode } from '../../support/hostile-node';

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

let node: HostileNode;
beforeAll(async () => {
  const settings = { DATABASE_URL: 'postgres://127.0.0.1', CHAINS_FILE: 'config/chains.example.json' };
  const env = childEnv({ ...settings, ORIGINS: 'https://example.org', LOG_LEVEL: 'silent' });
  jest.replaceProperty(process, 'env', env);
  node = await startHostileNode(async ({ method, params = [] }) => {
    if (method === 'eth_chainId') return numberToHex(CHAIN);
    const [{ topics }] = params as [{ topics: (Hex | Hex[])[] }];
    const asked = JSON.stringify(topics[1]);
    const flood = asked.includes(pad(flooder, { size: 32 }))
      ? Array.from({ length: FLOOD }, (_, index) => eventOf(flooder, index + 1))
      : [];
    return asked.includes(pad(payer, { size: 32 })) ? [eventOf(payer, 0), ...flood] : flood;
  });
});
afterAll(() => node.stop());

test.each([
  ['query returned more than 10000 results', true],
  ['response size exceeded', true],
  ['Too Many Requests', false],
  ['header not found', false],
])('FREE-8 the error "%s" of a node means too many events: %s', (message, isExpected) => {
  const cause = new RpcRequestError({ body: {}, url: 'http://127.0.0.1', error: { code: -32005, message } });
  expect(isTooLarge(new ApiError(503, 'nodeUnreachable', null, { cause }))).toBe(isExpected);
});

test('FREE-8 an account with more events than a node answers hides no other account’s', async () => {
  const chain = { id: CHAIN, serverRpcUrl: node.url } as ServerChain;
  const row = (owner: Address) => ({ contract: vault, owner }) as TransferRow;
  const rows = [flooder, payer, friend].map(row);
  const found = await vaultRoute.findExecuted(chain, rows, { fromBlock: 1n, toBlock: 5n });
  expect([...found.keys()]).toEqual([digest]);
});
