import type { Client } from 'viem';
import { readContract } from 'viem/actions';
import type { Call } from './multicall-slice';
import { isUnanswered } from './node-transport';
import { readMany } from './read-many';

async function readOne(client: Client, call: Call): Promise<unknown> {
  try {
    return await readContract(client, call);
  } catch (error) {
    if (isUnanswered(error)) throw error;
    return undefined;
  }
}

/**
 * What contracts that nobody vouches for answer, in the order asked; undefined where one gives no such answer. What fails
 * among others is asked for once more alone: a contract may burn the gas of those after it. A function's name must tell it
 * from the others of its ABI.
 * @throws what the node says where it does not answer.
 */
export async function readAll(client: Client, calls: readonly Call[]): Promise<unknown[]> {
  if (!client.chain?.contracts?.multicall3) return Promise.all(calls.map((call) => readOne(client, call)));
  const answers = await readMany(client, calls);
  return Promise.all(
    calls.map((call, index) => {
      const answer = answers[index];
      if (answer?.status === 'success') return answer.result;
      if (isUnanswered(answer?.error)) throw answer?.error;
      return readOne(client, call);
    }),
  );
}
