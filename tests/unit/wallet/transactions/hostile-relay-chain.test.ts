import { QueryClient } from '@tanstack/react-query';
import { type Address, erc20Abi, type Hash, parseEther, parseUnits } from 'viem';
import { generatePrivateKey, privateKeyToAddress } from 'viem/accounts';
import { NATIVE_TOKEN } from '@/lib/evm/address';
import { sendTransactions } from '@/lib/wallet/dapps/dapp-transactions';
import { sendPlan } from '@/lib/wallet/transactions/send-plan';
import { trackEntry } from '@/lib/wallet/transactions/track-entry';
import { hideInLedger, useDeclined, useLedger } from '@/lib/wallet/transactions/transaction-ledger';
import type { AnyCall, OrderRun, TransactionPlan } from '@/lib/wallet/transactions/transaction-plan';
import {
  connectOwnChain,
  type OwnChain,
  startOwnChain,
  type WalletMethods,
} from '../../../support/own-chain';
import { sendTo } from '../../../support/wallet-tokens';

const recipient: Address = '0x00000000000000000000000000000000000000ff';
let chain: OwnChain;
let account: Address;

beforeAll(async () => {
  chain = await startOwnChain();
});
beforeEach(async () => {
  localStorage.clear();
  useLedger.setState({ entries: [] });
  useDeclined.setState({ entries: [] });
  account = privateKeyToAddress(generatePrivateKey());
  await chain.client.impersonateAccount({ address: account });
  await chain.client.setBalance({ address: account, value: parseEther('10') });
  await sendTo(chain.client, chain.addresses.tUsdt, 'transfer', [account, parseUnits('100', 6)]);
});
afterAll(() => chain.stop());

const run = (): OrderRun => ({
  ...{ signal: new AbortController().signal, named: [] },
  ...{ onStep: () => undefined, onRecorded: () => undefined },
});
const coins = (amount: bigint): TransactionPlan<AnyCall> => ({
  chainId: chain.id,
  intent: {
    ...{ kind: 'send', coinId: 1, amountRaw: String(amount), decimals: 18, symbol: 'ETH' },
    ...{ recipient, token: NATIVE_TOKEN },
  },
  call: { address: recipient, value: amount },
});
const entries = () => useLedger.getState().entries;
const connect = (methods: WalletMethods) => connectOwnChain(chain, account, undefined, undefined, methods);

test('WAL-9 a relayed call of the account that paid nothing is shown without an amount', async () => {
  // Code that swallows the failure of its calls, as the try mode of ERC-7821 and ERC-6900 accounts does.
  await chain.client.setCode({ address: account, bytecode: '0x00' });
  const config = await connect({
    eth_sendTransaction: () =>
      chain.client.sendTransaction({ to: account, data: '0x12345678', gas: 100_000n }),
  });
  const before = await chain.client.getBalance({ address: recipient });
  await sendPlan(config, new QueryClient(), account, coins(parseEther('1')), run());
  for (const { id } of entries()) await trackEntry(config, id);
  expect(await chain.client.getBalance({ address: recipient })).toBe(before);
  const [entry] = entries();
  expect(entry).toMatchObject({ status: 'confirmed', isAltered: true });
  expect(entry?.receivedRaw).toBeUndefined();
});

test('WAL-9 an own call of other code, at whose block somebody else pays the recipient the same, is no payment', async () => {
  await chain.client.setCode({ address: account, bytecode: '0x00' });
  await chain.client.setAutomine(false);
  const config = await connect({ eth_sendTransaction: () => `0x${'9'.repeat(64)}` });
  await sendPlan(config, new QueryClient(), account, coins(parseEther('1')), run());
  await chain.client.sendTransaction({ account, to: account, data: '0x12345678', gas: 100_000n });
  await chain.client.sendTransaction({ to: recipient, value: parseEther('1'), gas: 100_000n });
  await chain.client.mine({ blocks: 1 });
  await chain.client.setAutomine(true);
  for (const { id } of entries()) await trackEntry(config, id);
  expect(entries()).not.toMatchObject([{ status: 'confirmed' }]);
});

test('WAL-9 an approval that the user changed in the wallet is not reported with the amount asked for', async () => {
  const { tUsdt, vault } = chain.addresses;
  const approve = (value: bigint) => ({
    ...{ address: tUsdt, abi: erc20Abi, functionName: 'approve' },
    args: [vault, value],
  });
  const config = await connect({
    eth_sendTransaction: async () => {
      const call = { ...approve(7n), account, gas: 200_000n };
      return chain.client.writeContract(call as never);
    },
  });
  const plan: TransactionPlan<AnyCall> = {
    chainId: chain.id,
    intent: {
      kind: 'approve',
      coinId: 2,
      amountRaw: '5',
      decimals: 6,
      symbol: 'tUSDT',
      spender: vault,
      token: tUsdt,
    },
    call: approve(5n),
  };
  await sendPlan(config, new QueryClient(), account, plan, run());
  for (const { id } of entries()) await trackEntry(config, id);
  expect(entries()).toMatchObject([{ status: 'confirmed', isAltered: true, receivedRaw: '7' }]);
});

test('WAL-9 an order whose wallet stops answering before it is asked ends visibly', async () => {
  let asked = 0;
  const config = await connect({
    eth_chainId: () => {
      asked += 1;
      // The service worker of the extension ended.
      return asked > 2 ? new Promise(() => undefined) : '0x7a69';
    },
  });
  const told = await Promise.race([
    sendPlan(config, new QueryClient(), account, coins(1n), run()),
    new Promise((resolve) => setTimeout(() => resolve('hangs'), 70_000)),
  ]);
  expect(told).not.toBe('hangs');
}, 90_000);

test('WAL-9 a DApp is not told that a transaction failed because the user hid it', async () => {
  const hidden: Hash = `0x${'9'.repeat(64)}`;
  const config = await connect({
    wallet_getCapabilities: () => ({}),
    eth_sendTransaction: () => hidden,
  });
  const session = {
    ...{
      config,
      queries: new QueryClient(),
      account,
      dapp: { name: 'Shop', origin: 'https://shop.example' },
    },
    chain: { id: chain.id, name: chain.name, nativeSymbol: 'ETH', browserAddress: '', browserTx: '' },
    onProblem: () => undefined,
  };
  const call = { to: recipient, value: 1n, data: '0x' };
  const turn = {
    review: async () => new AbortController().signal,
    wait: async <Result>(sent: Promise<Result>) => {
      const [entry] = entries();
      if (entry) hideInLedger(entry.id);
      return Promise.race([
        sent,
        new Promise<never>((_, reject) => setTimeout(() => reject(new Error('waits')), 1_000)),
      ]);
    },
  };
  await expect(sendTransactions(session, [call, call], turn)).rejects.toThrow('waits');
});
