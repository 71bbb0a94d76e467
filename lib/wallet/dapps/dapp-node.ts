import { createClient, type EIP1193RequestFn } from 'viem';
import type { Config } from 'wagmi';
import { chosenTransport } from '@/lib/wallet/networks/wallet-config';

/**
 * Returns a function that asks a chain's nodes for a DApp. viem sends the requests of one moment to one URL in one batch, so
 * a DApp's slow or refused reads would delay or fail the wallet's own. Its URLs differ by a fragment, which isn't sent.
 */
export function dappNodes(config: Config): (chainId: number) => EIP1193RequestFn {
  const nodes = new Map<number, EIP1193RequestFn>();
  return (chainId) => {
    const known = nodes.get(chainId);
    if (known) return known;
    const { chain } = config.getClient({ chainId });
    const transport = chosenTransport(chainId, chain.rpcUrls.default.http, '#dapp');
    const { request } = createClient({ chain, transport });
    nodes.set(chainId, request);
    return request;
  };
}
