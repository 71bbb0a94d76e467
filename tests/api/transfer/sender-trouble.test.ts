import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { drizzle } from 'drizzle-orm/node-postgres';
import pLimit, { type LimitFunction } from 'p-limit';
import { Client } from 'pg';
import {
  concatHex,
  formatEther,
  type Hex,
  numberToHex,
  padHex,
  parseEther,
  parseGwei,
  zeroAddress,
} from 'viem';
import { generatePrivateKey, type PrivateKeyAccount, privateKeyToAccount } from 'viem/accounts';
import { z } from 'zod';
import { findChain } from '@/lib/server/chain/node';
import { database } from '@/lib/server/db/database';
import { ApiError } from '@/lib/server/http/api-error';
import { log } from '@/lib/server/log';
import { accountAllowance } from '@/lib/server/transfers/limits';
import { routes } from '@/lib/server/transfers/routes';
import { demoAccount } from '@/scripts/launcher/chains/anvil-client';
import { ChainSender } from '@/server/sender/chain-sender';
import { readKeys } from '@/server/sender/keys';
import { findLost, readView } from '@/server/sender/view';
import { type Backend, startBackend } from '../../support/api-backend';
import { depositNative, depositToken, senderOn } from '../../support/api-deposit';
import { tokenOf } from '../../support/api-sign-in';
import {
  cancelTransfer,
  executedOn,
  jobOf,
  offersTransfers,
  queueTransfer,
  quoteOf,
  reaches,
  setBaseFee,
  signTransfer,
  vaultBalanceOf,
} from '../../support/api-transfers';
import { queryDatabase } from '../../support/plain-chains';
import { type RelayerKeys, relayerKeys, type SenderProcess, startRelayer } from '../../support/relayer';
import { until } from '../../support/until';

const alice = demoAccount(1);
/** More than the depth at which blocks count as settled. */
const SETTLING_BLOCKS = 66;
/** Code that always reverts (PUSH0 PUSH0 REVERT). */
const REVERTS = '0x5f5ffd';

const traceSchema = z.object({ to: z.string(), calls: z.array(z.object({ to: z.string() })).default([]) });

let backend: Backend;
let keys: RelayerKeys;
let token: string;
let key: Hex;
const running: SenderProcess[] = [];
const start = async (env: Record<string, string> = {}) => {
  running.push(await startRelayer(keys, env));
  await offersTransfers(backend.chains[0], token, zeroAddress);
};
const stop = () => Promise.all(running.splice(0).map((relayer) => relayer.stop()));

beforeAll(async () => {
  backend = await startBackend({
    env: { RELAYER_DAILY_TRANSFERS: '1000', RELAYER_DAILY_BUDGETS: '31337=10' },
  });
  const [chain] = backend.chains;
  await depositNative(chain, alice, parseEther('10'));
  await depositToken(chain, alice, '1000');
  token = await tokenOf(alice);
  keys = await relayerKeys(backend.dir, [chain]);
  key = (await readFile(path.join(keys.dir, `relayer-${chain.id}`), 'utf8')) as Hex;
});
afterEach(stop);
afterAll(() => backend.stop());

const newAddress = () => privateKeyToAccount(generatePrivateKey()).address;
const queue = async (amount: bigint, to = newAddress(), coin?: Hex) => {
  const [chain] = backend.chains;
  const signed = await signTransfer(chain, alice, { to, amount, ...(coin ? { token: coin } : {}) });
  await queueTransfer(chain, token, signed);
  return signed;
};
/** Returns a daily budget, in native currency, that is what was spent and an amount of gas at today's fees. */
async function budgetFor(gas: bigint): Promise<string> {
  const { client } = backend.chains[0];
  const [{ baseFeePerGas }, tip] = await Promise.all([
    client.getBlock(),
    client.estimateMaxPriorityFeePerGas(),
  ]);
  const [row] = await queryDatabase<{ spent: string }>(
    backend,
    'select coalesce(sum(fee_paid), 0)::text as spent from outbox',
  );
  return formatEther(BigInt(row?.spent ?? 0) + ((baseFeePerGas ?? 0n) * 2n + tip) * gas);
}
const outboxRows = () =>
  queryDatabase<{
    nonce: string;
    hashes: Hex[];
    raw: Hex;
    block_number: string | null;
    settled_at: Date | null;
  }>(backend, 'select nonce, hashes, raw, block_number, settled_at from outbox order by nonce');
/** Starts a relayer in this process, with its database connection. */
async function startHere(
  inTurn: LimitFunction,
): Promise<{ account: PrivateKeyAccount; end: () => Promise<void> }> {
  const { id } = backend.chains[0];
  const account = (await readKeys('relayer', { dir: keys.dir, entries: new Map() })).get(id);
  if (!account) throw new Error('the relayer has no key');
  const connection = new Client({ connectionString: backend.databaseUrl });
  await connection.connect();
  const context = { chain: await findChain(id), account, db: drizzle(connection), inTurn };
  const sender = new ChainSender({ role: 'relayer', ...context });
  sender.start();
  const end = async () => {
    await sender.stop();
    await connection.end();
  };
  return { account, end };
}
/** Waits until the sender has a state, and the quote says that no transfer is sent. */
const isBlocked = (state: string) =>
  until(async () => {
    const rows = await queryDatabase<{ state: string }>(backend, 'select state from senders');
    const { routes } = await quoteOf(backend.chains[0], token, { to: newAddress() });
    return rows[0]?.state === state && routes[0]?.reason === 'relayerDown';
  }, `a sender that is ${state}`);
/** Mines blocks until a job is confirmed. */
const confirms = (id: Hex) =>
  until(async () => {
    await backend.chains[0].client.mine({ blocks: 1 });
    return (await jobOf(token, id)).state === 'confirmed';
  }, 'a confirmed transfer');

test('FREE-8 without enough for the fee, the relayer waits and says so, until its address has more', async () => {
  const [chain] = backend.chains;
  const { client } = chain;
  const address = keys.addresses.get(chain.id) ?? zeroAddress;
  await start();
  await stop();
  const { id } = await queue(31n);
  await client.setBalance({ address, value: 1_000n });
  running.push(await startRelayer(keys));
  await isBlocked('balanceLow');
  expect(await jobOf(token, id)).toMatchObject({ state: 'queued', txHash: null });
  await client.setBalance({ address, value: parseEther('100') });
  await client.mine({ blocks: 1 });
  await reaches(token, id, 'confirmed');
});

test('FREE-8 of a batch that costs more than the rest of the budget, as much is sent as the budget covers', async () => {
  const [chain] = backend.chains;
  const { client } = chain;
  await start();
  await stop();
  const jobs = [await queue(1n), await queue(1n), await queue(1n)];
  await setBaseFee(chain, parseGwei('1'));
  await client.mine({ blocks: 1 });
  // Enough for one transfer (130,000 gas), and not for three (270,000).
  const budget = await budgetFor(200_000n);
  running.push(await startRelayer(keys, { RELAYER_DAILY_BUDGETS: `${chain.id}=${budget}` }));
  const states = () => Promise.all(jobs.map(async ({ id }) => (await jobOf(token, id)).state));
  await until(async () => (await states()).includes('confirmed'), 'a transfer within the budget');
  await stop();
  await start();
  for (const { id } of jobs) await reaches(token, id, 'confirmed');
});

test('FREE-8 a transfer that doesn’t fit the rest of the budget delays no cheaper one', async () => {
  const [chain] = backend.chains;
  const { client } = chain;
  await start();
  await stop();
  const [expensive, cheap] = [await queue(1n), await queue(2n)];
  // A contract's check needs 210,000 gas more.
  await queryDatabase(backend, "update transfers set proof = 'contract' where id = $1", [expensive.id]);
  await setBaseFee(chain, parseGwei('1'));
  await client.mine({ blocks: 1 });
  const budget = await budgetFor(250_000n);
  running.push(await startRelayer(keys, { RELAYER_DAILY_BUDGETS: `${chain.id}=${budget}` }));
  await reaches(token, cheap.id, 'confirmed');
  expect(await jobOf(token, expensive.id)).toMatchObject({ state: 'queued' });
  await stop();
  await start();
  await reaches(token, expensive.id, 'confirmed');
});

test('FREE-8 nothing more is sent for an account that is paused, and others aren’t delayed', async () => {
  const [chain] = backend.chains;
  const bob = demoAccount(2);
  await depositNative(chain, bob, parseEther('1'));
  const bobsToken = await tokenOf(bob);
  await start();
  await stop();
  const failed = [await queue(1n), await queue(2n), await queue(3n)].map(({ id }) => id);
  const held = await queue(4n);
  await queryDatabase(backend, "update transfers set state = 'refused' where id = any($1)", [failed]);
  const other = await signTransfer(chain, bob, { to: newAddress(), amount: 5n });
  await queueTransfer(chain, bobsToken, other);
  running.push(await startRelayer(keys));
  await reaches(bobsToken, other.id, 'confirmed');
  expect(await jobOf(token, held.id)).toMatchObject({ state: 'queued', txHash: null });
  await queryDatabase(backend, "update transfers set state = 'queued' where id = any($1)", [failed]);
  await reaches(token, held.id, 'confirmed');
});

test('FREE-7 blocks that left the chain are found among any number', async () => {
  const [chain] = backend.chains;
  await chain.client.mine({ blocks: 45 });
  const node = await findChain(chain.id);
  const view = await readView(node, zeroAddress, null);
  const known = await Promise.all(
    Array.from({ length: 45 }, async (_, index) => {
      const { number, hash } = await chain.client.getBlock({ blockNumber: view.number - BigInt(index) });
      return { blockNumber: number, blockHash: hash };
    }),
  );
  const other = (index: number): Hex => padHex(numberToHex(index), { size: 32 });
  const blocks = known.map((block, index) =>
    index % 7 === 0 ? { ...block, blockHash: other(index) } : block,
  );
  const later = { blockNumber: view.number + 1n, blockHash: other(100) };
  expect([...(await findLost(node, [...blocks, later], view))].toSorted()).toEqual(
    [0, 7, 14, 21, 28, 35, 42, 100].map(other),
  );
  expect(await findLost(node, known, view)).toEqual(new Set());
});

test('FREE-6 transfers of a batch that reverts are sent again, each in a transaction of its own', async () => {
  const [chain] = backend.chains;
  const { client, vault } = chain;
  const code = (await client.getCode({ address: vault })) ?? '0x';
  // With its key in the environment instead of a file.
  await start({ SENDER_KEYS_DIR: '', SENDER_KEYS: `relayer-${chain.id}=${key}` });
  await stop();
  const to = newAddress();
  const jobs = [await queue(1n, to), await queue(2n, to), await queue(4n, to)];
  await client.setAutomine(false);
  await start();
  for (const { id } of jobs) await reaches(token, id, 'sent');
  const batch = (await outboxRows()).at(-1);
  await client.setCode({ address: vault, bytecode: REVERTS });
  await client.mine({ blocks: 1 });
  await client.setCode({ address: vault, bytecode: code });
  await client.setAutomine(true);
  await client.mine({ blocks: 1 });
  const hashes = new Set<Hex | null>();
  for (const { id } of jobs) hashes.add((await reaches(token, id, 'confirmed')).txHash);
  expect(hashes.size).toBe(3);
  const { status } = await client.getTransactionReceipt({ hash: batch?.hashes[0] ?? '0x' });
  expect(status).toBe('reverted');
  expect(await vaultBalanceOf(chain, to)).toBe(7n);
});

test('FREE-8 a transfer whose simulation a node doesn’t finish stops no other, and is refused', async () => {
  const [slow, ...good] = [await queue(1n), await queue(2n), await queue(3n)];
  const { simulateBatch } = routes.vault;
  const spy = jest.spyOn(routes.vault, 'simulateBatch').mockImplementation(async (chain, batch) => {
    if (batch.some(({ signature }) => signature === slow?.signature))
      throw new ApiError(503, 'nodeUnreachable');
    return simulateBatch(chain, batch);
  });
  const { end } = await startHere(pLimit(1));
  for (const { id } of good) await confirms(id);
  expect(await reaches(token, slow?.id ?? '0x', 'refused')).toMatchObject({ reason: 'TransactionReverted' });
  await end();
  spy.mockRestore();
});

test('FREE-8 a transfer whose gas estimate fails doesn’t delay the others of its batch, which are sent together', async () => {
  await start();
  await stop();
  const [bad, ...good] = [await queue(1n), await queue(2n), await queue(3n)];
  const { encodeBatch } = routes.vault;
  const spy = jest.spyOn(routes.vault, 'encodeBatch').mockImplementation((batch, isStrict) => {
    const isBad = isStrict && batch.some(({ signature }) => signature === bad?.signature);
    return isBad ? '0xdeadbeef' : encodeBatch(batch);
  });
  const { end } = await startHere(pLimit(1));
  for (const { id } of good) await confirms(id);
  expect(await reaches(token, bad?.id ?? '0x', 'refused')).toMatchObject({ reason: 'TransactionReverted' });
  await end();
  spy.mockRestore();
  const sent = await queryDatabase<{ reverts: number; outbox_id: number }>(
    backend,
    'select reverts, outbox_id from transfers where id = any($1)',
    [good.map(({ id }) => id)],
  );
  expect(sent.map(({ reverts }) => reverts)).toEqual([0, 0]);
  expect(new Set(sent.map((row) => row.outbox_id)).size).toBe(1);
});

test.each([
  ['are refused', true, "state = 'refused'"],
  ['reverted in batches', false, 'reverts = 1'],
  ['reverted alone', true, 'reverts = 2'],
  ['reverted, and go alone because of the account’s code', true, "reverts = 1, proof = 'contract'"],
  ['reverted, because others submitted them first', false, "reverts = 2, state = 'confirmed'"],
])('FREE-8 three transfers of a day that %s pause an account: %s', async (_, isPaused, change) => {
  const [chain] = backend.chains;
  const account = privateKeyToAccount(generatePrivateKey());
  await chain.client.setBalance({ address: account.address, value: parseEther('1') });
  await depositNative(chain, account, parseEther('0.1'));
  const session = await tokenOf(account);
  await start();
  await stop();
  for (const amount of [1n, 2n, 3n])
    await queueTransfer(chain, session, await signTransfer(chain, account, { to: newAddress(), amount }));
  const allowance = () => accountAllowance(database('transaction'), account.address, chain.id);
  expect(await allowance()).toMatchObject({ isPaused: false });
  await queryDatabase(backend, `update transfers set ${change} where owner = $1`, [account.address]);
  expect(await allowance()).toMatchObject({ isPaused });
  await queryDatabase(backend, "update transfers set state = 'expired' where owner = $1", [account.address]);
});

test('FREE-6 a transaction that can’t be replaced below the fee cap waits, and quotes say so', async () => {
  const [chain] = backend.chains;
  const { client } = chain;
  await start();
  await client.setAutomine(false);
  const { id } = await queue(5n);
  await reaches(token, id, 'sent');
  await setBaseFee(chain, parseGwei('500'));
  await client.mine({ blocks: 4 });
  await isBlocked('feeAboveCap');
  expect((await outboxRows()).at(-1)).toMatchObject({ block_number: null, hashes: [expect.anything()] });
  await setBaseFee(chain, parseGwei('1'));
  await client.mine({ blocks: 1 });
  await client.setAutomine(true);
  await confirms(id);
  await offersTransfers(chain, token, zeroAddress);
});

test('FREE-6 a nonce that something else used is logged once that can’t change, and its transfers are sent again', async () => {
  const [chain] = backend.chains;
  const { client } = chain;
  const errors = jest.spyOn(log, 'error').mockReturnValue(undefined);
  const { account, end } = await startHere(pLimit(1));
  try {
    await offersTransfers(chain, token, zeroAddress);
    await client.setAutomine(false);
    const { id } = await queue(6n);
    await reaches(token, id, 'sent');
    const lost = (await outboxRows()).at(-1);
    await client.dropTransaction({ hash: lost?.hashes[0] ?? '0x' });
    const gasPrice = parseGwei('200');
    await senderOn(chain, account).sendTransaction({
      ...{ to: zeroAddress, nonce: Number(lost?.nonce), gas: 21_000n },
      ...{ maxFeePerGas: gasPrice, maxPriorityFeePerGas: gasPrice },
    });
    await client.mine({ blocks: SETTLING_BLOCKS - 10 });
    expect(await jobOf(token, id)).toMatchObject({ state: 'sent' });
    expect(errors).not.toHaveBeenCalled();
    await client.mine({ blocks: 10 });
    await until(async () => (await outboxRows()).at(-1)?.nonce !== lost?.nonce, 'another transaction');
    await confirms(id);
    expect((await outboxRows()).at(-1)?.nonce).toBe(String(Number(lost?.nonce) + 1));
    expect(errors.mock.calls).toEqual([
      [
        expect.objectContaining({ outboxNonce: Number(lost?.nonce) }),
        expect.stringMatching(/^a nonce was used/),
      ],
    ]);
  } finally {
    await end();
    await client.setAutomine(true);
    errors.mockRestore();
  }
});

test('FREE-7 a round that fails after it stored a confirmation doesn’t hide that the block left the chain', async () => {
  const [chain] = backend.chains;
  const { client } = chain;
  const limit = pLimit(1);
  let watched: Hex | null = null;
  let isFailing = false;
  const inTurn = async <Result>(run: () => Result | Promise<Result>): Promise<Result> => {
    if (isFailing) throw new Error('the connection was lost');
    const result = await limit(run);
    isFailing = watched !== null && (await jobOf(token, watched)).state === 'confirmed';
    return result;
  };
  const { end } = await startHere(Object.assign(inTurn, limit));
  try {
    await offersTransfers(chain, token, zeroAddress);
    const to = newAddress();
    const snapshot = await client.snapshot();
    const { id } = await queue(8n, to);
    watched = id;
    await reaches(token, id, 'confirmed');
    await client.revert({ id: snapshot });
    await client.mine({ blocks: 1 });
    expect(await vaultBalanceOf(chain, to)).toBe(0n);
    await until(async () => isFailing, 'a round that fails');
    watched = null;
    isFailing = false;
    await until(async () => (await vaultBalanceOf(chain, to)) === 8n, 'the transfer on the new chain');
    await reaches(token, id, 'confirmed');
  } finally {
    await end();
  }
});

test('FREE-6 a node without the events of its latest blocks doesn’t hide what others submitted', async () => {
  const [chain] = backend.chains;
  const { findExecuted, encodeBatch } = routes.vault;
  let isBehind = true;
  let searched = 0n;
  const spy = jest.spyOn(routes.vault, 'findExecuted').mockImplementation(async (node, batch, range) => {
    searched = range.toBlock;
    const none = { executed: new Map(), unread: new Map() };
    return isBehind ? none : findExecuted(node, batch, range);
  });
  const { end } = await startHere(pLimit(1));
  try {
    await offersTransfers(chain, token, zeroAddress);
    const signed = await queue(7n);
    expect(await cancelTransfer(token, signed.id)).toMatchObject({ state: 'canceled' });
    const { from: owner, amount: amountRaw, deadline, ...rest } = signed;
    const data = encodeBatch([
      { ...rest, contract: chain.vault, owner, amountRaw, deadline: Number(deadline) },
    ]);
    const hash = await senderOn(chain, demoAccount(2)).sendTransaction({ to: chain.vault, data });
    const { blockNumber } = await chain.client.waitForTransactionReceipt({ hash });
    await until(async () => searched >= blockNumber, 'a search of the block');
    isBehind = false;
    expect(await reaches(token, signed.id, 'confirmed')).toMatchObject({ txHash: hash });
  } finally {
    await end();
    spy.mockRestore();
  }
});

test('FREE-8 a transfer ends although a node can’t read what used its nonce', async () => {
  const [chain] = backend.chains;
  const error = new ApiError(503, 'nodeUnreachable');
  const reads = jest.spyOn(routes.vault, 'readEnd').mockRejectedValue(error);
  const { end } = await startHere(pLimit(1));
  try {
    await offersTransfers(chain, token, zeroAddress);
    const { id } = await queue(1n);
    await queryDatabase(backend, "update transfers set reason = 'NonceUsed' where id = $1", [id]);
    expect(await reaches(token, id, 'refused')).toMatchObject({ reason: 'NonceUsed' });
    expect(reads).toHaveBeenCalledTimes(3);
  } finally {
    await end();
    reads.mockRestore();
    await queryDatabase(backend, "update transfers set state = 'expired' where reason = 'NonceUsed'");
  }
});

describe.each([
  ['reverts', () => REVERTS],
  // PUSH1 32, PUSH0, RETURN: a word of zeros.
  ['returns false', () => '0x60205ff3'],
  // CALL to the vault, which is entered again if a transfer calls the token.
  ['calls the vault', () => concatHex(['0x5f5f5f5f5f73', backend.chains[0].vault, '0x5af100'])],
] satisfies [string, () => Hex][])('a token that %s', (_, codeOf) => {
  test('FREE-1 is transferred within the vault, because no transfer calls it', async () => {
    const [chain] = backend.chains;
    const { client } = chain;
    const code = (await client.getCode({ address: chain.token })) ?? '0x';
    await start();
    const to = newAddress();
    await client.setCode({ address: chain.token, bytecode: codeOf() });
    const { id } = await queue(1_000_000n, to, chain.token);
    const { txHash } = await reaches(token, id, 'confirmed');
    await client.setCode({ address: chain.token, bytecode: code });
    expect(await vaultBalanceOf(chain, to, chain.token)).toBe(1_000_000n);
    const trace = await client.request<{ Method: string; Parameters: unknown[]; ReturnType: unknown }>({
      method: 'debug_traceTransaction',
      params: [txHash, { tracer: 'callTracer' }],
    });
    const { to: called, calls } = traceSchema.parse(trace);
    expect(called).toBe(chain.vault.toLowerCase());
    expect(calls.map((call) => call.to)).not.toContain(chain.token.toLowerCase());
  });
});

test('FREE-6 without its settled transactions on the chain, the relayer sends nothing that could never be mined', async () => {
  const [chain] = backend.chains;
  const { client } = chain;
  await start();
  const snapshot = await client.snapshot();
  const first = await queue(8n);
  await reaches(token, first.id, 'confirmed');
  await client.mine({ blocks: SETTLING_BLOCKS });
  await until(async () => (await outboxRows()).at(-1)?.settled_at, 'a settled transaction');
  const settled = (await outboxRows()).at(-1);
  await client.revert({ id: snapshot });
  await client.mine({ blocks: SETTLING_BLOCKS + 5 });
  const second = await queue(9n);
  await isBlocked('nonceGap');
  expect(await jobOf(token, second.id)).toMatchObject({ state: 'queued', txHash: null });
  expect((await outboxRows()).at(-1)?.nonce).toBe(settled?.nonce);
  // The operator sends the missing transaction again.
  await client.sendRawTransaction({ serializedTransaction: settled?.raw ?? '0x' });
  await reaches(token, second.id, 'confirmed');
  expect(await executedOn(chain)).toEqual(expect.arrayContaining([first.id, second.id]));
});
