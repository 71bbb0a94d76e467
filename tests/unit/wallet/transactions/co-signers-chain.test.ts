import { QueryClient } from '@tanstack/react-query';
import { encodeFunctionData, erc20Abi, type Hash, type Hex, parseEther, toEventSelector } from 'viem';
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts';
import type { Config } from 'wagmi';
import { describeSent, sendTransactions } from '@/lib/wallet/dapps/dapp-transactions';
import { awaitsCoSigners, explorerHash } from '@/lib/wallet/transactions/ledger-entry';
import { isLedgerEntry } from '@/lib/wallet/transactions/stored-entry';
import { readLedger, useLedger } from '@/lib/wallet/transactions/transaction-ledger';
import { type OwnChain, startOwnChain, type WalletMethods } from '../../../support/own-chain';
import { entries, lookForAll, Payer, recipient, usdt } from '../../../support/payer';
import { SafeAccount } from '../../../support/safe-account';
import { SmartAccount } from '../../../support/smart-account';

type Asked = { to: `0x${string}`; value?: Hex; data?: Hex };

let chain: OwnChain;
beforeAll(async () => {
  chain = await startOwnChain();
});
afterAll(() => chain.stop());

const callOf = ({ to, value = '0x0', data = '0x' }: Asked) => ({ to, value: BigInt(value), data });
/** Lets a failed call use up the Safe's nonce, instead of reverting the transaction that executes it. */
const OWN_GAS = 100_000n;

/** A Safe with 10 ETH and 100 tUSDT, whose wallet returns the `safeTxHash` of what it proposes to the owners. */
async function startSafe(methods: (safe: SafeAccount) => WalletMethods = () => ({})) {
  const safe = new SafeAccount(() => chain.rpcUrl);
  await safe.prepare();
  const payer = new Payer(chain, safe.address);
  await payer.start();
  const proposed: Hash[] = [];
  const config = await payer.connect({
    wallet_getCapabilities: () => ({}),
    eth_sendTransaction: ([asked]) => {
      const hash = safe.propose(callOf(asked as Asked), OWN_GAS);
      proposed.push(hash);
      return hash;
    },
    ...methods(safe),
  });
  return { safe, payer, config, proposed };
}

const received = () =>
  chain.client.readContract({
    ...{ address: chain.addresses.tUsdt, abi: erc20Abi, functionName: 'balanceOf', args: [recipient] },
  });

test('WAL-40 a Safe’s payment waits for its co-signers, survives a reload, and ends by the Safe’s own event', async () => {
  const { safe, payer, config, proposed } = await startSafe();
  const before = await received();
  const id = await payer.send(config, payer.tokens(usdt('5')));
  await lookForAll(config);
  const [waiting] = entries();
  expect(waiting).toMatchObject({ id, hash: proposed[0], status: 'pending', note: 'coSigners' });
  if (!waiting) throw new Error('nothing waits');
  expect([awaitsCoSigners(waiting), explorerHash(waiting)]).toEqual([true, null]);

  // As after a reload.
  const stored: unknown = JSON.parse(localStorage.getItem('tidewell.transactions') ?? '[]');
  expect([stored, readLedger()].map((list) => Array.isArray(list) && list.every(isLedgerEntry))).toEqual([
    true,
    true,
  ]);
  // A second payment names the first one.
  expect(await payer.press(config, payer.tokens(usdt('5')))).toEqual({ problem: 'sentBefore' });
  expect(proposed).toHaveLength(1);

  // Days later, only new blocks are searched.
  await chain.client.mine({ blocks: 100 });
  await lookForAll(config);
  const searched = Number(entries()[0]?.searched?.logs);
  expect(searched).toBeGreaterThan(Number(waiting.request.fromBlock));
  expect(searched).toBeLessThan(Number(await chain.client.getBlockNumber()) - 60);
  const { transactionHash } = await safe.execute(proposed[0] ?? '0x');
  await lookForAll(config);
  expect(entries()).toMatchObject([{ status: 'confirmed', hash: transactionHash }]);
  expect(entries()[0]?.note).toBeUndefined();
  expect((await received()) - before).toBe(usdt('5'));
  // The proposal pays for its own gas limit, so its nonce isn't derived from its hash.
  expect(waiting.safe).toBeUndefined();
});

test('WAL-40 a payment that the Safe executed in vain failed, although its transaction succeeded', async () => {
  const { safe, payer, config } = await startSafe();
  const { tUsdt } = chain.addresses;
  // Executed first, it leaves too little.
  const args = [chain.addresses.vault, usdt('99')] as const;
  const drain = safe.propose({
    to: tUsdt,
    data: encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args }),
  });
  await payer.send(config, payer.tokens(usdt('5')));
  const [{ hash } = { hash: null }] = entries();
  await safe.execute(drain);
  await lookForAll(config);
  expect(entries()).toMatchObject([{ status: 'pending', note: 'coSigners' }]);
  const receipt = await safe.execute(hash ?? '0x');
  expect(receipt.status).toBe('success');
  await lookForAll(config);
  expect(entries()).toMatchObject([
    { status: 'failed', reason: 'operationFailed', hash: receipt.transactionHash },
  ]);
});

test('WAL-40 a proposal whose nonce the Safe used for something else, such as its rejection, has failed', async () => {
  const { safe, payer, config } = await startSafe((own) => ({
    eth_sendTransaction: ([asked]) => own.propose(callOf(asked as Asked)),
  }));
  const earlier = safe.propose({ to: recipient, value: 1n });
  await payer.send(config, payer.coins(5n));
  const [{ hash } = { hash: null }] = entries();
  await lookForAll(config);
  expect(entries()).toMatchObject([{ note: 'coSigners', safe: { nonce: 1, first: 0 } }]);
  expect(readLedger()).toHaveLength(1);
  // Another proposal of the queue decides nothing.
  await safe.execute(earlier);
  await lookForAll(config);
  expect(entries()).toMatchObject([{ status: 'pending', note: 'coSigners' }]);
  const { transactionHash } = await safe.execute(safe.reject(hash ?? '0x'));
  await lookForAll(config);
  expect(entries()).toMatchObject([{ status: 'failed', reason: 'cancelled', hash: transactionHash }]);
});

test('WAL-40 a module’s execution says nothing of a proposal', async () => {
  const { safe, payer, config } = await startSafe();
  await payer.send(config, payer.coins(parseEther('1')));
  // The event with an indexed address, as the Safe emits it.
  const topic = toEventSelector('ExecutionFromModuleSuccess(address)').slice(2);
  const code = await chain.client.getCode({ address: safe.address });
  await chain.client.setCode({ address: safe.address, bytecode: `0x307f${topic}5f5fa200` });
  const data = { to: safe.address, data: '0x1234', gas: 500_000n } as const;
  await chain.client.waitForTransactionReceipt({ hash: await chain.client.sendTransaction(data) });
  await chain.client.setCode({ address: safe.address, bytecode: code ?? '0x' });
  await lookForAll(config);
  expect(entries()).not.toMatchObject([{ status: 'failed' }]);
  expect(entries()[0]?.isAltered ?? false).toBe(entries()[0]?.status === 'confirmed');
});

test('WAL-40 a contract account of another kind waits, and its payment is found by its effect', async () => {
  const owner = privateKeyToAccount(generatePrivateKey());
  const account = new SmartAccount(owner, 'contract', () => chain.rpcUrl);
  await account.prepare();
  const payer = new Payer(chain, account.address);
  await payer.start();
  let asked: Asked | undefined;
  const unknown: Hash = `0x${'7'.repeat(64)}`;
  const config = await payer.connect({
    eth_sendTransaction: ([request]) => {
      asked = request as Asked;
      return unknown;
    },
  });
  await payer.send(config, payer.tokens(usdt('3')));
  await lookForAll(config);
  expect(entries()).toMatchObject([{ status: 'pending', note: 'coSigners', hash: unknown }]);
  if (!asked) throw new Error('nothing was asked');
  const hash = await account.execute([callOf(asked)]);
  await chain.client.waitForTransactionReceipt({ hash });
  await lookForAll(config);
  expect(entries()).toMatchObject([{ status: 'confirmed', hash }]);
});

test('WAL-40 an account with a key waits for no co-signers, also with an EIP-7702 delegation', async () => {
  for (const code of ['0x', `0xef0100${'12'.repeat(20)}`] as const) {
    const payer = new Payer(chain);
    await payer.start();
    await chain.client.setCode({ address: payer.address, bytecode: code });
    const config = await payer.connect({ eth_sendTransaction: () => `0x${'8'.repeat(64)}` });
    await payer.send(config, payer.coins(1n));
    await lookForAll(config);
    expect(entries()).toMatchObject([{ status: 'pending', missingSince: expect.any(Number) }]);
    expect(entries()[0]?.note).toBeUndefined();
  }
});

describe('WAL-40 a DApp', () => {
  const turn = { review: async () => new AbortController().signal, wait: <T>(done: Promise<T>) => done };
  const sessionOf = (config: Config, { address }: SafeAccount) => ({
    ...{ config, queries: new QueryClient(), account: address },
    dapp: { name: 'Shop', origin: 'https://shop.example' },
    chain: { id: chain.id, name: chain.name, nativeSymbol: 'ETH', browserAddress: '', browserTx: '' },
    onProblem: () => undefined,
  });
  const call = (value: bigint) => ({ to: recipient, value, data: '0x' });

  test('is told that its transaction waits for confirmations, and then how the Safe executed it', async () => {
    const { safe, config } = await startSafe();
    const session = sessionOf(config, safe);
    const hash = await sendTransactions(session, [call(1n)], turn);
    await lookForAll(config);
    expect(describeSent(session, hash)).toMatchObject({ txStatus: 'AWAITING_CONFIRMATIONS', txHash: null });
    const { transactionHash: txHash } = await safe.execute(hash);
    await lookForAll(config);
    expect(describeSent(session, hash)).toMatchObject({ txStatus: 'SUCCESS', txHash });
  });

  test('is told the same of a batch, whose ID is the Safe’s hash', async () => {
    const { safe, config } = await startSafe((own) => ({
      wallet_getCapabilities: () => ({ [`0x${chain.id.toString(16)}`]: { atomic: { status: 'supported' } } }),
      wallet_sendCalls: ([batch]) => ({
        id: own.proposeBatch((batch as { calls: Asked[] }).calls.map(callOf)),
      }),
      wallet_getCallsStatus: ([id]) => ({
        ...{ version: '2.0.0', id, chainId: `0x${chain.id.toString(16)}`, atomic: true, status: 100 },
      }),
    }));
    const session = sessionOf(config, safe);
    const before = await chain.client.getBalance({ address: recipient });
    const id = await sendTransactions(session, [call(2n), call(3n)], turn);
    await lookForAll(config);
    const batchId = useLedger.getState().entries[0]?.batchId as Hash;
    expect(describeSent(session, id)).toMatchObject({ txStatus: 'AWAITING_CONFIRMATIONS', txHash: null });
    const { transactionHash: txHash } = await safe.execute(batchId);
    await lookForAll(config);
    expect(describeSent(session, id)).toMatchObject({ txStatus: 'SUCCESS', txHash });
    expect((await chain.client.getBalance({ address: recipient })) - before).toBe(5n);
  });
});
