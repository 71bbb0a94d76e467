import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { ComponentType } from 'react';
import { AccountDialog } from '@/components/wallet/account/account-dialog';
import { Activity } from '@/components/wallet/activity/activity';
import { Approvals } from '@/components/wallet/approvals/approvals';
import { CardPage } from '@/components/wallet/card/card';
import { useBrowserWallets } from '@/components/wallet/connect/browser-wallets';
import { useWalletAbsence } from '@/components/wallet/connect/restore-wallet';
import { Nfts } from '@/components/wallet/nfts/nfts';
import { Overview } from '@/components/wallet/overview/overview';
import { Pay } from '@/components/wallet/pay/pay';
import { Portfolio } from '@/components/wallet/portfolio/portfolio';
import { Recovery } from '@/components/wallet/recovery/recovery';
import { Unlocks } from '@/components/wallet/unlocks/unlocks';
import { closeDialog, openDialog } from '@/lib/browser/dialogs';
import { useNotices } from '@/lib/browser/notices';
import { useSession } from '@/lib/session/session';
import messages from '@/messages/en.json';
import { configureClient } from '../../../support/client-settings';
import { servePrices } from '../../../support/price-api';
import { FIRST, ScriptedWallet, walletError } from '../../../support/scripted-wallet';
import { renderOnChains, silent } from '../../../support/test-chains';

const { away, connect, errors, account } = messages.wallet;
const answers = new Map([[901, silent]]);

servePrices();
beforeAll(() => Object.assign(window, { scrollTo: () => undefined }));
beforeEach(() => {
  configureClient();
  window.localStorage.clear();
  window.history.replaceState(null, '', '/wallet');
  useNotices.setState({ notices: [] });
  useBrowserWallets.setState({ announced: [], legacy: [], isWaiting: false });
  useWalletAbsence.setState({ reason: 'missing', wallet: null });
  useSession.setState({ token: 'secret', account: FIRST });
});
afterEach(() => useSession.setState({ token: null, account: null }));

test.each<[string, ComponentType]>([
  ['overview', Overview],
  ['portfolio', Portfolio],
  ['nfts', Nfts],
  ['activity', Activity],
  ['approvals', Approvals],
  ['recovery', Recovery],
  ['card', CardPage],
  ['unlocks', Unlocks],
  ['pay', Pay],
])(
  'WAL-1 AUTH-5 without their wallet, signed-in users see their account on the %s page, and no sample',
  (_name, Page) => {
    renderOnChains(<Page />, answers);
    expect(screen.getByText(away.title)).toBeVisible();
    expect(screen.getByText(away.signedIn, { exact: false })).toHaveTextContent(FIRST);
    expect(screen.getByRole('status')).toHaveTextContent(away.missing);
    expect(screen.getByRole('button', { name: away.retry })).toBeVisible();
    expect(screen.queryByText('Sample')).toBeNull();
    expect(screen.queryByRole('button', { name: 'Connect wallet' })).toBeNull();
  },
);

test('WAL-1 the page names the wallet that it waits for, or that is locked', () => {
  renderOnChains(<Overview />, answers);
  const says = (text: string, name: string) =>
    expect(screen.getByRole('status')).toHaveTextContent(text.replace('{wallet}', name));
  const wallet = { id: 'test.harbour', name: 'Harbour' };
  act(() => useWalletAbsence.setState({ reason: 'asked', wallet }));
  says(away.asked, 'Harbour');
  act(() => useWalletAbsence.setState({ reason: 'locked', wallet }));
  says(away.locked, 'Harbour');
  act(() => useWalletAbsence.setState({ wallet: { id: 'injected', name: 'Browser wallet' } }));
  says(away.locked, connect.browserWallet);
});

const showDialog = () => {
  renderOnChains(
    <AccountDialog idOf={(name) => name} onOpen={() => undefined} firstFocus={() => null} />,
    answers,
  );
  act(() => openDialog('wallet'));
  return screen.findByRole('dialog', { name: account.title });
};
afterEach(() => act(() => closeDialog('wallet')));

test('WAL-1 without the wallet, the dialog offers to try again beside disconnecting', async () => {
  const wallet = new ScriptedWallet();
  const held = wallet.hold('eth_requestAccounts');
  useBrowserWallets.setState({ announced: [wallet.entry] });
  const dialog = await showDialog();
  expect(within(dialog).getByRole('button', { name: account.disconnect })).toBeVisible();
  const retry = () => userEvent.click(within(dialog).getByRole('button', { name: away.retry }));
  await retry();
  expect(within(dialog).getByRole('status')).toHaveTextContent(away.asking);
  held.answer([FIRST]);
  // The account and its balances replace the notice.
  expect(await within(dialog).findByRole('button', { name: account.deposit })).toBeVisible();
  expect(within(dialog).queryByRole('button', { name: away.retry })).toBeNull();
});

test.each([
  ['rejects', errors.rejected, () => Promise.reject(walletError(4001))],
  ['is busy', errors.walletBusy, () => Promise.reject(walletError(-32002))],
  ['shares no account', connect.noAccount, () => []],
])('AUTH-4 if the wallet %s, trying again says so', async (_kind, text, answer) => {
  const wallet = new ScriptedWallet('0x7a69', { eth_requestAccounts: answer });
  useBrowserWallets.setState({ announced: [wallet.entry] });
  const dialog = await showDialog();
  await userEvent.click(within(dialog).getByRole('button', { name: away.retry }));
  await waitFor(() => expect(useNotices.getState().notices.map(({ message }) => message)).toEqual([text]));
  expect(within(dialog).getByRole('button', { name: away.retry })).toBeVisible();
});
