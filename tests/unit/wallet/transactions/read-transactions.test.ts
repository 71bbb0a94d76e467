import { toHex } from 'viem';
import { callHash, findWrongChain, makesCall } from '@/lib/wallet/transactions/read-transactions';
import { depositCall, hash, request } from '../../../support/ledger-entry';
import { answering, silent, wagmiConfig } from '../../../support/test-chains';

const { to, value, input } = depositCall;
const has = answering({
  eth_getTransactionByHash: ([asked]) => ({ hash: asked, type: '0x0', to, value: toHex(value), input }),
});
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
  expect(await findWrongChain(config, { chainId: 901, request }, hash('1'))).toBe(foundOn);
});

test('WAL-9 a call is recognized by its recipient, value, and data, whatever bytes a wallet appended', () => {
  const isCall = (part: Partial<Record<keyof typeof depositCall, unknown>>) =>
    makesCall({ ...depositCall, ...part } as Parameters<typeof callHash>[0], request);
  expect(isCall({})).toBe(true);
  expect(isCall({ to: to.toUpperCase().replace('0X', '0x') })).toBe(true);
  expect(isCall({ input: `${input}01020304` })).toBe(true);
  for (const part of [
    { value: value + 1n },
    { to: `0x${'bb'.repeat(20)}` },
    { to: null },
    { input: input.slice(0, -2) },
    { input: `${input.slice(0, -1)}6` },
    { input: '0x' },
  ])
    expect([part, isCall(part)]).toEqual([part, false]);
  // A payment has no data, so anything that comes with it is another call.
  const payment = { ...request, call: callHash({ to, value: 5n, input: '0x' }), dataSize: 0 };
  expect(makesCall({ to, value: 5n, input: '0x' }, payment)).toBe(true);
  expect(makesCall({ to, value: 5n, input: '0x01' }, payment)).toBe(false);
});
