import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { NextIntlClientProvider } from 'next-intl';
import { SWRConfig } from 'swr';
import { WagmiContext } from 'wagmi';
import { connect, disconnect, getConnection } from 'wagmi/actions';
import { AccountDialog } from '@/components/wallet/account/account-dialog';
import { browserConnector } from '@/components/wallet/connect/browser-connector';
import { closeDialog, openDialog } from '@/lib/browser/dialogs';
import { useNotices } from '@/lib/browser/notices';
import { useSession } from '@/lib/session/session';
import { createWalletConfig } from '@/lib/wallet/networks/wallet-config';
import messages from '@/messages/en.json';
import { startBoundSession } from '../../../support/bound-session';
import { configureOfflineApi } from '../../../support/client-settings';
import {
  FIRST,
  listedChain,
  ScriptedWallet,
  type WalletScript,
  walletError,
} from '../../../support/scripted-wallet';

const { account, errors } = messages.wallet;
const chains = [listedChain(31337, 'North Sea'), listedChain(31338, 'South Sea')];
const lists = { '/config/chainMapping': chains, '/config/contractAddressList': [], '/coin/all': [] };
const told = () => useNotices.getState().notices.map(({ message }) => message);

beforeEach(() => {
  configureOfflineApi();
  useNotices.setState({ notices: [] });
});

/** Opens the dialog of a user whose wallet is on North Sea. */
async function showDialog(script: WalletScript, chainId: unknown = '0x7a69') {
  const wallet = new ScriptedWallet(chainId, script);
  const config = createWalletConfig(chains, new Map());
  await connect(config, { connector: browserConnector(config, wallet.entry) });
  startBoundSession(config, FIRST);
  render(
    <NextIntlClientProvider locale="en" messages={messages} timeZone="UTC">
      <SWRConfig value={{ fallback: lists, provider: () => new Map(), revalidateOnMount: false }}>
        <WagmiContext value={config}>
          <QueryClientProvider client={new QueryClient()}>
            <AccountDialog idOf={(name) => name} onOpen={() => undefined} firstFocus={() => null} />
          </QueryClientProvider>
        </WagmiContext>
      </SWRConfig>
    </NextIntlClientProvider>,
  );
  act(() => openDialog('wallet'));
  const dialog = await screen.findByRole('dialog', { name: account.title });
  const choose = (name: string) =>
    userEvent.selectOptions(within(dialog).getByRole('combobox', { name: account.chain }), name);
  const leave = async () => {
    act(() => {
      useSession.setState({ token: null, account: null });
      closeDialog('wallet');
    });
    await act(() => disconnect(config));
  };
  return { config, dialog, choose, leave };
}

test.each([
  [
    'stays on its network',
    () => null,
    'Your wallet stayed on North Sea. Switch to South Sea there, then try again.',
  ],
  ['rejects', () => Promise.reject(walletError(4001)), errors.switchRejected],
  ['is busy', () => Promise.reject(walletError(-32002)), errors.walletBusy],
])('WAL-2 a wallet that %s when it is asked to switch is told apart', async (_kind, answer, text) => {
  const { choose, leave } = await showDialog({ wallet_switchEthereumChain: answer });
  await choose('South Sea');
  await waitFor(() => expect(told()).toEqual([text]), { timeout: 10_000 });
  await leave();
});

test('WAL-2 a wallet that stays on a network that is not listed is told so without a name', async () => {
  const { choose, leave } = await showDialog({ wallet_switchEthereumChain: () => null }, '0x1');
  await choose('South Sea');
  await waitFor(() => expect(told()).toEqual([errors.wrongChain]), { timeout: 10_000 });
  await leave();
});

test.each([
  ['refuses', 10_000, () => Promise.reject(walletError(-32601))],
  ['hangs', 20_000, () => new Promise(() => undefined)],
])('AUTH-3 pressing Disconnect shows one notice, even if the wallet %s', async (_kind, later, answer) => {
  // The lock on repeated sign-outs has expired.
  jest.useFakeTimers({ now: Date.now() + later, advanceTimers: true });
  const { config, dialog } = await showDialog({ wallet_revokePermissions: answer });
  await userEvent.click(within(dialog).getByRole('button', { name: account.disconnect }));
  await waitFor(() => expect(getConnection(config).status).toBe('disconnected'));
  expect(told()).toEqual([messages.client.disconnected]);
  expect(useSession.getState().token).toBeNull();
  jest.useRealTimers();
});
