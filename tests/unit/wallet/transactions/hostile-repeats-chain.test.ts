import { encodeFunctionData, erc20Abi, type Hex, parseAbi, toHex } from 'viem';
import type { Config } from 'wagmi';
import { allowSpending } from '@/lib/wallet/transactions/allow-spending';
import { sendCall } from '@/lib/wallet/transactions/send-call';
import { trackEntry } from '@/lib/wallet/transactions/track-entry';
import { useLedger } from '@/lib/wallet/transactions/transaction-ledger';
import { RpcFailure } from '../../../support/chain-plans';
import { type OwnChain, startOwnChain } from '../../../support/own-chain';
import { entries, Payer, recipient, usdt } from '../../../support/payer';

let chain: OwnChain;
let payer: Payer;

beforeAll(async () => {
  chain = await startOwnChain();
});
beforeEach(async () => {
  payer = new Payer(chain);
  await payer.start();
});
afterEach(() => chain.client.setAutomine(true));
afterAll(() => chain.stop());

/** Sends a DApp's transfer of 3 tUSDT whose data ends with a deadline, as that of a router does. */
const pressDapp = (config: Config, deadline: number) => {
  const transfer = encodeFunctionData({
    abi: erc20Abi,
    functionName: 'transfer',
    args: [recipient, usdt('3')],
  });
  const data = `${transfer}${toHex(deadline, { size: 32 }).slice(2)}` as Hex;
  return sendCall(
    config,
    {
      ...{ account: payer.address, chainId: chain.id },
      call: { address: chain.addresses.tUsdt, value: 0n, data },
      intent: {
        ...{ kind: 'dapp', coinId: 0, amountRaw: '0', decimals: 18, symbol: 'ETH' },
        dapp: { name: 'Router', origin: 'https://router.example' },
      },
    },
    {
      ...{ signal: new AbortController().signal, named: [] },
      ...{ onStep: () => undefined, onRecorded: () => undefined },
    },
  );
};

test("WAL-9 a DApp's pending transaction that the wallet called rejected is named before the DApp asks for it with a new deadline", async () => {
  await chain.client.setAutomine(false);
  const received = () =>
    chain.client.readContract({
      ...{ address: chain.addresses.tUsdt, abi: erc20Abi, functionName: 'balanceOf' },
      args: [recipient],
    });
  const before = await received();
  let requests = 0;
  const config = await payer.connect({
    eth_sendTransaction: async ([asked]) => {
      requests += 1;
      await payer.publish(asked);
      throw new RpcFailure(4001, 'User rejected the request.');
    },
  });
  await expect(pressDapp(config, 1_900_000_000)).rejects.toBeDefined();
  // Whatever names the first one, the wallet isn't asked before.
  await expect(pressDapp(config, 1_900_000_060)).rejects.toBeDefined();
  await chain.client.mine({ blocks: 1 });
  expect([requests, await received()]).toEqual([1, before + usdt('3')]);
});

test('WAL-16 an order for more than a pending approval allows is not told that the wallet lowered an approval', async () => {
  await chain.client.setAutomine(false);
  const asked: string[] = [];
  const config = await payer.connect({
    eth_sendTransaction: async ([transaction]) => {
      const { data } = transaction as { data: Hex };
      asked.push(BigInt(`0x${data.slice(-64)}`).toString());
      return payer.publish(transaction);
    },
  });
  const { tUsdt, vault } = chain.addresses;
  const allow = (amount: bigint, signal: AbortSignal) =>
    allowSpending(
      config,
      {
        ...{ account: payer.address, chainId: chain.id },
        intent: { kind: 'deposit', coinId: 2, amountRaw: String(amount), decimals: 6, symbol: 'tUSDT' },
        call: { address: vault, abi: parseAbi(['function deposit()']), functionName: 'deposit', args: [] },
        spending: { token: tUsdt, amount },
      },
      { canBatch: async () => false, canPermit: () => false, giveUp: () => undefined },
      { signal, named: [], onStep: () => undefined, onRecorded: () => undefined },
    );
  // The user closes the sheet while the approval of 5 is pending, and deposits 10 instead.
  const closing = new AbortController();
  const stop = useLedger.subscribe(({ entries: [first] }) => {
    if (typeof first?.hash === 'string') closing.abort(new Error('closed'));
  });
  await expect(allow(usdt('5'), closing.signal)).rejects.toThrow('closed');
  stop();
  const [approval] = entries();
  await chain.client.mine({ blocks: 1 });
  await chain.client.setAutomine(true);
  const ended = allow(usdt('10'), new AbortController().signal).then(
    () => 'allowed',
    (error: { code?: string }) => error.code,
  );
  // The transaction watcher finds the approvals.
  if (approval) await trackEntry(config, approval.id);
  expect([await ended, asked]).toEqual(['allowed', [usdt('5'), usdt('10')].map(String)]);
});
