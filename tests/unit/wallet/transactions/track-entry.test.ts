import type { Config } from 'wagmi';
import { BATCH_ASK_MS } from '@/lib/wallet/transactions/batching';
import type { LedgerEntry } from '@/lib/wallet/transactions/ledger-entry';
import { DECLINED_KEPT_MS } from '@/lib/wallet/transactions/ledger-entry';
import { callHash } from '@/lib/wallet/transactions/read-transactions';
import { trackEntry } from '@/lib/wallet/transactions/track-entry';
import { declineInLedger, useDeclined, useLedger } from '@/lib/wallet/transactions/transaction-ledger';
import { RpcFailure } from '../../../support/chain-plans';
import { account, entry, hash, request, sentAs, storeLedger } from '../../../support/ledger-entry';
import {
  type Answer,
  answering,
  connectOnChains,
  silent,
  VAULT,
  wagmiConfig,
} from '../../../support/test-chains';

const call = { to: VAULT, value: 5n, input: '0x' } as const;
/** A payment, whose effect no event shows. */
const payment: LedgerEntry = {
  ...{ ...entry, kind: 'send', recipient: VAULT, token: `0x${'00'.repeat(20)}` },
  request: { ...request, call: callHash(call), dataSize: 0 },
};

const transaction = {
  ...{ hash: hash('1'), from: account, to: VAULT, value: '0x5', input: '0x', nonce: '0x3', type: '0x0' },
  ...{ blockNumber: null, blockHash: null, transactionIndex: null },
};
const place = { blockNumber: '0x7', blockHash: hash('b'), transactionIndex: '0x0' };
const receiptOf = (digit: string, status = '0x1') => ({
  ...{ ...place, transactionHash: hash(digit), status, logs: [], type: '0x0', from: account, to: VAULT },
});
type Methods = Parameters<typeof answering>[0];
/** A node that has no transaction, unless `methods` say so. The account has used the nonces before the entry's. */
const node = (methods: Methods = {}): Answer =>
  answering({
    eth_blockNumber: () => '0x7',
    eth_getTransactionReceipt: () => null,
    eth_getTransactionByHash: () => null,
    eth_getTransactionCount: () => '0x3',
    eth_getLogs: () => [],
    eth_getCode: () => '0x',
    ...methods,
  });
const has = node({ eth_getTransactionByHash: ([asked]) => ({ ...transaction, hash: asked }) });
const mined = node({
  eth_getTransactionReceipt: ([asked]) => ({ ...receiptOf('1'), transactionHash: asked }),
  eth_getTransactionByHash: ([asked]) => ({ ...transaction, ...place, hash: asked }),
});

/** Stores an entry as the ledger's only one, looks for it, and returns the look. */
async function track(config: Config, followed: LedgerEntry) {
  storeLedger([followed]);
  return trackEntry(config, followed.id);
}
const configOf = (...nodes: readonly Answer[]) =>
  wagmiConfig(new Map(nodes.map((one, index) => [901 + index, one])));
const recorded = () => useLedger.getState().entries;

beforeEach(() => {
  localStorage.clear();
  useDeclined.setState({ entries: [] });
});

test.each([
  ['failed, because nothing verifies a stake', 'stake', { status: 'failed', reason: 'otherChain' }],
  ['confirmed there, because the server verifies a deposit', 'deposit', { status: 'confirmed' }],
] as const)('WAL-9 a transaction that was sent to another chain is %s', async (_, kind, result) => {
  const config = configOf(node(), mined);
  const sent = { ...payment, kind };
  expect(await track(config, sent)).toMatchObject({ foundOn: 902, outcome: null });
  expect(recorded()).toEqual([{ ...sent, chainId: 902, requestedChainId: 901 }]);
  expect(await trackEntry(config, sent.id)).toMatchObject({ foundOn: null, outcome: { hash: hash('1') } });
  expect(recorded()).toMatchObject([{ chainId: 902, requestedChainId: 901, ...result }]);
});

test('WAL-9 a node that receives a transaction seconds later still yields its nonce', async () => {
  let current = node();
  const config = configOf((method, params) => current(method, params));
  await track(config, payment);
  expect(recorded()).toEqual([{ ...payment, missingSince: expect.any(Number) }]);
  current = has;
  await trackEntry(config, payment.id);
  expect(recorded()).toEqual([{ ...payment, sent: [{ ...sentAs('1'), nonce: 3, call: callHash(call) }] }]);
});

test('WAL-9 a transaction is followed on its own chain while the wallet is on another one', async () => {
  const nodes = new Map([
    [901, mined],
    [902, node()],
  ]);
  const { config } = await connectOnChains(nodes, { account, chainId: 902, wallet: {} });
  expect(await track(config, payment)).toMatchObject({ outcome: { status: 'confirmed' } });
  expect(recorded()).toMatchObject([{ status: 'confirmed', block: { number: '7', hash: hash('b') } }]);
  // The outcome is final, unless a reorganization removes its block.
  expect(await trackEntry(config, payment.id)).toBeNull();
});

test('WAL-9 a node that does not answer leaves a transaction as it is', async () => {
  const { id } = payment;
  expect(await track(configOf(silent), payment)).toBeNull();
  expect(recorded()).toEqual([payment]);
  const lost = node({
    eth_getTransactionCount: () => {
      throw new RpcFailure(-32000, 'missing trie node');
    },
  });
  // A node that has pruned the states of the search proves nothing.
  const known = { ...payment, sent: [{ ...sentAs('1'), nonce: 3 }] };
  expect(await track(configOf(lost), known)).toMatchObject({ outcome: null, isMissing: true });
  expect(recorded()).toMatchObject([{ id, status: 'pending', missingSince: expect.any(Number) }]);
});

test.each([
  ['its own', payment, ['1']],
  ['those of its replacements', { ...payment, sent: [sentAs('1'), sentAs('2', 'speedUp')] }, ['1', '2']],
  [
    'not the ID of its batch',
    { ...payment, id: hash('9'), request: { ...payment.request, before: [] } },
    ['1'],
  ],
] as const)(
  'WAL-9 an unknown transaction is looked up by all its hashes: %s',
  async (_, followed, digits) => {
    const lookedUp = new Set<unknown>();
    const lookUp = ([asked]: readonly unknown[]) => {
      lookedUp.add(asked);
      return null;
    };
    const config = configOf(node({ eth_getTransactionReceipt: lookUp, eth_getTransactionByHash: lookUp }));
    expect(await track(config, followed)).toMatchObject({ isMissing: true });
    expect([...lookedUp]).toStrictEqual(digits.map(hash));
    expect(recorded()).toMatchObject([{ status: 'pending' }]);
  },
);

test('WAL-9 a look does not change a transaction that another tab has settled meanwhile', async () => {
  const settled = { ...payment, status: 'failed', reason: 'reverted' } as const;
  const config = configOf(
    node({
      eth_getTransactionReceipt: () => {
        localStorage.setItem('tidewell.transactions', JSON.stringify([settled]));
        return receiptOf('1');
      },
      eth_getTransactionByHash: () => ({ ...transaction, ...place }),
    }),
  );
  expect(await track(config, payment)).toBeNull();
  expect(recorded()).toEqual([settled]);
});

const batch: LedgerEntry = {
  ...{ ...payment, hash: null, sent: [], batchId: 'wallet-1' },
  request: { ...payment.request, before: [] },
};
const status = (code: number, digits: readonly string[] = []) => ({
  ...{ version: '2.0.0', id: 'wallet-1', chainId: '0x385', atomic: true, status: code },
  receipts: digits.map((digit) => ({
    ...{ transactionHash: hash(digit), blockHash: hash('b'), blockNumber: '0x7' },
    ...{ gasUsed: '0x5208', logs: [], status: '0x1' },
  })),
});

describe('a batch', () => {
  /** Looks for a batch about which the wallet says this. */
  async function trackBatch(answer: () => unknown, chain: Answer = node()) {
    const wallet = { wallet_getCallsStatus: answer };
    const { config, asked } = await connectOnChains(new Map([[901, chain]]), {
      account,
      chainId: 901,
      wallet,
    });
    return { look: await track(config, batch), asked };
  }

  test.each([
    ['is pending', 100, { hash: null, status: 'pending' }],
    ['was confirmed, without receipts', 200, { hash: null, status: 'pending' }],
    ['failed off chain, without receipts', 400, { hash: null, status: 'pending', note: 'reportedFailed' }],
    ['was reverted, without receipts', 500, { hash: null, status: 'pending', note: 'reportedFailed' }],
  ] as const)(
    'WAL-9 that, as its wallet says, %s, stays open until the chain shows it',
    async (_, code, result) => {
      const { asked } = await trackBatch(() => status(code));
      expect(asked).toEqual(['wallet_getCallsStatus']);
      expect(recorded()).toEqual([{ ...batch, ...result, missingSince: expect.any(Number) }]);
    },
  );

  test.each([200, 500, 600])(
    'WAL-9 whose wallet names its transaction ends by it, also with status %i',
    async (code) => {
      await trackBatch(() => status(code, ['2']), mined);
      expect(recorded()).toMatchObject([{ hash: hash('2'), status: 'confirmed' }]);
    },
  );

  test('WAL-9 whose wallet has forgotten it stays open, and is looked for on chain', async () => {
    const getLogs = jest.fn(() => []);
    const unknown = () => {
      throw new RpcFailure(5730, 'Unknown bundle id');
    };
    const deposits = { ...batch, kind: 'deposit' as const };
    const wallet = { wallet_getCallsStatus: unknown };
    const chain = node({ eth_getLogs: getLogs });
    const { config } = await connectOnChains(new Map([[901, chain]]), { account, chainId: 901, wallet });
    await track(config, deposits);
    expect(getLogs).toHaveBeenCalled();
    expect(recorded()).toMatchObject([{ hash: null, status: 'pending' }]);
  });

  test('WAL-9 whose wallet never answers is looked for on chain', async () => {
    jest.useFakeTimers();
    const answer = trackBatch(() => new Promise(() => undefined));
    await jest.advanceTimersByTimeAsync(BATCH_ASK_MS);
    expect((await answer).look).toMatchObject({ isMissing: true });
    jest.useRealTimers();
  });
});

describe('a request that was not sent, according to the wallet or the user,', () => {
  const unsent: LedgerEntry = { ...payment, hash: null, sent: [], createdAt: Date.now() };
  const findable = node({
    eth_getTransactionCount: ([, block]) => (block === '0x6' ? '0x3' : '0x4'),
    eth_getBlockByNumber: () => ({ number: '0x7', transactions: [{ ...transaction, ...place }] }),
    eth_getTransactionReceipt: () => receiptOf('1'),
    eth_getTransactionByHash: () => ({ ...transaction, ...place }),
  });

  async function trackUnsent(chain: Answer, one: LedgerEntry = unsent) {
    storeLedger([one]);
    declineInLedger(one.id);
    return trackEntry(configOf(chain), one.id);
  }

  test('WAL-9 returns as what the chain shows', async () => {
    expect(await trackUnsent(findable)).toMatchObject({ outcome: { status: 'confirmed' } });
    expect(recorded()).toMatchObject([{ id: unsent.id, hash: hash('1'), status: 'confirmed' }]);
    expect(useDeclined.getState().entries).toEqual([]);
  });

  test('WAL-9 stays hidden while the chain shows nothing', async () => {
    await trackUnsent(node());
    expect([recorded(), useDeclined.getState().entries]).toEqual([[], [unsent]]);
  });

  test('WAL-9 leaves what is found to an undecided request of the same call', async () => {
    const later = { ...unsent, id: hash('9') };
    await trackUnsent(node());
    storeLedger([later]);
    const config = configOf(findable);
    await Promise.all([unsent, later].map(({ id }) => trackEntry(config, id)));
    await trackEntry(config, unsent.id);
    expect(recorded()).toMatchObject([{ id: later.id, status: 'confirmed' }]);
    expect(useDeclined.getState().entries).toEqual([unsent]);
  });

  test('WAL-9 is looked for a day', async () => {
    await trackUnsent(node(), { ...unsent, createdAt: Date.now() - DECLINED_KEPT_MS - 1_000 });
    expect([recorded(), useDeclined.getState().entries]).toEqual([[], []]);
  });
});

test('WAL-9 a transaction from before the wallet was asked is another one, even if the wallet names it', async () => {
  const older = node({
    eth_getTransactionReceipt: () => ({ ...receiptOf('1'), blockNumber: '0x5' }),
    eth_getTransactionByHash: () => ({ ...transaction, ...place, blockNumber: '0x5', nonce: '0x2' }),
  });
  await track(configOf(older), payment);
  expect(recorded()).toMatchObject([{ status: 'pending', missingSince: expect.any(Number) }]);
  const speedUp: LedgerEntry = { ...payment, sent: [sentAs('2'), sentAs('1', 'speedUp')] };
  await track(configOf(older), speedUp);
  expect(recorded()).toHaveLength(1);
});

test('WAL-9 two requests of the same call never count one transaction twice', async () => {
  const first: LedgerEntry = { ...payment, id: hash('8'), hash: null, sent: [] };
  const both = [first, { ...first, id: hash('9') }];
  storeLedger(both);
  const config = configOf(
    node({
      eth_getTransactionCount: ([, block]) => (block === '0x6' ? '0x3' : '0x4'),
      eth_getBlockByNumber: () => ({ number: '0x7', transactions: [{ ...transaction, ...place }] }),
      eth_getTransactionReceipt: () => receiptOf('1'),
      eth_getTransactionByHash: () => ({ ...transaction, ...place }),
    }),
  );
  await Promise.all(both.map(({ id }) => trackEntry(config, id)));
  expect(
    recorded()
      .map(({ status }) => status)
      .sort(),
  ).toEqual(['confirmed', 'pending']);
});
