import { HttpRequestError, numberToHex, parseAbi, toFunctionSelector } from 'viem';
import { chainErrorCode, OtherChainError } from '@/lib/evm/errors';
import { allowSpending, plannedPrompts, sendSpending } from '@/lib/wallet/transactions/send-spending';
import { addToLedger, useLedger } from '@/lib/wallet/transactions/transaction-ledger';
import type { TransactionStep } from '@/lib/wallet/transactions/transaction-plan';
import { RpcFailure } from '../../../support/chain-plans';
import { account, hash } from '../../../support/ledger-entry';
import { answering, connectOnChains, reading, TOKEN, VAULT } from '../../../support/test-chains';

const intent = { kind: 'deposit', coinId: 2, amountRaw: '12', decimals: 18, symbol: 'TIDE' } as const;
const order = {
  ...{ account, chainId: 901, intent },
  call: { address: VAULT, abi: parseAbi(['function deposit()']), functionName: 'deposit', args: [] },
  spending: { token: TOKEN, amount: 12n },
};

/** Connects a wallet on the chain 902. The node of the chain 901 reports an allowance of 12 base units. */
const connected = () => {
  const node = answering({
    eth_blockNumber: () => '0x7',
    eth_call: reading(() => numberToHex(12, { size: 32 })),
    eth_getTransactionByHash: () => null,
  });
  const elsewhere = answering({ eth_getTransactionByHash: ([asked]) => ({ hash: asked, type: '0x0' }) });
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
  const batching = { isOffered: async () => true, giveUp: () => undefined };
  expect(await sendSpending(config, order, batching, (step) => steps.push(step))).toBe(hash('5'));
  expect(steps).toEqual(['signing']);
  expect(asked).toEqual(['wallet_switchEthereumChain', 'eth_sendTransaction']);
  expect(useLedger.getState().entries).toMatchObject([{ kind: 'deposit', chainId: 901, status: 'pending' }]);
  // The wallet is on the right chain now.
  asked.length = 0;
  await sendSpending(config, order, batching, () => undefined);
  expect(asked).toEqual(['eth_sendTransaction']);
});

test('WAL-9 a pending approval that the wallet sent to another chain stops the order', async () => {
  const { config } = await connected();
  const steps: TransactionStep[] = [];
  addToLedger({ ...intent, kind: 'approve', spender: VAULT, account, chainId: 901, hash: hash('6') });
  await expect(allowSpending(config, order, (step) => steps.push(step))).rejects.toThrow(OtherChainError);
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
    expect(await plannedPrompts(config, order, false).catch(chainErrorCode)).toBe(code);
    expect(await allowSpending(config, order, () => undefined).catch(chainErrorCode)).toBe(code);
    expect(asked).toEqual([]);
  },
);
