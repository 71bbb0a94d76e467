import type { Abi, Address, Client } from 'viem';
import { multicall, readContract } from 'viem/actions';
import { isUnanswered } from './node-transport';

export type Read = { address: Address; abi: Abi; functionName: string; args?: readonly unknown[] };

/** Call data of one call to the multicall contract, in bytes. */
const BATCH_BYTES = 16_384;

async function readOne(client: Client, read: Read): Promise<unknown> {
  try {
    return await readContract(client, read);
  } catch (error) {
    if (isUnanswered(error)) throw error;
    return undefined;
  }
}

/**
 * What contracts that nobody vouches for answer, in the order asked; undefined where one gives no such answer. What fails
 * among others is asked for once more alone: a contract may burn the gas of those after it.
 * @throws what the node says where it does not answer.
 */
export async function readAll(client: Client, reads: readonly Read[]): Promise<unknown[]> {
  if (reads.length === 0) return [];
  if (!client.chain?.contracts?.multicall3) return Promise.all(reads.map((read) => readOne(client, read)));
  const answers = await multicall(client, { contracts: reads, allowFailure: true, batchSize: BATCH_BYTES });
  return Promise.all(
    reads.map((read, index) => {
      const answer = answers[index];
      if (answer?.status === 'success') return answer.result;
      if (isUnanswered(answer?.error)) throw answer?.error;
      return readOne(client, read);
    }),
  );
}
