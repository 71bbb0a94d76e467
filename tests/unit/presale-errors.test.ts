import { ContractFunctionExecutionError, ContractFunctionRevertedError, encodeErrorResult } from 'viem';
import { presaleAbi } from '@/lib/evm/abi/presale';
import { chainErrorCode } from '@/lib/evm/errors';

const address = '0x00000000000000000000000000000000000000aa';
const abi = presaleAbi;
const failures = [
  [encodeErrorResult({ abi, errorName: 'WrongStage', args: [4] }), 'wrongStage'],
  [encodeErrorResult({ abi, errorName: 'AboveHardCap', args: [2n, 1n] }), 'aboveHardCap'],
  [encodeErrorResult({ abi, errorName: 'AboveWalletCap', args: [2n, 1n] }), 'aboveWalletCap'],
  [encodeErrorResult({ abi, errorName: 'NativeNotAccepted' }), 'nativeNotAccepted'],
  [encodeErrorResult({ abi, errorName: 'EnforcedPause' }), 'paused'],
  [encodeErrorResult({ abi, errorName: 'ZeroAmount' }), 'zeroAmount'],
  [encodeErrorResult({ abi, errorName: 'NotAToken', args: [address] }), 'tokenRefused'],
  [encodeErrorResult({ abi, errorName: 'UnexpectedDebit', args: [address, 1n, 2n] }), 'tokenRefused'],
  [encodeErrorResult({ abi, errorName: 'SafeERC20FailedOperation', args: [address] }), 'tokenRefused'],
  [encodeErrorResult({ abi, errorName: 'PermitRefused', args: [address] }), 'permitRefused'],
  [encodeErrorResult({ abi, errorName: 'InvalidRecipient', args: [address] }), 'recipientInvalid'],
  [encodeErrorResult({ abi, errorName: 'FailedCall' }), 'recipientRefused'],
  [encodeErrorResult({ abi, errorName: 'ReentrancyGuardReentrantCall' }), 'reverted'],
] as const;

test.each(failures)('WAL-7 WAL-9 a refusal of the presale (%s) has words of its own: %s', (data, code) => {
  const refusal = new ContractFunctionRevertedError({ abi, data, functionName: 'contribute' });
  const error = new ContractFunctionExecutionError(refusal, { abi, functionName: 'contribute', args: [1n] });
  expect(chainErrorCode(error)).toBe(code);
});
