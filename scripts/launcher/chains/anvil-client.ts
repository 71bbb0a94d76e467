import { createTestClient, defineChain, http, publicActions, walletActions } from 'viem';
import { mnemonicToAccount } from 'viem/accounts';

/** Returns one of the accounts that anvil funds on every chain. Their keys are public. */
export const demoAccount = (addressIndex: number) =>
  mnemonicToAccount('test test test test test test test test test test test junk', { addressIndex });

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
    transport: http(rpcUrl, { retryCount: 0, timeout: 60_000 }),
  })
    .extend(publicActions)
    .extend(walletActions);
}

export type AnvilClient = ReturnType<typeof anvilClient>;
