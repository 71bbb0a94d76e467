import 'server-only';
import {
  BaseError,
  BlockNotFoundError,
  createPublicClient,
  type GetBlockParameters,
  type Hex,
  HttpRequestError,
  ResponseBodyTooLargeError,
  TimeoutError,
  TransactionReceiptNotFoundError,
} from 'viem';
import { nodeHttp } from '@/lib/evm/node-http';
import { listChains } from '@/lib/server/config/lists';
import type { chains } from '@/lib/server/db/config-tables';
import { ApiError } from '../http/api-error';

export type ServerChain = typeof chains.$inferSelect;

/** Returns the refusal of a chain that isn't configured. */
export const unknownChain = () => new ApiError(400, 'unknownChain', { reason: 'unknown_chain' });

/** Returns a configured chain by its ID. @throws ApiError 400 if the ID is unknown. */
export async function findChain(id: number): Promise<ServerChain> {
  const chain = (await listChains()).find((configured) => configured.id === id);
  if (!chain) throw unknownChain();
  return chain;
}

const TIMEOUT_MS = 5_000;

/** The part of a chain that identifies its node. */
export type NodeAddress = Pick<ServerChain, 'id' | 'serverRpcUrl'>;
export type Node = ReturnType<typeof createNode>;

/**
 * Maximum size of an answer to an untrusted read, in bytes. Enough for the longest text that is used (see
 * URI_LIMIT_CHARACTERS), which JSON-RPC encodes as two digits per byte.
 */
const UNTRUSTED_BYTES = 2 * 1_024 ** 2;
/**
 * Maximum size of a receipt, in bytes: about 700 events with data, or 1,500 without. Anyone can send a transaction with
 * far more, and parsing a receipt blocks all other calls.
 */
const RECEIPT_BYTES = 512 * 1_024;
/** Maximum size of a block, in bytes: with the hashes of about 150,000 transactions. */
const BLOCK_BYTES = 10 * 1_024 ** 2;

/** Creates a client of a node. With a maximum size of answers, they aren't batched. */
const createNode = (url: string, maxSize: number | undefined) =>
  createPublicClient({
    transport: nodeHttp(url, {
      ...(maxSize === undefined ? {} : { batch: false, maxSize }),
      timeout: TIMEOUT_MS,
      retryCount: 1,
      // A redirect would let the endpoint send the server's requests anywhere, for example into the internal network.
      fetchOptions: { redirect: 'error' },
    }),
    cacheTime: 0,
    // ERC-3668 is disabled, because a contract could otherwise make the server request any URL.
    ccipRead: false,
  });

/** How long a node's chain ID counts as checked, because another node may answer at the same URL after a failover. */
const CHECKED_MS = 60_000;

const nodes = new Map<string, { node: Promise<Node>; checkedAt: number }>();

const keyOf = ({ id, serverRpcUrl }: NodeAddress, maxSize: number | undefined) =>
  `${maxSize} ${id} ${serverRpcUrl}`;

/** Checks the chain ID of a chain's node, because another chain's node would prove payments in the wrong currency. */
async function connect({ id, serverRpcUrl }: NodeAddress, maxSize: number | undefined): Promise<Node> {
  const node = createNode(serverRpcUrl, maxSize);
  const served = await node.getChainId();
  if (served !== id) throw new Error(`the node of chain ${id} serves chain ${served}`);
  return node;
}

async function nodeOf(chain: NodeAddress, maxSize: number | undefined): Promise<Node> {
  const key = keyOf(chain, maxSize);
  const known = nodes.get(key);
  const entry =
    known && performance.now() - known.checkedAt < CHECKED_MS
      ? known
      : { node: connect(chain, maxSize), checkedAt: performance.now() };
  nodes.set(key, entry);
  try {
    return await entry.node;
  } catch (error) {
    nodes.delete(key);
    throw error;
  }
}

/** Returns whether a request failed. An answer that can't be used, such as one that is too large, isn't a failure. */
const isFailedRequest = (error: unknown): boolean =>
  error instanceof BaseError &&
  error.walk((cause) => cause instanceof HttpRequestError || cause instanceof TimeoutError) !== null;

/** Nodes that didn't answer their latest request in time, by URL. One call at a time tries them again. */
const silent = new Map<string, { isTried: boolean }>();

/**
 * Calls a node unless it is silent and another call is trying it. Otherwise, all calls that wait for a turn would wait for
 * the time-out, too, one after another.
 * @throws ApiError 503 if the node is silent.
 */
async function unlessSilent<Result>({ id, serverRpcUrl: url }: NodeAddress, call: () => Promise<Result>) {
  const known = silent.get(url);
  if (known?.isTried)
    throw new ApiError(503, 'nodeUnreachable', null, {
      cause: new Error(`the node of chain ${id} has not answered in time`),
    });
  if (known) known.isTried = true;
  try {
    const result = await call();
    silent.delete(url);
    return result;
  } catch (error) {
    // A refusal or a failed request shows that the node, or its machine, answers.
    if (!(error instanceof ApiError && isTimeout(error.cause))) silent.delete(url);
    // Calls that have started before must not let more than one try.
    else if (known) known.isTried = false;
    else if (!silent.has(url)) silent.set(url, { isTried: false });
    throw error;
  }
}

const isTimeout = (error: unknown): boolean =>
  error instanceof BaseError && error.walk((cause) => cause instanceof TimeoutError) !== null;

async function callNode<Result>(
  chain: NodeAddress,
  ask: (node: Node) => Promise<Result>,
  maxSize?: number,
): Promise<Result> {
  try {
    return await ask(await nodeOf(chain, maxSize));
  } catch (error) {
    if (error instanceof ApiError) throw error;
    if (isFailedRequest(error)) nodes.delete(keyOf(chain, maxSize));
    throw new ApiError(503, 'nodeUnreachable', null, { cause: error });
  }
}

/**
 * Calls `ask` with the chain's node, whose chain ID is checked again after a failed request. Any error other than an
 * ApiError is treated as an unreachable or faulty node, so `ask` must handle errors that are valid results.
 * @throws ApiError 503 with the original error as its cause.
 */
export const withNode = <Result>(chain: NodeAddress, ask: (node: Node) => Promise<Result>): Promise<Result> =>
  unlessSilent(chain, () => callNode(chain, ask));

/**
 * Like `withNode`, for reads whose answers anyone can make large, such as those of a contract. Each answer may have up to
 * `maxSize` bytes, and none shares a batch, because a batch whose answers are too large together fails for all of its
 * callers. Doesn't make a node count as silent, because a contract can make a read take as long as it wants.
 */
export const withUntrustedReads = <Result>(
  chain: NodeAddress,
  ask: (node: Node) => Promise<Result>,
  maxSize = UNTRUSTED_BYTES,
): Promise<Result> => callNode(chain, ask, maxSize);

type BlockTag = 'latest' | NonNullable<ServerChain['finality']>;
type ErrorClass = abstract new (...parameters: never[]) => Error;

/** Returns null if the promise rejects with the given "not found" error. Rethrows all other errors. */
async function orNull<Result>(asked: Promise<Result>, absence: ErrorClass): Promise<Result | null> {
  try {
    return await asked;
  } catch (error) {
    if (error instanceof absence) return null;
    throw error;
  }
}

/** Resolves to a receipt. @throws ApiError 422 if it is too large. */
async function unlessTooLarge<Receipt>(asked: Promise<Receipt>): Promise<Receipt> {
  try {
    return await asked;
  } catch (error) {
    if (error instanceof ResponseBodyTooLargeError)
      throw new ApiError(422, 'receiptTooLarge', { reason: 'receipt_too_large' }, { cause: error });
    throw error;
  }
}

/** Returns a block, or null if the chain doesn't have it. A block lists all of its transactions, so it may be large. */
const readBlock = (chain: ServerChain, which: GetBlockParameters<false, BlockTag>) =>
  unlessSilent(chain, () =>
    withUntrustedReads(chain, (node) => orNull(node.getBlock(which), BlockNotFoundError), BLOCK_BYTES),
  );

/** Returns the number of the latest block. @throws ApiError 503 if the node is unreachable. */
export const readHead = (chain: ServerChain): Promise<bigint> =>
  withNode(chain, (node) => node.getBlockNumber());

/**
 * Returns the number of the chain's latest `safe` or `finalized` block, or null if it has none yet.
 * @throws ApiError 503 if the node is unreachable or doesn't support the tag.
 */
export async function readFinalBlock(
  chain: ServerChain,
  blockTag: NonNullable<ServerChain['finality']>,
): Promise<bigint | null> {
  const block = await readBlock(chain, { blockTag });
  return block?.number ?? null;
}

/** Returns the number and time of the latest block. @throws ApiError 503 if the node is unreachable. */
export const readLatestBlock = (chain: ServerChain): Promise<{ number: bigint; at: Date }> =>
  unlessSilent(chain, () =>
    withUntrustedReads(
      chain,
      async (node) => {
        const { number, timestamp } = await node.getBlock({ blockTag: 'latest' });
        return { number, at: new Date(Number(timestamp) * 1_000) };
      },
      BLOCK_BYTES,
    ),
  );

/**
 * Returns the hash of the canonical block at a height, or null if the chain doesn't have one yet.
 * @throws ApiError 503 if the node is unreachable.
 */
export async function readBlockHash(chain: ServerChain, blockNumber: bigint): Promise<Hex | null> {
  const block = await readBlock(chain, { blockNumber });
  return block?.hash ?? null;
}

/**
 * Returns a transaction's receipt and block time (in seconds since the epoch), or null if it hasn't been mined.
 * @throws ApiError 422 if the receipt has more than RECEIPT_BYTES, or 503 if the node is unreachable.
 */
export async function readReceipt(chain: ServerChain, txHash: Hex) {
  const receipt = await unlessSilent(chain, () =>
    withUntrustedReads(
      chain,
      (node) =>
        unlessTooLarge(orNull(node.getTransactionReceipt({ hash: txHash }), TransactionReceiptNotFoundError)),
      RECEIPT_BYTES,
    ),
  );
  const block = receipt && (await readBlock(chain, { blockHash: receipt.blockHash }));
  return receipt && block ? { receipt, timestamp: block.timestamp } : null;
}
