import { type Address, type Client, isAddressEqual, type TransactionReceipt } from 'viem';
import { getBalance, getBlock, getTransactionCount, getTransactionReceipt } from 'viem/actions';
import { max } from '@/lib/evm/bigint';
import { unlessRefused } from '@/lib/wallet/transactions/read-transactions';
import { type IncomingPayment, ownMoves, paymentsInBlock } from './incoming-payment';

/** An account's state at the end of a block. The balance is in wei. */
export type AccountState = { balance: bigint; nonce: number };

/** States of an account, by block. Null if the node has pruned one. */
export type StateReader = {
  read: (block: bigint) => Promise<AccountState | null>;
  /** Number of states that were requested. */
  count: () => number;
};

/** Reads an account's state. @throws if the RPC request fails. */
export async function readState(client: Client, address: Address, block: bigint): Promise<AccountState> {
  const [balance, nonce] = await Promise.all([
    getBalance(client, { address, blockNumber: block }),
    getTransactionCount(client, { address, blockNumber: block }),
  ]);
  return { balance, nonce };
}

/** Returns a reader that requests each state once, and not those in `known`. */
export function stateReader(
  client: Client,
  account: Address,
  known: readonly (readonly [bigint, AccountState])[] = [],
): StateReader {
  const states = new Map<bigint, Promise<AccountState | null>>(
    known.map(([block, state]) => [block, Promise.resolve(state)]),
  );
  let count = 0;
  return {
    count: () => count,
    read: (block) => {
      const asked = states.get(block);
      if (asked) return asked;
      count += 1;
      const state = unlessRefused(readState(client, account, block), null);
      states.set(block, state);
      return state;
    },
  };
}

/** Returns the first block from `low` to `high` whose state the node still has. It must have that of `high`. */
export async function oldestState(states: StateReader, low: bigint, high: bigint): Promise<bigint> {
  if ((await states.read(low)) !== null) return low;
  let [pruned, kept] = [low, high];
  while (kept - pruned > 1n) {
    const middle = (pruned + kept) / 2n;
    if ((await states.read(middle)) === null) pruned = middle;
    else kept = middle;
  }
  return kept;
}

/** Blocks after `low` up to `high`. The states of both are known. */
export type Gap = { low: bigint; high: bigint };

/** Each search step splits a range into this many parts. More would need more requests, and fewer more round trips. */
const PARTS = 4n;
const stepOf = ({ low, high }: Gap) => max((high - low) / PARTS, 1n);

/** Blocks whose states every node keeps (geth: 128). The first part of a search of the past has as many. */
const FIRST_BLOCKS = 64n;

/** Returns whether the search of a gap requested a state that every node keeps, if it follows the head. */
export const isRecent = (gap: Gap, head: bigint): boolean => head - gap.high + stepOf(gap) < FIRST_BLOCKS;

/** Types of transactions that use a nonce. Some networks have others, for deposits from another network. */
const SIGNED: ReadonlySet<string> = new Set(['legacy', 'eip2930', 'eip1559', 'eip4844', 'eip7702']);

/** Of the nodes behind one URL, one can be on another branch. The next poll reads the states again. */
export const mixedStates = (block: bigint) =>
  new Error(`nodes disagree on the account's state at block ${block}`);

/** Reads what an account received in a block. @throws if the RPC request fails, or if the states don't fit the block. */
async function readBlock(
  client: Client,
  account: Address,
  { before, after }: { before: AccountState; after: AccountState },
  blockNumber: bigint,
): Promise<IncomingPayment[]> {
  const block = await getBlock(client, { blockNumber, includeTransactions: true });
  const sent = block.transactions.filter(
    ({ from, type }) => isAddressEqual(from, account) && SIGNED.has(type),
  );
  if (sent.length > after.nonce - before.nonce) throw mixedStates(blockNumber);
  const receipts = await Promise.all(
    ownMoves(block, account).map(
      async ({ hash }): Promise<[typeof hash, TransactionReceipt]> => [
        hash,
        await getTransactionReceipt(client, { hash }),
      ],
    ),
  );
  const balances = { before: before.balance, after: after.balance };
  return paymentsInBlock(account, balances, block, new Map(receipts));
}

/**
 * Finds the native currency that an account received, newest first, on a node without traces or an index. An account
 * whose balance and nonce are the same before and after a range received nothing there, so the search reads only the
 * blocks in which they changed. (A contract account can pay out what it received without using a nonce.) `rest` has the
 * ranges whose states the node has pruned, and those that exceed the limit of states.
 * @throws if the RPC request fails.
 */
export async function findNative(
  client: Client,
  account: Address,
  states: StateReader,
  range: Gap,
  limit: number,
): Promise<{ payments: IncomingPayment[]; rest: Gap[] }> {
  const payments: IncomingPayment[] = [];
  const rest: Gap[] = [];
  const gaps = [range];
  for (let gap = gaps.pop(); gap; gap = gaps.pop()) {
    const { low, high } = gap;
    const [before, after] = await Promise.all([states.read(low), states.read(high)]);
    if (!before || !after || (states.count() >= limit && high - low > 1n)) {
      rest.push(gap);
      continue;
    }
    if (after.nonce < before.nonce) throw mixedStates(high);
    if (before.balance === after.balance && before.nonce === after.nonce) continue;
    if (high - low === 1n) {
      payments.push(...(await readBlock(client, account, { before, after }, high)));
      continue;
    }
    const step = stepOf(gap);
    const inner: bigint[] = [];
    for (let at = low + step; at < high; at += step) inner.push(at);
    const read = await Promise.all(inner.map(states.read));
    const known = inner.filter((_, index) => read[index] !== null);
    if (known.length === 0) rest.push(gap);
    else {
      const points = [low, ...known, high];
      // The newest part is last, so it's searched first.
      for (const [index, start] of points.entries()) {
        const end = points[index + 1];
        if (end !== undefined) gaps.push({ low: start, high: end });
      }
    }
  }
  return { payments, rest };
}

const GROWTH = 4n;

export type NativePast = {
  payments: IncomingPayment[];
  /** All blocks after this one were searched. */
  reached: bigint;
  /** Whether the node has pruned what is needed to search further. */
  isPruned: boolean;
};

/**
 * Searches what an account received up to a block, newest first, until `limit` states were read.
 * @throws if the RPC request fails.
 */
export async function findNativePast(
  client: Client,
  account: Address,
  toBlock: bigint,
  limit: number,
): Promise<NativePast> {
  const states = stateReader(client, account);
  const payments: IncomingPayment[] = [];
  let reached = toBlock;
  let width = FIRST_BLOCKS;
  while (reached > 0n && states.count() < limit) {
    const wanted = max(reached - width, 0n);
    const low = await oldestState(states, wanted, reached);
    const found = await findNative(client, account, states, { low, high: reached }, limit);
    const searched = found.rest.reduce((most, { high }) => max(most, high), low);
    payments.push(...found.payments.filter(({ block }) => block > searched));
    if (searched > low) return { payments, reached: searched, isPruned: states.count() < limit };
    if (low > wanted) return { payments, reached: low, isPruned: true };
    reached = low;
    width *= GROWTH;
  }
  return { payments, reached, isPruned: false };
}
