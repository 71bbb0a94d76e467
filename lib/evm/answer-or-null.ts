import { BaseError, RpcRequestError } from 'viem';
import { isRevert } from './errors';
import { isUnanswered } from './node-transport';

/** How nodes say that a call failed in the EVM. viem knows reverts alone. */
const EVM_FAILURE = /revert|out of ?gas|gas required exceeds|opcode|\bE?VM (execution )?(error|exception)/i;

/** Returns whether a node's answer is an error of its own, such as a block that it lacks, and says nothing about the call. */
function isNodeFault(error: unknown): boolean {
  if (!(error instanceof BaseError) || isRevert(error)) return false;
  const answer = error.walk((cause) => cause instanceof RpcRequestError);
  return answer instanceof RpcRequestError && !EVM_FAILURE.test(answer.details);
}

/**
 * Returns the result of a contract read, or null if the contract reverts, has no such function, or returns something else.
 * @throws if the RPC request fails, or the node answers with an error of its own.
 */
export async function answerOrNull<Result>(asked: Promise<Result>): Promise<Result | null> {
  try {
    return await asked;
  } catch (error) {
    if (isUnanswered(error) || isNodeFault(error)) throw error;
    return null;
  }
}
