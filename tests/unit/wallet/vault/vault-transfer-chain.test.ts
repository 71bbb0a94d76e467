import {
  type Address,
  encodeFunctionData,
  getAddress,
  type Hash,
  type Hex,
  parseEther,
  zeroHash,
} from 'viem';
import { vaultAbi } from '@/lib/evm/abi/vault';
import { NATIVE_TOKEN } from '@/lib/evm/address';
import type { ActivityScope } from '@/lib/wallet/activity/activity-scope';
import { readActivity } from '@/lib/wallet/activity/read-activity';
import { readActivityLogs } from '@/lib/wallet/activity/read-activity-logs';
import { cancelNoncePlan } from '@/lib/wallet/free-transfers/revoke-transfer';
import { receiptEffects } from '@/lib/wallet/receipt/receipt-facts';
import { countEffects } from '@/lib/wallet/transactions/effect-events';
import { findTransactions } from '@/lib/wallet/transactions/find-transaction';
import type { LedgerEntry } from '@/lib/wallet/transactions/ledger-entry';
import { isIntent } from '@/lib/wallet/transactions/stored-entry';
import type { TransactionPlan } from '@/lib/wallet/transactions/transaction-plan';
import { vaultTransferPlan } from '@/lib/wallet/vault/transfer-plan';
import { demoAccount } from '@/scripts/launcher/chains/anvil-client';
import { anyRequest, entry } from '../../../support/ledger-entry';
import { connectOwnChain, type OwnChain, startOwnChain } from '../../../support/own-chain';

const [sender, friend, relayer] = [demoAccount(1), demoAccount(2), demoAccount(3)];
const ether = { address: NATIVE_TOKEN, symbol: 'ETH', decimals: 18, coinId: 1 };
const deadline = 2n ** 40n;
let chain: OwnChain;
let config: Awaited<ReturnType<typeof connectOwnChain>>;
let fromBlock: bigint;

const order = (amount: bigint, recipient: Address = friend.address) => ({
  ...{ chainId: chain.id, vault: chain.addresses.vault, token: NATIVE_TOKEN, amount, recipient },
  ...{ coinId: 1, decimals: 18, symbol: 'ETH' },
});

async function send(to: Address, data: Hex, { from = sender.address, value = 0n } = {}): Promise<Hash> {
  const hash = await chain.client.sendTransaction({ account: from, to, data, value, gas: 5_000_000n });
  const { status } = await chain.client.waitForTransactionReceipt({ hash });
  if (status !== 'success') throw new Error(`${hash} failed`);
  return hash;
}

const sendPlan = ({ call: { address, ...call } }: TransactionPlan) => send(address, encodeFunctionData(call));

type Signer = typeof sender;

/** Returns a transfer that `account` signed. */
async function signed(account: Signer, to: Address, amount: bigint, nonce: bigint) {
  const message = { from: account.address, to, token: NATIVE_TOKEN, amount, nonce, deadline };
  const uint256 = (name: string) => ({ name, type: 'uint256' });
  const address = (name: string) => ({ name, type: 'address' });
  const signature = await account.signTypedData({
    domain: {
      ...{ name: 'Tidewell vault', version: '1', chainId: chain.id },
      verifyingContract: chain.addresses.vault,
    },
    types: {
      Transfer: [...['from', 'to', 'token'].map(address), ...['amount', 'nonce', 'deadline'].map(uint256)],
    },
    primaryType: 'Transfer',
    message,
  });
  return { ...message, signature };
}

const relay = (transfers: Awaited<ReturnType<typeof signed>>[]) =>
  send(
    chain.addresses.vault,
    encodeFunctionData({ abi: vaultAbi, functionName: 'transferBySignature', args: [transfers] }),
    { from: relayer.address },
  );

const scopeOf = (account: Address): ActivityScope => ({
  ...{ chainId: chain.id, account, tokens: new Map([[NATIVE_TOKEN, ether]]), pools: new Set() },
  cards: new Set(),
  contracts: new Map([['vault_contract', getAddress(chain.addresses.vault)]]),
});

/** Reads an account's activity since the deposits. */
async function activityOf(account: Address) {
  const toBlock = await chain.client.getBlockNumber({ cacheTime: 0 });
  const logs = await readActivityLogs(chain.client, scopeOf(account), { fromBlock, toBlock });
  return readActivity(logs, scopeOf(account)).map(({ row }) => row);
}

/** The entry of a plan whose wallet was asked now, and has returned no hash. */
async function asked({ intent }: TransactionPlan): Promise<LedgerEntry> {
  const { vault: _, ...base } = entry;
  return {
    ...{ ...base, ...intent, chainId: chain.id, account: sender.address, hash: null, sent: [] },
    request: {
      ...anyRequest(chain.addresses.vault),
      fromBlock: String(await chain.client.getBlockNumber({ cacheTime: 0 })),
      fromNonce: await chain.client.getTransactionCount({ address: sender.address }),
    },
  };
}

const found = async (of: LedgerEntry) => (await findTransactions(config, of)).found.map(({ hash }) => hash);
const receiptOf = (hash: Hash) => chain.client.getTransactionReceipt({ hash });

beforeAll(async () => {
  chain = await startOwnChain();
  config = await connectOwnChain(chain, sender.address);
  const data = encodeFunctionData({ abi: vaultAbi, functionName: 'depositNative' });
  for (const { address } of [sender, friend, relayer])
    await send(chain.addresses.vault, data, { from: address, value: parseEther('1') });
  fromBlock = (await chain.client.getBlockNumber({ cacheTime: 0 })) + 1n;
});
afterAll(() => chain.stop());

test('WAL-9 finds a transfer of a vault balance by its event, and takes no signed one of the same amount for it', async () => {
  const plan = vaultTransferPlan(order(7n));
  expect(isIntent(plan.intent)).toBe(true);
  const own = await asked(plan);
  const relayed = await relay([await signed(sender, friend.address, 7n, 1n)]);
  expect(await found(own)).toEqual([]);
  expect(countEffects((await receiptOf(relayed)).logs, own)).toBe(0);
  const hash = await sendPlan(plan);
  await sendPlan(vaultTransferPlan(order(8n)));
  await sendPlan(vaultTransferPlan(order(7n, relayer.address)));
  expect(await found(own)).toEqual([hash]);
});

/** Returns the plan that cancels a transfer which the sender was asked to sign. */
const cancellation = (nonce: bigint) =>
  cancelNoncePlan({
    ...{ id: zeroHash, account: sender.address, chainId: chain.id, route: 'vault', fromBlock: '0' },
    ...{ contract: chain.addresses.vault, token: NATIVE_TOKEN, recipient: friend.address, amountRaw: '7' },
    ...{
      coinId: 1,
      decimals: 18,
      symbol: 'ETH',
      nonce: `${nonce}`,
      deadline: Number(deadline),
      createdAt: 0,
    },
  });

test('WAL-9 finds the cancellation of a signed transfer by its nonce', async () => {
  const plan = cancellation(2n ** 200n + 5n);
  expect(isIntent(plan.intent)).toBe(true);
  const own = await asked(plan);
  await sendPlan(cancellation(6n));
  expect(await found(own)).toEqual([]);
  const hash = await sendPlan(plan);
  expect(await found(own)).toEqual([hash]);
  const { logs } = await receiptOf(await relay([await signed(sender, friend.address, 3n, 2n ** 200n + 5n)]));
  expect(countEffects(logs, await asked(vaultTransferPlan(order(3n))))).toBe(0);
});

test('WAL-13 both sides of a relayed batch see their own items, and nobody else does', async () => {
  const batch = [
    await signed(sender, friend.address, 11n, 100n),
    await signed(sender, friend.address, 12n, 101n),
    await signed(relayer, '0x00000000000000000000000000000000000000ff', 13n, 100n),
    // The used nonce is refused, so it moves nothing.
    await signed(sender, friend.address, 14n, 100n),
  ];
  const hash = await relay(batch);
  const rowOf = async (account: Address) => (await activityOf(account)).filter((row) => row.hash === hash);
  const sent = {
    kind: 'sendBalance',
    out: [{ token: ether, amount: 23n }],
    in: [],
    counterparty: friend.address,
  };
  const received = {
    ...{ kind: 'receiveBalance', in: [{ token: ether, amount: 23n }], out: [] },
    counterparty: sender.address,
  };
  expect(await rowOf(sender.address)).toMatchObject([sent]);
  expect(await rowOf(friend.address)).toMatchObject([received]);
  expect(await rowOf(demoAccount(4).address)).toEqual([]);
  const receipt = await receiptOf(hash);
  const call = { value: 0n, input: '0x12' } as const;
  expect(receiptEffects(receipt, call, scopeOf(sender.address))).toMatchObject(sent);
  expect(receiptEffects(receipt, call, scopeOf(friend.address))).toMatchObject(received);
});
