import {
  createClient,
  custom,
  type Hash,
  type Hex,
  keccak256,
  numberToHex,
  parseGwei,
  parseTransaction,
} from 'viem';
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts';
import type { Config } from 'wagmi';
import { callHash } from '@/lib/wallet/transactions/read-transactions';
import { mostCost, planReplacement, replacementFees } from '@/lib/wallet/transactions/replacement';
import { entry } from '../../../support/ledger-entry';

test('WAL-16 a replacement pays at least an eighth more, rounded up, and always more than before', () => {
  const current = { maxFeePerGas: 1n, maxPriorityFeePerGas: 0n };
  expect(
    replacementFees({ maxFeePerGas: parseGwei('20'), maxPriorityFeePerGas: parseGwei('2') }, current),
  ).toEqual({ maxFeePerGas: parseGwei('22.5'), maxPriorityFeePerGas: parseGwei('2.25') });
  expect(replacementFees({ maxFeePerGas: 9n, maxPriorityFeePerGas: 0n }, current)).toEqual({
    maxFeePerGas: 11n,
    maxPriorityFeePerGas: 1n,
  });
  expect(replacementFees({ gasPrice: parseGwei('8') }, { gasPrice: 1n })).toEqual({
    gasPrice: parseGwei('9'),
  });
  expect(replacementFees({ gasPrice: 0n }, { gasPrice: 0n })).toEqual({ gasPrice: 1n });
});

test('WAL-16 a replacement pays the current network fee if it is higher, and a priority fee within it', () => {
  const current = { maxFeePerGas: parseGwei('90'), maxPriorityFeePerGas: parseGwei('3') };
  expect(
    replacementFees({ maxFeePerGas: parseGwei('20'), maxPriorityFeePerGas: parseGwei('2') }, current),
  ).toEqual(current);
  expect(replacementFees({ gasPrice: parseGwei('20') }, current)).toEqual({ gasPrice: parseGwei('90') });
  expect(
    replacementFees({ maxFeePerGas: parseGwei('8'), maxPriorityFeePerGas: parseGwei('8') }, { gasPrice: 1n }),
  ).toEqual({ maxFeePerGas: parseGwei('9'), maxPriorityFeePerGas: parseGwei('9') });
});

test('WAL-16 NUM-1 the maximum cost of a replacement is never understated', () => {
  expect(mostCost(21_000n, { gasPrice: parseGwei('2') })).toBe(parseGwei('42000'));
  expect(mostCost(1n, { maxFeePerGas: 1n, maxPriorityFeePerGas: 0n })).toBe(parseGwei('1'));
});

describe('a transaction as a node returns it', () => {
  const account = privateKeyToAccount(generatePrivateKey());
  const to = `0x${'aa'.repeat(20)}` as const;
  const thief = `0x${'bb'.repeat(20)}` as const;
  const formats = [
    { type: 'eip1559', maxFeePerGas: 9n, maxPriorityFeePerGas: 1n },
    { type: 'eip2930', gasPrice: 9n, accessList: [{ address: to, storageKeys: [`0x${'01'.repeat(32)}`] }] },
    { type: 'legacy', gasPrice: 9n },
  ] as const;
  type Format = (typeof formats)[number];
  const call = { chainId: 1, nonce: 5, gas: 21_000n, to, value: 7n, data: '0x12' } as const;
  const request = {
    ...entry.request,
    ...{ call: callHash({ to, value: call.value, input: call.data }), dataSize: 1 },
  };
  const codes = { legacy: '0x0', eip2930: '0x1', eip1559: '0x2' } as const;

  const answerOf = (signed: Hex, type: Format['type']) => {
    const parsed = parseTransaction(signed);
    const { data, accessList, ...rest } = parsed;
    const fields = Object.entries(rest).map(([name, value]) =>
      typeof value === 'bigint' || typeof value === 'number' ? [name, numberToHex(value)] : [name, value],
    );
    return {
      ...Object.fromEntries(fields),
      ...{ type: codes[type], from: account.address, input: data, hash: keccak256(signed), accessList },
      v: numberToHex(parsed.v ?? BigInt(parsed.yParity ?? 0)),
      ...{ blockNumber: null, blockHash: null, transactionIndex: null },
    };
  };
  const plan = (answer: object, recorded: Hash) => {
    const answers: Record<string, unknown> = {
      eth_getTransactionByHash: answer,
      eth_getBlockByNumber: { number: '0x10', baseFeePerGas: '0x9', timestamp: '0x1', transactions: [] },
      eth_maxPriorityFeePerGas: '0x1',
      eth_gasPrice: '0x9',
      eth_getBalance: numberToHex(10n ** 18n),
    };
    const transport = custom({
      request: ({ method }: { method: string }) => Promise.resolve(answers[method]),
    });
    const config = { getClient: () => createClient({ transport }) } as unknown as Config;
    return planReplacement(
      config,
      { ...entry, account: account.address, hash: recorded, request },
      'speedUp',
    );
  };

  test.each(formats)('WAL-16 is sent again only if the account signed it: $type', async (format) => {
    const signed = await account.signTransaction({ ...call, ...format } as Parameters<
      typeof account.signTransaction
    >[0]);
    const answer = answerOf(signed, format.type);
    const hash = keccak256(signed);
    expect(await plan(answer, hash)).toMatchObject({ to, value: 7n, data: '0x12', nonce: 5 });
    for (const change of [{ to: thief }, { value: '0x8' }, { input: '0x13' }, { nonce: '0x6' }, { r: '0x1' }])
      expect(await plan({ ...answer, ...change }, hash)).toBeNull();
    // Another transaction, which the account signed or somebody else.
    expect(await plan(answer, `0x${'01'.repeat(32)}`)).toBeNull();
    const other = await privateKeyToAccount(generatePrivateKey()).signTransaction({
      ...call,
      ...format,
    } as Parameters<typeof account.signTransaction>[0]);
    expect(await plan(answerOf(other, format.type), keccak256(other))).toBeNull();
  });
});
