import { act, renderHook } from '@testing-library/react';
import type { ReactNode } from 'react';
import { keccak256, numberToHex, parseEther, parseTransaction } from 'viem';
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts';
import { WagmiContext } from 'wagmi';
import { callHash } from '@/lib/wallet/transactions/read-transactions';
import { useReplacement } from '@/lib/wallet/transactions/use-replacement';
import { RpcFailure } from '../../../support/chain-plans';
import { entry, storeLedger } from '../../../support/ledger-entry';
import { answering, connectOnChains, reading, VAULT } from '../../../support/test-chains';

/** Runs the hook for a pending transaction that its account signed. The wallet answers the replacement with `code`. */
async function pending(code: number) {
  const owner = privateKeyToAccount(generatePrivateKey());
  const call = { chainId: 901, nonce: 3, gas: 21_000n, to: VAULT, value: 5n } as const;
  const signed = await owner.signTransaction({ ...call, type: 'legacy', gasPrice: 9n });
  const { r, s, v = 0n } = parseTransaction(signed);
  const hash = keccak256(signed);
  const transaction = {
    ...{ hash, from: owner.address, to: VAULT, value: '0x5', input: '0x', nonce: '0x3', gas: '0x5208' },
    ...{ gasPrice: '0x9', type: '0x0', chainId: '0x385', r, s, v: numberToHex(v) },
    ...{ blockNumber: null, blockHash: null, transactionIndex: null },
  };
  let isReachable = true;
  const node = answering({
    eth_getTransactionByHash: () => {
      if (!isReachable) throw new RpcFailure(-32000, 'header not found');
      return transaction;
    },
    eth_getBlockByNumber: () => ({ number: '0x7', baseFeePerGas: '0x9', timestamp: '0x1', transactions: [] }),
    eth_gasPrice: () => '0x9',
    // The balance is read through the multicall contract.
    eth_call: reading(() => numberToHex(parseEther('1'), { size: 32 })),
  });
  const wallet = {
    eth_sendTransaction: () => {
      throw new RpcFailure(code, 'no');
    },
  };
  const { config } = await connectOnChains(new Map([[901, node]]), {
    ...{ account: owner.address, chainId: 901, wallet },
  });
  const wrapper = ({ children }: { children: ReactNode }) => (
    <WagmiContext value={config}>{children}</WagmiContext>
  );
  const request = {
    ...entry.request,
    ...{ call: callHash({ to: VAULT, value: 5n, input: '0x' }), dataSize: 0 },
  };
  const stuck = { ...entry, id: hash, hash, account: owner.address, request };
  storeLedger([stuck]);
  const { result } = renderHook(() => useReplacement(stuck), { wrapper });
  const cutOff = () => {
    isReachable = false;
  };
  return { result, cutOff };
}
const speedUp = { kind: 'speedUp', to: VAULT, value: 5n, nonce: 3, isAffordable: true };

test.each([
  ['a rejection closes the review without a message', 4001, { plan: null, problem: null }],
  ['any other error keeps the review and has a message', -32603, { plan: speedUp, problem: 'maybeSent' }],
])('WAL-16 in a replacement, %s', async (_, code, after) => {
  const { result } = await pending(code);
  expect(result.current).toMatchObject({ plan: null, problem: null, step: 'idle' });
  await act(() => result.current.review('speedUp'));
  const { plan } = result.current;
  expect(result.current).toMatchObject({ plan: speedUp, problem: null, step: 'idle' });
  await act(async () => plan && result.current.confirm(plan));
  expect(result.current).toMatchObject({ ...after, step: 'idle' });
});

test('WAL-16 an error is shown if a replacement can’t be planned', async () => {
  const { result, cutOff } = await pending(4001);
  cutOff();
  await act(() => result.current.review('speedUp'));
  expect(result.current).toMatchObject({ plan: null, problem: 'unknown', step: 'idle' });
});
