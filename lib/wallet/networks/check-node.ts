import {
  BaseError,
  type Client,
  createClient,
  HttpRequestError,
  hexToNumber,
  isHash,
  isHex,
  TimeoutError,
} from 'viem';
import { nodeHttp } from '@/lib/evm/node-http';

/** Shorter than a regular request's: a user waits for it. */
const CHECK_TIMEOUT_MS = 8_000;

/** Why an address can't be used as a chain's node. */
export type NodeProblem =
  | { problem: 'unreachable' | 'notNode' }
  /** The chain that it serves. */
  | { problem: 'wrongChain'; served: number };

/** Reads the chain ID and the latest block. Null if an answer isn't one of a node. */
async function readNode(client: Client): Promise<{ chainId: number } | null> {
  const chainId: unknown = await client.request({ method: 'eth_chainId' });
  const block: unknown = await client.request({
    method: 'eth_getBlockByNumber',
    params: ['latest', false],
  });
  if (!isHex(chainId) || typeof block !== 'object' || block === null) return null;
  const { number, hash } = block as Record<string, unknown>;
  const isBlock = isHex(number) && typeof hash === 'string' && isHash(hash);
  return isBlock ? { chainId: hexToNumber(chainId) } : null;
}

/**
 * Returns whether nothing answered: the request failed or timed out, or the browser let the page read no answer (CORS, the
 * page's policy, or access to the local network). Otherwise, something answered, but not as a node does.
 */
function isSilent(error: unknown): boolean {
  if (!(error instanceof BaseError)) return false;
  const failed = error.walk((cause) => cause instanceof HttpRequestError || cause instanceof TimeoutError);
  if (!(failed instanceof HttpRequestError)) return failed !== null;
  const cause: unknown = failed.cause;
  const isFetchError =
    typeof cause === 'object' && cause !== null && 'name' in cause && cause.name === 'TypeError';
  return failed.status === undefined && isFetchError;
}

/** Asks an RPC endpoint for its chain and latest block. Returns null if it can be used as the chain's node. */
export async function checkNode(url: string, chainId: number): Promise<NodeProblem | null> {
  const client = createClient({
    transport: nodeHttp(url, { timeout: CHECK_TIMEOUT_MS, retryCount: 0, batch: false }),
  });
  try {
    const node = await readNode(client);
    if (node === null) return { problem: 'notNode' };
    return node.chainId === chainId ? null : { problem: 'wrongChain', served: node.chainId };
  } catch (error) {
    return { problem: isSilent(error) ? 'unreachable' : 'notNode' };
  }
}
