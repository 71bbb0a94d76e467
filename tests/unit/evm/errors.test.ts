/** @jest-environment node */

import {
  createPublicClient,
  custom,
  encodeErrorResult,
  HttpRequestError,
  RpcRequestError,
  SwitchChainError,
  TimeoutError,
  UserRejectedRequestError,
} from 'viem';
import { vaultAbi } from '@/lib/evm/abi/vault';
import {
  chainErrorCode,
  isRevert,
  MaybeSentError,
  OtherChainError,
  RefusedCallError,
} from '@/lib/evm/errors';

const [to, account] = [`0x${'1'.repeat(40)}`, `0x${'2'.repeat(40)}`] as const;
const url = 'http://node';

/** Returns the error of a simulation whose RPC endpoint fails with this error. */
async function simulationError(failure: Error): Promise<unknown> {
  const client = createPublicClient({
    transport: custom({ request: () => Promise.reject(failure) }, { retryCount: 0 }),
  });
  return client
    .simulateContract({ address: to, account, abi: vaultAbi, functionName: 'unpause' })
    .catch((caught: unknown) => caught);
}

const answers = (error: { code: number; message: string; data?: unknown }) =>
  new RpcRequestError({ body: {}, url, error });
const data = encodeErrorResult({ abi: vaultAbi, errorName: 'EnforcedPause' });

test.each<[string, Error, code: string, isReverted: boolean]>([
  ['revert data', answers({ code: 3, message: 'execution reverted', data }), 'paused', true],
  ['revert data of Hardhat', answers({ code: -32603, message: 'failed', data: { data } }), 'paused', true],
  [
    'a revert without data',
    answers({ code: 3, message: 'execution reverted', data: '0x' }),
    'reverted',
    true,
  ],
  ['an old revert', answers({ code: -32603, message: 'VM Exception: revert' }), 'reverted', true],
  ['a revert of an older node', answers({ code: -32000, message: 'execution reverted' }), 'reverted', true],
  ['an internal error', answers({ code: -32603, message: 'Internal error' }), 'unknown', false],
  ['invalid parameters', answers({ code: -32602, message: 'range' }), 'unknown', false],
  ['the code of a rejection', answers({ code: 4001, message: 'no' }), 'unknown', false],
  ['the text of a rejection', answers({ code: -32000, message: 'user rejected' }), 'unknown', false],
  [
    'too little balance',
    answers({ code: -32000, message: 'insufficient funds' }),
    'insufficientFunds',
    false,
  ],
  ['no connection', new HttpRequestError({ url }), 'nodeUnreachable', false],
  ['no answer in time', new TimeoutError({ body: {}, url }), 'nodeUnreachable', false],
])('WAL-9 a simulation that ends with %s', async (_, failure, code, isReverted) => {
  const error = await simulationError(failure);
  expect([chainErrorCode(error), isRevert(error)]).toEqual([code, isReverted]);
});

test("WAL-4 an RPC endpoint's error is not taken for the wallet's", () => {
  expect(chainErrorCode(answers({ code: -32602, message: 'range' }))).toBe('unknown');
});

test.each<[string, unknown, code: string]>([
  [
    'a request that may have been sent',
    new MaybeSentError({ id: '0x01', cause: { code: 4001 } }),
    'maybeSent',
  ],
  ['a refused call', new RefusedCallError('tokenRefused'), 'tokenRefused'],
  ['a transaction on another chain', new OtherChainError(), 'otherChain'],
  [
    'a failed switch',
    new SwitchChainError(Object.assign(new Error('failed'), { code: -32603 })),
    'wrongChain',
  ],
  [
    'a network that was added without a switch',
    new UserRejectedRequestError(new Error('User rejected switch after adding network.')),
    'wrongChain',
  ],
  [
    'a network that could not be added, which nobody rejected',
    new UserRejectedRequestError(Object.assign(new Error('failed'), { code: -32603 })),
    'unknown',
  ],
  [
    'a rejected switch',
    new UserRejectedRequestError(Object.assign(new Error('User rejected'), { code: 4001 })),
    'rejected',
  ],
  ['anything else', new Error('failed'), 'unknown'],
])('WAL-4 the code for %s', (_, error, code) => {
  expect(chainErrorCode(error)).toBe(code);
});
