import { getAddress, type Hex, pad, toHex } from 'viem';
import { z } from 'zod';
import { POST as verifyTx } from '@/app/api/deposit/verifyTx/route';
import { GET as activity } from '@/app/api/wallet/activity/route';
import { clearCache } from '@/lib/server/cached';
import { demoAccount } from '@/scripts/launcher/chains/anvil-client';
import { type Backend, startBackend } from '../../support/api-backend';
import { callRoute } from '../../support/api-call';
import { depositNative } from '../../support/api-deposit';
import { tokenOf } from '../../support/api-sign-in';
import {
  type Fault,
  type HostileNode,
  HUGE_BYTES,
  relayTo,
  startHostileNode,
} from '../../support/hostile-node';
import { queryDatabase } from '../../support/plain-chains';

/** What a user sees while a node is faulty, in both languages. */
const UNREACHABLE = {
  en_US: "Can't reach the network. Try again in a moment.",
  zh_CN: '目前無法連上這個網路，請稍後再試。',
};
const AMOUNT = 5n;
const account = demoAccount(1);
const otherHash = pad('0xbb', { size: 32 });

let backend: Backend;
let node: HostileNode;
let token: string;
beforeAll(async () => {
  backend = await startBackend();
  node = await startHostileNode(relayTo(backend.chains[0].rpcUrl));
  token = await tokenOf(account);
});
afterAll(async () => {
  await node.stop();
  await backend.stop();
});

type Column = 'server_rpc_url' | 'check_rpc_url' | 'finality' | 'confirmations';
async function setChain(column: Column, value: string | number | null): Promise<void> {
  await queryDatabase(backend, `update chains set ${column} = $1 where id = 31337`, [value]);
  clearCache();
}

beforeEach(() => setChain('server_rpc_url', node.url));
afterEach(async () => {
  node.honest();
  await setChain('check_rpc_url', null);
  await setChain('finality', null);
  await setChain('confirmations', 1);
});

const verify = (txHash: Hex, language: keyof typeof UNREACHABLE = 'en_US') =>
  callRoute(verifyTx, { body: { chainId: 31337, txHash }, token, headers: { Language: language } });
const deposit = () => depositNative(backend.chains[0], account, AMOUNT);
const rowsOf = (txHash: Hex) =>
  queryDatabase<{ amount_raw: string }>(backend, 'select amount_raw from transactions where tx_hash = $1', [
    txHash,
  ]);

/** Checks that a deposit isn't credited while the node is faulty, and is credited once when it no longer is. */
async function expectNothingLost(txHash: Hex): Promise<void> {
  const ask = async (language: keyof typeof UNREACHABLE) =>
    expect(await verify(txHash, language)).toMatchObject({
      code: 503,
      status: 503,
      msg: UNREACHABLE[language],
      data: null,
    });
  await Promise.all([ask('en_US'), ask('zh_CN')]);
  expect(await rowsOf(txHash)).toEqual([]);
  node.honest();
  for (let times = 0; times < 2; times += 1)
    expect(await verify(txHash)).toMatchObject({ code: 200, data: { txHash, status: 'credited' } });
  expect(await rowsOf(txHash)).toEqual([{ amount_raw: String(AMOUNT) }]);
}

test.each<Fault>(['half', 'first missing', 'other IDs', 'doubled', 'too many'])(
  'WAL-3 while a node has the fault "%s", nothing is credited, and nothing is lost',
  async (fault) => {
    const txHash = await deposit();
    node.state.fault = fault;
    await expectNothingLost(txHash);
  },
);

test('WAL-3 a huge receipt is refused after half a megabyte, and fails no other call', async () => {
  const txHash = await deposit();
  // The endpoint's chain ID is checked.
  expect(await verify(otherHash)).toMatchObject({ code: 425 });
  expect(await callRoute(activity, { token })).toMatchObject({ code: 200 });
  node.state.fault = 'huge';
  expect(await verify(txHash)).toMatchObject({ code: 422, data: { reason: 'receipt_too_large' } });
  expect(node.state.sent).toBeLessThan(HUGE_BYTES / 5);
  node.honest();

  const asked: string[] = [];
  const large = `0x${'00'.repeat(300 * 1_024)}`;
  node.state.lie = ({ method }, result) => {
    asked.push(method);
    return method === 'eth_getTransactionReceipt' && result !== null
      ? inLogs({ data: large })(receiptSchema.parse(result))
      : result;
  };
  const [refused, other] = await Promise.all([verify(txHash), callRoute(activity, { token })]);
  expect(refused).toMatchObject({ code: 422, data: { reason: 'receipt_too_large' } });
  expect(other).toMatchObject({ code: 200 });
  // The endpoint's chain ID isn't checked again, because the endpoint didn't fail.
  expect(asked).not.toContain('eth_chainId');
  node.honest();
  expect(await verify(txHash)).toMatchObject({ code: 200, data: { txHash } });
});

test('WAL-3 credits by answers that are out of order', async () => {
  const txHash = await deposit();
  node.state.fault = 'reversed';
  expect(await verify(txHash)).toMatchObject({ code: 200, data: { txHash } });
  expect(await callRoute(activity, { token })).toMatchObject({ code: 200 });
});

test('WAL-3 a body that never ends times out, and blocks no later request', async () => {
  const txHash = await deposit();
  node.state.fault = 'stalls';
  await expectNothingLost(txHash);
});

test('WAL-3 a node that serves another chain after a failure is not believed', async () => {
  const txHash = await deposit();
  node.state.fault = 'too many';
  expect(await verify(txHash)).toMatchObject({ code: 503 });
  node.honest();
  node.state.lie = ({ method }, result) => (method === 'eth_chainId' ? '0x1' : result);
  await expectNothingLost(txHash);
});

const receiptSchema = z.looseObject({ logs: z.array(z.looseObject({ data: z.string() })) });
type Receipt = z.output<typeof receiptSchema>;
const lieInReceipt = (change: (receipt: Receipt) => unknown) => {
  node.state.lie = ({ method }, result) =>
    method === 'eth_getTransactionReceipt' && result !== null ? change(receiptSchema.parse(result)) : result;
};
const inLogs =
  (own: object) =>
  (receipt: Receipt): unknown => ({ ...receipt, logs: receipt.logs.map((log) => ({ ...log, ...own })) });

test.each<[string, (receipt: Receipt) => unknown]>([
  ['is of another transaction', (receipt) => ({ ...receipt, transactionHash: otherHash })],
  ['has a removed log', inLogs({ removed: true })],
  ['has a log index twice', (receipt) => ({ ...receipt, logs: [...receipt.logs, ...receipt.logs] })],
  ['has a log of another transaction', inLogs({ transactionHash: otherHash })],
  ['has a log of another block', inLogs({ blockHash: otherHash })],
])('WAL-3 a receipt that %s is not believed', async (_, lie) => {
  const txHash = await deposit();
  lieInReceipt(lie);
  await expectNothingLost(txHash);
});

test('WAL-3 a log of another address is not a deposit', async () => {
  const txHash = await deposit();
  lieInReceipt(inLogs({ address: pad('0x1', { size: 20 }) }));
  expect(await verify(txHash)).toMatchObject({ code: 422, data: { reason: 'not_our_contract' } });
  node.honest();
  expect(await verify(txHash)).toMatchObject({ code: 200 });
});

test('WAL-3 a node that is stuck or behind credits nothing early, and nothing is lost', async () => {
  await setChain('confirmations', 3);
  const txHash = await deposit();
  await backend.chains[0].client.mine({ blocks: 5 });
  const { blockNumber } = await backend.chains[0].client.getTransactionReceipt({ hash: txHash });
  const setHead = (head: bigint) => {
    node.state.lie = ({ method }, result) => (method === 'eth_blockNumber' ? toHex(head) : result);
  };
  setHead(blockNumber + 1n);
  expect(await verify(txHash)).toMatchObject({ code: 425, data: { confirmations: 2, required: 3 } });
  setHead(0n);
  expect(await verify(txHash)).toMatchObject({ code: 425, data: { confirmations: 0, required: 3 } });
  expect(await rowsOf(txHash)).toEqual([]);
  node.honest();
  expect(await verify(txHash)).toMatchObject({ code: 200, data: { confirmations: 6 } });
  // The head is of a node that lags behind the one that just returned the block.
  setHead(0n);
  expect(await verify(txHash)).toMatchObject({ code: 200, data: { confirmations: 1 } });
});

test('WAL-3 a transaction whose block is lost right after it was stored is not reported as credited', async () => {
  const txHash = await deposit();
  const { blockNumber } = await backend.chains[0].client.getTransactionReceipt({ hash: txHash });
  let reads = 0;
  node.state.lie = ({ method, params }, result) => {
    if (method !== 'eth_getBlockByNumber' || params?.[0] !== toHex(blockNumber)) return result;
    reads += 1;
    // The first read is right before the transaction is stored.
    return reads === 1 ? result : { ...z.looseObject({}).parse(result), hash: otherHash };
  };
  expect(await verify(txHash)).toMatchObject({ code: 425, data: { confirmations: 0, required: 1 } });
  expect(await rowsOf(txHash)).toEqual([{ amount_raw: String(AMOUNT) }]);
  node.honest();
  expect(await verify(txHash)).toMatchObject({ code: 200, data: { txHash } });
  expect(await rowsOf(txHash)).toEqual([{ amount_raw: String(AMOUNT) }]);
});

describe('a second RPC endpoint', () => {
  test('WAL-3 may write addresses in another case', async () => {
    await setChain('check_rpc_url', backend.chains[0].rpcUrl);
    const txHash = await deposit();
    lieInReceipt(inLogs({ address: getAddress(backend.chains[0].vault) }));
    expect(await verify(txHash)).toMatchObject({ code: 200, data: { txHash } });
  });

  test("WAL-3 that doesn't have the transaction yet delays the credit", async () => {
    await setChain('server_rpc_url', backend.chains[0].rpcUrl);
    await setChain('check_rpc_url', node.url);
    const txHash = await deposit();
    node.state.lie = ({ method }, result) => (method === 'eth_getTransactionReceipt' ? null : result);
    expect(await verify(txHash)).toMatchObject({ code: 425, data: { confirmations: 0, required: 1 } });
    expect(await rowsOf(txHash)).toEqual([]);
    node.honest();
    expect(await verify(txHash)).toMatchObject({ code: 200, data: { txHash } });
  });

  test('WAL-3 a false amount or a false height of one endpoint causes no credit', async () => {
    await setChain('check_rpc_url', backend.chains[0].rpcUrl);
    await setChain('confirmations', 3);
    const txHash = await deposit();
    node.state.lie = ({ method }, result) =>
      method === 'eth_blockNumber' && typeof result === 'string' ? toHex(BigInt(result) + 100n) : result;
    expect(await verify(txHash)).toMatchObject({ code: 425, data: { confirmations: 1, required: 3 } });
    await backend.chains[0].client.mine({ blocks: 2 });
    lieInReceipt((receipt) => inLogs({ data: receipt.logs[0]?.data.replace(/5$/, '9') })(receipt));
    await expectNothingLost(txHash);
  });
});

describe('finality', () => {
  test.each([
    ['safe', 32],
    ['finalized', 64],
  ])('WAL-3 credits once the %s block includes the transaction', async (finality, depth) => {
    await setChain('finality', finality);
    const txHash = await deposit();
    const waiting = { code: 425, status: 425, data: { required: 1, finality } };
    expect(await verify(txHash)).toMatchObject(waiting);
    await backend.chains[0].client.mine({ blocks: depth - 1 });
    expect(await verify(txHash)).toMatchObject({
      ...waiting,
      msg: 'The transaction needs more confirmations.',
    });
    await backend.chains[0].client.mine({ blocks: 1 });
    expect(await verify(txHash)).toMatchObject({ code: 200, data: { txHash } });
  });

  test('WAL-3 credits nothing while the chain has no finalized block', async () => {
    await setChain('finality', 'finalized');
    const txHash = await deposit();
    await backend.chains[0].client.mine({ blocks: 64 });
    node.state.lie = ({ params }, result) => (params?.[0] === 'finalized' ? null : result);
    expect(await verify(txHash)).toMatchObject({
      code: 425,
      data: { confirmations: 65, required: 1, finality: 'finalized' },
    });
    node.honest();
    expect(await verify(txHash)).toMatchObject({ code: 200, data: { txHash } });
  });

  test('WAL-3 a node that calls its latest block finalized is not believed before the minimum depth', async () => {
    await setChain('finality', 'finalized');
    await setChain('confirmations', 10);
    const txHash = await deposit();
    const latest = relayTo(backend.chains[0].rpcUrl);
    const head = await latest({ id: 1, method: 'eth_getBlockByNumber', params: ['latest', false] });
    node.state.lie = ({ params }, result) => (params?.[0] === 'finalized' ? head : result);
    expect(await verify(txHash)).toMatchObject({ code: 425, data: { confirmations: 1, required: 10 } });
    await backend.chains[0].client.mine({ blocks: 9 });
    expect(await verify(txHash)).toMatchObject({ code: 200 });
  });
});
