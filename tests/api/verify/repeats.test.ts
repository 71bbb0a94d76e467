import type { Hex } from 'viem';
import { POST as verifyTx } from '@/app/api/deposit/verifyTx/route';
import { clearCache } from '@/lib/server/cached';
import { demoAccount } from '@/scripts/launcher/chains/anvil-client';
import { type Backend, startBackend } from '../../support/api-backend';
import { callRoute } from '../../support/api-call';
import { depositNative } from '../../support/api-deposit';
import { tokenOf } from '../../support/api-sign-in';
import { queryDatabase, UNLIMITED } from '../../support/plain-chains';
import { recordSent } from '../../support/sent-requests';

let backend: Backend;
let sent: ReturnType<typeof recordSent>;
let token: string;
let otherToken: string;
const account = demoAccount(1);

beforeAll(async () => {
  backend = await startBackend({ env: { RATE_LIMITS: UNLIMITED } });
  sent = recordSent();
  [token, otherToken] = await Promise.all([tokenOf(account), tokenOf(demoAccount(2))]);
});
afterAll(() => backend.stop());

/** A cached check of the chain must not expire during a test, however slow the machine is. */
let now: jest.SpyInstance;
beforeEach(() => {
  clearCache();
  now = jest.spyOn(performance, 'now').mockReturnValue(performance.now());
});
afterEach(() => now.mockRestore());

const verify = (txHash: Hex, as = token) =>
  callRoute(verifyTx, { body: { chainId: 31337, txHash }, token: as });

/** Verifies a new deposit, and asks once more, which checks the chain. */
async function repeatedDeposit(value: bigint) {
  const txHash = await depositNative(backend.chains[0], account, value);
  expect(await verify(txHash)).toMatchObject({ code: 200 });
  const answer = await verify(txHash);
  expect(answer).toMatchObject({ code: 200, data: { txHash } });
  return { txHash, answer };
}

/** Verifies a transaction, and returns its answer with what the call sent. */
async function recorded(txHash: Hex, as = token) {
  let answer: Awaited<ReturnType<typeof verify>> | undefined;
  const { statements, methods } = await sent.during(async () => {
    answer = await verify(txHash, as);
  });
  return { answer, methods, tables: statements.map((text) => /(?:into|from) "(\w+)"/.exec(text)?.[1]) };
}

test('WAL-3 a repeat takes one query besides those of its session and its limits, and no request to the node', async () => {
  const { txHash, answer } = await repeatedDeposit(1n);
  for (let call = 0; call < 3; call += 1)
    expect(await recorded(txHash)).toEqual({
      answer: expect.objectContaining({ code: 200, data: answer.data }),
      methods: [],
      tables: ['rate_limits', 'sessions', 'rate_limits', 'transactions'],
    });
});

test('WAL-3 a repeat does not reveal a transaction to another account', async () => {
  const { txHash } = await repeatedDeposit(2n);
  const { answer, methods } = await recorded(txHash, otherToken);
  expect(answer).toMatchObject({ code: 422, data: { reason: 'not_owner' } });
  expect(methods).toContain('eth_getTransactionReceipt');
});

test('WAL-3 a repeat checks the chain again if the last check is older than the credit', async () => {
  await repeatedDeposit(3n);
  const txHash = await depositNative(backend.chains[0], account, 4n);
  expect(await verify(txHash)).toMatchObject({ code: 200 });
  const { answer, methods } = await recorded(txHash);
  expect(answer).toMatchObject({ code: 200, data: { confirmations: 1 } });
  expect(methods).toContain('eth_getBlockByNumber');
});

test('OPS-3 a repeat finds a lost block once the last check is a second old', async () => {
  const [chain] = backend.chains;
  const before = await chain.client.snapshot();
  const { txHash } = await repeatedDeposit(5n);
  await chain.client.revert({ id: before });
  await chain.client.mine({ blocks: 10 });
  now.mockReturnValue(performance.now() + 1_000);
  expect(await verify(txHash)).toMatchObject({ code: 425 });
  expect(
    await queryDatabase(backend, 'select from transactions where tx_hash = $1 and orphaned_at is null', [
      txHash,
    ]),
  ).toEqual([]);
});

test('OPS-3 a repeat no longer returns a credit that another instance has orphaned', async () => {
  const [chain] = backend.chains;
  const before = await chain.client.snapshot();
  const { txHash } = await repeatedDeposit(6n);
  await chain.client.revert({ id: before });
  await chain.client.mine({ blocks: 10 });
  await queryDatabase(backend, 'update transactions set orphaned_at = now() where tx_hash = $1', [txHash]);
  expect(await verify(txHash)).toMatchObject({ code: 425 });
});
