import { act, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { NextIntlClientProvider } from 'next-intl';
import type { ReactNode } from 'react';
import { SWRConfig } from 'swr';
import { ListsGate } from '@/components/wallet/frame/account-view';
import { NetworkSettings } from '@/components/wallet/settings/network-settings';
import { hiddenAmong, setNetworkHidden, withoutHidden } from '@/lib/wallet/networks/hidden-networks';
import en from '@/messages/en.json';
import { configureOfflineApi } from '../../../support/client-settings';
import { listedChain } from '../../../support/scripted-wallet';

const chains = [listedChain(1, 'North Sea'), listedChain(2, 'South Sea')];
const address = '0x00000000000000000000000000000000000000A1';
const coins = [
  {
    ...{ id: 7, symbol: 'ETH', name: 'Ether' },
    tokens: [
      { chainId: 1, address: null, decimals: 18 },
      { chainId: 2, address: null, decimals: 18 },
    ],
  },
];
const contracts = [1, 2].map((chainId) => ({ chainId, name: 'multicall', address }));

const show = (content: ReactNode) =>
  render(
    <NextIntlClientProvider locale="en" messages={en} timeZone="UTC">
      <SWRConfig value={{ provider: () => new Map() }}>{content}</SWRConfig>
    </NextIntlClientProvider>,
  );
const page = (hidesNetworks: boolean) => (
  <ListsGate skeleton={null} hidesNetworks={hidesNetworks}>
    {(lists) => (
      <output>
        {[
          lists.chains.map(({ name }) => name),
          lists.coins.flatMap(({ tokens }) => tokens.map(({ chainId }) => chainId)),
          lists.contracts.map(({ chainId }) => chainId),
        ].join(' | ')}
      </output>
    )}
  </ListsGate>
);

beforeEach(() => {
  configureOfflineApi();
  const lists: Record<string, unknown> = { chainMapping: chains, all: coins, contractAddressList: contracts };
  globalThis.fetch = (async (url) =>
    Response.json({
      ...{ code: 200, msg: '' },
      data: lists[new URL(String(url), 'http://localhost').pathname.split('/').at(-1) ?? ''] ?? [],
    })) as typeof fetch;
});
afterEach(() =>
  act(() => {
    for (const { id } of chains) setNetworkHidden(id, false, chains);
  }),
);

test('WAL-19 a hidden network is left out of lists, and named with the way back', async () => {
  setNetworkHidden(2, true, chains);
  show(page(true));
  expect(await screen.findByText('North Sea | 1 | 1')).toBeVisible();
  expect(screen.getByRole('link', { name: '1 network hidden' })).toHaveAttribute(
    'href',
    '/wallet/settings#networks',
  );
  act(() => void setNetworkHidden(2, false, chains));
  expect(screen.getByText('North Sea,South Sea | 1,2 | 1,2')).toBeVisible();
  expect(screen.queryByRole('link')).toBeNull();
});

test('WAL-19 pages of requests and DApps still have every network', async () => {
  setNetworkHidden(2, true, chains);
  show(page(false));
  expect(await screen.findByText('North Sea,South Sea | 1,2 | 1,2')).toBeVisible();
});

test('WAL-19 at least one network stays', async () => {
  show(<NetworkSettings />);
  await userEvent.click(await screen.findByRole('checkbox', { name: 'South Sea' }));
  expect(screen.getByRole('checkbox', { name: 'South Sea' })).not.toBeChecked();
  await waitFor(() => expect(screen.getByRole('checkbox', { name: 'North Sea' })).toBeDisabled());
  expect(screen.getByText(en.wallet.settings.networks.last)).toBeVisible();
  // The site may have removed the others since.
  expect(hiddenAmong([{ id: 2 }], [2])).toEqual([]);
});

test('WAL-19 networks can still be hidden after two tabs have hidden all of them', async () => {
  // Another site's network stays hidden.
  window.localStorage.setItem('tidewell.hiddenNetworks', JSON.stringify([1, 2, 9]));
  show(<NetworkSettings />);
  const [north, south] = await screen.findAllByRole('checkbox');
  act(() => void window.dispatchEvent(new StorageEvent('storage', { key: 'tidewell.hiddenNetworks' })));
  expect(north).toBeChecked();
  await userEvent.click(south as HTMLElement);
  expect(north).toBeChecked();
  expect(south).not.toBeChecked();
  expect(JSON.parse(window.localStorage.getItem('tidewell.hiddenNetworks') ?? '')).toEqual([9, 2]);
});

test('WAL-19 all components share the shortened lists, by which balances are cached', () => {
  const lists = { chains, coins: [], contracts: [] };
  expect(withoutHidden(lists, [2]).coins).toBe(withoutHidden({ ...lists }, [2]).coins);
});
