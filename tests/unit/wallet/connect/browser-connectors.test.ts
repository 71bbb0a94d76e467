import { waitFor } from '@testing-library/react';
import { announceProvider, type EIP6963ProviderDetail } from 'mipd';
import { getConnection } from 'wagmi/actions';
import { adoptConnection, browserConnector } from '@/components/wallet/connect/browser-connector';
import { useBrowserWallets } from '@/components/wallet/connect/browser-wallets';
import { createWalletConfig } from '@/lib/wallet/networks/wallet-config';
import { FIRST, listedChain, ScriptedWallet, SECOND } from '../../../support/scripted-wallet';

const chain = listedChain(31337);

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
  for (const stop of stops) stop?.();
});

test('WAL-1 wagmi discovers no wallet by itself, and none that was not chosen can connect itself', async () => {
  const other = new ScriptedWallet();
  announce({ ...detail('00000000-0000-4000-8000-000000000003'), provider: other.provider });
  announce({ provider: { request: async () => [] } });
  const config = createWalletConfig([chain], new Map());
  expect(config._internal.mipd).toBeUndefined();
  const chosen = new ScriptedWallet();
  const connector = browserConnector(config, chosen.entry);
  for (const wallet of [other, chosen]) {
    wallet.emit('accountsChanged', [FIRST]);
    wallet.emit('connect', { chainId: '0x7a69' });
  }
  await chosen.settled();
  expect(config.state.status).toBe('disconnected');
  adoptConnection(config, connector, { accounts: [FIRST], chainId: 31337 });
  chosen.emit('accountsChanged', [SECOND]);
  expect(getConnection(config)).toMatchObject({ status: 'connected', address: SECOND, chainId: 31337 });
  chosen.emit('accountsChanged', []);
  await waitFor(() => expect(config.state.status).toBe('disconnected'));
  chosen.emit('accountsChanged', [FIRST]);
  await chosen.settled();
  expect(config.state.status).toBe('disconnected');
});
