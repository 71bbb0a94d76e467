import { HttpRequestError } from 'viem';
import { awaitEnd, findWrongChain } from '@/lib/wallet/transactions/transaction-end';
import { RpcFailure } from '../../../support/chain-plans';
import { entry, hash } from '../../../support/ledger-entry';
import { answering, silent, VAULT, wagmiConfig } from '../../../support/test-chains';

const has = answering({ eth_getTransactionByHash: ([asked]) => ({ hash: asked, type: '0x0' }) });
const lacks = answering({ eth_getTransactionByHash: () => null });

test.each([
  ['only the reported chain has it', [has, lacks, lacks], null],
  ['only another chain has it', [lacks, lacks, has], 903],
  ['another chain has it, and a third does not answer', [lacks, silent, has], 903],
  ['no chain has it', [lacks, lacks, lacks], null],
  // A node that lies can't move a transaction away from the chain that has it.
  ['the reported chain and another one have it', [has, has, lacks], null],
  ['the reported chain does not answer', [silent, has, lacks], null],
] as const)('WAL-9 the chain to which a wallet sent a transaction: %s', async (_, nodes, foundOn) => {
  const config = wagmiConfig(new Map(nodes.map((node, index) => [901 + index, node])));
  expect(await findWrongChain(config, 901, hash('1'))).toBe(foundOn);
});

describe('a transaction that is no longer pending, whose nonce', () => {
  beforeEach(() => jest.useFakeTimers());
  afterEach(() => jest.useRealTimers());

  test.each([
    [
      'is used in a state that the node has pruned, was canceled',
      () => new RpcFailure(-32000, 'missing trie node'),
      { status: 'failed', reason: 'cancelled' },
    ],
    [
      'cannot be looked up, is still uncertain',
      () => new HttpRequestError({ url: 'https://node.invalid' }),
      null,
    ],
  ])('WAL-9 %s', async (_, error, outcome) => {
    const node = answering({
      eth_blockNumber: () => '0x7',
      eth_getTransactionReceipt: () => null,
      eth_getTransactionByHash: () => null,
      eth_getTransactionCount: () => {
        throw error();
      },
    });
    const client = wagmiConfig(new Map([[901, node]])).getClient({ chainId: 901 });
    const end = awaitEnd(client, () => ({ ...entry, nonce: 3 }));
    await jest.runAllTimersAsync();
    expect(await end).toEqual(outcome);
  });

  const batch = { id: 'wallet-1', contract: VAULT, fromBlock: '7' };
  const replacements = [{ hash: hash('2'), kind: 'speedUp', at: 2_000 }] as const;
  test.each([
    ['its own', entry, [hash('1')]],
    ['those of its replacements', { ...entry, hash: hash('2'), replacements }, [hash('2'), hash('1')]],
    ['not the ID of its batch', { ...entry, id: hash('9'), batch }, [hash('1')]],
  ] as const)('WAL-9 is unknown, is looked up by all its hashes: %s', async (_, followed, hashes) => {
    const lookedUp = new Set<unknown>();
    const lookUp = ([asked]: readonly unknown[]) => {
      lookedUp.add(asked);
      return null;
    };
    const node = answering({
      eth_blockNumber: () => '0x7',
      eth_getTransactionReceipt: lookUp,
      eth_getTransactionByHash: lookUp,
    });
    const client = wagmiConfig(new Map([[901, node]])).getClient({ chainId: 901 });
    const end = awaitEnd(client, () => followed);
    await jest.runAllTimersAsync();
    expect(await end).toEqual({ status: 'failed', reason: 'dropped' });
    expect([...lookedUp]).toStrictEqual(hashes);
  });
});
