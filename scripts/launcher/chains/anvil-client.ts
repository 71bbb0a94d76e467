import { pbkdf2Sync } from 'node:crypto';
import {
  createTestClient,
  defineChain,
  type EIP1193RequestFn,
  type Hex,
  type HttpTransport,
  type HttpTransportConfig,
  http,
  publicActions,
  toHex,
  walletActions,
} from 'viem';
import { HDKey, hdKeyToAccount } from 'viem/accounts';

const MNEMONIC = 'test test test test test test test test test test test junk';
let master: HDKey | undefined;

/** Returns one of the accounts that anvil funds on every chain. Their keys are public. */
export function demoAccount(addressIndex: number) {
  // The seed of the mnemonic (BIP-39), by Node's PBKDF2, because viem's takes a tenth of a second.
  master ??= HDKey.fromMasterSeed(pbkdf2Sync(MNEMONIC, 'mnemonic', 2_048, 64, 'sha512'));
  return hdKeyToAccount(master, { addressIndex });
}

const tripled = (gas: unknown) => toHex(BigInt(String(gas)) * 3n);

/**
 * Triples gas estimates. The node estimates on its current block, and a contract that stores the time writes more if a
 * second passes before the next one: funding the staking pool can take 1.5 times its estimate. Viem has the node fill in
 * transactions, which includes an estimate.
 */
export function withGasMargin(inner: HttpTransport): HttpTransport {
  return (options) => {
    const transport = inner(options);
    const request = async (args: { method: string; params?: unknown }): Promise<unknown> => {
      const answer = await transport.request(args);
      if (args.method === 'eth_estimateGas') return tripled(answer);
      if (args.method !== 'eth_fillTransaction') return answer;
      const filled = answer as { tx: { gas: Hex } };
      return { ...filled, tx: { ...filled.tx, gas: tripled(filled.tx.gas) } };
    };
    return { ...transport, request: request as EIP1193RequestFn };
  };
}

/**
 * Returns a transport to a local chain. It waits long, because some machines are slow, and a request that is sent again
 * may have been executed the first time.
 */
export const anvilHttp = (rpcUrl: string, options: HttpTransportConfig = {}): HttpTransport =>
  http(rpcUrl, { timeout: 60_000, ...options });

/** Returns a viem client that controls a local chain and sends transactions as account 0 (the deployer). */
export function anvilClient({ id, name, rpcUrl }: { id: number; name: string; rpcUrl: string }) {
  const chain = defineChain({
    id,
    name,
    nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
    rpcUrls: { default: { http: [rpcUrl] } },
  });
  return createTestClient({
    mode: 'anvil',
    chain,
    account: demoAccount(0),
    pollingInterval: 50,
    cacheTime: 0,
    transport: withGasMargin(anvilHttp(rpcUrl, { retryCount: 0 })),
  })
    .extend(publicActions)
    .extend(walletActions);
}

export type AnvilClient = ReturnType<typeof anvilClient>;
