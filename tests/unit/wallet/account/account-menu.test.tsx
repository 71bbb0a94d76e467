import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { NextIntlClientProvider } from 'next-intl';
import { SWRConfig } from 'swr';
import { WagmiContext } from 'wagmi';
import { connect, disconnect } from 'wagmi/actions';
import { AccountMenu } from '@/components/wallet/account/account-menu';
import { browserConnector } from '@/components/wallet/connect/browser-connector';
import { userKey } from '@/lib/api/hooks';
import { closeDialog, useDialogs } from '@/lib/browser/dialogs';
import { useNotices } from '@/lib/browser/notices';
import { useSession } from '@/lib/session/session';
import { createWalletConfig } from '@/lib/wallet/networks/wallet-config';
import messages from '@/messages/en.json';
import { startBoundSession } from '../../../support/bound-session';
import { configureOfflineApi } from '../../../support/client-settings';
import { FIRST, listedChain, ScriptedWallet } from '../../../support/scripted-wallet';

const chains = [listedChain(31337, 'North Sea')];
const told = () => useNotices.getState().notices.map(({ message }) => message);

beforeEach(() => {
  configureOfflineApi();
  useNotices.setState({ notices: [] });
});

async function showMenu(name: string | null) {
  const config = createWalletConfig(chains, new Map());
  const wallet = new ScriptedWallet('0x7a69', {});
  await connect(config, { connector: browserConnector(config, wallet.entry) });
  startBoundSession(config, FIRST);
  const user = { address: FIRST, name, avatar: null, inviteCode: '', inviter: null, createdAt: '' };
  const known = new Map([['/config/chainMapping', chains]]);
  const key = userKey(useSession.getState().token);
  render(
    <NextIntlClientProvider locale="en" messages={messages} timeZone="UTC">
      <SWRConfig
        value={{
          fallback: Object.fromEntries(known),
          provider: () => new Map(),
          revalidateOnMount: false,
          use: [
            (next) => (of, fetcher, options) =>
              next(of, fetcher, {
                ...options,
                ...(JSON.stringify(of) === JSON.stringify(key) && { fallbackData: user as never }),
              }),
          ],
        }}
      >
        <WagmiContext value={config}>
          <QueryClientProvider client={new QueryClient()}>
            <header data-account-menu="" />
            <AccountMenu />
          </QueryClientProvider>
        </WagmiContext>
      </SWRConfig>
    </NextIntlClientProvider>,
  );
  const button = await screen.findByRole('button', { name: /^Account/ });
  return { config, button };
}

async function leave(config: Parameters<typeof disconnect>[0]) {
  act(() => {
    useSession.setState({ token: null, account: null });
    closeDialog('wallet');
  });
  await act(() => disconnect(config));
}

test('WAL-18 the header names the account and its network, and opens a menu by keyboard', async () => {
  const { config, button } = await showMenu('Mei');
  expect(button).toHaveAccessibleName('Account Mei North Sea');
  act(() => button.focus());
  await userEvent.keyboard('{Enter}');
  expect((await screen.findAllByRole('menuitem')).map((item) => item.textContent)).toEqual([
    'Account',
    'Settings',
    'Copy address',
    'Switch account',
    'Sign out',
  ]);
  expect(screen.getByRole('menuitem', { name: 'Settings' })).toHaveAttribute('href', '/wallet/settings');
  await userEvent.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('menu')).toBeNull());
  expect(button).toHaveFocus();
  await leave(config);
});

test('WAL-18 the menu opens the account dialog, and signs out', async () => {
  const { config, button } = await showMenu(null);
  expect(button).toHaveAccessibleName(/^Account 0x\w{4}…\w{4} North Sea$/);
  await userEvent.click(button);
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Account' }));
  await waitFor(() => expect(useDialogs.getState().open).toBe('wallet'));
  act(() => closeDialog('wallet'));
  await userEvent.click(button);
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Sign out' }));
  await waitFor(() => expect(useSession.getState().token).toBeNull());
  expect(told()).toEqual([messages.client.disconnected]);
  expect(screen.queryByRole('button', { name: /^Account/ })).toBeNull();
  await leave(config);
});
