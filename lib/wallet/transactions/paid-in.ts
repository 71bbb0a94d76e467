import { type Address, type Client, type Hash, isAddressEqual } from 'viem';
import { getBalance, getBlock, getBlockNumber, getCode } from 'viem/actions';
import type { LedgerEntry } from './ledger-entry';
import { unlessRefused } from './read-transactions';

/** Maximum number of changes of the account's balance to look at in one search. */
const MAX_CHANGES = 10;

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

/** Returns the block after `low`, up to `high`, in which an account's balance left what it was at `low`. Null if none did. */
async function nextChange(
  client: Client,
  address: Address,
  low: bigint,
  high: bigint,
): Promise<bigint | null> {
  const read = (blockNumber: bigint) => getBalance(client, { address, blockNumber });
  const before = await read(low);
  if ((await read(high)) === before) return null;
  let [same, other] = [low, high];
  while (other - same > 1n) {
    const middle = (same + other) / 2n;
    if ((await read(middle)) === before) same = middle;
    else other = middle;
  }
  return other;
}

/**
 * Finds the transactions by which somebody called a contract account, which then paid the native currency of an entry. Its
 * nonce doesn't count these, and it may emit no events, so they are found by the changes of its balance since the request.
 * @throws if the node doesn't answer, or has pruned the required balances.
 */
export async function findPaidByCode(client: Client, entry: LedgerEntry): Promise<Hash[]> {
  const { account: address, request } = entry;
  if ((await getCode(client, { address })) === undefined) return [];
  const head = await getBlockNumber(client, { cacheTime: 0 });
  let block: bigint | null = BigInt(request.fromBlock);
  const found: Hash[] = [];
  for (let changes = 0; changes < MAX_CHANGES; changes += 1) {
    block = await nextChange(client, address, block, head);
    if (block === null) break;
    if (!(await isPaidIn(client, entry, block))) continue;
    const { transactions } = await getBlock(client, { blockNumber: block, includeTransactions: true });
    const calls = transactions.filter(({ to }) => to !== null && isAddressEqual(to, address));
    found.push(...calls.map(({ hash }) => hash));
  }
  return found;
}
