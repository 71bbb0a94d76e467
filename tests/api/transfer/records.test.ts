import { type Hex, parseEther } from 'viem';
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts';
import { z } from 'zod';
import { POST as verifyTx } from '@/app/api/transfer/verifyTx/route';
import { GET as activity } from '@/app/api/wallet/activity/route';
import { clearCache } from '@/lib/server/cached';
import { demoAccount } from '@/scripts/launcher/chains/anvil-client';
import { type Backend, startBackend } from '../../support/api-backend';
import { callRoute } from '../../support/api-call';
import { depositNative } from '../../support/api-deposit';
import { tokenOf } from '../../support/api-sign-in';
import { jobOf, offersTransfers, queueTransfer, reaches, signTransfer } from '../../support/api-transfers';
import { queryDatabase, type TestChain, UNLIMITED } from '../../support/plain-chains';
import { type RelayerKeys, relayerKeys, type SenderProcess, startRelayer } from '../../support/relayer';
import { until } from '../../support/until';

const alice = demoAccount(1);
const bob = demoAccount(2);
let backend: Backend;
let keys: RelayerKeys;
let tokens: { alice: string; bob: string };
const running: SenderProcess[] = [];
const stop = () => Promise.all(running.splice(0).map((relayer) => relayer.stop()));
async function start(chain: TestChain): Promise<SenderProcess> {
  const relayer = await startRelayer(keys);
  running.push(relayer);
  await offersTransfers(chain, tokens.alice, bob.address);
  return relayer;
}

beforeAll(async () => {
  backend = await startBackend({
    env: {
      RATE_LIMITS: UNLIMITED,
      RELAYER_DAILY_TRANSFERS: '10000',
      RELAYER_DAILY_BUDGETS: '31337=10,31338=10',
    },
  });
  for (const chain of backend.chains) await depositNative(chain, alice, parseEther('1'));
  tokens = { alice: await tokenOf(alice), bob: await tokenOf(bob) };
  keys = await relayerKeys(backend.dir, backend.chains);
});
afterEach(stop);
afterAll(() => backend.stop());

/** Queues transfers of Alice, and returns their jobs' IDs. */
async function queue(chain: TestChain, amounts: bigint[], to = bob.address): Promise<Hex[]> {
  const ids: Hex[] = [];
  for (const amount of amounts) {
    const signed = await signTransfer(chain, alice, { to, amount });
    await queueTransfer(chain, tokens.alice, signed);
    ids.push(signed.id);
  }
  return ids;
}

/** Returns the active records on a chain since a time, such as `sendBalance 5`, by amount. */
async function recorded({ id }: TestChain, since: Date): Promise<string[]> {
  const rows = await queryDatabase<{ kind: string; amount: string }>(
    backend,
    `select kind, amount_raw as amount from transactions
     where chain_id = $1 and verified_at >= $2 and orphaned_at is null order by amount_raw, tx_hash, log_index, kind`,
    [id, since.toISOString()],
  );
  return rows.map(({ kind, amount }) => `${kind} ${amount}`);
}
const both = (amounts: bigint[]) =>
  amounts.flatMap((amount) => [`sendBalance ${amount}`, `receiveBalance ${amount}`]);
const isRecorded = (chain: TestChain, since: Date, amounts: bigint[]) =>
  until(async () => (await recorded(chain, since)).length >= amounts.length * 2, 'the records').then(
    async () => expect(await recorded(chain, since)).toEqual(both(amounts)),
  );
async function listed(token: string, chain: TestChain) {
  clearCache();
  const { data } = await callRoute(activity, { token, query: { chainId: chain.id, pageSize: 100 } });
  return z.object({ list: z.array(z.object({ kind: z.string(), txHash: z.string() })) }).parse(data).list;
}

test('FREE-10 the relayer records what it sends for sender and recipient once it is confirmed often enough, without a client', async () => {
  const [, chain] = backend.chains;
  const since = new Date();
  const amounts = [3n, 5n, 5n];
  // All are queued before a relayer runs, so that they are in one block.
  await start(chain);
  await stop();
  const ids = await queue(chain, amounts);
  const first = await start(chain);
  await start(chain);
  const [job] = await Promise.all(ids.map((id) => reaches(tokens.alice, id, 'confirmed')));
  // This chain requires three confirmations.
  await chain.client.mine({ blocks: 1 });
  expect(await recorded(chain, since)).toEqual([]);
  await chain.client.mine({ blocks: 1 });
  await first.kill();
  await chain.client.mine({ blocks: 1 });
  await isRecorded(chain, since, amounts);
  expect(await listed(tokens.alice, chain)).toMatchObject(amounts.map(() => ({ kind: 'sendBalance' })));
  expect(await listed(tokens.bob, chain)).toMatchObject(amounts.map(() => ({ kind: 'receiveBalance' })));
  for (const token of Object.values(tokens))
    expect(
      await callRoute(verifyTx, { body: { chainId: chain.id, txHash: job?.txHash }, token }),
    ).toMatchObject({ code: 200 });
  expect(await recorded(chain, since)).toEqual(both(amounts));
});

test('FREE-10 a transfer to an account that never signed in is recorded for its sender', async () => {
  const [chain] = backend.chains;
  const since = new Date();
  await start(chain);
  await queue(chain, [4n], privateKeyToAccount(generatePrivateKey()).address);
  await until(async () => (await recorded(chain, since)).length > 0, 'a record');
  expect(await recorded(chain, since)).toEqual(['sendBalance 4']);
});

test.each([1, 5, 32])(
  'OPS-3 FREE-10 after a reorganization %i blocks deep, transfers that are sent again are recorded once',
  async (depth) => {
    const [chain] = backend.chains;
    const { client } = chain;
    await start(chain);
    const snapshot = await client.snapshot();
    const since = new Date();
    const amounts = [21n, 22n];
    const ids = await queue(chain, amounts);
    for (const id of ids) await reaches(tokens.alice, id, 'confirmed');
    await isRecorded(chain, since, amounts);
    if (depth > 1) await client.mine({ blocks: depth - 1 });

    await client.revert({ id: snapshot });
    await client.mine({ blocks: depth + 1 });
    const { blockHash } = await until(async () => {
      // The site removes the records of lost blocks when it reads them.
      await listed(tokens.bob, chain);
      const { state, txHash } = await jobOf(tokens.alice, ids[0] ?? '0x');
      const receipt = txHash && (await client.getTransactionReceipt({ hash: txHash }).catch(() => null));
      return state === 'confirmed' && receipt;
    }, 'the transfers on the new chain');
    await until(async () => {
      await listed(tokens.bob, chain);
      // The relayer tries again at each block.
      await client.mine({ blocks: 1 });
      const rows = await queryDatabase(
        backend,
        'select from transactions where block_hash = $1 and orphaned_at is null',
        [blockHash],
      );
      return rows.length >= 2;
    }, 'the records of the new block');
    await until(async () => (await recorded(chain, since)).length >= 4, 'all records');
    expect(await recorded(chain, since)).toEqual(both(amounts));
  },
);

test('FREE-10 while the second RPC endpoint is down, transfers go on, and they are recorded afterward', async () => {
  const [chain] = backend.chains;
  const setCheckUrl = async (url: string | null) => {
    await queryDatabase(backend, 'update chains set check_rpc_url = $1 where id = 31337', [url]);
    clearCache();
  };
  const since = new Date();
  await setCheckUrl('http://127.0.0.1:9');
  try {
    await start(chain);
    const [id] = await queue(chain, [31n]);
    if (!id) throw new Error('no job');
    await reaches(tokens.alice, id, 'confirmed');
    // No reorganization changes its outcome any more.
    await chain.client.mine({ blocks: 70 });
    const [next] = await queue(chain, [32n]);
    if (!next) throw new Error('no job');
    await reaches(tokens.alice, next, 'confirmed');
    expect(await recorded(chain, since)).toEqual([]);
    await stop();
  } finally {
    await setCheckUrl(null);
  }
  await start(chain);
  await isRecorded(chain, since, [31n, 32n]);
  await chain.client.mine({ blocks: 1 });
  await until(async () => {
    const rows = await queryDatabase(
      backend,
      'select from transfers where amount_raw = 31 and settled_at is not null',
    );
    return rows.length === 1;
  }, 'a settled transfer');
});
