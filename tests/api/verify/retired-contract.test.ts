import { createServer } from 'node:http';
import { text } from 'node:stream/consumers';
import type { Hex } from 'viem';
import { POST as verifyTx } from '@/app/api/deposit/verifyTx/route';
import { clearCache } from '@/lib/server/cached';
import { findChain, readHead } from '@/lib/server/chain/node';
import { demoAccount } from '@/scripts/launcher/chains/anvil-client';
import { type Backend, startBackend } from '../../support/api-backend';
import { callRoute } from '../../support/api-call';
import { depositNative } from '../../support/api-deposit';
import { tokenOf } from '../../support/api-sign-in';
import { type LateNode, startLateNode } from '../../support/faulty-nodes';
import { queryDatabase } from '../../support/plain-chains';

/** The address of a contract that no transaction here uses. */
const SUCCESSOR = '0x00000000000000000000000000000000000000AA';
const account = demoAccount(1);

let backend: Backend;
let token: string;
beforeAll(async () => {
  backend = await startBackend();
  token = await tokenOf(account);
});
afterAll(() => backend.stop());

const query = (sql: string, values: unknown[] = []) => queryDatabase(backend, sql, values);
const verify = (txHash: string) => callRoute(verifyTx, { body: { chainId: 31337, txHash }, token });
const deposit = (): Promise<Hex> => depositNative(backend.chains[0], account, 5n);
const setVault = (address: string) =>
  query("update contracts set address = $1 where chain_id = 31337 and name = 'vault_contract'", [address]);

async function setCheckUrl(url: string | null): Promise<void> {
  await query('update chains set check_rpc_url = $1 where id = 31337', [url]);
  clearCache();
}

describe('a replaced vault', () => {
  const vault = () => backend.chains[0].vault;
  const retire = (untilBlock: bigint) =>
    query('insert into retired_contracts values (31337, $1, $2, $3)', [
      'vault_contract',
      vault(),
      String(untilBlock),
    ]);

  afterEach(async () => {
    await query('delete from retired_contracts');
    await setVault(vault());
  });

  test('WAL-3 credits a deposit up to the last block of a retired vault, and none after it', async () => {
    const before = await deposit();
    const last = await backend.chains[0].client.getBlockNumber();
    const after = await deposit();
    await setVault(SUCCESSOR);
    expect(await verify(before)).toMatchObject({ code: 422, data: { reason: 'not_our_contract' } });
    await retire(last);
    expect(await verify(before)).toMatchObject({ code: 200, data: { txHash: before } });
    expect(await verify(after)).toMatchObject({ code: 422, data: { reason: 'not_our_contract' } });
  });

  test('WAL-3 a credit of a retired vault stays when its transaction is mined again', async () => {
    const { client } = backend.chains[0];
    const snapshot = await client.snapshot();
    const first = await deposit();
    expect(await verify(first)).toMatchObject({ code: 200 });
    const raw = await client.request({
      method: 'eth_getRawTransactionByHash' as never,
      params: [first] as never,
    });
    await setVault(SUCCESSOR);
    await retire((await client.getBlockNumber()) + 10n);
    await client.revert({ id: snapshot });
    await client.mine({ blocks: 1 });
    await client.sendRawTransactionSync({ serializedTransaction: raw as Hex });
    await client.mine({ blocks: 1 });
    expect(await verify(first)).toMatchObject({ code: 200, data: { txHash: first } });
    expect(
      await query('select from transactions where tx_hash = $1 and orphaned_at is null', [first]),
    ).toHaveLength(1);
  });
});

describe('a second RPC endpoint', () => {
  afterEach(() => setCheckUrl(null));

  test('WAL-3 credits only what both endpoints report', async () => {
    const txHash = await deposit();
    const late = await startLateNode(backend.chains[0].rpcUrl);
    try {
      late.showUpTo(0n);
      await setCheckUrl(late.url);
      expect(await verify(txHash)).toMatchObject({ code: 425 });
      await setCheckUrl(backend.chains[1].rpcUrl);
      expect(await verify(txHash)).toMatchObject({ code: 503 });
      await setCheckUrl('http://127.0.0.1:9');
      expect(await verify(txHash)).toMatchObject({ code: 503 });
      late.showUpTo(null);
      await setCheckUrl(late.url);
      expect(await verify(txHash)).toMatchObject({ code: 200, data: { txHash } });
    } finally {
      await late.stop();
    }
  });

  const other = demoAccount(3).address.toLowerCase().slice(2);
  test.each<[string, Parameters<LateNode['forgeReceipts']>[0]]>([
    ['a failed transaction', (receipt) => ({ ...receipt, status: '0x0' })],
    ['no events', (receipt) => ({ ...receipt, logs: [] })],
    [
      'another amount',
      ({ logs, ...receipt }) => ({
        ...receipt,
        logs: logs.map((log) => ({ ...log, data: log.data.replace(/.$/, '9') })),
      }),
    ],
    [
      'another owner',
      ({ logs, ...receipt }) => ({
        ...receipt,
        logs: logs.map((log) => ({
          ...log,
          topics: log.topics.map((topic, index) => (index === 1 ? `0x${other.padStart(64, '0')}` : topic)),
        })),
      }),
    ],
    [
      'another contract',
      ({ logs, ...receipt }) => ({
        ...receipt,
        logs: logs.map((log) => ({ ...log, address: `0x${other}` })),
      }),
    ],
  ])('WAL-3 nothing is credited if the second endpoint reports %s', async (_, forge) => {
    const txHash = await deposit();
    const second = await startLateNode(backend.chains[0].rpcUrl);
    try {
      await setCheckUrl(second.url);
      second.forgeReceipts(forge);
      expect(await verify(txHash)).toMatchObject({ code: 503 });
      expect(await query('select from transactions where tx_hash = $1', [txHash])).toHaveLength(0);
      second.forgeReceipts(null);
      expect(await verify(txHash)).toMatchObject({ code: 200, data: { txHash } });
    } finally {
      await second.stop();
    }
  });
});

test('WAL-3 the chain ID of a node is checked again after an error', async () => {
  let chainId = 31337;
  let isDown = false;
  const server = createServer(async (request, response) => {
    if (isDown) return response.writeHead(502).end();
    const calls: { id: number; method: string }[] = [JSON.parse(await text(request))].flat();
    const results = calls.map(({ id, method }) => ({
      jsonrpc: '2.0',
      id,
      result: `0x${(method === 'eth_chainId' ? chainId : 7).toString(16)}`,
    }));
    return response.setHeader('Content-Type', 'application/json').end(JSON.stringify(results));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  const chain = { ...(await findChain(31337)), serverRpcUrl: `http://127.0.0.1:${address.port}` };
  try {
    expect(await readHead(chain)).toBe(7n);
    isDown = true;
    await expect(readHead(chain)).rejects.toMatchObject({ code: 503 });
    // After the failover, another chain answers at the same URL.
    [isDown, chainId] = [false, 1];
    await expect(readHead(chain)).rejects.toMatchObject({ code: 503 });
    chainId = 31337;
    expect(await readHead(chain)).toBe(7n);
  } finally {
    server.closeAllConnections();
    server.close();
  }
});
