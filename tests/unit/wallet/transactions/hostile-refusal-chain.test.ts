import { QueryClient } from '@tanstack/react-query';
import { type Address, erc20Abi, http, parseUnits } from 'viem';
import { swapPlan } from '@/components/wallet/swap/swap-plan';
import { sendPlan } from '@/lib/wallet/transactions/send-plan';
import { trackEntry } from '@/lib/wallet/transactions/track-entry';
import { useDeclined, useLedger } from '@/lib/wallet/transactions/transaction-ledger';
import type { AnyCall, OrderRun, TransactionPlan } from '@/lib/wallet/transactions/transaction-plan';
import { demoAccount } from '@/scripts/launcher/chains/anvil-client';
import { RpcFailure } from '../../../support/chain-plans';
import {
  connectOwnChain,
  type OwnChain,
  startOwnChain,
  type WalletMethods,
} from '../../../support/own-chain';
import { sendTo } from '../../../support/wallet-tokens';

const account = demoAccount(1).address;
const recipient: Address = '0x00000000000000000000000000000000000000ff';
const usdt = (amount: string) => parseUnits(amount, 6);
let chain: OwnChain;

beforeAll(async () => {
  chain = await startOwnChain();
});
beforeEach(() => {
  localStorage.clear();
  useLedger.setState({ entries: [] });
  useDeclined.setState({ entries: [] });
});
afterAll(() => chain.stop());

const run = (): OrderRun => ({
  ...{ signal: new AbortController().signal, named: [] },
  ...{ onStep: () => undefined, onRecorded: () => undefined },
});
const payment = (amount: bigint): TransactionPlan<AnyCall> => ({
  chainId: chain.id,
  intent: {
    ...{ kind: 'send', coinId: 2, amountRaw: String(amount), decimals: 6, symbol: 'tUSDT' },
    ...{ recipient, token: chain.addresses.tUsdt },
  },
  call: {
    ...{ address: chain.addresses.tUsdt, abi: erc20Abi, functionName: 'transfer' },
    args: [recipient, amount],
  },
});
const publish = async (asked: unknown) => {
  const transaction = { ...(asked as object), gas: '0xf4240' };
  return http(chain.rpcUrl)({}).request({ method: 'eth_sendTransaction', params: [transaction] });
};
const balance = (address: Address, owner: Address) =>
  chain.client.readContract({ address, abi: erc20Abi, functionName: 'balanceOf', args: [owner] });
const connect = (methods: WalletMethods) => connectOwnChain(chain, account, undefined, undefined, methods);

test('WAL-9 a payment that is confirmed before the wallet says "rejected" stays confirmed, and is not paid again unnamed', async () => {
  const before = await balance(chain.addresses.tUsdt, recipient);
  const config: Awaited<ReturnType<typeof connect>> = await connect({
    eth_sendTransaction: async ([asked]) => {
      await publish(asked);
      // The page's own watcher looks while the wallet's request is open.
      const open = useLedger.getState().entries.at(-1);
      if (open) await trackEntry(config, open.id);
      throw new RpcFailure(4001, 'User rejected the request.');
    },
  });
  await sendPlan(config, new QueryClient(), account, payment(usdt('3')), run());
  expect(await balance(chain.addresses.tUsdt, recipient)).toBe(before + usdt('3'));
  expect(useLedger.getState().entries).toMatchObject([{ status: 'confirmed' }]);
});

test('WAL-9 a swap that the wallet sent and called rejected is not asked for again unnamed', async () => {
  const { router, weth, multicall, tUsdt } = chain.addresses;
  await sendTo(chain.client, tUsdt, 'approve', [router, usdt('20')], account);
  const listed = (symbol: string, decimals: number, address: Address) => ({
    ...{ coinId: 2, symbol, decimals, address },
  });
  // Each review has a deadline of its own.
  const plan = (deadline: bigint) =>
    swapPlan({
      place: { chainId: chain.id, router, multicall },
      terms: { factory: router, wrapped: weth, feePpb: 3_000_000n },
      sold: listed('tUSDT', 6, tUsdt),
      bought: listed('WETH', 18, weth),
      ...{ amount: usdt('10'), minimum: 1n, path: [tUsdt, weth], account, deadline },
    });
  const asked: unknown[] = [];
  const config = await connect({
    eth_sendTransaction: async ([transaction]) => {
      asked.push(transaction);
      await publish(transaction);
      throw new RpcFailure(4001, 'User rejected the request.');
    },
  });
  const before = await balance(tUsdt, account);
  await sendPlan(config, new QueryClient(), account, plan(2n ** 40n), run());
  await sendPlan(config, new QueryClient(), account, plan(2n ** 40n + 60n), run());
  expect(asked).toHaveLength(1);
  expect(before - (await balance(tUsdt, account))).toBe(usdt('10'));
});
