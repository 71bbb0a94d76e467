import { type Hex, parseEther } from 'viem';
import { z } from 'zod';
import { POST as verifyDeposit } from '@/app/api/deposit/verifyTx/route';
import { POST as verifyPledge } from '@/app/api/pledge/verifyTx/route';
import { POST as verifyPresale } from '@/app/api/presale/verifyTx/route';
import { GET as activity } from '@/app/api/wallet/activity/route';
import { clearCache } from '@/lib/server/cached';
import { demoAccount } from '@/scripts/launcher/chains/anvil-client';
import { type Backend, startBackend } from '../../support/api-backend';
import { callRoute } from '../../support/api-call';
import { depositNative } from '../../support/api-deposit';
import { approvePledges, contribute, pledge } from '../../support/api-payments';
import { tokenOf } from '../../support/api-sign-in';
import { queryDatabase, type TestChain, UNLIMITED } from '../../support/plain-chains';

const account = demoAccount(1);
let backend: Backend;
let token: string;
beforeAll(async () => {
  backend = await startBackend({ pools: true, env: { RATE_LIMITS: UNLIMITED } });
  token = await tokenOf(account);
  await approvePledges(backend.chains[0], account);
});
afterAll(() => backend.stop());

const total = async () => {
  // Force a new check of the chains.
  clearCache();
  return z.object({ total: z.number() }).parse((await callRoute(activity, { token })).data).total;
};
const activeRows = (hash: Hex) =>
  queryDatabase(backend, 'select from transactions where tx_hash = $1 and orphaned_at is null', [hash]);
const serialized = ({ client }: TestChain, hash: Hex) =>
  client.request<{ ReturnType: Hex; Parameters: [Hex] }>({
    method: 'eth_getRawTransactionByHash',
    params: [hash],
  });

/** The call that verifies a payment, the payment, and the index of its chain. Only one presale takes ether. */
const payments = {
  deposit: [verifyDeposit, (chain: TestChain) => depositNative(chain, account, 3n), 0],
  pledge: [verifyPledge, (chain: TestChain) => pledge(chain, account, '2'), 0],
  presale: [verifyPresale, (chain: TestChain) => contribute(chain, account, parseEther('0.01')), 1],
} as const;
const depths = [1, 2, 3, 10, 32, 63, 64];

test.each(
  Object.entries(payments).flatMap(([kind, [route, pay, at]]) =>
    depths.map((depth) => [kind, depth, route, pay, at] as const),
  ),
)(
  'OPS-3 a %s under a reorganization %i blocks deep is removed, and credited again once',
  async (_, depth, route, pay, at) => {
    const chain = backend.chains[at];
    const { client, id: chainId } = chain;
    const verify = (txHash: Hex) => callRoute(route, { body: { chainId, txHash }, token });
    const before = await total();
    const snapshot = await client.snapshot();
    const hash = await pay(chain);
    const bytes = await serialized(chain, hash);
    if (depth > 1) await client.mine({ blocks: depth - 1 });
    expect(await verify(hash)).toMatchObject({ code: 200, data: { confirmations: depth } });
    expect(await total()).toBe(before + 1);

    await client.revert({ id: snapshot });
    // The new branch is one block longer.
    await client.mine({ blocks: depth + 1 });
    expect(await total()).toBe(before);
    expect(await verify(hash)).toMatchObject({ code: 425, msg: 'The transaction has not been mined yet.' });
    await client.sendRawTransactionSync({ serializedTransaction: bytes });
    expect(await verify(hash)).toMatchObject({ code: 200, data: { txHash: hash } });
    expect(await total()).toBe(before + 1);
    expect(await activeRows(hash)).toHaveLength(1);
  },
);

test('OPS-3 removes credits in each of 64 blocks, and restores them all', async () => {
  const { client } = backend.chains[0];
  const before = await total();
  const snapshot = await client.snapshot();
  const hashes: Hex[] = [];
  for (let block = 0; block < 64; block += 1)
    hashes.push(await depositNative(backend.chains[0], account, BigInt(block + 1)));
  const bytes = await Promise.all(hashes.map((hash) => serialized(backend.chains[0], hash)));
  for (const txHash of hashes)
    expect(await callRoute(verifyDeposit, { body: { chainId: 31337, txHash }, token })).toMatchObject({
      code: 200,
    });
  expect(await total()).toBe(before + 64);

  await client.revert({ id: snapshot });
  await client.mine({ blocks: 65 });
  expect(await total()).toBe(before);
  for (const serializedTransaction of bytes) await client.sendRawTransactionSync({ serializedTransaction });
  // A check restores up to 50 transactions.
  await total();
  expect(await total()).toBe(before + 64);
});
