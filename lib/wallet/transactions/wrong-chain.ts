import { type Hash, TransactionNotFoundError } from 'viem';
import { getTransaction } from 'viem/actions';
import type { Config } from 'wagmi';

/** Whether a chain's node knows a transaction; null where it does not answer. */
async function knows(config: Config, chainId: number, hash: Hash): Promise<boolean | null> {
  try {
    await getTransaction(config.getClient({ chainId }), { hash });
    return true;
  } catch (error) {
    return error instanceof TransactionNotFoundError ? false : null;
  }
}

/**
 * The chain that a wallet has sent a transaction on where it is not the one that the wallet said it was on; null where
 * nothing speaks for that. A signed transaction is good for one chain alone (EIP-155).
 */
export async function findStray(config: Config, chainId: number, hash: Hash): Promise<number | null> {
  if ((await knows(config, chainId, hash)) !== false) return null;
  const others = config.chains.map(({ id }) => id).filter((id) => id !== chainId);
  const known = await Promise.all(others.map((id) => knows(config, id, hash)));
  return others.find((_, index) => known[index]) ?? null;
}
