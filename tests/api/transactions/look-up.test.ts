import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { type Address, type Hash, type PrivateKeyAccount, parseEther, parseGwei } from 'viem';
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts';
import type { Config } from 'wagmi';
import { NATIVE_TOKEN } from '@/lib/evm/address';
import { createWalletConfig } from '@/lib/wallet/networks/wallet-config';
import type { LedgerEntry } from '@/lib/wallet/transactions/ledger-entry';
import { lookUp } from '@/lib/wallet/transactions/look-up';
import { callHash, nonceSearch } from '@/lib/wallet/transactions/read-transactions';
import { type LocalChain, startChains } from '@/scripts/launcher/chains/anvil';
import type { AnvilClient } from '@/scripts/launcher/chains/anvil-client';
import { chainPlans } from '../../support/chain-plans';

const SOMEBODY = '0x00000000000000000000000000000000000000ff';
let dir: string;
let chains: LocalChain[];
let client: AnvilClient;
let config: Config;

beforeAll(async () => {
  dir = await mkdtemp(path.join(os.tmpdir(), 'tidewell-ends-'));
  chains = await startChains(dir, { plans: [chainPlans[0]] });
  const [chain] = chains;
  if (!chain) throw new Error('no chain');
  client = chain.client;
  const { id, name, rpcUrl } = chain;
  const browser = 'https://explorer.example/';
  config = createWalletConfig(
    [{ id, name, rpcUrl, nativeSymbol: 'ETH', testnet: true, browserAddress: browser, browserTx: browser }],
    new Map(),
  );
});
afterAll(async () => {
  await Promise.all(chains.map((chain) => chain.stop()));
  await rm(dir, { recursive: true, force: true });
});

type Sent = { to?: Address; value?: bigint; gwei?: number; nonce?: number };

/** Sends a transfer. By default, its nonce is too high by one, so that it stays pending. */
const send = (account: PrivateKeyAccount, { to = SOMEBODY, value = 5n, gwei = 2, nonce = 1 }: Sent = {}) =>
  client.sendTransaction({
    account,
    to,
    value,
    nonce,
    gas: 50_000n,
    maxFeePerGas: parseGwei(String(gwei)),
    maxPriorityFeePerGas: parseGwei(String(gwei)),
  });

/** Returns a new account whose transaction is pending, and the transaction's ledger entry. */
async function waiting(): Promise<{ account: PrivateKeyAccount; entry: LedgerEntry }> {
  const account = privateKeyToAccount(generatePrivateKey());
  await client.setBalance({ address: account.address, value: parseEther('1') });
  const hash = await send(account);
  const { nonce, ...sent } = await client.getTransaction({ hash });
  const call = callHash(sent);
  const fromBlock = String(await client.getBlockNumber({ cacheTime: 0 }));
  const entry: LedgerEntry = {
    ...{ id: hash, hash, chainId: client.chain.id, account: account.address, createdAt: Date.now() },
    ...{ kind: 'send', coinId: 1, amountRaw: '5', decimals: 18, symbol: 'ETH', status: 'pending' },
    ...{ recipient: SOMEBODY, token: NATIVE_TOKEN },
    request: { to: SOMEBODY, call, selector: '0x', dataSize: 0, fromBlock, fromNonce: 0, nextNonce: 0 },
    sent: [{ hash, kind: 'call', at: Date.now(), nonce, call }],
  };
  return { account, entry };
}

/** Sends a transaction with the missing nonce, so that the pending one can be mined. */
async function letThrough(account: PrivateKeyAccount): Promise<void> {
  const hash = await send(account, { nonce: 0 });
  await client.waitForTransactionReceipt({ hash });
}
const mined = (hash: Hash) => client.waitForTransactionReceipt({ hash });
const lookFor = (entry: LedgerEntry) => lookUp(config, entry, () => []);

test('WAL-9 the result of a transaction that ended while no page was open is found by its nonce', async () => {
  const [gone, repriced, lowered, replaced, still] = await Promise.all(Array.from({ length: 5 }, waiting));
  if (!gone || !repriced || !lowered || !replaced || !still) throw new Error('no accounts');
  await client.request({
    method: 'anvil_removePoolTransactions' as never,
    params: [gone.account.address] as never,
  });
  const again = await send(repriced.account, { gwei: 4 });
  const less = await send(lowered.account, { value: 4n, gwei: 4 });
  const other = await send(replaced.account, { to: client.account.address, gwei: 4 });
  for (const { account } of [repriced, lowered, replaced]) await letThrough(account);
  await mined(again);
  // Mine more blocks, so that the transaction to find is many blocks back.
  await client.mine({ blocks: 37 });

  const looks = await Promise.all(
    [gone, repriced, lowered, replaced, still].map(({ entry }) => lookFor(entry)),
  );
  expect(looks).toMatchObject([
    // No node has it, which proves nothing.
    { outcome: null, isMissing: true },
    { outcome: { status: 'confirmed', hash: again, isAltered: false } },
    { outcome: { status: 'confirmed', hash: less, isAltered: true } },
    { outcome: { status: 'failed', reason: 'cancelled', hash: other } },
    { outcome: null, isMissing: false },
  ]);
});

test('WAL-9 WAL-16 a call that overtakes its cancellation at another fee counts as confirmed', async () => {
  const { account, entry } = await waiting();
  const hash = await client.sendTransaction({
    ...{ account, to: account.address, nonce: 1, gas: 21_000n },
    ...{ maxFeePerGas: parseGwei('3'), maxPriorityFeePerGas: parseGwei('3') },
  });
  const cancelling: LedgerEntry = {
    ...entry,
    hash,
    sent: [...entry.sent, { hash, kind: 'cancel', at: Date.now() }],
  };
  expect(await lookFor(cancelling)).toMatchObject({ outcome: null, isMissing: false });
  const again = await send(account, { gwei: 4 });
  await letThrough(account);
  await mined(again);
  expect(await lookFor(cancelling)).toMatchObject({ outcome: { status: 'confirmed', hash: again } });
});

test('WAL-9 finds the transaction that used a nonce, however old, or none', async () => {
  const account = privateKeyToAccount(generatePrivateKey());
  await client.setBalance({ address: account.address, value: parseEther('1') });
  const hashes: Hash[] = [];
  for (let nonce = 0; nonce < 3; nonce += 1) {
    hashes.push(await send(account, { nonce }));
    await client.mine({ blocks: 1 + nonce * 7 });
  }
  for (const [nonce, hash] of hashes.entries())
    expect(await nonceSearch(client, account.address)(nonce)).toMatchObject({ transaction: { hash, nonce } });
  expect(await nonceSearch(client, account.address)(3)).toBeNull();
});
