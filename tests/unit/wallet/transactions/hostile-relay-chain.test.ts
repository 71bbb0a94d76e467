import { QueryClient } from '@tanstack/react-query';
import { erc20Abi, type Hash, parseEther } from 'viem';
import { sendTransactions } from '@/lib/wallet/dapps/dapp-transactions';
import { hideInLedger } from '@/lib/wallet/transactions/transaction-ledger';
import type { AnyCall, TransactionPlan } from '@/lib/wallet/transactions/transaction-plan';
import { type OwnChain, startOwnChain } from '../../../support/own-chain';
import { entries, lookForAll, Payer, recipient } from '../../../support/payer';

let chain: OwnChain;
let payer: Payer;

beforeAll(async () => {
  chain = await startOwnChain();
});
beforeEach(async () => {
  payer = new Payer(chain);
  await payer.start();
});
afterAll(() => chain.stop());

test('WAL-9 a relayed call of the account that paid nothing is shown without an amount', async () => {
  // Code that swallows the failure of its calls, as the try mode of ERC-7821 and ERC-6900 accounts does.
  await chain.client.setCode({ address: payer.address, bytecode: '0x00' });
  const config = await payer.connect({
    eth_sendTransaction: () =>
      chain.client.sendTransaction({ to: payer.address, data: '0x12345678', gas: 100_000n }),
  });
  const before = await payer.received();
  await payer.press(config, payer.coins(parseEther('1')));
  await lookForAll(config);
  expect(await payer.received()).toBe(before);
  const [entry] = entries();
  expect(entry).toMatchObject({ status: 'confirmed', isAltered: true });
  expect(entry?.receivedRaw).toBeUndefined();
});

test('WAL-9 an own call of other code, at whose block somebody else pays the recipient the same, is no payment', async () => {
  await chain.client.setCode({ address: payer.address, bytecode: '0x00' });
  await chain.client.setAutomine(false);
  const config = await payer.connect({ eth_sendTransaction: () => `0x${'9'.repeat(64)}` });
  await payer.press(config, payer.coins(parseEther('1')));
  await chain.client.sendTransaction({
    account: payer.address,
    to: payer.address,
    data: '0x12345678',
    gas: 100_000n,
  });
  await chain.client.sendTransaction({ to: recipient, value: parseEther('1'), gas: 100_000n });
  await chain.client.mine({ blocks: 1 });
  await chain.client.setAutomine(true);
  await lookForAll(config);
  expect(entries()).not.toMatchObject([{ status: 'confirmed' }]);
});

test('WAL-9 an approval that the user changed in the wallet is not reported with the amount asked for', async () => {
  const { tUsdt, vault } = chain.addresses;
  const approve = (value: bigint) => ({
    ...{ address: tUsdt, abi: erc20Abi, functionName: 'approve' },
    args: [vault, value],
  });
  const config = await payer.connect({
    eth_sendTransaction: async () => {
      const call = { ...approve(7n), account: payer.address, gas: 200_000n };
      const hash = await chain.client.writeContract(call as never);
      await chain.client.waitForTransactionReceipt({ hash, pollingInterval: 50 });
      return hash;
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
  await payer.press(config, plan);
  await lookForAll(config);
  expect(entries()).toMatchObject([{ status: 'confirmed', isAltered: true, receivedRaw: '7' }]);
});

test('WAL-9 an order whose wallet stops answering before it is asked ends visibly', async () => {
  let asked = 0;
  const config = await payer.connect({
    eth_chainId: () => {
      asked += 1;
      // The service worker of the extension ended.
      return asked > 2 ? new Promise(() => undefined) : '0x7a69';
    },
  });
  const told = await Promise.race([
    payer.press(config, payer.coins(1n)),
    new Promise((resolve) => setTimeout(() => resolve('hangs'), 70_000)),
  ]);
  expect(told).not.toBe('hangs');
}, 90_000);

test('WAL-9 a DApp is not told that a transaction failed because the user hid it', async () => {
  const hidden: Hash = `0x${'9'.repeat(64)}`;
  const config = await payer.connect({
    wallet_getCapabilities: () => ({}),
    eth_sendTransaction: () => hidden,
  });
  const session = {
    ...{
      config,
      queries: new QueryClient(),
      account: payer.address,
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
