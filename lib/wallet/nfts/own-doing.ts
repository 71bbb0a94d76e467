import { type Address, type Client, getAddress, type Hash } from 'viem';
import { getTransaction } from 'viem/actions';
import { isUnanswered } from '@/lib/evm/node-transport';
import { ARRIVALS_READ, type Arrival } from './arrivals';

/** Senders of transactions, or null if the node doesn't have the transaction. */
export type Senders = Map<Hash, Address | null>;

/** Transaction senders by chain, cached because they never change. */
const sendersByChain = new Map<number, Senders>();

export function sendersOn(chainId: number): Senders {
  const known = sendersByChain.get(chainId) ?? new Map();
  sendersByChain.set(chainId, known);
  return known;
}

async function readSender(client: Client, hash: Hash): Promise<readonly [Hash, Address | null]> {
  try {
    return [hash, getAddress((await getTransaction(client, { hash })).from)];
  } catch (error) {
    if (isUnanswered(error)) throw error;
    return [hash, null];
  }
}

/**
 * Returns for each list of transfers whether one of them was made by the account's own transaction, or by one whose
 * sender is unknown. `senders` caches earlier reads.
 * @throws if the RPC request fails.
 */
export async function readOwnDoing(
  client: Client,
  account: Address,
  arrivals: readonly (readonly Pick<Arrival, 'transactionHash' | 'operator'>[])[],
  senders: Senders,
): Promise<boolean[]> {
  const asked = arrivals.map((own) => own.slice(0, ARRIVALS_READ));
  const hashes = new Set(asked.flat().map(({ transactionHash }) => transactionHash));
  const unknown = [...hashes].filter((hash) => !senders.has(hash));
  for (const [hash, sender] of await Promise.all(unknown.map((hash) => readSender(client, hash))))
    senders.set(hash, sender);
  return asked.map((own) =>
    own.some(
      ({ transactionHash, operator }) =>
        operator === account || (senders.get(transactionHash) ?? account) === account,
    ),
  );
}
