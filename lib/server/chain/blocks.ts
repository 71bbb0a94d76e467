import 'server-only';
import { BlockNotFoundError, type Hex, TransactionReceiptNotFoundError } from 'viem';
import type { ServerChain } from './chains';
import { askNode } from './node';

type ErrorClass = abstract new (...parameters: never[]) => Error;

/** Makes the node's "there is none" a null; other errors stay errors. */
async function orNull<Result>(asked: Promise<Result>, absence: ErrorClass): Promise<Result | null> {
  try {
    return await asked;
  } catch (error) {
    if (error instanceof absence) return null;
    throw error;
  }
}

/** The chain's head. Throws ApiError 503. */
export const readHead = (chain: ServerChain): Promise<bigint> =>
  askNode(chain, (node) => node.getBlockNumber());

/** Hash of the canonical block at a height; null above the head. Throws ApiError 503. */
export async function readBlockHash(chain: ServerChain, blockNumber: bigint): Promise<Hex | null> {
  const block = await askNode(chain, (node) => orNull(node.getBlock({ blockNumber }), BlockNotFoundError));
  return block?.hash ?? null;
}

/** A mined transaction's receipt and the time of its block (s since the epoch); null while not mined. Throws ApiError 503. */
export async function readReceipt(chain: ServerChain, txHash: Hex) {
  return askNode(chain, async (node) => {
    const receipt = await orNull(
      node.getTransactionReceipt({ hash: txHash }),
      TransactionReceiptNotFoundError,
    );
    const block =
      receipt && (await orNull(node.getBlock({ blockHash: receipt.blockHash }), BlockNotFoundError));
    return receipt && block ? { receipt, timestamp: block.timestamp } : null;
  });
}
