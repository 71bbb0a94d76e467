/** @jest-environment node */

import { createWalletClient, custom, parseAbi } from 'viem';
import { chainErrorCode } from '@/lib/evm/errors';
import { walletErrorCodes, walletErrorTexts } from '@/lib/evm/wallet-error-table';
import {
  cannotSignTypedData,
  isBatchRefusal,
  isRefusal,
  isUpgradeRefusal,
  readWalletError,
} from '@/lib/evm/wallet-errors';
import en from '@/messages/en.json';
import zh from '@/messages/zh-Hant.json';

const [to, account] = [`0x${'1'.repeat(40)}`, `0x${'2'.repeat(40)}`] as const;

/** Returns a wallet client whose wallet answers every request with this error. */
const walletThatAnswers = (answer: unknown) =>
  createWalletClient({ transport: custom({ request: () => Promise.reject(answer) }, { retryCount: 0 }) });

/** Returns an answer as viem's actions hand it on: wrapped in their classes. */
async function asViemThrows(answer: unknown): Promise<[string, unknown][]> {
  const wallet = walletThatAnswers(answer);
  const abi = parseAbi(['function pay()']);
  const asked = { account, gas: 21_000n, chain: null } as const;
  const caught = (sent: Promise<unknown>) =>
    sent.then(
      () => undefined,
      (error: unknown) => error,
    );
  return [
    ['eth_sendTransaction', await caught(wallet.sendTransaction({ ...asked, to, value: 1n }))],
    [
      'a contract call',
      await caught(wallet.writeContract({ ...asked, address: to, abi, functionName: 'pay' })),
    ],
    ['a message', await caught(wallet.signMessage({ account, message: 'hello' }))],
    ['a request', await caught(wallet.request({ method: 'eth_accounts' }))],
  ];
}

/** The places in which wallets put an error that they pass on. */
const places: Record<string, (error: object) => unknown> = {
  top: (error) => error,
  data: (error) => ({ code: -32603, message: 'Internal JSON-RPC error.', data: error }),
  'data.originalError': (error) => ({ code: -32603, message: 'failed', data: { originalError: error } }),
  'data.cause': (error) => ({ code: -32603, message: 'failed', data: { cause: error } }),
  cause: (error) => new Error('failed', { cause: error }),
  error: (error) => ({ message: 'failed', error }),
  'info.error': (error) => Object.assign(new Error('failed'), { code: 'UNKNOWN_ERROR', info: { error } }),
  nested: (error) => ({ data: { cause: { error: { originalError: error } } } }),
};

describe.each(Object.entries(places))('WAL-4 a wallet’s error at %s', (_, put) => {
  test.each(walletErrorCodes)(
    'with the code %p (%s: %s): sent %s, %s',
    async (code, _meaning, _source, sent, key) => {
      const spellings: unknown[] = typeof code === 'number' ? [code, `${code}`] : [code];
      for (const spelled of spellings) {
        const answer = put({ code: spelled, message: 'no' });
        for (const [name, error] of [['itself', answer], ...(await asViemThrows(answer))])
          expect([name, readWalletError(error)]).toEqual([name, { sent, code: key }]);
      }
    },
  );

  test.each(walletErrorTexts)(
    'with the text %p (%s: %s): sent %s, %s',
    async (text, _meaning, _source, sent, key) => {
      const message = `Error: ${text.replace(/^./, (first) => first.toUpperCase())} (1).`;
      const answer = put(Object.assign(new Error(message), { code: -32000 }));
      for (const [name, error] of [['itself', answer], ...(await asViemThrows(answer))])
        expect([name, readWalletError(error)]).toEqual([name, { sent, code: key }]);
    },
  );
});

test.each([...walletErrorCodes, ...walletErrorTexts])(
  'WAL-4 the answer %p (%s) has a source and a message in both languages',
  (_said, _meaning, source, _sent, key) => {
    expect(source).toMatch(/#\d+$|^(EIP|CAIP)-\d+$|\.(ts|go)$/);
    expect(en.wallet.errors[key]).toMatch(/\.$/);
    expect(zh.wallet.errors[key]).toMatch(/。$/);
  },
);

const itself: { message: string; data?: unknown } = { message: 'failed' };
itself.data = { cause: itself };
const hostile = {
  get code(): number {
    throw new TypeError('no');
  },
  get message(): string {
    throw new TypeError('no');
  },
  cause: { code: 4001 },
};
const cycle = Object.assign(new Error('failed'), { code: -32603 });
cycle.cause = cycle;
const revoked = Proxy.revocable({}, {});
revoked.revoke();
let deep: object = { code: 4001 };
for (let depth = 0; depth < 1_000; depth += 1) deep = { cause: deep };

test.each<[string, unknown]>([
  ['nothing', undefined],
  ['null', null],
  ['an empty text', ''],
  ['an unknown code', { code: 99_999, message: 'no' }],
  ['a code that is an object', { code: {}, message: 'no' }],
  ['an internal error', { code: -32603, message: 'Internal JSON-RPC error.' }],
  ['an invalid input', { code: -32000, message: 'invalid input' }],
  ['a revert that the wallet reports', { code: 3, message: 'execution reverted', data: '0x08c379a0' }],
  ['an internal error with revert data', { code: -32603, message: 'reverted', data: { data: '0x08c379a0' } }],
  ['a hash that starts like a status word', new Error(`no receipt for 0x6985${'0'.repeat(60)}`)],
  ['an error that contains itself', itself],
  ['an error that is its own cause', cycle],
  ['a revoked proxy inside', { code: -32603, message: 'failed', data: revoked.proxy }],
  ['a code too deep to look for', deep],
])('WAL-4 %s as an answer leaves open whether something was sent', async (_, answer) => {
  for (const [name, error] of [['itself', answer], ...(await asViemThrows(answer))]) {
    expect([name, readWalletError(error)]).toEqual([name, { sent: 'maybe', code: 'unknown' }]);
    expect([name, isRefusal(error)]).toEqual([name, false]);
    // viem's writeContract makes a revert of it that looks like a simulation's, so the page never sends with it.
    if (name !== 'a contract call') expect([name, chainErrorCode(error)]).toEqual([name, 'unknown']);
  }
});

test.each<[string, unknown]>([
  ['a text alone', 'User rejected the transaction'],
  ['getters that throw', hostile],
  ['a Ledger’s status word', Object.assign(new Error('denied'), { statusCode: 0x6985 })],
  ['a Ledger’s status word as text', { _tag: 'EthAppCommandError', errorCode: '6985' }],
  ['a reason of ethers', { code: 'ACTION_REJECTED', reason: 'rejected', info: { error: { code: 4001 } } }],
])('WAL-4 a rejection is found in %s', (_, answer) => {
  expect(readWalletError(answer)).toEqual({ sent: 'no', code: 'rejected' });
});

test('WAL-4 a text that leaves open whether something was sent wins over a code that does not', () => {
  const answer = { code: -32602, message: 'failed', data: { code: 4001, message: 'already known' } };
  expect(readWalletError(answer)).toEqual({ sent: 'maybe', code: 'maybeSent' });
  expect(isBatchRefusal(answer)).toBe(false);
});

test.each<[code: number, isBatch: boolean, isUpgrade: boolean]>([
  [5750, true, true],
  [5700, true, false],
  [5710, true, false],
  [5740, true, false],
  [5760, true, false],
  [4200, true, false],
  [-32601, true, false],
  [-32602, true, false],
  [4001, false, false],
  [5720, false, false],
  [-32603, false, false],
])('WAL-16 the code %i declines a batch: %p, an upgrade: %p', (code, isBatch, isUpgrade) => {
  for (const put of Object.values(places)) {
    const error = put({ code, message: 'no' });
    expect([isBatchRefusal(error), isUpgradeRefusal(error)]).toEqual([isBatch, isUpgrade]);
  }
});

test.each<[string, unknown, boolean]>([
  ['an unknown method', { code: -32601, message: 'no' }, true],
  ['an unsupported method', { code: 4200, message: 'no' }, true],
  ['a device without typed data', { code: -32603, message: 'Error: Not supported on this device' }, true],
  ['a device with blind signing off', new Error('Ledger: Blind signing must be enabled'), true],
  ['a rejection', { code: 4001, message: 'no' }, false],
  ['a rejection on a device', { code: -32603, message: 'Ledger device: denied (0x6985)' }, false],
  ['a locked device', { code: -32603, message: 'Ledger device: Locked device (0x5515)' }, false],
  ['anything else', { code: -32603, message: 'Internal JSON-RPC error.' }, false],
])('WAL-4 after %s, a permit must be replaced with an approval: %p', (_, answer, isNeeded) => {
  expect(cannotSignTypedData(answer)).toBe(isNeeded);
});
