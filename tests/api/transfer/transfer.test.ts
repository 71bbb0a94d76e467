import { parseEther, parseUnits, zeroAddress } from 'viem';
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts';
import { POST as send } from '@/app/api/transfer/send/route';
import { vaultAbi } from '@/lib/evm/abi/vault';
import { demoAccount } from '@/scripts/launcher/chains/anvil-client';
import { type Backend, startBackend } from '../../support/api-backend';
import { callRoute, METRICS_TOKEN, samples } from '../../support/api-call';
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
  sendTransfer,
  signTransfer,
  vaultBalanceOf,
} from '../../support/api-transfers';
import { type RelayerKeys, relayerKeys, type SenderProcess, startRelayer } from '../../support/relayer';

const alice = demoAccount(1);
const bob = demoAccount(2);
let backend: Backend;
let keys: RelayerKeys;
let relayer: SenderProcess;
let token: string;

beforeAll(async () => {
  backend = await startBackend({
    env: { METRICS_TOKEN, RELAYER_DAILY_TRANSFERS: '1000', RELAYER_MINIMUMS: 'tUSDT=0.01' },
  });
  const [chain] = backend.chains;
  await depositNative(chain, alice, parseEther('10'));
  await depositToken(chain, alice, '1000');
  token = await tokenOf(alice);
  keys = await relayerKeys(backend.dir, [chain]);
});
afterAll(async () => {
  await relayer?.stop();
  await backend.stop();
});

const to = () => privateKeyToAccount(generatePrivateKey()).address;

test('FREE-2 without a relayer, the quote says so, and nothing is queued', async () => {
  const [chain] = backend.chains;
  expect((await quoteOf(chain, token, { to: bob.address })).routes).toMatchObject([
    { route: 'vault', isAvailable: false, reason: 'relayerDown', verifyingContract: chain.vault },
    { route: 'wallet', isAvailable: false, reason: 'unsupported' },
  ]);
  const signed = await signTransfer(chain, alice, { to: bob.address, amount: 1n });
  expect(await sendTransfer(chain, token, signed)).toMatchObject({
    code: 422,
    data: { reason: 'relayerDown' },
  });
});

test('FREE-1 a signed transfer of ETH and of a token arrives, and costs its sender nothing', async () => {
  const [chain] = backend.chains;
  relayer = await startRelayer(keys);
  await offersTransfers(chain, token, bob.address);
  const before = await chain.client.getBalance({ address: alice.address });
  for (const [coin, amount] of [
    [zeroAddress, parseEther('0.5')],
    [chain.token, parseUnits('25', 6)],
  ] as const) {
    const recipient = to();
    const had = await vaultBalanceOf(chain, alice.address, coin);
    const signed = await signTransfer(chain, alice, { to: recipient, amount, token: coin });
    expect(await queueTransfer(chain, token, signed)).toMatchObject({ id: signed.id, state: 'queued' });
    const job = await reaches(token, signed.id, 'confirmed');
    expect(job).toMatchObject({ amountRaw: String(amount), token: coin, to: recipient, reason: null });
    const { from } = await chain.client.getTransaction({ hash: job.txHash ?? '0x' });
    expect(from.toLowerCase()).toBe(keys.addresses.get(chain.id)?.toLowerCase());
    expect(await vaultBalanceOf(chain, recipient, coin)).toBe(amount);
    expect(await vaultBalanceOf(chain, alice.address, coin)).toBe(had - amount);
    // The same signature again returns the same job.
    expect(await queueTransfer(chain, token, signed)).toMatchObject({ id: signed.id, state: 'confirmed' });
  }
  expect(await chain.client.getBalance({ address: alice.address })).toBe(before);
});

test('OPS-3 metrics show the relayer and its transfers', async () => {
  const all = await samples();
  const of = 'role="relayer",chain="31337"';
  expect(all.get(`tidewell_sender_state{${of},state="ready"}`)).toBe(1);
  expect(all.get(`tidewell_sender_beat_age_seconds{${of}}`)).toBeLessThan(15);
  expect(all.get(`tidewell_sender_spent_today{${of}}`)).toBeGreaterThan(0);
  expect(all.get(`tidewell_sender_daily_budget{${of}}`)).toBe(0.05);
  expect(all.get(`tidewell_outbox_waiting{${of}}`)).toBe(0);
  expect(all.get('tidewell_transfers_today{chain="31337",state="confirmed",reason=""}')).toBe(2);
});

test('FREE-2 forged, expired, unlisted, replayed, and uncovered transfers are refused with the reason', async () => {
  const [chain, other] = backend.chains;
  const amount = 1_000n;
  const refused = async (signed: Parameters<typeof sendTransfer>[2], reason: string, on = chain) =>
    expect(await sendTransfer(on, token, signed)).toMatchObject({ code: 422, data: { reason } });
  const good = await signTransfer(chain, alice, { to: bob.address, amount });
  await refused({ ...good, amount: amount + 1n }, 'InvalidSignature');
  const foreign = await signTransfer(chain, bob, { to: bob.address, amount, from: alice.address });
  await refused(foreign, 'InvalidSignature');
  await refused(good, 'relayerDown', other);
  await refused(await signTransfer(chain, alice, { to: alice.address, amount }), 'InvalidRecipient');
  await refused(await signTransfer(chain, alice, { to: chain.vault, amount }), 'InvalidRecipient');
  await refused(
    await signTransfer(chain, alice, { to: bob.address, amount: parseEther('11') }),
    'InsufficientVaultBalance',
  );
  await refused(
    await signTransfer(chain, alice, { to: bob.address, amount, token: bob.address }),
    'unsupported',
  );
  await refused(
    await signTransfer(chain, alice, { to: bob.address, amount: 1n, token: chain.token }),
    'belowMinimum',
  );
  await refused(
    await signTransfer(chain, alice, { to: bob.address, amount, deadline: 1n }),
    'ExpiredSignature',
  );
  const far = BigInt(Math.floor(Date.now() / 1_000)) + 100_000n;
  await refused(
    await signTransfer(chain, alice, { to: bob.address, amount, deadline: far }),
    'deadlineTooFar',
  );
  const canceled = await signTransfer(chain, alice, { to: bob.address, amount });
  await senderOn(chain, alice).writeContract({
    address: chain.vault,
    abi: vaultAbi,
    functionName: 'cancelNonce',
    args: [canceled.nonce],
  });
  await refused(canceled, 'NonceUsed');
  expect(await callRoute(send, { body: {}, token })).toMatchObject({ code: 400 });
  expect(await callRoute(send, { body: {} })).toMatchObject({ code: 401 });
});

test('FREE-3 an account can’t sign away more than its balance while transfers wait', async () => {
  const [chain] = backend.chains;
  const carol = demoAccount(3);
  const session = await tokenOf(carol);
  await depositNative(chain, carol, 100n);
  await relayer.stop();
  const signed = await Promise.all(
    [60n, 30n, 30n].map((amount) => signTransfer(chain, carol, { to: bob.address, amount })),
  );
  const answers = await Promise.all(signed.map((one) => sendTransfer(chain, session, one)));
  expect(answers.filter(({ code }) => code === 200)).toHaveLength(2);
  expect(answers.find(({ code }) => code !== 200)).toMatchObject({
    code: 422,
    data: { reason: 'InsufficientVaultBalance' },
  });
});

test('FREE-4 a transfer is canceled while it is queued, by its owner only', async () => {
  const [chain] = backend.chains;
  const signed = await signTransfer(chain, alice, { to: bob.address, amount: 7n });
  await queueTransfer(chain, token, signed);
  const stranger = await tokenOf(bob);
  await expect(cancelTransfer(stranger, signed.id)).rejects.toThrow();
  await expect(jobOf(stranger, signed.id)).rejects.toThrow();
  expect(await cancelTransfer(token, signed.id)).toMatchObject({ state: 'canceled' });
  relayer = await startRelayer(keys);
  await offersTransfers(chain, token, bob.address);
  const later = await signTransfer(chain, alice, { to: bob.address, amount: 8n });
  await queueTransfer(chain, token, later);
  await reaches(token, later.id, 'confirmed');
  expect(await executedOn(chain)).not.toContain(signed.id);
  // Somebody else can still submit the signature. The chain decides.
  await senderOn(chain, bob).writeContract({
    address: chain.vault,
    abi: vaultAbi,
    functionName: 'transferBySignature',
    args: [[signed]],
  });
  expect(await reaches(token, signed.id, 'confirmed')).toMatchObject({ reason: null });
  expect(await cancelTransfer(token, signed.id)).toMatchObject({ state: 'confirmed' });
});
