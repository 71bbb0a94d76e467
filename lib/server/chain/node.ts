import 'server-only';
import { createPublicClient, http } from 'viem';
import { ApiError } from '../http/api-error';
import type { ServerChain } from './chains';

const TIMEOUT_MS = 5_000;

type Address = Pick<ServerChain, 'id' | 'serverRpcUrl'>;
type Node = ReturnType<typeof createNode>;

const createNode = (url: string) =>
  createPublicClient({
    transport: http(url, { timeout: TIMEOUT_MS, retryCount: 1, batch: true }),
    cacheTime: 0,
  });

const nodes = new Map<string, Promise<Node>>();

/** A node that serves another chain than configured would prove payments of the wrong money. */
async function connect({ id, serverRpcUrl }: Address): Promise<Node> {
  const node = createNode(serverRpcUrl);
  const served = await node.getChainId();
  if (served !== id) throw new Error(`the node of chain ${id} serves chain ${served}`);
  return node;
}

async function nodeOf(chain: Address): Promise<Node> {
  const key = `${chain.id} ${chain.serverRpcUrl}`;
  const known = nodes.get(key) ?? connect(chain);
  nodes.set(key, known);
  try {
    return await known;
  } catch (error) {
    nodes.delete(key);
    throw error;
  }
}

/**
 * Asks the chain's node. Errors for which `expected` gives a value are answers; every other one means that the node is
 * out of reach or out of order.
 * @throws ApiError 503 with the cause.
 */
export async function askNode<Result>(chain: Address, ask: (node: Node) => Promise<Result>): Promise<Result> {
  try {
    return await ask(await nodeOf(chain));
  } catch (error) {
    throw new ApiError(503, 'nodeUnreachable', null, { cause: error });
  }
}
