import { encodeFunctionData, parseEther, parseUnits } from 'viem';
import { POST as verifyTx } from '@/app/api/deposit/verifyTx/route';
import { GET as activity } from '@/app/api/wallet/activity/route';
import { vaultAbi } from '@/lib/evm/abi/vault';
import { demoAccount } from '@/scripts/launcher/chains/anvil-client';
import { ownCode } from '@/scripts/launcher/chains/artifacts';
import { deployOnce } from '@/scripts/launcher/chains/create2';
import { type Backend, startBackend } from '../../support/api-backend';
import { callRoute } from '../../support/api-call';
import { depositNative, depositToken, senderOn } from '../../support/api-deposit';
import { tokenOf } from '../../support/api-sign-in';
import { queryDatabase, tokenArguments, vaultArguments } from '../../support/plain-chains';

let backend: Backend;
let token: string;
let otherToken: string;
const account = demoAccount(1);
const other = demoAccount(2);

beforeAll(async () => {
  backend = await startBackend();
  [token, otherToken] = await Promise.all([tokenOf(account), tokenOf(other)]);
});
afterAll(() => backend.stop());

const verify = (txHash: string, chainId = 31337, as = token) =>
  callRoute(verifyTx, { body: { chainId, txHash }, token: as });
const rowsOf = (txHash: string) =>
  queryDatabase<{ amount_raw: string; owner: string }>(
    backend,
    'select amount_raw, owner from transactions where tx_hash = $1',
    [txHash],
  );

test('WAL-3 credits a token deposit with its exact amount', async () => {
  const [chain] = backend.chains;
  const txHash = await depositToken(chain, account, '12.345678');
  const answer = await verify(txHash);
  expect(answer).toMatchObject({
    code: 200,
    data: { kind: 'deposit', chainId: 31337, txHash, status: 'credited', amount: '12.345678', coinId: 2 },
  });
  expect(await rowsOf(txHash)).toEqual([{ amount_raw: '12345678', owner: account.address }]);
});

test('WAL-3 credits once for 50 concurrent verifications, all with the same response', async () => {
  const txHash = await depositNative(backend.chains[0], account, parseEther('1.000000000000000001'));
  const answers = await Promise.all(Array.from({ length: 50 }, () => verify(txHash)));
  expect(new Set(answers.map(({ code }) => code))).toEqual(new Set([200]));
  expect(new Set(answers.map(({ data }) => JSON.stringify(data))).size).toBe(1);
  expect(answers[0]?.data).toMatchObject({ amount: '1.000000000000000001', coinId: 1 });
  expect(await rowsOf(txHash)).toHaveLength(1);
});

test('WAL-3 credits all of several deposits verified concurrently', async () => {
  const [chain] = backend.chains;
  const hashes = [];
  for (let index = 1; index <= 8; index += 1) hashes.push(await depositNative(chain, account, BigInt(index)));
  const answers = await Promise.all(hashes.map((hash) => verify(hash)));
  expect(answers.map(({ code }) => code)).toEqual(hashes.map(() => 200));
});

test("WAL-3 rejects another account's deposit, before and after its owner verified it", async () => {
  const txHash = await depositNative(backend.chains[0], account, 5n);
  const refusal = {
    code: 422,
    status: 422,
    msg: 'This transaction belongs to another account.',
    data: { reason: 'not_owner' },
  };
  expect(await verify(txHash, 31337, otherToken)).toMatchObject(refusal);
  expect(await rowsOf(txHash)).toEqual([]);
  expect(await verify(txHash)).toMatchObject({ code: 200 });
  expect(await verify(txHash, 31337, otherToken)).toMatchObject(refusal);
  expect(await rowsOf(txHash)).toHaveLength(1);
});

test('WAL-3 rejects the same event from another contract, and a transaction without the event', async () => {
  const [chain] = backend.chains;
  const copy = await deployOnce(chain.client, await ownCode('Vault'), vaultArguments(other.address));
  const refusal = {
    code: 422,
    msg: "This transaction doesn't involve a Tidewell contract.",
    data: { reason: 'not_our_contract' },
  };
  expect(await verify(await depositNative(chain, account, 5n, copy))).toMatchObject(refusal);
  const sender = senderOn(chain, account);
  const plain = await sender.sendTransaction({ to: other.address, value: 1n });
  await sender.waitForTransactionReceipt({ hash: plain });
  expect(await verify(plain)).toMatchObject(refusal);
});

test('WAL-3 a withdrawal is no deposit', async () => {
  const [chain] = backend.chains;
  const units = parseUnits('20', 6);
  await depositToken(chain, account, '20');
  const sender = senderOn(chain, account);
  const hash = await sender.writeContract({
    address: chain.vault,
    abi: vaultAbi,
    functionName: 'withdraw',
    args: [chain.token, units, account.address, units],
  });
  expect((await sender.waitForTransactionReceipt({ hash })).status).toBe('success');
  expect(await verify(hash)).toMatchObject({ code: 422, data: { reason: 'not_our_contract' } });
  expect(await rowsOf(hash)).toEqual([]);
});

test('WAL-3 rejects a reverted deposit', async () => {
  const [chain] = backend.chains;
  const sender = senderOn(chain, account);
  const data = encodeFunctionData({
    abi: vaultAbi,
    functionName: 'deposit',
    args: [chain.token, 10n ** 30n],
  });
  const hash = await sender.sendTransaction({ to: chain.vault, data, gas: 300_000n });
  expect((await sender.waitForTransactionReceipt({ hash })).status).toBe('reverted');
  expect(await verify(hash)).toMatchObject({
    code: 422,
    msg: 'The transaction failed on chain, so no funds moved.',
    data: { reason: 'reverted' },
  });
});

test('WAL-3 rejects an unlisted token', async () => {
  const [chain] = backend.chains;
  const unlisted = await deployOnce(chain.client, await ownCode('DemoToken'), tokenArguments('tOTHER'));
  const txHash = await depositToken(chain, account, '1', unlisted);
  expect(await verify(txHash)).toMatchObject({
    code: 422,
    msg: 'This token is not supported.',
    data: { reason: 'unknown_token' },
  });
});

test('WAL-3 asks to retry for an unknown hash, and rejects garbage and unknown chains', async () => {
  const txHash = await depositNative(backend.chains[0], account, 5n);
  const pending = { code: 425, status: 425, data: { confirmations: 0, required: 3 } };
  expect(await verify(txHash, 31338)).toMatchObject(pending);
  expect(await verify(txHash, 1)).toMatchObject({ code: 400 });
  for (const garbage of ['', '0x', 'garbage', `${txHash}00`, txHash.slice(2)])
    expect(await verify(garbage)).toMatchObject({ code: 400, data: { issues: [{ path: 'txHash' }] } });
  for (const chainId of ['', '-1', '1.5', '31337x'])
    expect(await callRoute(verifyTx, { body: { chainId, txHash }, token })).toMatchObject({ code: 400 });
  expect(await callRoute(verifyTx, { body: { chainId: 31337, txHash } })).toMatchObject({ code: 401 });
  expect(await rowsOf(txHash)).toEqual([]);
});

test('WAL-3 waits while the transaction is pending or has too few confirmations', async () => {
  const [, chain] = backend.chains;
  await chain.client.setAutomine(false);
  const sender = senderOn(chain, account);
  const txHash = await sender.writeContract({
    address: chain.vault,
    abi: vaultAbi,
    functionName: 'depositNative',
    value: 7n,
  });
  expect(await verify(txHash, 31338)).toMatchObject({ code: 425, data: { confirmations: 0, required: 3 } });
  await chain.client.mine({ blocks: 1 });
  expect(await verify(txHash, 31338)).toMatchObject({ code: 425, data: { confirmations: 1, required: 3 } });
  await chain.client.mine({ blocks: 2 });
  expect(await verify(txHash, 31338)).toMatchObject({ code: 200, data: { confirmations: 3 } });
  await chain.client.setAutomine(true);
});

test('WAL-3 accepts JSON, and a hash in capitals for the same transaction', async () => {
  const txHash = await depositNative(backend.chains[0], account, 9n);
  const capitals = `0x${txHash.slice(2).toUpperCase()}`;
  const body = { chainId: 31337, txHash: capitals };
  expect(await callRoute(verifyTx, { body, json: true, token })).toMatchObject({
    code: 200,
    data: { txHash },
  });
  expect(await verify(txHash)).toMatchObject({ code: 200 });
  expect(await rowsOf(txHash)).toHaveLength(1);
});

test('WAL-3 activity lists only the user’s own credited transactions, by page, kind and chain', async () => {
  const all = await callRoute(activity, { token, query: { pageSize: 100 } });
  const [{ count }] = (await queryDatabase<{ count: string }>(
    backend,
    'select count(*) from transactions where owner = $1',
    [account.address],
  )) as [{ count: string }];
  expect(all).toMatchObject({ code: 200, data: { total: Number(count), pageNum: 1, pageSize: 100 } });
  const page = await callRoute(activity, { token, query: { pageNum: 2, pageSize: 3 } });
  expect(page.data).toMatchObject({ total: Number(count), pageNum: 2, pageSize: 3 });
  const second = await callRoute(activity, { token, query: { chainId: 31338, kind: 'deposit' } });
  expect(second.data).toMatchObject({ total: 1, list: [{ chainId: 31338, amount: '0.000000000000000007' }] });
  expect(await callRoute(activity, { token, query: { kind: 'pledge' } })).toMatchObject({
    data: { total: 0, list: [] },
  });
  expect(await callRoute(activity, { token: otherToken })).toMatchObject({ data: { total: 0, list: [] } });
  expect(await callRoute(activity, { token, query: { pageSize: 101 } })).toMatchObject({ code: 400 });
  expect(await callRoute(activity, { token, query: { kind: 'theft' } })).toMatchObject({ code: 400 });
  expect(await callRoute(activity)).toMatchObject({ code: 401 });
});
