import { QueryClient } from '@tanstack/react-query';
import { type Address, encodeFunctionData, erc20Abi, type Hash, numberToHex, parseEther, toHex } from 'viem';
import { stakePlan } from '@/components/wallet/stake/stake-plan';
import { stakingPoolAbi } from '@/lib/evm/abi/staking-pool';
import { sendTransactions } from '@/lib/wallet/dapps/dapp-transactions';
import { sendPlan } from '@/lib/wallet/transactions/send-plan';
import { anvilHttp } from '@/scripts/launcher/chains/anvil-client';
import { RpcFailure } from '../../../support/chain-plans';
import { type OwnChain, startOwnChain, type WalletMethods } from '../../../support/own-chain';
import { entries, lookForAll, Payer, recipient } from '../../../support/payer';
import { until } from '../../../support/until';
import { sendTo } from '../../../support/wallet-tokens';

let chain: OwnChain;
let payer: Payer;

beforeAll(async () => {
  chain = await startOwnChain();
});
beforeEach(async () => {
  payer = new Payer(chain);
  await payer.start();
  await sendTo(chain.client, chain.addresses.tTide, 'transfer', [payer.address, parseEther('20')]);
});
afterEach(() => chain.client.setAutomine(true));
afterAll(() => chain.stop());

type Call = { to: Address; data: `0x${string}`; value?: `0x${string}` };
type Batch = { calls: Call[]; id: string };

const canBatch: WalletMethods = {
  wallet_getCapabilities: () => ({ [numberToHex(chain.id)]: { atomic: { status: 'supported' } } }),
};
const receiptsOf = (hashes: readonly Hash[]) =>
  Promise.all(
    hashes.map((hash) =>
      anvilHttp(chain.rpcUrl)({}).request({ method: 'eth_getTransactionReceipt', params: [hash] }),
    ),
  );
const statusOf = async (id: unknown, status: number, hashes: readonly Hash[]) => ({
  ...{ version: '2.0.0', id, chainId: numberToHex(chain.id), atomic: false, status },
  receipts: await receiptsOf(hashes),
});
const stake = (amount: bigint) =>
  stakePlan({
    ...{ action: 'stake', chainId: chain.id, pool: chain.addresses.staking, account: payer.address, amount },
    token: { coinId: 5, symbol: 'tTIDE', decimals: 18, address: chain.addresses.tTide },
  });
const staked = () =>
  chain.client.readContract({
    ...{
      address: chain.addresses.staking,
      abi: stakingPoolAbi,
      functionName: 'stakeOf',
      args: [payer.address],
    },
  });
const nothing = () => undefined;
/** Whether an order is being sent, rather than the wallet connected. */
let isSending = false;

test('WAL-9 a batch that the wallet sends as single transactions stays open while the last one is pending, although the wallet stops answering', async () => {
  const hashes: Hash[] = [];
  let calls: Call[] = [];
  let isAwake = true;
  const config = await payer.connect({
    ...canBatch,
    wallet_sendCalls: async ([batch]) => {
      calls = (batch as Batch).calls;
      hashes.push(await payer.publish(calls[0]));
      return { id: (batch as Batch).id };
    },
    wallet_getCallsStatus: async ([id]) => {
      if (!isAwake) throw new RpcFailure(4900, 'disconnected');
      return statusOf(id, 100, hashes);
    },
  });
  const id = await payer.send(config, stake(parseEther('4')));
  await lookForAll(config);
  expect(entries()).toMatchObject([{ id, status: 'pending' }]);
  // The extension's service worker ends, which says nothing about the chain.
  isAwake = false;
  await lookForAll(config);
  await payer.publish(calls[1]);
  await until(async () => (await staked()) === parseEther('4'), 'the stake on chain');
  await lookForAll(config);
  expect(entries()).toMatchObject([{ id, status: 'confirmed' }]);
});

test('WAL-9 a batch whose first transaction reverted, and which the wallet sent again, is not called one that moved no tokens', async () => {
  const hashes: Hash[] = [];
  const config = await payer.connect({
    ...canBatch,
    wallet_sendCalls: async ([batch]) => {
      const { calls, id } = batch as Batch;
      // Runs out of gas.
      hashes.push(await payer.publish(calls[0], { gas: '0x6000' }));
      for (const call of calls) hashes.push(await payer.publish(call));
      return { id };
    },
    wallet_getCallsStatus: ([id]) => statusOf(id, 200, hashes),
  });
  const id = await payer.send(config, stake(parseEther('4')));
  await until(async () => (await receiptsOf(hashes)).every((receipt) => receipt !== null), 'the receipts');
  expect(await receiptsOf(hashes)).toMatchObject([{ status: '0x0' }, { status: '0x1' }, { status: '0x1' }]);
  expect(await staked()).toBe(parseEther('4'));
  await lookForAll(config);
  expect(entries()).toMatchObject([{ id, status: 'confirmed' }]);
});

test('WAL-9 a batch whose amount the wallet lowered is not confirmed with the amount asked for', async () => {
  const hashes: Hash[] = [];
  const config = await payer.connect({
    ...canBatch,
    wallet_sendCalls: async ([batch]) => {
      const { calls, id } = batch as Batch;
      const data = encodeFunctionData({
        abi: stakingPoolAbi,
        functionName: 'stake',
        args: [parseEther('3')],
      });
      hashes.push(await payer.publish(calls[0]), await payer.publish({ ...calls[1], data }));
      return { id };
    },
    wallet_getCallsStatus: ([id]) => statusOf(id, 200, hashes),
  });
  await payer.send(config, stake(parseEther('4')));
  expect(await staked()).toBe(parseEther('3'));
  await lookForAll(config);
  const [entry] = entries();
  expect(entry?.status === 'confirmed' && !entry.isAltered && entry.receivedRaw === undefined).toBe(false);
});

test("WAL-9 a DApp's batch of which the wallet sent only the first call is not confirmed", async () => {
  const hashes: Hash[] = [];
  const config = await payer.connect({
    ...canBatch,
    wallet_sendCalls: async ([batch]) => {
      const { calls, id } = batch as Batch;
      hashes.push(await payer.publish(calls[0]));
      return { id };
    },
    // 600: only a part of the calls is on chain (EIP-5792).
    wallet_getCallsStatus: ([id]) => statusOf(id, 600, hashes),
  });
  const session = {
    ...{ config, queries: new QueryClient(), account: payer.address, onProblem: nothing },
    dapp: { name: 'Shop', origin: 'https://shop.example' },
    chain: { id: chain.id, name: chain.name, nativeSymbol: 'ETH', browserAddress: '', browserTx: '' },
  };
  const approval = encodeFunctionData({
    ...{ abi: erc20Abi, functionName: 'approve', args: [chain.addresses.staking, 1n] },
  });
  const turn = {
    review: async () => new AbortController().signal,
    wait: <Result>(sent: Promise<Result>) => sent,
  };
  const before = await payer.received();
  await sendTransactions(
    session,
    [
      { to: chain.addresses.tTide, value: 0n, data: approval },
      { to: recipient, value: parseEther('1'), data: '0x' },
    ],
    turn,
  );
  await lookForAll(config);
  expect(await payer.received()).toBe(before);
  expect(entries()[0]?.status).not.toBe('confirmed');
});

/** A gate that somebody waits at until it opens. */
function gate() {
  let [open, arrive] = [nothing, nothing] as [() => void, () => void];
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  const arrived = new Promise<void>((resolve) => {
    arrive = resolve;
  });
  const pass = () => {
    arrive();
    return opened;
  };
  return { open, arrived, pass };
}

test.each([
  ['a batch', 'wallet_sendCalls', canBatch],
  ['a permit', 'eth_signTypedData_v4', { wallet_getCapabilities: () => ({}) }],
] as const)(
  'WAL-9 %s is not requested from a wallet that answers another question after the sheet was closed',
  async (_, method, methods) => {
    // The sheet closes while the wallet still owes its answer to the first question, then to the second, and so on.
    for (let late = 1; ; late += 1) {
      const ending = new AbortController();
      const { open, arrived, pass } = gate();
      let questions = 0;
      const asked: string[] = [];
      const config = await payer.connect({
        ...methods,
        eth_chainId: async () => {
          questions += isSending ? 1 : 0;
          if (questions === late) await pass();
          return toHex(chain.id);
        },
        [method]: () => {
          asked.push(method);
          throw new RpcFailure(4001, 'User rejected the request.');
        },
      });
      const run = { signal: ending.signal, named: [], onStep: nothing, onRecorded: nothing };
      isSending = true;
      const sent = sendPlan(config, new QueryClient(), payer.address, stake(parseEther('4')), run);
      const isStale = await Promise.race([arrived.then(() => true), sent.then(() => false)]);
      ending.abort();
      open();
      await sent;
      isSending = false;
      if (!isStale) {
        expect([late > 2, asked]).toEqual([true, [method]]);
        return;
      }
      expect(asked).toEqual([]);
    }
  },
);
