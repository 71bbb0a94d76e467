import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { NextIntlClientProvider } from 'next-intl';
import { SWRConfig } from 'swr';
import { WagmiContext } from 'wagmi';
import { connect, disconnect, getConnection } from 'wagmi/actions';
import { AccountMenu } from '@/components/wallet/account/account-menu';
import { browserConnector } from '@/components/wallet/connect/browser-connector';
import { useBrowserWallets } from '@/components/wallet/connect/browser-wallets';
import { useSignInState } from '@/components/wallet/connect/sign-in-state';
import { userKey } from '@/lib/api/hooks';
import { closeDialog, useDialogs } from '@/lib/browser/dialogs';
import { useNotices } from '@/lib/browser/notices';
import { useSession } from '@/lib/session/session';
import { createWalletConfig } from '@/lib/wallet/networks/wallet-config';
import messages from '@/messages/en.json';
import { startBoundSession } from '../../../support/bound-session';
import { configureOfflineApi } from '../../../support/client-settings';
import { FIRST, listedChain, ScriptedWallet, SECOND, walletError } from '../../../support/scripted-wallet';

const chains = [listedChain(31337, 'North Sea')];
const told = () => useNotices.getState().notices.map(({ message }) => message);

/** Each test starts after the lock of the previous sign-out. */
let later = 0;
const { now } = Date;

beforeEach(() => {
  later += 2_000;
  jest.spyOn(Date, 'now').mockImplementation(() => now() + later);
  configureOfflineApi();
  useNotices.setState({ notices: [] });
});
afterEach(() => {
  jest.restoreAllMocks();
  useBrowserWallets.setState({ announced: [] });
  useSignInState.setState({ wish: null, step: 'idle' });
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
  useBrowserWallets.setState({ announced: [wallet.entry] });
  return { config, wallet, button };
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

const switchAccount = async (button: HTMLElement) => {
  await userEvent.click(button);
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Switch account' }));
};
const PERMISSIONS = 'wallet_requestPermissions';

test.each([
  [
    'declines',
    messages.wallet.errors.rejected,
    () => {
      throw walletError(4001);
    },
  ],
  ['keeps the account', messages.wallet.menu.sameAccount, () => null],
])('WAL-18 a user who %s when switching the account stays signed in', async (_who, text, answer) => {
  const { config, wallet, button } = await showMenu(null);
  wallet.script[PERMISSIONS] = answer;
  await switchAccount(button);
  await waitFor(() => expect(told()).toEqual([text]));
  expect(getConnection(config)).toMatchObject({ status: 'connected', address: FIRST });
  expect(useSession.getState().token).not.toBeNull();
  // The page still follows the wallet, and disconnects it, if the account changes otherwise.
  act(() => wallet.emit('accountsChanged', [SECOND]));
  await waitFor(() => expect(useSession.getState().token).toBeNull());
  await waitFor(() => expect(getConnection(config).status).toBe('disconnected'));
  await leave(config);
});

test.each([
  ['before it answers', true],
  ['late', false],
])(
  'WAL-18 AUTH-3 another account, which the wallet reports %s, ends the session and signs in without a second choice',
  async (_when, isEarly) => {
    const { config, wallet, button } = await showMenu(null);
    wallet.script[PERMISSIONS] = () => {
      expect(useSession.getState().token).not.toBeNull();
      wallet.accounts = [SECOND];
      if (isEarly) wallet.emit('accountsChanged', [SECOND]);
      return null;
    };
    await switchAccount(button);
    await waitFor(() => expect(useSignInState.getState().wish).toEqual({ by: 'connected' }));
    act(() => wallet.emit('accountsChanged', [SECOND]));
    expect(useSession.getState().token).toBeNull();
    expect(getConnection(config)).toMatchObject({ status: 'connected', address: SECOND });
    expect(wallet.asked).not.toContain('wallet_revokePermissions');
    await leave(config);
    // The configurations of earlier tests have found this wallet, too.
    act(() => wallet.emit('accountsChanged', []));
  },
);

test.each([-32601, -32603])(
  'WAL-18 a wallet that answers %d is signed out first, and connects again',
  async (code) => {
    const { config, wallet, button } = await showMenu(null);
    wallet.script[PERMISSIONS] = () => {
      throw walletError(code);
    };
    await switchAccount(button);
    await waitFor(() =>
      expect(useSignInState.getState().wish).toEqual({ by: 'browser', wallet: wallet.entry }),
    );
    expect(useSession.getState().token).toBeNull();
    await leave(config);
  },
);
