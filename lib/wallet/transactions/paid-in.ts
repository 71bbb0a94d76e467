import type { Address, Client } from 'viem';
import { getBalance } from 'viem/actions';
import type { LedgerEntry } from './ledger-entry';
import { unlessRefused } from './read-transactions';

/** Reads by how much an account's native balance rose in a block, in wei. Negative if it fell. */
async function changeIn(client: Client, address: Address, block: bigint): Promise<bigint> {
  const [before = 0n, after = 0n] = await Promise.all(
    [block - 1n, block].map((blockNumber) => getBalance(client, { address, blockNumber })),
  );
  return after - before;
}

/**
 * Returns whether the recipient's native balance rose by exactly the payment in a block, and the account's fell by it or more.
 * That is the only trace of native currency that an account's own code sent (ERC-4337, EIP-7702, Safe). False if the node
 * has pruned these balances.
 * @throws if the node doesn't answer.
 */
export async function isPaidIn(
  client: Client,
  { account, recipient, amountRaw }: LedgerEntry,
  block: bigint,
): Promise<boolean> {
  if (!recipient) return false;
  const amount = BigInt(amountRaw);
  const changes = await unlessRefused(
    Promise.all([recipient, account].map((address) => changeIn(client, address, block))),
    [],
  );
  const [received, own] = changes;
  return received === amount && own !== undefined && -own >= amount;
}
