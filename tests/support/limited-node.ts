import { createServer } from 'node:http';
import { text } from 'node:stream/consumers';
import type { OwnChain } from './own-chain';

export type RpcCall = { id: number; method: string; params?: unknown[] };

/**
 * Starts a proxy for a chain's node. It refuses reads of states older than `depth` blocks, and the calls that `isRefused` selects.
 * Returns the chain as seen through it.
 */
export async function startLimitedNode(
  chain: OwnChain,
  depth: bigint,
  isRefused: (call: RpcCall) => boolean | Promise<boolean> = () => false,
) {
  const headers = { 'Content-Type': 'application/json' };
  const isPast = async ({ method, params = [] }: RpcCall) => {
    const at = { eth_getTransactionCount: 1, eth_getBalance: 1, eth_getCode: 1, eth_call: 1 }[method];
    const block = at === undefined ? undefined : String(params[at]);
    if (block === undefined || !/^0x[0-9a-f]+$/.test(block)) return false;
    return BigInt(block) < (await chain.client.getBlockNumber({ cacheTime: 0 })) - depth;
  };
  const answer = async (call: RpcCall) => {
    if ((await isRefused(call)) || (await isPast(call)))
      return { jsonrpc: '2.0', id: call.id, error: { code: -32000, message: 'missing trie node' } };
    return (await fetch(chain.rpcUrl, { method: 'POST', headers, body: JSON.stringify(call) })).json();
  };
  const server = createServer((incoming, response) => {
    const respond = async () => {
      const body: RpcCall | RpcCall[] = JSON.parse(await text(incoming));
      const answers = await Promise.all([body].flat().map(answer));
      response.writeHead(200, headers).end(JSON.stringify(Array.isArray(body) ? answers : answers[0]));
    };
    respond().catch((error: unknown) => response.writeHead(502).end(String(error)));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  const rpcUrl = `http://127.0.0.1:${address.port}`;
  return {
    seen: {
      ...chain,
      lists: { ...chain.lists, chains: chain.lists.chains.map((own) => ({ ...own, rpcUrl })) },
    },
    stop: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}
