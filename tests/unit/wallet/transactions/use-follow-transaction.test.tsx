import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { renderHook } from '@testing-library/react';
import type { ReactNode } from 'react';
import type { Hash } from 'viem';
import { type Config, WagmiContext } from 'wagmi';
import { type Attempt, beginAttempt, useAttempts } from '@/lib/wallet/transactions/attempts';
import type { LedgerEntry } from '@/lib/wallet/transactions/ledger-entry';
import { useLedger } from '@/lib/wallet/transactions/transaction-ledger';
import { useFollowBatch, useFollowTransaction } from '@/lib/wallet/transactions/use-follow-transaction';
import { useRecoverAttempt } from '@/lib/wallet/transactions/use-recover-attempt';
import { ATTEMPT_KEPT_MS, ATTEMPT_POLL_MS } from '@/lib/wallet-constants';
import { RpcFailure } from '../../../support/chain-plans';
import { account, entry, hash } from '../../../support/ledger-entry';
import {
  type Answer,
  answering,
  connectOnChains,
  silent,
  VAULT,
  wagmiConfig,
} from '../../../support/test-chains';

beforeEach(() => {
  localStorage.clear();
  jest.useFakeTimers();
});
afterEach(() => jest.useRealTimers());

const sent = {
  ...{ hash: hash('1'), from: account, to: VAULT, value: '0x5', input: '0x', nonce: '0x3', type: '0x0' },
  ...{ blockNumber: null, blockHash: null, transactionIndex: null },
};
const pending = { eth_blockNumber: () => '0x7', eth_getTransactionReceipt: () => null };
const has = answering({ ...pending, eth_getTransactionByHash: () => sent });
const lacks = answering({ ...pending, eth_getTransactionByHash: () => null });

/** Stores an entry as the ledger's only one, and runs a hook with it. */
function follow(config: Config, followed: LedgerEntry, hook: (entry: LedgerEntry) => void) {
  localStorage.setItem('tidewell.transactions', JSON.stringify([followed]));
  useLedger.setState({ entries: [followed] });
  const wrapper = ({ children }: { children: ReactNode }) => (
    <WagmiContext value={config}>
      <QueryClientProvider client={new QueryClient()}>{children}</QueryClientProvider>
    </WagmiContext>
  );
  return renderHook(() => hook(followed), { wrapper });
}
const recorded = () => useLedger.getState().entries;

describe('useFollowTransaction', () => {
  test.each([
    [
      'failed, because nothing verifies a stake',
      'stake',
      { chainId: 901, status: 'failed', reason: 'otherChain' },
    ],
    ['tracked there, because the server verifies a deposit', 'deposit', { chainId: 902, status: 'pending' }],
  ] as const)('WAL-9 a transaction that was sent to another chain is %s', async (_, kind, result) => {
    const config = wagmiConfig(
      new Map([
        [901, lacks],
        [902, has],
      ]),
    );
    const [onEnd, onWrongChain] = [jest.fn(), jest.fn()];
    const { unmount } = follow(config, { ...entry, kind }, (one) =>
      useFollowTransaction(one, onEnd, onWrongChain),
    );
    await jest.advanceTimersByTimeAsync(0);
    expect(onWrongChain.mock.calls).toEqual([[902]]);
    expect(recorded()).toEqual([{ ...entry, kind, ...result }]);
    expect(onEnd).not.toHaveBeenCalled();
    unmount();
  });

  test('WAL-9 a node that receives a transaction seconds later still yields its nonce', async () => {
    let isKnown = false;
    const node: Answer = (method, params) => (isKnown ? has : lacks)(method, params);
    const config = wagmiConfig(new Map([[901, node]]));
    const recent = { ...entry, createdAt: Date.now() };
    const { unmount } = follow(config, recent, (one) => useFollowTransaction(one, jest.fn(), jest.fn()));
    await jest.advanceTimersByTimeAsync(10_000);
    expect(recorded()).toEqual([recent]);
    isKnown = true;
    await jest.advanceTimersByTimeAsync(60_000);
    expect(recorded()).toMatchObject([{ nonce: 3, call: expect.any(String) }]);
    unmount();
  });

  test('WAL-9 a transaction is followed on its own chain while the wallet is on another one', async () => {
    const place = { blockNumber: '0x7', blockHash: hash('b') };
    const receipt = { ...place, transactionHash: entry.hash, status: '0x1', logs: [], type: '0x0' };
    const mined = answering({
      ...{ eth_blockNumber: () => '0x7', eth_getTransactionReceipt: () => receipt },
      eth_getTransactionByHash: () => ({ ...sent, ...place }),
    });
    const nodes = new Map([
      [901, mined],
      [902, lacks],
    ]);
    const { config } = await connectOnChains(nodes, { account, chainId: 902, wallet: {} });
    const onEnd = jest.fn();
    const { unmount } = follow(config, entry, (one) => useFollowTransaction(one, onEnd, jest.fn()));
    await jest.advanceTimersByTimeAsync(10_000);
    expect(onEnd.mock.calls).toMatchObject([[{ status: 'confirmed' }]]);
    expect(recorded()).toMatchObject([{ status: 'confirmed', block: { number: '7', hash: hash('b') } }]);
    unmount();
  });
});

const batch = { id: 'wallet-1', contract: VAULT, fromBlock: '7' };

test('WAL-9 useFollowBatch drops an answer that arrives after its page has closed', async () => {
  const open: ((status: number) => void)[] = [];
  const wallet = {
    wallet_getCallsStatus: ([id]: readonly unknown[]) =>
      new Promise((resolve) => {
        open.push((status) => resolve({ version: '2.0.0', id, chainId: '0x385', atomic: true, status }));
      }),
  };
  const { config } = await connectOnChains(new Map([[901, lacks]]), { account, chainId: 901, wallet });
  const [onEnd, sentBatch] = [jest.fn(), { ...entry, hash: null, batch }];
  const first = follow(config, sentBatch, (one) => useFollowBatch(one, onEnd));
  await jest.advanceTimersByTimeAsync(0);
  first.unmount();
  const second = follow(config, sentBatch, (one) => useFollowBatch(one, onEnd));
  await jest.advanceTimersByTimeAsync(0);
  for (const answer of open) answer(400);
  await jest.advanceTimersByTimeAsync(0);
  expect(open).toHaveLength(2);
  expect(onEnd.mock.calls).toEqual([[{ status: 'failed', reason: 'dropped' }]]);
  second.unmount();
});

test.each([
  ['is pending', 100, ['2'], { hash: null, status: 'pending' }],
  ['was confirmed', 200, ['2'], { hash: hash('2'), status: 'pending' }],
  [
    'was partially reverted in one transaction',
    600,
    ['2'],
    { hash: null, status: 'failed', reason: 'reverted' },
  ],
  ['was partially reverted, in several', 600, ['2', '3'], { hash: hash('3'), status: 'pending' }],
])('WAL-9 useFollowBatch, if a batch with receipts %s', async (_, status, digits, result) => {
  const receipts = digits.map((digit) => ({
    ...{ transactionHash: hash(digit), blockHash: hash('b'), blockNumber: '0x7' },
    ...{ gasUsed: '0x5208', logs: [], status: '0x1' },
  }));
  const answer = { version: '2.0.0', id: batch.id, chainId: '0x385', atomic: true, status, receipts };
  const { config } = await connectOnChains(new Map([[901, lacks]]), {
    ...{ account, chainId: 901, wallet: { wallet_getCallsStatus: () => answer } },
  });
  const [onEnd, sentBatch] = [jest.fn(), { ...entry, hash: null, batch }];
  const { unmount } = follow(config, sentBatch, (one) => useFollowBatch(one, onEnd));
  await jest.advanceTimersByTimeAsync(0);
  expect(recorded()).toEqual([{ ...sentBatch, ...result }]);
  expect(onEnd).toHaveBeenCalledTimes(result.status === 'failed' ? 1 : 0);
  unmount();
});

/** Records a request without a response, for a batch if it has an ID. */
function request(batch?: Hash): Attempt {
  const { id: _, hash: __, status: ___, createdAt: ____, batch: _____, ...intent } = entry;
  beginAttempt({ ...intent, contract: VAULT, fromBlock: '7', ...(batch ? { batch } : {}) });
  const attempt = useAttempts.getState().entries.at(-1);
  if (!attempt) throw new Error('no attempt was recorded');
  return attempt;
}

test('WAL-9 useRecoverAttempt keeps looking for a batch that neither the wallet nor the chain has', async () => {
  const wallet = {
    wallet_getCallsStatus: () => {
      throw new RpcFailure(5730, 'Unknown bundle id');
    },
  };
  const node = answering({ eth_getLogs: () => [] });
  const { config, asked } = await connectOnChains(new Map([[901, node]]), { account, chainId: 901, wallet });
  const attempt = request(hash('4'));
  const { unmount } = follow(config, entry, () => useRecoverAttempt(attempt));
  await jest.advanceTimersByTimeAsync(ATTEMPT_POLL_MS);
  expect(asked).toEqual(['wallet_getCallsStatus']);
  expect(recorded()).toEqual([entry]);
  expect(useAttempts.getState().entries).toEqual([attempt]);
  await jest.advanceTimersByTimeAsync(ATTEMPT_KEPT_MS + ATTEMPT_POLL_MS);
  expect(recorded()).toEqual([entry]);
  expect(useAttempts.getState().entries).toEqual([]);
  unmount();
});

test('WAL-9 useRecoverAttempt keeps looking while the node is unreachable', async () => {
  const config = wagmiConfig(new Map([[901, silent]]));
  const attempt = request();
  const { unmount } = follow(config, entry, () => useRecoverAttempt(attempt));
  await jest.advanceTimersByTimeAsync(ATTEMPT_POLL_MS);
  expect(recorded()).toEqual([entry]);
  expect(useAttempts.getState().entries).toEqual([attempt]);
  unmount();
});

test('WAL-9 useRecoverAttempt follows a batch that the wallet has, without a search on chain', async () => {
  const wallet = {
    wallet_getCallsStatus: ([id]: readonly unknown[]) => ({
      ...{ version: '2.0.0', id, chainId: '0x385', atomic: true, status: 100 },
    }),
  };
  const node = jest.fn(lacks);
  const { config } = await connectOnChains(new Map([[901, node]]), { account, chainId: 901, wallet });
  const { batch: id = hash('0'), contract, fromBlock, ...attempt } = request(hash('4'));
  const whole = { ...attempt, batch: id, contract, fromBlock };
  const { unmount } = follow(config, entry, () => useRecoverAttempt(whole));
  await jest.advanceTimersByTimeAsync(ATTEMPT_POLL_MS);
  const found = { id, hash: null, batch: { id, contract, fromBlock }, status: 'pending' };
  expect(recorded()).toEqual([entry, { ...attempt, ...found, createdAt: Date.now() }]);
  expect(useAttempts.getState().entries).toEqual([]);
  expect(node).not.toHaveBeenCalled();
  unmount();
});

test('WAL-9 useRecoverAttempt looks for the latest attempt that it was given', async () => {
  const ids: unknown[] = [];
  const wallet = {
    wallet_getCallsStatus: ([id]: readonly unknown[]) => {
      ids.push(id);
      throw new RpcFailure(5730, 'Unknown bundle id');
    },
  };
  const node = answering({ eth_getLogs: () => [] });
  const { config } = await connectOnChains(new Map([[901, node]]), { account, chainId: 901, wallet });
  let attempt = request(hash('4'));
  const { rerender, unmount } = follow(config, entry, () => useRecoverAttempt(attempt));
  attempt = request(hash('5'));
  rerender();
  await jest.advanceTimersByTimeAsync(ATTEMPT_POLL_MS);
  expect(ids).toEqual([hash('5')]);
  unmount();
});
