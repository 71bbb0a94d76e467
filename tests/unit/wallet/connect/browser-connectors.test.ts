import { announceProvider, type EIP6963ProviderDetail } from 'mipd';
import { useBrowserWallets } from '@/components/wallet/connect/browser-wallets';
import { browserConnector, syncBrowserWallets } from '@/components/wallet/connect/use-login';
import type { ChainMapping } from '@/lib/api/types';
import { createWalletConfig } from '@/lib/wallet/networks/wallet-config';

const chain: ChainMapping = {
  id: 31337,
  name: 'Chain',
  nativeSymbol: 'ETH',
  browserAddress: 'https://explorer.invalid/',
  browserTx: 'https://explorer.invalid/',
  rpcUrl: 'https://node.invalid',
  testnet: true,
};

const detail = (uuid: string): EIP6963ProviderDetail => ({
  info: { uuid, name: 'Harbour', rdns: 'test.harbour', icon: 'data:image/png,' },
  provider: { request: async () => [], on: () => {}, removeListener: () => {} } as never,
});

const announce = (wallet: unknown) =>
  window.dispatchEvent(new CustomEvent('eip6963:announceProvider', { detail: wallet }));

const listed = (wallet: EIP6963ProviderDetail) => {
  const found = useBrowserWallets.getState().announced.find(({ provider }) => provider === wallet.provider);
  if (!found) throw new Error('the wallet is not listed');
  return found;
};

test('WAL-1 the connector belongs to the chosen wallet, even if another wallet has the same name', async () => {
  const [first, second] = [
    detail('00000000-0000-4000-8000-000000000001'),
    detail('00000000-0000-4000-8000-000000000002'),
  ];
  const stops = [announceProvider(first)];
  const config = createWalletConfig([chain], new Map());
  stops.push(announceProvider(second));

  const chosen = browserConnector(config, listed(second));
  expect(await chosen.getProvider()).toBe(second.provider);
  expect(await browserConnector(config, listed(first)).getProvider()).toBe(first.provider);
  // A second sign-in finds the same connector again.
  expect(browserConnector(config, listed(second))).toBe(chosen);
  expect(config.connectors).toContain(chosen);
  for (const stop of stops) stop?.();
});

test('WAL-1 wagmi gets a connector for each valid wallet, early or late, and none for a malformed announcement', () => {
  const early = detail('00000000-0000-4000-8000-000000000003');
  announce({ provider: early.provider });
  announce(early);
  const config = createWalletConfig([chain], new Map());
  expect(config._internal.mipd).toBeUndefined();
  syncBrowserWallets(config);
  const late = detail('00000000-0000-4000-8000-000000000004');
  announce({ provider: { request: async () => [] } });
  announce(null);
  announce(late);
  const { announced } = useBrowserWallets.getState();
  expect(config.connectors).toHaveLength(announced.length);
  expect(config.connectors).toContain(browserConnector(config, listed(early)));
  expect(config.connectors).toContain(browserConnector(config, listed(late)));
});
