import { type Hex, pad, toHex } from 'viem';
import { POST as verifyTx } from '@/app/api/deposit/verifyTx/route';
import { clearCache } from '@/lib/server/cached';
import { findChain } from '@/lib/server/chain/node';
import { checkChain } from '@/lib/server/verify/check-chain';
import { demoAccount } from '@/scripts/launcher/chains/anvil-client';
import { type Backend, startBackend } from '../../support/api-backend';
import { callRoute, METRICS_TOKEN, samples } from '../../support/api-call';
import { depositNative } from '../../support/api-deposit';
import { tokenOf } from '../../support/api-sign-in';
import { relayTo, startHostileNode } from '../../support/hostile-node';
import { queryDatabase, UNLIMITED } from '../../support/plain-chains';
import { until } from '../../support/until';

const SOON_MS = 30_000;
const account = demoAccount(1);
let backend: Backend;
let token: string;
beforeAll(async () => {
  backend = await startBackend({ env: { METRICS_TOKEN, RATE_LIMITS: UNLIMITED } });
  token = await tokenOf(account);
});
afterAll(() => backend.stop());

let release: () => Promise<void> = async () => undefined;
afterEach(() => release());

const deposit = () => depositNative(backend.chains[0], account, 5n);

async function setNode(url: string): Promise<void> {
  await queryDatabase(backend, 'update chains set server_rpc_url = $1 where id = 31337', [url]);
  clearCache();
}

/** Starts a node that answers calls of one method only once `open` is called, and sets it as the chain's node. */
async function startGatedNode(method: string) {
  let open: () => void = () => undefined;
  const gate = new Promise<void>((resolve) => {
    open = resolve;
  });
  const relay = relayTo(backend.chains[0].rpcUrl);
  const asked: string[] = [];
  const gated = await startHostileNode(async (call) => {
    asked.push(call.method);
    if (call.method === method) await gate;
    return relay(call);
  });
  await setNode(gated.url);
  const countOf = (name: string) => asked.filter((one) => one === name).length;
  release = async () => {
    open();
    await gated.stop();
  };
  return { open, countOf };
}

const verifyFrom = (peer: string, txHash: Hex, chainId = 31337) =>
  callRoute(verifyTx, { body: { chainId, txHash }, token, peer });
const verificationsInProgress = async () =>
  (await samples()).get('tidewell_verifications_in_progress{kind="deposit"}');
const unknownHash = (index: number) => pad(toHex(index + 1), { size: 32 });
const RECEIPT = 'eth_getTransactionReceipt';

test('WAL-3 a client has few proofs at once, and does not delay those of others', async () => {
  const slow = await startGatedNode(RECEIPT);
  const all = Array.from({ length: 8 }, (_, index) => verifyFrom('192.0.2.1', unknownHash(index)));
  await until(async () => slow.countOf(RECEIPT) === 4, 'the client has its proofs', SOON_MS);
  const other = verifyFrom('192.0.2.2', unknownHash(100));
  await until(async () => slow.countOf(RECEIPT) === 5, "the other client's proof", SOON_MS);
  slow.open();
  for (const answer of await Promise.all([...all, other])) expect(answer.code).toBe(425);
});

test('WAL-3 a client has few transactions that wait to be stored, and does not delay those of others', async () => {
  const hashes: Hex[] = [];
  for (let index = 0; index < 9; index += 1) hashes.push(await deposit());
  const [last, ...first] = hashes.toReversed();
  // Only storing reads blocks by number.
  const slow = await startGatedNode('eth_getBlockByNumber');
  const all = first.map((txHash) => verifyFrom('192.0.2.1', txHash));
  await until(async () => slow.countOf('eth_getBlockByHash') === 4, 'the client has its proofs', SOON_MS);
  const other = verifyFrom('192.0.2.2', last ?? unknownHash(100));
  await until(async () => slow.countOf('eth_getBlockByHash') === 5, "the other client's proof", SOON_MS);
  expect(slow.countOf(RECEIPT)).toBe(5);
  slow.open();
  for (const answer of await Promise.all([...all, other])) expect(answer.code).toBe(200);
});

test('WAL-3 concurrent verifications of one transaction share a proof', async () => {
  const txHash = await deposit();
  const slow = await startGatedNode(RECEIPT);
  const all = Array.from({ length: 20 }, (_, index) => verifyFrom(`192.0.2.${index}`, txHash));
  await until(async () => slow.countOf(RECEIPT) > 0, 'a proof', SOON_MS);
  slow.open();
  for (const answer of await Promise.all(all)) expect(answer).toMatchObject({ code: 200, data: { txHash } });
  expect(slow.countOf(RECEIPT)).toBe(1);
});

test('OPS-3 concurrent checks of a chain share the requests to its node', async () => {
  const slow = await startGatedNode('eth_blockNumber');
  const chain = await findChain(31337);
  const all = Array.from({ length: 20 }, () => checkChain(chain));
  slow.open();
  expect(new Set(await Promise.all(all)).size).toBe(1);
  expect(slow.countOf('eth_blockNumber')).toBe(1);
  await checkChain(chain);
  expect(slow.countOf('eth_blockNumber')).toBe(2);
});

test('WAL-3 a caller that has left gives up its turn, unless another waits for the same transaction', async () => {
  const slow = await startGatedNode(RECEIPT);
  const first = Array.from({ length: 4 }, (_, index) => verifyFrom('192.0.2.1', unknownHash(index)));
  await until(async () => slow.countOf(RECEIPT) === 4, 'the client has its proofs', SOON_MS);
  const leaving = new AbortController();
  const verifyAndLeave = (index: number) =>
    callRoute(verifyTx, {
      body: { chainId: 31337, txHash: unknownHash(index) },
      token,
      peer: '192.0.2.1',
      signal: leaving.signal,
    });
  const left = verifyAndLeave(10);
  const shared = [verifyAndLeave(11), verifyFrom('192.0.2.1', unknownHash(11))];
  await until(async () => (await verificationsInProgress()) === 7, 'the others wait', SOON_MS);
  leaving.abort();
  slow.open();
  for (const answer of await Promise.all([...first, ...shared])) expect(answer.code).toBe(425);
  expect(await left).toMatchObject({ code: 503 });
  expect(slow.countOf(RECEIPT)).toBe(5);
});

test('WAL-3 once a node is known to hang, waiting verifications fail at once, and it is tried one call at a time', async () => {
  const hanging = await startGatedNode(RECEIPT);
  const all = Array.from({ length: 60 }, (_, index) =>
    verifyFrom(`192.0.2.${Math.floor(index / 4)}`, unknownHash(index)),
  );
  for (const answer of await Promise.all(all)) expect(answer.code).toBe(503);
  // Each of the first 16, and the one that tried again, is repeated once.
  expect(hanging.countOf(RECEIPT)).toBeLessThanOrEqual(2 * 17);
  hanging.open();
  expect(await verifyFrom('192.0.2.1', unknownHash(0))).toMatchObject({ code: 425 });
  for (const answer of await Promise.all(
    [1, 2, 3].map((index) => verifyFrom('192.0.2.1', unknownHash(index))),
  ))
    expect(answer.code).toBe(425);
});

test("WAL-3 a chain whose node doesn't answer delays no other chain", async () => {
  const slow = await startGatedNode(RECEIPT);
  const all = Array.from({ length: 16 }, (_, index) =>
    verifyFrom(`192.0.2.${Math.floor(index / 4)}`, unknownHash(index)),
  );
  await until(async () => slow.countOf(RECEIPT) === 16, 'all proofs of the chain', SOON_MS);
  expect(await verifyFrom('192.0.2.0', unknownHash(100), 31338)).toMatchObject({ code: 425 });
  slow.open();
  for (const answer of await Promise.all(all)) expect(answer.code).toBe(425);
});

test('WAL-3 while another instance stores transactions all the time, the service is busy, and nothing is lost', async () => {
  const { client, rpcUrl } = backend.chains[0];
  await setNode(rpcUrl);
  const stored = await deposit();
  expect(await verifyFrom('192.0.2.1', stored)).toMatchObject({ code: 200 });
  const txHash = await deposit();
  const { blockNumber } = await client.getTransactionReceipt({ hash: txHash });
  const relay = relayTo(rpcUrl);
  const busy = await startHostileNode(async (call) => {
    // Only the store reads this block by its number, right before it inserts the transaction.
    if (call.method === 'eth_getBlockByNumber' && call.params?.[0] === toHex(blockNumber))
      await queryDatabase(
        backend,
        `insert into transactions (kind, chain_id, tx_hash, log_index, owner, coin_id, amount_raw, decimals,
            block_number, block_hash, block_time)
          select kind, chain_id, tx_hash, max(log_index) + 1, owner, coin_id, amount_raw, decimals,
            block_number, block_hash, block_time
          from transactions where tx_hash = $1
          group by kind, chain_id, tx_hash, owner, coin_id, amount_raw, decimals,
            block_number, block_hash, block_time`,
        [stored],
      );
    return relay(call);
  });
  release = busy.stop;
  await setNode(busy.url);
  expect(await verifyFrom('192.0.2.1', txHash)).toMatchObject({
    code: 503,
    msg: 'The service is busy. Try again in a moment.',
    data: null,
  });
  await setNode(rpcUrl);
  expect(await verifyFrom('192.0.2.1', txHash)).toMatchObject({ code: 200, data: { txHash } });
});
