import { type Hex, parseEther, parseGwei } from 'viem';
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts';
import { vaultAbi } from '@/lib/evm/abi/vault';
import { demoAccount } from '@/scripts/launcher/chains/anvil-client';
import { type Backend, startBackend } from '../../support/api-backend';
import { depositNative, senderOn } from '../../support/api-deposit';
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
import { contractWallet, FACTORY } from '../../support/smart-account';
import { until } from '../../support/until';

const alice = demoAccount(1);
const bob = demoAccount(2);
let backend: Backend;
let keys: RelayerKeys;
let token: string;
const running: SenderProcess[] = [];
const start = async (env: Record<string, string> = {}) => {
  const relayer = await startRelayer(keys, env);
  running.push(relayer);
  return relayer;
};

beforeAll(async () => {
  backend = await startBackend({
    env: { RELAYER_DAILY_TRANSFERS: '10000', RELAYER_DAILY_BUDGETS: '31337=10' },
  });
  const [chain] = backend.chains;
  await depositNative(chain, alice, parseEther('10'));
  token = await tokenOf(alice);
  keys = await relayerKeys(backend.dir, [chain]);
});
afterEach(async () => {
  await Promise.all(running.splice(0).map((relayer) => relayer.stop()));
});
afterAll(() => backend.stop());

const sign = (amount: bigint, to = bob.address) => signTransfer(backend.chains[0], alice, { to, amount });
const queue = async (amount: bigint) => {
  const signed = await sign(amount);
  await queueTransfer(backend.chains[0], token, signed);
  return signed;
};
const outboxRows = () =>
  queryDatabase<{ nonce: number; hashes: string[]; block_number: string | null }>(
    backend,
    'select nonce, hashes, block_number from outbox order by nonce',
  );

test('FREE-5 a refused transfer in any position of a batch changes no other', async () => {
  const [chain] = backend.chains;
  await start();
  await offersTransfers(chain, token, bob.address);
  await Promise.all(running.splice(0).map((relayer) => relayer.stop()));
  for (const position of [0, 2, 4]) {
    const payer = demoAccount(4);
    const session = await tokenOf(payer);
    await depositNative(chain, payer, 10n);
    const had = await vaultBalanceOf(chain, payer.address);
    const before = await vaultBalanceOf(chain, bob.address);
    const jobs: Awaited<ReturnType<typeof sign>>[] = [];
    const bad = await signTransfer(chain, payer, { to: bob.address, amount: had });
    for (let index = 0; index < 5; index += 1)
      if (index === position) await queueTransfer(chain, session, bad);
      else jobs.push(await queue(100n));
    // Empties the balance after signing.
    const sender = senderOn(chain, payer);
    const args = ['0x0000000000000000000000000000000000000000', had, payer.address, had] as const;
    const hash = await sender.writeContract({
      address: chain.vault,
      abi: vaultAbi,
      functionName: 'withdraw',
      args,
    });
    await sender.waitForTransactionReceipt({ hash });
    const relayer = await start();
    for (const { id } of jobs) await reaches(token, id, 'confirmed');
    expect(await reaches(session, bad.id, 'refused')).toMatchObject({ reason: 'InsufficientVaultBalance' });
    expect(await vaultBalanceOf(chain, bob.address)).toBe(before + 400n);
    await relayer.stop();
  }
  const session = await tokenOf(demoAccount(4));
  await start();
  await until(
    async () => (await quoteOf(chain, session, { to: bob.address })).routes[0]?.reason === 'accountPaused',
    'a pause after three refusals',
  );
});

test('FREE-5 a transfer that somebody else submits first, or whose nonce is canceled, ends as the chain says', async () => {
  const [chain] = backend.chains;
  const [copied, canceled] = [await queue(11n), await queue(12n)];
  const before = await vaultBalanceOf(chain, bob.address);
  const send = senderOn(chain, bob);
  const vault = { address: chain.vault, abi: vaultAbi } as const;
  const hash = await send.writeContract({ ...vault, functionName: 'transferBySignature', args: [[copied]] });
  await send.waitForTransactionReceipt({ hash });
  const own = senderOn(chain, alice);
  await own.waitForTransactionReceipt({
    hash: await own.writeContract({ ...vault, functionName: 'cancelNonce', args: [canceled.nonce] }),
  });
  await start();
  expect(await reaches(token, copied.id, 'confirmed')).toMatchObject({ txHash: hash });
  expect(await reaches(token, canceled.id, 'canceled')).toMatchObject({ reason: 'NonceCanceled' });
  expect(await vaultBalanceOf(chain, bob.address)).toBe(before + 11n);
});

test('FREE-5 transfers of a contract and of an account with a delegation are sent, too', async () => {
  const [chain] = backend.chains;
  const owner = demoAccount(5);
  const wallet = contractWallet(owner.address);
  const { client } = chain;
  await client.waitForTransactionReceipt({
    hash: await client.sendTransaction({ to: FACTORY, data: wallet.factoryData }),
  });
  await queryDatabase(backend, "insert into users (address, invite_code) values ($1, 'CONTRACT')", [
    wallet.address,
  ]);
  await depositNative(chain, owner, 50n);
  const funds = await signTransfer(chain, owner, { to: wallet.address, amount: 50n });
  await start();
  const session = await tokenOf(owner);
  await offersTransfers(chain, session, bob.address);
  await queueTransfer(chain, session, funds);
  await reaches(session, funds.id, 'confirmed');
  const { queueTransfer: queueFor } = await import('@/lib/server/transfers/queue-transfer');
  const signed = await signTransfer(chain, owner, { from: wallet.address, to: bob.address, amount: 20n });
  await queueFor(wallet.address, {
    ...{ chainId: chain.id, route: 'vault', token: signed.token, to: signed.to, amountRaw: 20n },
    ...{ nonce: signed.nonce, deadline: Number(signed.deadline), signature: signed.signature },
  });
  await until(async () => (await executedOn(chain)).includes(signed.id), 'the transfer of the contract');

  // An account with code that still signs with its key.
  await client.setCode({ address: owner.address, bytecode: `0xef0100${FACTORY.slice(2)}` });
  await depositNative(chain, alice, 5n);
  await client.waitForTransactionReceipt({
    hash: await senderOn(chain, alice).writeContract({
      address: chain.vault,
      abi: vaultAbi,
      functionName: 'transfer',
      args: [signed.token, 5n, owner.address],
    }),
  });
  const delegated = await signTransfer(chain, owner, { to: bob.address, amount: 5n });
  await queueTransfer(chain, session, delegated);
  await reaches(session, delegated.id, 'confirmed');
});

test('FREE-6 if the active relayer is killed, another goes on, and each transfer happens once', async () => {
  const [chain] = backend.chains;
  const before = await vaultBalanceOf(chain, bob.address);
  const relayers = [await start(), await start()];
  const ids: `0x${string}`[] = [];
  for (let round = 0; round < 6; round += 1) {
    for (let index = 0; index < 5; index += 1) ids.push((await queue(1n)).id);
    const victim = relayers[round % 2];
    await victim?.kill();
    relayers[round % 2] = await start();
  }
  for (const id of ids) await reaches(token, id, 'confirmed');
  expect(await vaultBalanceOf(chain, bob.address)).toBe(before + 30n);
  const executed = await executedOn(chain);
  for (const id of ids) expect(executed.filter((digest) => digest === id)).toHaveLength(1);
  const nonces = (await outboxRows()).map(({ nonce }) => Number(nonce));
  expect(nonces).toEqual(nonces.map((_, index) => index));
});

test('FREE-6 above the fee cap the relayer waits and says so, and a transaction that waits is replaced', async () => {
  const [chain] = backend.chains;
  const { client } = chain;
  await client.setAutomine(false);
  const first = await start();
  await offersTransfers(chain, token, bob.address);
  const stuck = await queue(3n);
  await reaches(token, stuck.id, 'sent');
  const sent = (await outboxRows()).at(-1);
  await first.kill();
  // The node forgets the transaction, and blocks pass.
  await client.dropTransaction({ hash: sent?.hashes[0] as Hex });
  await client.mine({ blocks: 4 });
  await start();
  await until(async () => (await outboxRows()).at(-1)?.hashes.length === 2, 'a replacement');
  expect((await outboxRows()).at(-1)?.nonce).toBe(sent?.nonce);
  await until(async () => {
    await client.mine({ blocks: 1 });
    return (await jobOf(token, stuck.id)).state === 'confirmed';
  }, 'the replaced transaction');
  await client.setAutomine(true);

  await setBaseFee(chain, parseGwei('500'));
  await client.mine({ blocks: 1 });
  await until(
    async () => (await quoteOf(chain, token, { to: bob.address })).routes[0]?.reason === 'relayerDown',
    'a relayer that waits',
  );
  await setBaseFee(chain, parseGwei('1'));
  await client.mine({ blocks: 1 });
  await offersTransfers(chain, token, bob.address);
});

test.each([1, 2, 3, 10, 32, 64])(
  'FREE-7 after a reorganization %i blocks deep, a batch is on the new chain once',
  async (depth) => {
    const [chain] = backend.chains;
    const { client } = chain;
    await start();
    await offersTransfers(chain, token, bob.address);
    const to = privateKeyToAccount(generatePrivateKey()).address;
    const [snapshot, last] = [await client.snapshot(), await client.getBlockNumber()];
    const signed = await Promise.all([21n, 22n, 23n].map((amount) => sign(amount, to)));
    for (const one of signed) await queueTransfer(chain, token, one);
    for (const { id } of signed) await reaches(token, id, 'confirmed');
    const missing = depth - Number((await client.getBlockNumber()) - last);
    if (missing > 0) await client.mine({ blocks: missing });
    await client.revert({ id: snapshot });
    expect(await vaultBalanceOf(chain, to)).toBe(0n);
    await client.mine({ blocks: depth + 2 });
    await until(async () => (await vaultBalanceOf(chain, to)) === 66n, 'the batch on the new chain');
    const executed = await executedOn(chain);
    for (const { id } of signed) {
      expect(executed.filter((digest) => digest === id)).toHaveLength(1);
      await until(async () => {
        const { state, txHash } = await jobOf(token, id);
        const receipt = txHash && (await client.getTransactionReceipt({ hash: txHash }).catch(() => null));
        return state === 'confirmed' && receipt?.status === 'success';
      }, 'a confirmed job');
    }
  },
);

test('FREE-7 a canceled transfer that somebody else submitted isn’t sent again after a reorganization', async () => {
  const [chain] = backend.chains;
  const { client } = chain;
  const to = privateKeyToAccount(generatePrivateKey()).address;
  const [canceled, other] = [await sign(31n, to), await sign(32n, to)];
  await queueTransfer(chain, token, canceled);
  expect(await cancelTransfer(token, canceled.id)).toMatchObject({ state: 'canceled' });
  const snapshot = await client.snapshot();
  const send = senderOn(chain, bob);
  const vault = { address: chain.vault, abi: vaultAbi } as const;
  const hash = await send.writeContract({
    ...vault,
    functionName: 'transferBySignature',
    args: [[canceled]],
  });
  await send.waitForTransactionReceipt({ hash });
  await start();
  await reaches(token, canceled.id, 'confirmed');

  await client.revert({ id: snapshot });
  await client.mine({ blocks: 3 });
  await reaches(token, canceled.id, 'canceled');
  await queueTransfer(chain, token, other);
  await reaches(token, other.id, 'confirmed');
  expect(await vaultBalanceOf(chain, to)).toBe(32n);
  expect(await jobOf(token, canceled.id)).toMatchObject({ state: 'canceled', reason: null });
});

test('FREE-7 a transfer is expired only once a settled block is later than its deadline', async () => {
  const [chain] = backend.chains;
  const { client } = chain;
  const active = await start();
  await offersTransfers(chain, token, bob.address);
  await active.stop();
  const signed = await queue(9n);
  await client.increaseTime({ seconds: 1_300 });
  await client.mine({ blocks: 60 });
  await start();
  await client.mine({ blocks: 1 });
  expect(await jobOf(token, signed.id)).toMatchObject({ state: 'queued' });
  await client.mine({ blocks: 6 });
  await reaches(token, signed.id, 'expired');
  expect(await executedOn(chain)).not.toContain(signed.id);
});

test('FREE-8 the daily budget of a chain stops the relayer, and the quote says so', async () => {
  const [chain] = backend.chains;
  await start({ RELAYER_DAILY_BUDGETS: '31337=0.000001' });
  await until(
    async () => (await quoteOf(chain, token, { to: bob.address })).routes[0]?.reason === 'budgetUsedUp',
    'a budget that is used up',
  );
});
