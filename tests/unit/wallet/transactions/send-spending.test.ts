import { type Hash, HttpRequestError, numberToHex, parseAbi, toFunctionSelector } from 'viem';
import { chainErrorCode, OtherChainError } from '@/lib/evm/errors';
import { allowSpending } from '@/lib/wallet/transactions/allow-spending';
import { SentBeforeError } from '@/lib/wallet/transactions/earlier-entries';
import { callHash } from '@/lib/wallet/transactions/read-transactions';
import { plannedPrompts, sendSpending } from '@/lib/wallet/transactions/send-spending';
import { trackEntry } from '@/lib/wallet/transactions/track-entry';
import { findEntry, useLedger } from '@/lib/wallet/transactions/transaction-ledger';
import type { TransactionStep } from '@/lib/wallet/transactions/transaction-plan';
import { RpcFailure } from '../../../support/chain-plans';
import { account, addToLedger, anyRequest, hash } from '../../../support/ledger-entry';
import { answering, connectOnChains, reading, TOKEN, VAULT } from '../../../support/test-chains';

const intent = { kind: 'deposit', coinId: 2, amountRaw: '12', decimals: 18, symbol: 'TIDE' } as const;
const order = {
  ...{ account, chainId: 901, intent },
  call: { address: VAULT, abi: parseAbi(['function deposit()']), functionName: 'deposit', args: [] },
  spending: { token: TOKEN, amount: 12n },
};

const shortcuts = { canBatch: async () => true, canPermit: () => true, giveUp: () => undefined };
const run = (steps: TransactionStep[] = [], named: readonly Hash[] = []) => ({
  signal: new AbortController().signal,
  named,
  onStep: (step: TransactionStep) => void steps.push(step),
  onRecorded: () => undefined,
});

/** Connects a wallet on the chain 902. The node of the chain 901 reports an allowance of 12 base units. */
const connected = () => {
  const node = answering({
    eth_blockNumber: () => '0x7',
    eth_call: reading(() => numberToHex(12, { size: 32 })),
    eth_getTransactionByHash: () => null,
    eth_getTransactionReceipt: () => null,
    eth_getTransactionCount: () => '0x0',
    eth_getLogs: () => [],
  });
  const elsewhere = answering({
    eth_getTransactionByHash: ([asked]) => ({
      hash: asked,
      type: '0x0',
      to: TOKEN,
      value: '0x0',
      input: '0x',
    }),
  });
  const wallet = { eth_sendTransaction: () => hash('5') };
  const nodes = new Map([
    [901, node],
    [902, elsewhere],
  ]);
  return connectOnChains(nodes, { account, chainId: 902, wallet });
};

beforeEach(() => {
  localStorage.clear();
  useLedger.setState({ entries: [] });
});

test('WAL-16 an order with a sufficient allowance takes one request without a batch, on its own chain', async () => {
  const { config, asked } = await connected();
  const steps: TransactionStep[] = [];
  const id = await sendSpending(config, order, shortcuts, run(steps));
  expect(findEntry(id)?.hash).toBe(hash('5'));
  expect(steps).toEqual(['signing']);
  expect(asked).toEqual(['wallet_switchEthereumChain', 'eth_sendTransaction']);
  expect(useLedger.getState().entries).toMatchObject([{ kind: 'deposit', chainId: 901, status: 'pending' }]);
  // The wallet is on the right chain now.
  asked.length = 0;
  await sendSpending(config, order, shortcuts, run([], [id]));
  expect(asked).toEqual(['eth_sendTransaction']);
});

test('WAL-9 an order like a pending one is not sent until the user was told of it', async () => {
  const { config, asked } = await connected();
  const id = await sendSpending(config, order, shortcuts, run());
  asked.length = 0;
  await expect(sendSpending(config, order, shortcuts, run())).rejects.toThrow(SentBeforeError);
  await expect(sendSpending(config, order, shortcuts, run([], [hash('9')]))).rejects.toThrow(SentBeforeError);
  expect([asked, useLedger.getState().entries.length]).toEqual([[], 1]);
  await sendSpending(config, order, shortcuts, run([], [id]));
  expect([asked, useLedger.getState().entries.length]).toEqual([['eth_sendTransaction'], 2]);
});

test('WAL-9 a pending approval that the wallet sent to another chain stops the order', async () => {
  const { config } = await connected();
  const steps: TransactionStep[] = [];
  const id = addToLedger({
    ...{ ...intent, kind: 'approve', spender: VAULT, account, chainId: 901, hash: hash('6') },
    request: { ...anyRequest(TOKEN), call: callHash({ to: TOKEN, value: 0n, input: '0x' }) },
  });
  const short = { ...order, spending: { token: TOKEN, amount: 13n } };
  const answer = allowSpending(config, short, shortcuts, run(steps));
  await Promise.all([expect(answer).rejects.toThrow(OtherChainError), trackEntry(config, id)]);
  expect(steps).toEqual(['approving']);
});

test.each([
  ['does not answer', new HttpRequestError({ url: 'https://node.invalid' }), 'nodeUnreachable'],
  ['lacks the state', new RpcFailure(-32000, 'header not found'), 'unknown'],
])(
  'WAL-16 a node that %s when an approval is simulated does not count as a rejection',
  async (_, error, code) => {
    const approve = toFunctionSelector('approve(address,uint256)');
    const node = answering({
      eth_call: reading((_, data) => {
        if (data.startsWith(approve)) throw error;
        return numberToHex(5, { size: 32 });
      }),
    });
    const { config, asked } = await connectOnChains(new Map([[901, node]]), {
      ...{ account, chainId: 901, wallet: {} },
    });
    const long = { ...shortcuts, canBatch: async () => false };
    expect(await plannedPrompts(config, order, long).catch(chainErrorCode)).toBe(code);
    expect(await allowSpending(config, order, long, run()).catch(chainErrorCode)).toBe(code);
    expect(asked).toEqual([]);
  },
);
