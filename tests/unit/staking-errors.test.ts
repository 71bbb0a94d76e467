import { ContractFunctionExecutionError, ContractFunctionRevertedError, encodeErrorResult } from 'viem';
import { stakingPoolAbi } from '@/lib/evm/abi/staking-pool';
import { chainErrorCode } from '@/lib/evm/errors';

const address = '0x00000000000000000000000000000000000000aa';
const abi = stakingPoolAbi;
const failures = [
  [encodeErrorResult({ abi, errorName: 'EnforcedPause' }), 'paused'],
  [encodeErrorResult({ abi, errorName: 'ZeroAmount' }), 'zeroAmount'],
  [encodeErrorResult({ abi, errorName: 'InsufficientStake', args: [1n, 2n] }), 'insufficientStake'],
  [encodeErrorResult({ abi, errorName: 'PermitRefused', args: [address] }), 'permitRefused'],
  [encodeErrorResult({ abi, errorName: 'ERC2612InvalidSigner', args: [address, address] }), 'permitRefused'],
  [encodeErrorResult({ abi, errorName: 'ERC2612ExpiredSignature', args: [1n] }), 'permitExpired'],
  [encodeErrorResult({ abi, errorName: 'SafeERC20FailedOperation', args: [address] }), 'tokenRefused'],
  [encodeErrorResult({ abi, errorName: 'UnexpectedDebit', args: [address, 1n, 2n] }), 'tokenRefused'],
  [encodeErrorResult({ abi, errorName: 'NotAToken', args: [address] }), 'tokenRefused'],
  [
    encodeErrorResult({ abi, errorName: 'ERC20InsufficientBalance', args: [address, 1n, 2n] }),
    'insufficientBalance',
  ],
  [
    encodeErrorResult({ abi, errorName: 'ERC20InsufficientAllowance', args: [address, 1n, 2n] }),
    'insufficientAllowance',
  ],
  [encodeErrorResult({ abi, errorName: 'ReentrancyGuardReentrantCall' }), 'reverted'],
] as const;

test.each(failures)(
  'WAL-6 WAL-9 a refusal of the staking pool (%s) has words of its own: %s',
  (data, code) => {
    const refusal = new ContractFunctionRevertedError({ abi, data, functionName: 'stake' });
    const error = new ContractFunctionExecutionError(refusal, { abi, functionName: 'stake', args: [1n] });
    expect(chainErrorCode(error)).toBe(code);
  },
);
