import { isUnanswered } from './node-transport';

/**
 * Returns the result of a contract read, or null if the contract reverts, has no such function, or returns something else.
 * @throws if the RPC request fails.
 */
export async function answerOrNull<Result>(asked: Promise<Result>): Promise<Result | null> {
  try {
    return await asked;
  } catch (error) {
    if (isUnanswered(error)) throw error;
    return null;
  }
}
