import { type Address, defineChain, type EIP1193RequestFn, type Transport } from 'viem';
import { type Config, createConfig, createStorage } from 'wagmi';
import { NATIVE_DECIMALS } from '@/lib/evm/address';
import { nodeTransport } from '@/lib/evm/node-transport';
import { readStored, writeStored } from '@/lib/preferences/storage';
import { ownNodeUrl } from './own-nodes';

export type ChainMapping = {
  id: number;
  name: string;
  nativeSymbol: string;
  browserAddress: string;
  browserTx: string;
  rpcUrl: string;
  fallbackRpcUrls?: readonly string[] | undefined;
  testnet: boolean;
};

const rpcUrlsOf = ({ rpcUrl, fallbackRpcUrls = [] }: ChainMapping) => [rpcUrl, ...fallbackRpcUrls];

/** The chain as a wallet adds it, which is never told the address of the user's own node. */
function toChain(mapping: ChainMapping, multicall: Address | undefined, oracle: Address | undefined) {
  return defineChain({
    id: mapping.id,
    name: mapping.name,
    testnet: mapping.testnet,
    nativeCurrency: { name: mapping.nativeSymbol, symbol: mapping.nativeSymbol, decimals: NATIVE_DECIMALS },
    rpcUrls: { default: { http: rpcUrlsOf(mapping) } },
    contracts: {
      ...(multicall ? { multicall3: { address: multicall } } : {}),
      ...(oracle ? { gasPriceOracle: { address: oracle } } : {}),
    },
  });
}

/**
 * wagmi's key for its connections. They aren't stored, because wagmi would report the stored accounts as connected until
 * the wallet has answered, and connectors without methods after another wallet failed to connect.
 */
const CONNECTIONS_KEY = 'wagmi.store';

/** Local storage for everything else that wagmi keeps, such as the ID of the wallet that was used last. */
const storage = createStorage({
  storage: {
    getItem: (key) => (key === CONNECTIONS_KEY ? null : readStored(key)),
    setItem: (key, value) => void (key === CONNECTIONS_KEY || writeStored(key, value)),
    removeItem: (key) => void writeStored(key, null),
  },
});

/**
 * Returns a transport that asks the user's own node of a chain while there is one, and the site's nodes otherwise. It decides
 * at each request, so that a choice takes effect without another configuration, which would end the wallet's connection. If
 * the own node doesn't answer, the site's aren't asked: the user chose who sees the requests. `queue` is a fragment of the URLs
 * that separates batches: requests with different ones aren't sent together.
 */
export function chosenTransport(chainId: number, siteUrls: readonly string[], queue = ''): Transport {
  const siteNodes = nodeTransport(
    chainId,
    siteUrls.map((url) => url + queue),
  );
  return (parameters) => {
    const site = siteNodes(parameters);
    let own: { url: string; node: ReturnType<Transport> } | null = null;
    const request = (...asked: Parameters<EIP1193RequestFn>) => {
      const url = ownNodeUrl(chainId);
      if (url === null) return site.request(...asked);
      if (own?.url !== url) own = { url, node: nodeTransport(chainId, [url + queue])(parameters) };
      return own.node.request(...asked);
    };
    return { ...site, request: request as EIP1193RequestFn };
  };
}

/**
 * Creates the wagmi configuration for the chains that the API lists, so that one build works with any set of chains. It
 * has no connectors, because wagmi would accept any EIP-6963 announcement, even a malformed one. Each address that it
 * reports comes from a wallet that answered since the page loaded.
 * @throws RangeError if no chain is listed.
 */
export function createWalletConfig(
  mappings: readonly ChainMapping[],
  multicalls: ReadonlyMap<number, Address>,
  /** By chain ID, for chains that charge for data on another chain (OP Stack). */
  gasPriceOracles: ReadonlyMap<number, Address> = new Map(),
): Config {
  const [first, ...rest] = mappings.map((mapping) =>
    toChain(mapping, multicalls.get(mapping.id), gasPriceOracles.get(mapping.id)),
  );
  if (!first) throw new RangeError('no chain is configured');
  return createConfig({
    chains: [first, ...rest],
    transports: Object.fromEntries(
      mappings.map((mapping) => [mapping.id, chosenTransport(mapping.id, rpcUrlsOf(mapping))]),
    ),
    batch: { multicall: { wait: 16 } },
    // ERC-3668 is disabled, so that contracts can't make the page call arbitrary hosts.
    ccipRead: false,
    multiInjectedProviderDiscovery: false,
    storage,
  });
}
