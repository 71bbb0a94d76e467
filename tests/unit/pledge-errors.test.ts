import { ContractFunctionExecutionError, ContractFunctionRevertedError, encodeErrorResult } from 'viem';
import { pledgeAbi } from '@/lib/evm/abi/pledge';
import { chainErrorCode } from '@/lib/evm/errors';

const address = '0x00000000000000000000000000000000000000aa';
const abi = pledgeAbi;
const failures = [
  [encodeErrorResult({ abi, errorName: 'UnknownTerm', args: [9n] }), 'termClosed'],
  [encodeErrorResult({ abi, errorName: 'TermClosed', args: [1n] }), 'termClosed'],
  [encodeErrorResult({ abi, errorName: 'InsufficientReserve', args: [address, 1n, 2n] }), 'reserveTooSmall'],
  [encodeErrorResult({ abi, errorName: 'NotYourPosition', args: [1n, address] }), 'notYourPledge'],
  [encodeErrorResult({ abi, errorName: 'PositionClosed', args: [1n] }), 'pledgeClosed'],
  [encodeErrorResult({ abi, errorName: 'NotMatured', args: [1n, 2n] }), 'notMatured'],
  [encodeErrorResult({ abi, errorName: 'AlreadyMatured', args: [1n, 2n] }), 'alreadyMatured'],
  [encodeErrorResult({ abi, errorName: 'EnforcedPause' }), 'paused'],
  [encodeErrorResult({ abi, errorName: 'ZeroAmount' }), 'zeroAmount'],
  [encodeErrorResult({ abi, errorName: 'NotAToken', args: [address] }), 'tokenRefused'],
  [encodeErrorResult({ abi, errorName: 'PermitRefused', args: [address] }), 'permitRefused'],
  [encodeErrorResult({ abi, errorName: 'ERC2612ExpiredSignature', args: [1n] }), 'permitExpired'],
  [encodeErrorResult({ abi, errorName: 'SafeERC20FailedOperation', args: [address] }), 'tokenRefused'],
  [encodeErrorResult({ abi, errorName: 'UnexpectedDebit', args: [address, 1n, 2n] }), 'tokenRefused'],
  [encodeErrorResult({ abi, errorName: 'InvalidRecipient', args: [address] }), 'recipientInvalid'],
  [encodeErrorResult({ abi, errorName: 'ReentrancyGuardReentrantCall' }), 'reverted'],
] as const;

test.each(failures)(
  'WAL-8 WAL-9 a refusal of the pledge contract (%s) has words of its own: %s',
  (data, code) => {
    const refusal = new ContractFunctionRevertedError({ abi, data, functionName: 'pledge' });
    const error = new ContractFunctionExecutionError(refusal, {
      abi,
      functionName: 'pledge',
      args: [0n, 1n],
    });
    expect(chainErrorCode(error)).toBe(code);
  },
);
