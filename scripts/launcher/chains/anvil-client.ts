import {
  createTestClient,
  defineChain,
  type EIP1193RequestFn,
  type HttpTransport,
  http,
  publicActions,
  toHex,
  walletActions,
} from 'viem';
import { mnemonicToAccount } from 'viem/accounts';

/** Returns one of the accounts that anvil funds on every chain. Their keys are public. */
export const demoAccount = (addressIndex: number) =>
  mnemonicToAccount('test test test test test test test test test test test junk', { addressIndex });

/**
 * Triples gas estimates. The node estimates on its current block, and a contract that stores the time writes more if a
 * second passes before the next one: funding the staking pool can take 1.5 times its estimate.
 */
export function withGasMargin(inner: HttpTransport): HttpTransport {
  return (options) => {
    const transport = inner(options);
    const request = async (args: { method: string; params?: unknown }): Promise<unknown> => {
      const answer = await transport.request(args);
      return args.method === 'eth_estimateGas' ? toHex(BigInt(String(answer)) * 3n) : answer;
    };
    return { ...transport, request: request as EIP1193RequestFn };
  };
}

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
    // The timeout is long because some machines are slow.
    transport: withGasMargin(http(rpcUrl, { retryCount: 0, timeout: 60_000 })),
  })
    .extend(publicActions)
    .extend(walletActions);
}

export type AnvilClient = ReturnType<typeof anvilClient>;
