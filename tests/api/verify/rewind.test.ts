import type { Hex } from 'viem';
import { z } from 'zod';
import { POST as verifyTx } from '@/app/api/deposit/verifyTx/route';
import { GET as ready } from '@/app/api/health/ready/route';
import { GET as activity } from '@/app/api/wallet/activity/route';
import { boot } from '@/lib/server/boot';
import { clearCache } from '@/lib/server/cached';
import { log } from '@/lib/server/log';
import { meters } from '@/lib/server/metrics/count';
import { demoAccount } from '@/scripts/launcher/chains/anvil-client';
import { type Backend, startBackend } from '../../support/api-backend';
import { callRoute } from '../../support/api-call';
import { depositNative } from '../../support/api-deposit';
import { tokenOf } from '../../support/api-sign-in';
import { startLateNode } from '../../support/faulty-nodes';
import { queryDatabase } from '../../support/plain-chains';
import { until } from '../../support/until';

let backend: Backend;
let token: string;
let fresh: Hex;
const account = demoAccount(1);
/** What a user sees while the state of the chain is unknown. */
const UNREACHABLE = "Can't reach the network. Try again in a moment.";

beforeAll(async () => {
  backend = await startBackend();
  token = await tokenOf(account);
  fresh = await backend.chains[0].client.snapshot();
});
afterAll(() => backend.stop());

const verify = (txHash: Hex) => callRoute(verifyTx, { body: { chainId: 31337, txHash }, token });
/** Reads the activity after a new check of its chains. */
const readActivity = () => {
  clearCache();
  return callRoute(activity, { token });
};
const listed = async () => (await readActivity()).data;
const listedHashes = async () =>
  z
    .object({ list: z.array(z.object({ txHash: z.string() })) })
    .parse(await listed())
    .list.map(({ txHash }) => txHash);
const orphaned = async () =>
  (await queryDatabase(backend, 'select 1 from transactions where orphaned_at is not null')).length;
const rowsOf = (hash: Hex) =>
  queryDatabase<{ orphaned: boolean }>(
    backend,
    'select orphaned_at is not null as orphaned from transactions where tx_hash = $1 order by id',
    [hash],
  );
const serialized = (hash: Hex) =>
  backend.chains[0].client.request<{ ReturnType: Hex; Parameters: [Hex] }>({
    method: 'eth_getRawTransactionByHash',
    params: [hash],
  });
async function nodeAt(url: string): Promise<void> {
  await queryDatabase(backend, 'update chains set server_rpc_url = $1 where id = 31337', [url]);
  clearCache();
}
/** Message of the log entry with the number of transactions that were credited again. */
const RESTORED = 'orphaned credits were restored';
/** Moves the start of the recorded lag 30 seconds into the past. */
const letLagLast = () =>
  queryDatabase(
    backend,
    "update chains set lagging_since = lagging_since - interval '30 seconds' where lagging_since is not null",
  );
const raw = (value: bigint) => `0.${String(value).padStart(18, '0')}`;

/** Verifies a deposit that the chain then loses. Returns its hash and the signed transaction, which can be sent again. */
async function lostDeposit(amount: bigint): Promise<{ hash: Hex; bytes: Hex }> {
  const [chain] = backend.chains;
  const before = await chain.client.snapshot();
  const hash = await depositNative(chain, account, amount);
  const bytes = await serialized(hash);
  expect(await verify(hash)).toMatchObject({ code: 200 });
  await chain.client.revert({ id: before });
  await chain.client.mine({ blocks: 2 });
  return { hash, bytes };
}

test('OPS-3 removes a deposit whose block the chain lost, and keeps one below the fork', async () => {
  const [chain] = backend.chains;
  const kept = await depositNative(chain, account, 1n);
  expect(await verify(kept)).toMatchObject({ code: 200 });
  const before = await chain.client.snapshot();
  const lost = [await depositNative(chain, account, 2n), await depositNative(chain, account, 3n)];
  for (const hash of lost) expect(await verify(hash)).toMatchObject({ code: 200 });
  expect(await listed()).toMatchObject({ total: 3 });

  await chain.client.revert({ id: before });
  expect(await readActivity()).toMatchObject({ code: 503, data: null });
  expect(await orphaned()).toBe(0);
  await letLagLast();
  expect(await listed()).toMatchObject({ total: 1, list: [{ txHash: kept }] });
  for (const hash of lost) expect(await verify(hash)).toMatchObject({ code: 425 });
  expect(await orphaned()).toBe(2);
  expect((await meters().orphaned.get()).values).toContainEqual({ labels: { chain: 31337 }, value: 2 });
});

test('OPS-3 does not accept other blocks at the same height for the lost ones', async () => {
  const [chain] = backend.chains;
  const before = await chain.client.snapshot();
  const lost = await depositNative(chain, account, 4n);
  expect(await verify(lost)).toMatchObject({ code: 200 });
  await chain.client.revert({ id: before });
  // The new branch is longer than the old one, and its deposit is verified before the lost deposit is looked up again.
  await chain.client.mine({ blocks: 3 });
  const replacing = await depositNative(chain, account, 5n);
  expect(await verify(replacing)).toMatchObject({ code: 200 });
  expect(await listed()).toMatchObject({ total: 2, list: [{ txHash: replacing }, { amount: raw(1n) }] });
  expect(await verify(lost)).toMatchObject({ code: 425 });
});

test('OPS-3 a transaction mined again after its block was lost is credited again, once', async () => {
  const [chain] = backend.chains;
  const { hash, bytes } = await lostDeposit(6n);
  expect(await verify(hash)).toMatchObject({ code: 425 });
  await chain.client.sendRawTransactionSync({ serializedTransaction: bytes });
  expect(await verify(hash)).toMatchObject({ code: 200 });
  expect(await rowsOf(hash)).toEqual([{ orphaned: true }, { orphaned: false }]);
});

test('OPS-3 a transaction mined again is credited again, once, without a request', async () => {
  const [chain] = backend.chains;
  const before = await chain.client.snapshot();
  const hash = await depositNative(chain, account, 7n);
  const bytes = await serialized(hash);
  expect(await verify(hash)).toMatchObject({ code: 200 });
  const credited = await listed();
  await chain.client.revert({ id: before });
  await chain.client.mine({ blocks: 2 });
  const without = await listed();
  expect(without).not.toMatchObject({
    list: expect.arrayContaining([expect.objectContaining({ txHash: hash })]),
  });
  await chain.client.sendRawTransactionSync({ serializedTransaction: bytes });
  for (const again of await Promise.all([listed(), listed(), listed()]))
    expect(again).toMatchObject({
      total: z.object({ total: z.number() }).parse(credited).total,
      list: expect.arrayContaining([expect.objectContaining({ txHash: hash, amount: raw(7n) })]),
    });
  expect(await rowsOf(hash)).toEqual([{ orphaned: true }, { orphaned: false }]);
});

test('OPS-3 a node that lags by one block removes nothing, and transactions hidden by a longer lag return when it ends', async () => {
  const [chain] = backend.chains;
  const hash = await depositNative(chain, account, 8n);
  expect(await verify(hash)).toMatchObject({ code: 200 });
  const credited = await listed();
  const head = await chain.client.getBlockNumber();
  const late = await startLateNode(chain.rpcUrl);
  try {
    await nodeAt(late.url);
    expect(await listed()).toEqual(credited);
    late.showUpTo(head - 1n);
    expect(await readActivity()).toMatchObject({ code: 503, status: 503, msg: UNREACHABLE, data: null });
    expect(await verify(hash)).toMatchObject({ code: 503, msg: UNREACHABLE, data: null });
    expect(await rowsOf(hash)).toEqual([{ orphaned: false }]);
    late.showUpTo(null);
    expect(await listed()).toEqual(credited);
    // The first lag has ended, so the next lag counts as new.
    await letLagLast();
    late.showUpTo(head - 1n);
    expect(await readActivity()).toMatchObject({ code: 503, data: null });

    await letLagLast();
    expect(await verify(hash)).toMatchObject({ code: 425 });
    expect(await rowsOf(hash)).toEqual([{ orphaned: true }]);
    late.showUpTo(null);
    expect(await listed()).toEqual(credited);
    expect(await rowsOf(hash)).toEqual([{ orphaned: false }]);
  } finally {
    await nodeAt(chain.rpcUrl);
    await late.stop();
  }
});

test('OPS-3 a lost transaction is not credited again while it can’t be read or proves nothing, and then once', async () => {
  const [chain] = backend.chains;
  const { hash, bytes } = await lostDeposit(9n);
  expect(await listedHashes()).not.toContain(hash);
  await chain.client.sendRawTransactionSync({ serializedTransaction: bytes });
  const [info, warn] = [jest.spyOn(log, 'info'), jest.spyOn(log, 'warn')];
  const late = await startLateNode(chain.rpcUrl);
  try {
    await nodeAt(late.url);
    late.forgeReceipts(() => {
      throw new Error('no receipts right now');
    });
    expect(await listedHashes()).not.toContain(hash);
    expect(warn).toHaveBeenCalledWith(
      expect.objectContaining({ chainId: 31337 }),
      'an orphaned credit could not be checked',
    );
    late.forgeReceipts((receipt) => ({ ...receipt, logs: [] }));
    expect(await listedHashes()).not.toContain(hash);
    expect(await rowsOf(hash)).toEqual([{ orphaned: true }]);
    expect(info).not.toHaveBeenCalledWith(expect.anything(), RESTORED);
    late.forgeReceipts(null);
    expect(await listedHashes()).toContain(hash);
    expect(await rowsOf(hash)).toEqual([{ orphaned: true }, { orphaned: false }]);
    expect(info).toHaveBeenCalledWith({ chainId: 31337, transactions: 1 }, RESTORED);
  } finally {
    info.mockRestore();
    warn.mockRestore();
    await nodeAt(chain.rpcUrl);
    await late.stop();
  }
});

test('OPS-3 if a returned transaction can’t be stored, the response is 500, and it is credited again later', async () => {
  const [chain] = backend.chains;
  const { hash, bytes } = await lostDeposit(10n);
  expect(await listedHashes()).not.toContain(hash);
  await chain.client.sendRawTransactionSync({ serializedTransaction: bytes });
  await queryDatabase(
    backend,
    `alter table transactions add constraint refused check (tx_hash <> '${hash}' or orphaned_at is not null)`,
  );
  expect(await readActivity()).toMatchObject({ code: 500, status: 500, data: null });
  await queryDatabase(backend, 'alter table transactions drop constraint refused');
  expect(await listedHashes()).toContain(hash);
  expect(await rowsOf(hash)).toEqual([{ orphaned: true }, { orphaned: false }]);
});

test('OPS-3 while a node is unreachable, the response is 503', async () => {
  await nodeAt('http://127.0.0.1:9');
  expect(await readActivity()).toMatchObject({ code: 503, status: 503, data: null });
  expect(await verify(`0x${'1'.repeat(64)}`)).toMatchObject({ code: 503 });
  // On a busy machine, the check of the database may be too late.
  const down = await until(async () => {
    const response = await ready();
    const body = await response.json();
    return body.database && { ...body, status: response.status };
  }, 'readiness with the database');
  expect(down).toMatchObject({ status: 503, ready: false, chains: { 31337: false, 31338: true } });
  // A node for another chain counts as unreachable.
  await nodeAt(backend.chains[1].rpcUrl);
  expect(await readActivity()).toMatchObject({ code: 503 });
  await nodeAt(backend.chains[0].rpcUrl);
  await until(async () => (await ready()).status === 200, 'ready again');
  expect(await readActivity()).toMatchObject({ code: 200 });
});

test('OPS-3 a restarted chain removes everything, as detected at boot', async () => {
  const [chain] = backend.chains;
  await chain.client.revert({ id: fresh });
  await boot();
  const living = await queryDatabase(backend, 'select 1 from transactions where orphaned_at is null');
  expect(living).toEqual([]);
  expect(await listed()).toMatchObject({ total: 0, list: [] });
});
