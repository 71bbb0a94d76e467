import {
  type Address,
  type Client,
  type Hash,
  type Hex,
  isAddressEqual,
  type TransactionReceipt,
} from 'viem';
import { getBalance, getBlock, getBlockNumber, getCode, getTransactionReceipt } from 'viem/actions';
import { max, min, sum } from '@/lib/evm/bigint';
import { nativePayments } from '@/lib/evm/native-transfers';
import type { BlockRange } from '@/lib/evm/scan-logs';
import type { LedgerEntry } from './ledger-entry';
import { unlessRefused } from './read-transactions';

/**
 * Numbers of blocks to look at in one search: the first ones that are still to be searched, and the latest ones, whose states
 * every node keeps (geth: 128).
 */
const FIRST_BLOCKS = 64n;
const LATEST_BLOCKS = 64n;
/** Number of the latest blocks to read again in the next search, because a reorganization may replace them. */
const AGAIN_BLOCKS = 16n;
/** Maximum number of balances to read at once, because many nodes refuse larger batches. */
const BATCH = 32;

type Mined = { hash: Hash; block: bigint; isOwn: boolean };

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

/**
 * Returns whether the balances before and after a transaction's block show that its code paid the recipient exactly the requested
 * native currency: the recipient's rose by it beyond what others paid, and the account's fell by it beyond its fees. An account
 * that doesn't pay its own fees may have paid more.
 * @throws if the node doesn't answer, or has pruned these balances.
 */
async function isInBalances(
  client: Client,
  { account, amountRaw }: LedgerEntry,
  recipient: Address,
  { hash, block, isOwn }: Mined,
): Promise<boolean> {
  const amount = BigInt(amountRaw);
  const [rise, own, moves] = await Promise.all([
    changeIn(client, recipient, block),
    changeIn(client, account, block),
    readMoves(client, block, account, recipient),
  ]);
  const others = moves.filter((move) => move.hash !== hash);
  const received = rise - sum(others.filter(({ isTo }) => isTo).map(({ value }) => value));
  const known =
    sum(moves.filter((move) => move.isOwn).map(({ fee }) => fee)) +
    sum(others.filter((move) => move.isOwn).map(({ value }) => value));
  const given = -own - known;
  return received === amount && (isOwn ? given === amount : given >= amount);
}

/**
 * Returns how often a transaction's code paid an entry's recipient exactly the requested native currency (ERC-4337, EIP-7702,
 * Safe), which no event shows: by the node's trace, or else by the balances, which show one payment at most, and don't show one
 * that the recipient passed on.
 * @throws if the node doesn't answer, or has pruned what it needs.
 */
export async function countPayments(client: Client, entry: LedgerEntry, mined: Mined): Promise<number> {
  const { account: from, recipient: to, amountRaw } = entry;
  if (!to) return 0;
  const amounts = await nativePayments(client, mined.hash, { from, to });
  if (amounts) return amounts.filter((amount) => amount === BigInt(amountRaw)).length;
  return (await isInBalances(client, entry, to, mined)) ? 1 : 0;
}

/** Reads the blocks of a range in which an account's native balance changed. */
async function readChanges(
  client: Client,
  address: Address,
  { fromBlock, toBlock }: BlockRange,
): Promise<bigint[]> {
  const blocks = Array.from(
    { length: Number(toBlock - fromBlock) + 2 },
    (_, index) => fromBlock - 1n + BigInt(index),
  );
  const balances: bigint[] = [];
  for (let at = 0; at < blocks.length; at += BATCH) {
    const reads = blocks
      .slice(at, at + BATCH)
      .map((blockNumber) => getBalance(client, { address, blockNumber }));
    balances.push(...(await Promise.all(reads)));
  }
  return blocks.filter((_, index) => index > 0 && balances[index] !== balances[index - 1]);
}

/** Returns whether an account has code, or had when a wallet was asked. A wallet can remove it (EIP-7702). */
async function hasCode(client: Client, { account: address, request }: LedgerEntry): Promise<boolean> {
  const codes = await Promise.all([
    getCode(client, { address }),
    unlessRefused(getCode(client, { address, blockNumber: BigInt(request.fromBlock) }), undefined),
  ]);
  return codes.some((code) => code !== undefined);
}

/** A transaction that may be an entry's, and how often it made a payment that no event shows. */
export type Found = { hash: Hash; payments: number };

/** Finds the transactions in a range of blocks by which somebody called an account, which then paid an entry's recipient. */
async function findInRange(client: Client, entry: LedgerEntry, range: BlockRange): Promise<Found[]> {
  const { account } = entry;
  const found: Found[] = [];
  for (const block of await readChanges(client, account, range)) {
    const { transactions } = await getBlock(client, { blockNumber: block, includeTransactions: true });
    for (const { hash, from, to } of transactions) {
      if (to === null || !isAddressEqual(to, account)) continue;
      const isOwn = isAddressEqual(from, account);
      const payments = await countPayments(client, entry, { hash, block, isOwn });
      if (payments > 0) found.push({ hash, payments });
    }
  }
  return found;
}

/**
 * Finds the transactions by which somebody called a contract account, which then paid the native currency of an entry. Its
 * nonce doesn't count these, and it may emit no events, so they are found by the changes of its balance. Returns also the block
 * until which all of them were looked at, which doesn't move on while the node refuses what it has pruned.
 * @throws if the node doesn't answer.
 */
export async function findPaidByCode(
  client: Client,
  entry: LedgerEntry,
  after: bigint,
): Promise<{ found: Found[]; until: bigint }> {
  const head = await getBlockNumber(client, { cacheTime: 0 });
  const settled = max(head - AGAIN_BLOCKS, after);
  if (!(await hasCode(client, entry))) return { found: [], until: settled };
  const end = min(after + FIRST_BLOCKS, head);
  const first = await unlessRefused(
    findInRange(client, entry, { fromBlock: after + 1n, toBlock: end }),
    null,
  );
  const fromBlock = max(first ? end : after, head - LATEST_BLOCKS) + 1n;
  const latest = await unlessRefused(findInRange(client, entry, { fromBlock, toBlock: head }), []);
  return { found: [...(first ?? []), ...latest], until: first ? min(end, settled) : after };
}
