import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { type Hash, type PrivateKeyAccount, parseEther, parseGwei, size } from 'viem';
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts';
import type { Config } from 'wagmi';
import { createWalletConfig } from '@/lib/wallet/networks/wallet-config';
import type { LedgerEntry } from '@/lib/wallet/transactions/ledger-entry';
import { callHash } from '@/lib/wallet/transactions/read-transactions';
import { planReplacement } from '@/lib/wallet/transactions/replacement';
import { type LocalChain, startChains } from '@/scripts/launcher/chains/anvil';
import type { AnvilClient } from '@/scripts/launcher/chains/anvil-client';
import { chainPlans } from '../../support/chain-plans';
import { anyRequest } from '../../support/ledger-entry';

const SOMEBODY = '0x00000000000000000000000000000000000000ff';
const DATA = '0x1234';
let dir: string;
let chains: LocalChain[];
let client: AnvilClient;
let config: Config;

beforeAll(async () => {
  dir = await mkdtemp(path.join(os.tmpdir(), 'tidewell-replaced-'));
  chains = await startChains(dir, { plans: [chainPlans[0]] });
  const [chain] = chains;
  if (!chain) throw new Error('no chain');
  client = chain.client;
  const { id, name, rpcUrl } = chain;
  const explorer = {
    browserAddress: 'https://explorer.example/a/',
    browserTx: 'https://explorer.example/t/',
  };
  config = createWalletConfig(
    [{ id, name, rpcUrl, nativeSymbol: 'ETH', testnet: true, ...explorer }],
    new Map(),
  );
});
afterAll(async () => {
  await Promise.all(chains.map((chain) => chain.stop()));
  await rm(dir, { recursive: true, force: true });
});

async function newAccount(balance = '1'): Promise<PrivateKeyAccount> {
  const account = privateKeyToAccount(generatePrivateKey());
  await client.setBalance({ address: account.address, value: parseEther(balance) });
  return account;
}

/** A transaction that stays pending, because its nonce is one too high. */
const call = { to: SOMEBODY, data: DATA, value: 5n, nonce: 1, gas: 60_000n } as const;

const entryOf = ({ address }: PrivateKeyAccount, hash: Hash): LedgerEntry => ({
  ...{ id: hash, hash, chainId: client.chain.id, account: address, status: 'pending', createdAt: 0 },
  ...{ kind: 'withdraw', coinId: 1, amountRaw: '5', decimals: 18, symbol: 'ETH' },
  request: {
    ...anyRequest(SOMEBODY),
    ...{ call: callHash({ to: SOMEBODY, value: call.value, input: DATA }), dataSize: size(DATA) },
  },
  sent: [{ hash, kind: 'call', at: 0 }],
});
test('WAL-16 speeds up a transaction with its own nonce and call, with EIP-1559 fees or a gas price as before', async () => {
  const account = await newAccount();
  const fees = { maxFeePerGas: parseGwei('40'), maxPriorityFeePerGas: parseGwei('2') };
  const hash = await client.sendTransaction({ account, ...call, ...fees });
  expect(await planReplacement(config, entryOf(account, hash), 'speedUp')).toEqual({
    kind: 'speedUp',
    ...call,
    fees: { maxFeePerGas: parseGwei('45'), maxPriorityFeePerGas: parseGwei('2.25') },
    cost: 60_000n * parseGwei('45'),
    costBefore: 60_000n * parseGwei('40'),
    isAffordable: true,
  });

  for (const format of [{ type: 'legacy' }, { type: 'eip2930', accessList: [] }] as const) {
    const other = await newAccount('0.002');
    const sent = await client.sendTransaction({
      account: other,
      ...call,
      ...format,
      gasPrice: parseGwei('32'),
    });
    expect(await planReplacement(config, entryOf(other, sent), 'speedUp')).toMatchObject({
      ...call,
      fees: { gasPrice: parseGwei('36') },
      cost: 60_000n * parseGwei('36'),
      isAffordable: false,
    });
  }
});

test('WAL-16 a cancellation sends an empty transaction to oneself with the same nonce, and so does its replacement', async () => {
  const account = await newAccount();
  const hash = await client.sendTransaction({ account, ...call });
  const empty = { kind: 'cancel', to: account.address, data: '0x', value: 0n, nonce: 1, gas: 21_000n };
  const entry = entryOf(account, hash);
  expect(await planReplacement(config, entry, 'cancel')).toMatchObject(empty);
  const cancelling = await client.sendTransaction({
    account,
    ...{ to: account.address, nonce: 1, gas: 21_000n },
    ...{ maxFeePerGas: parseGwei('50'), maxPriorityFeePerGas: parseGwei('20') },
  });
  const cancelled: LedgerEntry = {
    ...entry,
    hash: cancelling,
    sent: [...entry.sent, { hash: cancelling, kind: 'cancel', at: 1 }],
  };
  expect(await planReplacement(config, cancelled, 'speedUp')).toMatchObject({
    ...empty,
    to: account.address.toLowerCase(),
  });
});

test('WAL-16 does not replace a transaction that is mined, unknown, or from another account', async () => {
  const account = await newAccount();
  const mined = await client.sendTransaction({ account, ...call, nonce: 0 });
  await client.waitForTransactionReceipt({ hash: mined });
  const waiting = await client.sendTransaction({ account, ...call, nonce: 2 });
  for (const entry of [
    entryOf(account, mined),
    entryOf(account, `0x${'ab'.repeat(32)}`),
    entryOf(await newAccount(), waiting),
  ])
    expect(await planReplacement(config, entry, 'speedUp')).toBeNull();
});
