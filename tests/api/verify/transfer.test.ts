import { type Address, type Hex, type LocalAccount, parseUnits } from 'viem';
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts';
import { z } from 'zod';
import { POST as verifyTx } from '@/app/api/transfer/verifyTx/route';
import { GET as activity } from '@/app/api/wallet/activity/route';
import { vaultAbi } from '@/lib/evm/abi/vault';
import { NATIVE_TOKEN } from '@/lib/evm/address';
import { clearCache } from '@/lib/server/cached';
import { demoAccount } from '@/scripts/launcher/chains/anvil-client';
import { ownCode } from '@/scripts/launcher/chains/artifacts';
import { deployOnce } from '@/scripts/launcher/chains/create2';
import { type Backend, startBackend } from '../../support/api-backend';
import { callRoute } from '../../support/api-call';
import { depositNative, depositToken, senderOn } from '../../support/api-deposit';
import { tokenOf } from '../../support/api-sign-in';
import { type SignedVaultTransfer, signTransfer } from '../../support/api-transfers';
import { queryDatabase, tokenArguments, UNLIMITED } from '../../support/plain-chains';

const [alice, bob, carol, relayer] = [demoAccount(1), demoAccount(2), demoAccount(3), demoAccount(4)];
const names = new Map([
  [alice.address, 'alice'],
  [bob.address, 'bob'],
  [carol.address, 'carol'],
]);
let backend: Backend;
let tokens: { alice: string; bob: string; carol: string };
beforeAll(async () => {
  backend = await startBackend({ env: { RATE_LIMITS: UNLIMITED } });
  const [ofAlice, ofBob, ofCarol] = await Promise.all([alice, bob, carol].map(tokenOf));
  if (!ofAlice || !ofBob || !ofCarol) throw new Error('no sessions');
  tokens = { alice: ofAlice, bob: ofBob, carol: ofCarol };
  for (const account of [alice, bob]) await depositNative(backend.chains[0], account, 1_000n);
});
afterAll(() => backend.stop());

const verify = (txHash: string, token = tokens.alice) =>
  callRoute(verifyTx, { body: { chainId: 31337, txHash }, token });

async function mined(sent: Promise<Hex>): Promise<Hex> {
  const hash = await sent;
  const { status } = await backend.chains[0].client.waitForTransactionReceipt({ hash });
  expect(status).toBe('success');
  return hash;
}
const vault = () => ({ address: backend.chains[0].vault, abi: vaultAbi }) as const;
const transfer = (amount: bigint, to = bob.address) =>
  mined(
    senderOn(backend.chains[0], alice).writeContract({
      ...vault(),
      functionName: 'transfer',
      args: [NATIVE_TOKEN, amount, to],
    }),
  );
const sign = (signer: LocalAccount, amount: bigint, to: Address, token: Address = NATIVE_TOKEN) =>
  signTransfer(backend.chains[0], signer, { to, amount, token });
const submit = (batch: SignedVaultTransfer[]) =>
  mined(
    senderOn(backend.chains[0], relayer).writeContract({
      ...vault(),
      functionName: 'transferBySignature',
      args: [batch],
    }),
  );

/** Returns the active records of a transaction, such as `0 alice sendBalance 5`: the index of its event, and what it moved. */
async function recordsOf(txHash: Hex): Promise<string[]> {
  const rows = await queryDatabase<{ log: number; owner: Hex; kind: string; amount: string }>(
    backend,
    `select log_index - min(log_index) over () as log, owner, kind, amount_raw as amount from transactions
     where tx_hash = $1 and orphaned_at is null order by log_index, kind`,
    [txHash],
  );
  return rows.map(
    ({ log, owner, kind, amount }) => `${log} ${names.get(owner) ?? 'other'} ${kind} ${amount}`,
  );
}
async function listedFor(token: string, txHash: Hex) {
  clearCache();
  const { data } = await callRoute(activity, { token, query: { pageSize: 100 } });
  const { list } = z
    .object({ list: z.array(z.object({ txHash: z.string(), kind: z.string(), amount: z.string() })) })
    .parse(data);
  return list.filter((row) => row.txHash === txHash).map(({ kind, amount }) => `${kind} ${amount}`);
}
const serialized = (hash: Hex) =>
  backend.chains[0].client.request<{ ReturnType: Hex; Parameters: [Hex] }>({
    method: 'eth_getRawTransactionByHash',
    params: [hash],
  });

test('FREE-10 a vault transfer is recorded for its sender and its recipient, once each, no matter who asks or how often', async () => {
  const txHash = await transfer(5n);
  expect(await verify(txHash, tokens.carol)).toMatchObject({ code: 422, data: { reason: 'not_owner' } });
  expect(await recordsOf(txHash)).toEqual([]);
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, index) => verify(txHash, index % 2 ? tokens.alice : tokens.bob)),
  );
  for (const [index, answer] of answers.entries())
    expect(answer).toMatchObject({
      code: 200,
      data: { kind: index % 2 ? 'sendBalance' : 'receiveBalance', txHash, amount: '0.000000000000000005' },
    });
  expect(await recordsOf(txHash)).toEqual(['0 alice sendBalance 5', '0 bob receiveBalance 5']);
  expect(await listedFor(tokens.alice, txHash)).toEqual(['sendBalance 0.000000000000000005']);
  expect(await listedFor(tokens.bob, txHash)).toEqual(['receiveBalance 0.000000000000000005']);
  expect(await verify(txHash, tokens.carol)).toMatchObject({ code: 422, data: { reason: 'not_owner' } });
});

test('FREE-10 each transfer of a batch is recorded for both of its accounts, also the same one twice', async () => {
  const txHash = await submit([
    await sign(alice, 5n, bob.address),
    await sign(alice, 5n, bob.address),
    // Refused: carol has no vault balance yet.
    await sign(carol, 9n, bob.address),
    await sign(bob, 3n, alice.address),
    await sign(bob, 4n, carol.address),
  ]);
  const records = [
    '0 alice sendBalance 5',
    '0 bob receiveBalance 5',
    '1 alice sendBalance 5',
    '1 bob receiveBalance 5',
    '3 bob sendBalance 3',
    '3 alice receiveBalance 3',
    '4 bob sendBalance 4',
    '4 carol receiveBalance 4',
  ];
  // Carol's only part is the last one, but what is stored is complete for everyone.
  expect(await verify(txHash, tokens.carol)).toMatchObject({ code: 200, data: { kind: 'receiveBalance' } });
  expect(await recordsOf(txHash)).toEqual(records);
  expect(await Promise.all([verify(txHash), verify(txHash, tokens.bob)])).toMatchObject([
    { code: 200, data: { kind: 'sendBalance' } },
    { code: 200, data: { kind: 'receiveBalance' } },
  ]);
  expect(await recordsOf(txHash)).toEqual(records);
});

test('FREE-10 an account that signs in later gets its part, and nothing else is recorded again', async () => {
  const dave = privateKeyToAccount(generatePrivateKey());
  const txHash = await submit([await sign(alice, 6n, dave.address), await sign(bob, 7n, dave.address)]);
  expect(await verify(txHash)).toMatchObject({ code: 200 });
  expect(await recordsOf(txHash)).toEqual(['0 alice sendBalance 6', '1 bob sendBalance 7']);
  const session = await tokenOf(dave);
  expect(await verify(txHash, session)).toMatchObject({ code: 200, data: { kind: 'receiveBalance' } });
  expect(await recordsOf(txHash)).toEqual([
    '0 alice sendBalance 6',
    '0 other receiveBalance 6',
    '1 bob sendBalance 7',
    '1 other receiveBalance 7',
  ]);
});

test.each([1, 3, 64])(
  'OPS-3 FREE-10 after a reorganization %i blocks deep, the records of a batch are those of its new block',
  async (depth) => {
    const { client } = backend.chains[0];
    const batch = [await sign(alice, 1n, bob.address), await sign(bob, 2n, alice.address)];
    const snapshot = await client.snapshot();
    const txHash = await submit(batch);
    const bytes = await serialized(txHash);
    if (depth > 1) await client.mine({ blocks: depth - 1 });
    expect(await verify(txHash)).toMatchObject({ code: 200 });
    const records = await recordsOf(txHash);
    expect(records).toHaveLength(4);

    await client.revert({ id: snapshot });
    await client.mine({ blocks: depth + 1 });
    expect(await listedFor(tokens.bob, txHash)).toEqual([]);
    expect(await recordsOf(txHash)).toEqual([]);
    await client.sendRawTransactionSync({ serializedTransaction: bytes });
    // The next check restores them, for whichever account.
    expect(await listedFor(tokens.bob, txHash)).toHaveLength(2);
    expect(await recordsOf(txHash)).toEqual(records);
    expect(await verify(txHash)).toMatchObject({ code: 200 });
    expect(await recordsOf(txHash)).toEqual(records);
  },
);

test('OPS-3 FREE-10 a transfer of an account that never signed in is recorded for its recipient, also when mined again', async () => {
  const { client } = backend.chains[0];
  const eve = privateKeyToAccount(generatePrivateKey());
  await transfer(9n, eve.address);
  const batch = [await sign(eve, 9n, bob.address)];
  const snapshot = await client.snapshot();
  const txHash = await submit(batch);
  const bytes = await serialized(txHash);
  expect(await verify(txHash, tokens.bob)).toMatchObject({ code: 200, data: { kind: 'receiveBalance' } });
  expect(await recordsOf(txHash)).toEqual(['0 bob receiveBalance 9']);
  await client.revert({ id: snapshot });
  await client.mine({ blocks: 2 });
  expect(await listedFor(tokens.bob, txHash)).toEqual([]);
  await client.sendRawTransactionSync({ serializedTransaction: bytes });
  expect(await listedFor(tokens.bob, txHash)).toHaveLength(1);
});

test('OPS-3 FREE-10 records whose block returns count again, once', async () => {
  const txHash = await transfer(8n);
  expect(await verify(txHash)).toMatchObject({ code: 200 });
  await queryDatabase(backend, 'update transactions set orphaned_at = now() where tx_hash = $1', [txHash]);
  expect(await listedFor(tokens.bob, txHash)).toHaveLength(1);
  expect(await recordsOf(txHash)).toHaveLength(2);
  expect(await queryDatabase(backend, 'select from transactions where tx_hash = $1', [txHash])).toHaveLength(
    2,
  );
});

test('FREE-10 transfers of unlisted tokens, which anyone can add to a batch, are left out', async () => {
  const [chain] = backend.chains;
  const unlisted = await deployOnce(chain.client, await ownCode('DemoToken'), tokenArguments('tOTHER'));
  await depositToken(chain, alice, '1', unlisted);
  const half = parseUnits('0.5', 6);
  const txHash = await submit([
    await sign(alice, half, bob.address, unlisted),
    await sign(bob, 2n, alice.address),
  ]);
  expect(await verify(txHash, tokens.bob)).toMatchObject({ code: 200, data: { kind: 'sendBalance' } });
  expect(await recordsOf(txHash)).toEqual(['0 bob sendBalance 2', '0 alice receiveBalance 2']);
  const only = await submit([await sign(alice, half, bob.address, unlisted)]);
  expect(await verify(only, tokens.bob)).toMatchObject({ code: 422, data: { reason: 'unknown_token' } });
});

test('FREE-10 a deposit is no transfer, and a transfer of another contract doesn’t count', async () => {
  const refusal = { code: 422, data: { reason: 'not_our_contract' } };
  const [chain] = backend.chains;
  expect(await verify(await depositNative(chain, alice, 5n))).toMatchObject(refusal);
  const txHash = await transfer(5n);
  const setVault = (address: string) =>
    queryDatabase(
      backend,
      "update contracts set address = $1 where chain_id = 31337 and name = 'vault_contract'",
      [address],
    );
  await setVault('0x00000000000000000000000000000000000000AA');
  try {
    expect(await verify(txHash)).toMatchObject(refusal);
    // A vault that was replaced later counts up to its last block.
    await queryDatabase(backend, 'insert into retired_contracts values (31337, $1, $2, $3)', [
      'vault_contract',
      chain.vault,
      String(await chain.client.getBlockNumber()),
    ]);
    expect(await verify(txHash)).toMatchObject({ code: 200, data: { txHash } });
    expect(await recordsOf(txHash)).toHaveLength(2);
    expect(await verify(await transfer(5n))).toMatchObject(refusal);
  } finally {
    await queryDatabase(backend, 'delete from retired_contracts');
    await setVault(chain.vault);
  }
});
