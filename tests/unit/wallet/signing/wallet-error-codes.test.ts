/** @jest-environment node */

import { createWalletClient, custom, RpcRequestError } from 'viem';
import { chainErrorCode, isRefusal } from '@/lib/evm/errors';
import en from '@/messages/en.json';
import zh from '@/messages/zh-Hant.json';

/** A recipient and a sender that no test pays. */
const [to, account] = [`0x${'1'.repeat(40)}`, `0x${'2'.repeat(40)}`] as const;

/** Returns the error of a transaction that a wallet answers with this error. */
async function errorOf(answer: unknown): Promise<unknown> {
  const wallet = createWalletClient({
    transport: custom({ request: () => Promise.reject(answer) }, { retryCount: 0 }),
  });
  return wallet.sendTransaction({ account, to, value: 1n, gas: 21_000n, chain: null }).then(
    () => null,
    (error: unknown) => error,
  );
}

/** Each code of EIP-1193 and EIP-1474, the message, and whether it proves that nothing was sent. */
const codes: [code: number, key: keyof typeof en.wallet.errors, isProof: boolean][] = [
  [4001, 'rejected', true],
  [4100, 'walletUnauthorized', true],
  [4200, 'walletUnsupported', true],
  [4900, 'walletDisconnected', false],
  [4901, 'walletDisconnected', false],
  [4902, 'wrongChain', true],
  [-32700, 'walletUnsupported', true],
  [-32600, 'walletUnsupported', true],
  [-32601, 'walletUnsupported', true],
  [-32602, 'walletUnsupported', true],
  [-32603, 'unknown', false],
  [-32000, 'unknown', false],
  [-32001, 'unknown', false],
  [-32002, 'walletBusy', true],
  [-32003, 'walletRefused', true],
  [-32004, 'walletUnsupported', true],
  [-32005, 'walletLimited', false],
  [-32006, 'walletUnsupported', true],
];

describe.each(codes)('WAL-4 the wallet error %i', (code, key, isProof) => {
  test.each<[string, unknown]>([
    ['an error', Object.assign(new Error('no'), { code })],
    ['a plain object', { code, message: 'no' }],
    [
      'HTML as its message',
      { code, message: '<img src=x onerror=alert(1)>', data: { huge: 'x'.repeat(10_000) } },
    ],
  ])('gives one message in both languages: %s', async (_, answer) => {
    for (const error of [answer, await errorOf(answer)]) {
      expect(chainErrorCode(error)).toBe(key);
      expect(isRefusal(error)).toBe(isProof);
    }
    expect(en.wallet.errors[key]).toMatch(/\.$/);
    expect(zh.wallet.errors[key]).toMatch(/。$/);
  });
});

test.each<[string, unknown]>([
  ['nothing', undefined],
  ['null', null],
  ['a text', 'rejected'],
  ['a code as text', { code: '4001' }],
  ['an unknown code', { code: 99_999, message: 'no' }],
  ['a code that is an object', { code: {}, message: 'no' }],
  ['itself as its cause', Object.assign(new Error('no'), { cause: null })],
])('WAL-4 %s as an error leaves open whether something was sent', async (_, answer) => {
  for (const error of [answer, await errorOf(answer)]) {
    expect(chainErrorCode(error)).toBe('unknown');
    expect(isRefusal(error)).toBe(false);
  }
});

test("WAL-4 an RPC endpoint's error is not taken for the wallet's", () => {
  const error = new RpcRequestError({
    body: {},
    url: 'http://node',
    error: { code: -32602, message: 'range' },
  });
  expect(chainErrorCode(error)).toBe('unknown');
});
