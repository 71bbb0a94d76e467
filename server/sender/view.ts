import type { Address, Hex } from 'viem';
import { type ServerChain, withNode } from '@/lib/server/chain/node';

/** Depth at which no reorganization removes a block any more, as for the wallet's own transactions. */
export const SETTLED_DEPTH = 64n;

/** A chain at its latest block. */
export type ChainView = {
  number: bigint;
  hash: Hex;
  parentHash: Hex;
  /** In seconds. */
  timestamp: bigint;
  /** Per gas, in base units. */
  baseFee: bigint;
  /** Number of transactions that the sender's address has mined. */
  count: number;
  /** Native currency of the sender's address, in base units. */
  balance: bigint;
  /** The latest block that no reorganization removes any more, or null if there is none yet. */
  settled: { number: bigint; timestamp: bigint } | null;
};

/** How a view differs from the last one: another latest block, and whether blocks may have left the chain. */
export type Change = { isNew: boolean; isReorganized: boolean };

/** Reads the settled block: SETTLED_DEPTH deep, and at or below the chain's `safe` or `finalized` block if it has one. */
async function readSettled(chain: ServerChain, head: bigint): Promise<ChainView['settled']> {
  if (head < SETTLED_DEPTH) return null;
  return withNode(chain, async (node) => {
    const deep = await node.getBlock({ blockNumber: head - SETTLED_DEPTH });
    if (chain.finality === null) return deep;
    const tagged = await node.getBlock({ blockTag: chain.finality });
    return tagged.number < deep.number ? tagged : deep;
  });
}

/**
 * Reads a chain at its latest block, with the sender's nonce and balance there. Returns `last` if it is still the latest,
 * so that an idle sender makes one request.
 * @throws ApiError 503 if the node is unreachable.
 */
export async function readView(
  chain: ServerChain,
  address: Address,
  last: ChainView | null,
): Promise<ChainView> {
  const head = await withNode(chain, (node) => node.getBlock({ blockTag: 'latest' }));
  const { number, hash, parentHash, timestamp, baseFeePerGas: baseFee } = head;
  if (last?.hash === hash) return last;
  if (baseFee === null) throw new Error(`chain ${chain.id} has no base fee (EIP-1559)`);
  const [count, balance] = await withNode(chain, (node) =>
    Promise.all([
      node.getTransactionCount({ address, blockNumber: number }),
      node.getBalance({ address, blockNumber: number }),
    ]),
  );
  const settled = await readSettled(chain, number);
  return { number, hash, parentHash, timestamp, baseFee, count, balance, settled };
}

/** Returns the latest block that has the chain's confirmations. */
export const finalBlock = (chain: ServerChain, { number, settled }: ChainView): bigint =>
  chain.finality === null ? number - BigInt(chain.confirmations) + 1n : (settled?.number ?? -1n);

/** A block that was on a chain. */
type Block = { blockNumber: bigint; blockHash: Hex };

/** Blocks per request: each lists all of its transactions, and a node's answer has a limit. */
const BLOCKS_AT_ONCE = 20;

/** Returns the hashes of the blocks that aren't on the chain at `view`. @throws ApiError 503 */
export async function findLost(
  chain: ServerChain,
  blocks: readonly Block[],
  view: ChainView,
): Promise<Set<Hex>> {
  const known = [...new Map(blocks.map(({ blockNumber, blockHash }) => [blockHash, blockNumber]))];
  const isLost = async ([hash, blockNumber]: readonly [Hex, bigint]) =>
    blockNumber > view.number ||
    (await withNode(chain, (node) => node.getBlock({ blockNumber }))).hash !== hash;
  const lost = new Set<Hex>();
  for (let start = 0; start < known.length; start += BLOCKS_AT_ONCE)
    await Promise.all(
      known.slice(start, start + BLOCKS_AT_ONCE).map(async (block) => {
        if (await isLost(block)) lost.add(block[0]);
      }),
    );
  return lost;
}

/** Returns whether the chain at `view` still contains the block that was its latest at `before`. */
export async function continues(chain: ServerChain, before: ChainView, view: ChainView): Promise<boolean> {
  if (view.hash === before.hash || view.parentHash === before.hash) return true;
  if (view.number <= before.number) return false;
  const lost = await findLost(chain, [{ blockNumber: before.number, blockHash: before.hash }], view);
  return lost.size === 0;
}
