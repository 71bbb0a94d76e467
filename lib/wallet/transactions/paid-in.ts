import {
  type Address,
  type Client,
  type Hash,
  type Hex,
  isAddressEqual,
  type TransactionReceipt,
} from 'viem';
import { getBalance, getBlock, getBlockNumber, getCode, getTransactionReceipt } from 'viem/actions';
import type { LedgerEntry } from './ledger-entry';
import { unlessRefused } from './read-transactions';

/** Maximum number of changes of the account's balance to look at in one search. */
const MAX_CHANGES = 25;

/** Reads by how much an account's native balance rose in a block, in wei. Negative if it fell. */
async function changeIn(client: Client, address: Address, block: bigint): Promise<bigint> {
  const [before = 0n, after = 0n] = await Promise.all(
    [block - 1n, block].map((blockNumber) => getBalance(client, { address, blockNumber })),
  );
  return after - before;
}

/** Returns what a transaction cost its sender, in wei: its network fee, and its value unless it reverted. */
function costOf(value: bigint, receipt: TransactionReceipt): { fee: bigint; value: bigint } {
  // Rollups charge for the data on their parent chain, too. viem knows that field of some of them only.
  const { l1Fee = '0x0' } = receipt as { l1Fee?: Hex | bigint };
  const fee = receipt.gasUsed * receipt.effectiveGasPrice + BigInt(l1Fee);
  return { fee, value: receipt.status === 'success' ? value : 0n };
}

/** Reads a block's transactions that one of some accounts signed, or that pay one. */
async function readMoves(client: Client, block: bigint, account: Address, recipient: Address) {
  const { transactions } = await getBlock(client, { blockNumber: block, includeTransactions: true });
  const moves = transactions.filter(
    ({ from, to, value }) =>
      isAddressEqual(from, account) || (value > 0n && to !== null && isAddressEqual(to, recipient)),
  );
  return Promise.all(
    moves.map(async ({ hash, from, to, value }) => {
      const receipt = await getTransactionReceipt(client, { hash });
      const isTo = to !== null && isAddressEqual(to, recipient);
      return { hash, isOwn: isAddressEqual(from, account), isTo, ...costOf(value, receipt) };
    }),
  );
}

const sum = (amounts: readonly bigint[]) => amounts.reduce((total, amount) => total + amount, 0n);

/**
 * Returns whether a transaction's code paid the recipient exactly the requested native currency, by the balances before and
 * after its block: the recipient's rose by it beyond what others paid, and the account's fell by it beyond its fees. That is
 * the only trace of native currency that an account's own code sent (ERC-4337, EIP-7702, Safe). An account that doesn't pay
 * its own fees may have paid more. False if the node has pruned these balances.
 * @throws if the node doesn't answer.
 */
export async function isPaidIn(
  client: Client,
  { account, recipient, amountRaw }: LedgerEntry,
  { hash, block, isOwn }: { hash: Hash; block: bigint; isOwn: boolean },
): Promise<boolean> {
  if (!recipient) return false;
  const amount = BigInt(amountRaw);
  const read = Promise.all([
    changeIn(client, recipient, block),
    changeIn(client, account, block),
    readMoves(client, block, account, recipient),
  ]);
  const [rise, own, moves] = await unlessRefused(read, [0n, 0n, []]);
  const others = moves.filter((move) => move.hash !== hash);
  const received = rise - sum(others.filter(({ isTo }) => isTo).map(({ value }) => value));
  const known =
    sum(moves.filter((move) => move.isOwn).map(({ fee }) => fee)) +
    sum(others.filter((move) => move.isOwn).map(({ value }) => value));
  const given = -own - known;
  return received === amount && (isOwn ? given === amount : given >= amount);
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
 * nonce doesn't count these, and it may emit no events, so they are found by the changes of its balance after a block. Returns
 * also the block until which all of them were looked at.
 * @throws if the node doesn't answer, or has pruned the required balances.
 */
export async function findPaidByCode(
  client: Client,
  entry: LedgerEntry,
  after: bigint,
): Promise<{ hashes: Hash[]; until: bigint }> {
  const { account: address } = entry;
  const head = await getBlockNumber(client, { cacheTime: 0 });
  if ((await getCode(client, { address })) === undefined) return { hashes: [], until: head };
  const hashes: Hash[] = [];
  let until = after;
  for (let changes = 0; changes < MAX_CHANGES; changes += 1) {
    const block = await nextChange(client, address, until, head);
    if (block === null) return { hashes, until: head };
    until = block;
    const { transactions } = await getBlock(client, { blockNumber: block, includeTransactions: true });
    for (const { hash, from, to } of transactions)
      if (
        to !== null &&
        isAddressEqual(to, address) &&
        (await isPaidIn(client, entry, { hash, block, isOwn: isAddressEqual(from, address) }))
      )
        hashes.push(hash);
  }
  return { hashes, until };
}
