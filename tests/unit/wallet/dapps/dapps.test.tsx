import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { type ReactNode, useEffect } from 'react';
import { mock, useConfig } from 'wagmi';
import { connect, disconnect } from 'wagmi/actions';
import { DAPP_SILENT_AFTER_MS } from '@/components/wallet/dapps/dapp-frame';
import { Dapps } from '@/components/wallet/dapps/dapps';
import { DappsSkeleton } from '@/components/wallet/dapps/dapps-skeleton';
import { useDialogs } from '@/lib/browser/dialogs';
import { useUnreachableChains } from '@/lib/evm/node-transport';
import { useSession } from '@/lib/session/session';
import messages from '@/messages/en.json';
import { findDapp } from '../../../support/dapp-frame';
import listed from '../../../support/dapps.json';
import { renderOnChains, silent } from '../../../support/test-chains';

jest.mock('@/config/dapps.json', () => jest.requireActual('../../../support/dapps.json'));

const { dapps: wording } = messages.wallet;
const ACCOUNT = '0x00000000000000000000000000000000000000bb';
const nodes = new Map([
  [901, silent],
  [902, silent],
]);

beforeEach(() => {
  useSession.setState({ token: null, account: null });
  useDialogs.setState({ open: null });
  useUnreachableChains.setState({ chainIds: [] });
});
afterEach(() => {
  cleanup();
  jest.useRealTimers();
  jest.restoreAllMocks();
});

/** Connects an account before its children render. */
function Connected({ children }: { children: ReactNode }) {
  const config = useConfig();
  useEffect(() => {
    void connect(config, { connector: mock({ accounts: [ACCOUNT] }) });
    return () => void disconnect(config);
  }, [config]);
  return children;
}

function open(slug: string, { isSignedIn = true } = {}) {
  window.history.replaceState(null, '', `/wallet/dapps?dapp=${slug}`);
  if (isSignedIn) useSession.setState({ token: 'token', account: ACCOUNT });
  return renderOnChains(
    <Connected>
      <Dapps />
    </Connected>,
    nodes,
  );
}

test('DAPP-1 the page lists the operator’s DApps with their origins and networks, and never renders markup', () => {
  window.history.replaceState(null, '', '/wallet/dapps');
  const { container } = renderOnChains(<Dapps />, nodes);
  const items = screen.getAllByRole('listitem');
  expect(items).toHaveLength(listed.length);
  const [sample, offline, elsewhere] = items as [HTMLElement, HTMLElement, HTMLElement];
  expect(within(sample).getByRole('heading', { name: 'Sample DApp' })).toBeVisible();
  expect(sample).toHaveTextContent('http://127.0.0.1:3412');
  expect(sample).toHaveTextContent('On North Sea');
  expect(within(sample).getByRole('link', { name: 'Open' })).toHaveAttribute(
    'href',
    '/wallet/dapps?dapp=sample',
  );
  expect(within(offline).getByRole('heading')).toHaveTextContent('<img src=x onerror=alert(1)>');
  expect(elsewhere).toHaveTextContent(wording.noNetwork);
  expect(container.querySelector('img, iframe')).toBeNull();
});

test('DAPP-1 the list’s placeholder has a card for each DApp', () => {
  const { container } = renderOnChains(<DappsSkeleton />, nodes);
  expect(container.firstElementChild?.children).toHaveLength(listed.length);
});

test('DAPP-1 an unlisted DApp does not open, and the page links to the list', () => {
  for (const slug of ['unlisted', '__proto__', 'https://evil.example']) {
    const { container } = open(slug);
    expect(screen.getByText(wording.unknown)).toBeVisible();
    expect(container.querySelector('iframe')).toBeNull();
    cleanup();
  }
});

test('DAPP-1 asks a visitor to connect first', async () => {
  const { container } = open('sample', { isSignedIn: false });
  expect(screen.getByText('Connect your wallet to use Sample DApp.')).toBeVisible();
  expect(container.querySelector('iframe')).toBeNull();
  await userEvent.click(await screen.findByRole('button', { name: /^(Connect wallet|Sign in)$/ }));
  expect(useDialogs.getState().open).toBe('wallet');
});

test('DAPP-1 a DApp without a network of this site does not open', async () => {
  const { container } = open('elsewhere');
  expect(await screen.findByText(wording.noNetwork)).toBeVisible();
  expect(container.querySelector('iframe')).toBeNull();
});

test('DAPP-4 the frame is sandboxed: it cannot navigate the top window, open windows, or use the device', async () => {
  open('sample');
  const { frame: iframe } = await findDapp(/^Sample DApp/);
  expect(iframe).toHaveAttribute('src', 'http://127.0.0.1:3412/dapp');
  expect(iframe.getAttribute('sandbox')?.split(' ').sort()).toEqual([
    'allow-forms',
    'allow-same-origin',
    'allow-scripts',
  ]);
  expect(iframe).toHaveAttribute('referrerpolicy', 'no-referrer');
  expect(iframe).toHaveAttribute('allow', '');
  expect(screen.getByText("Sample DApp can't see your account.")).toBeVisible();
  expect(
    screen.getByText(/^If Sample DApp uses a wallet extension directly, its requests skip the review/),
  ).toBeVisible();
});

test('DAPP-2 the DApp receives the account and the network, and nothing about the user’s contacts', async () => {
  open('sample');
  const { ask } = await findDapp(/^Sample DApp/);
  const { data } = await ask('getSafeInfo');
  expect(data).toMatchObject({ chainId: 901, threshold: 1, isReadOnly: false });
  const { safeAddress, owners } = data as { safeAddress: string; owners: string[] };
  expect([safeAddress, ...owners].map((address) => address.toLowerCase())).toEqual([ACCOUNT, ACCOUNT]);
  expect(screen.getByText(/^Sample DApp can see your account 0x0000…00bb on North Sea\.$/i)).toBeVisible();
  expect((await ask('getChainInfo')).data).toMatchObject({
    chainId: '901',
    chainName: 'North Sea',
    nativeCurrency: { symbol: 'ETH', decimals: 18 },
    blockExplorerUriTemplate: { address: 'https://explorer.invalid/address/{{address}}' },
  });
  expect((await ask('getEnvironmentInfo')).data).toEqual({ origin: window.location.origin });
  expect((await ask('wallet_getPermissions')).data).toEqual([]);
  for (const method of ['requestAddressBook', 'wallet_requestPermissions', 'eth_sign', 'getSafeBalances'])
    expect(await ask(method, [{ requestAddressBook: {} }])).toMatchObject({ success: false });
});

test('DAPP-2 a failed read is reported without the endpoint', async () => {
  open('sample');
  const { ask } = await findDapp(/^Sample DApp/);
  const answer = await ask('rpcCall', { call: 'eth_gasPrice', params: [] });
  expect(answer.error).toBe('The network cannot be reached');
  for (const call of ['eth_sendTransaction', 'eth_sendRawTransaction', 'eth_sign', 'anvil_setBalance'])
    expect(await ask('rpcCall', { call, params: [] })).toMatchObject({
      error: `${call} is not a read-only call`,
    });
  expect((await ask('rpcCall', { call: 'safe_setSettings', params: [{}] })).data).toEqual({
    offChainSigning: true,
  });
});

test('DAPP-1 a DApp that requests nothing for ten seconds can be retried or opened on its own site', async () => {
  jest.useFakeTimers();
  open('offline');
  const { frame: iframe } = await findDapp(/onerror/);
  expect(screen.queryByText(/hasn't connected yet/)).toBeNull();
  act(() => jest.advanceTimersByTime(DAPP_SILENT_AFTER_MS));
  expect(screen.getByText(/hasn't connected yet/)).toBeVisible();
  const link = screen.getByRole('link', { name: /in a new tab$/ });
  expect(link).toHaveAttribute('href', 'http://127.0.0.1:3413/');
  expect(link).toHaveAttribute('rel', 'noopener noreferrer');
  jest.useRealTimers();
  await userEvent.click(screen.getByRole('button', { name: wording.retry }));
  expect(screen.queryByText(/hasn't connected yet/)).toBeNull();
  expect(iframe).not.toBeInTheDocument();
});

test('DAPP-2 a DApp that sends too much at once is closed with its review, and can be opened again', async () => {
  open('sample');
  const { send, frame: iframe } = await findDapp(/^Sample DApp/);
  send('signMessage', { message: 'hello' });
  expect(await screen.findByRole('dialog')).toBeVisible();
  send('getSafeInfo', 'x'.repeat(2_000_000));
  expect(screen.getByText('Sample DApp was closed because it sent too much data at once.')).toBeVisible();
  expect(iframe).not.toBeInTheDocument();
  expect(screen.queryByRole('dialog')).toBeNull();
  await userEvent.click(screen.getByRole('button', { name: wording.retry }));
  const { ask } = await findDapp(/^Sample DApp/);
  expect(await ask('getSafeInfo')).toMatchObject({ success: true });
});

test('DAPP-1 a DApp that has made a request is not reported as silent', async () => {
  jest.useFakeTimers();
  open('sample');
  const { ask } = await findDapp(/^Sample DApp/);
  await ask('getSafeInfo');
  act(() => jest.advanceTimersByTime(DAPP_SILENT_AFTER_MS));
  expect(screen.queryByText(/hasn't connected yet/)).toBeNull();
});

test('DAPP-3 switching or disconnecting the account closes the frame and its open review', async () => {
  open('sample');
  const { send, frame: iframe } = await findDapp(/^Sample DApp/);
  send('signMessage', { message: 'A message' });
  expect(await screen.findByRole('dialog', { name: 'Review a message' })).toBeVisible();
  act(() => useSession.setState({ token: null, account: null }));
  expect(iframe).not.toBeInTheDocument();
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(screen.getByText('Connect your wallet to use Sample DApp.')).toBeVisible();
});

test('DAPP-3 another page in the frame closes the review of the previous one', async () => {
  open('sample');
  const { ask, frame: iframe } = await findDapp(/^Sample DApp/);
  act(() => void iframe.dispatchEvent(new Event('load')));
  const answer = ask('signMessage', { message: 'A message' });
  expect(await screen.findByRole('dialog', { name: 'Review a message' })).toBeVisible();
  act(() => void iframe.dispatchEvent(new Event('load')));
  expect(await answer).toMatchObject({ success: false, error: 'The user rejected the request' });
});

test('DAPP-3 requests are paused after three rejections until the user allows them again', async () => {
  open('sample');
  const { ask, send } = await findDapp(/^Sample DApp/);
  for (let round = 0; round < 3; round += 1) {
    const answer = ask('signMessage', { message: `Message ${round}` });
    const dialog = await screen.findByRole('dialog', { name: 'Review a message' });
    await userEvent.click(within(dialog).getAllByRole('button', { name: 'Reject' }).at(-1) as HTMLElement);
    expect(await answer).toMatchObject({ error: 'The user rejected the request' });
  }
  expect(await ask('signMessage', { message: 'Again' })).toMatchObject({
    error: 'The user has paused requests of this DApp',
  });
  await userEvent.click(screen.getByRole('button', { name: wording.allow }));
  send('signMessage', { message: 'Allowed' });
  expect(await screen.findByDisplayValue('Allowed')).toBeVisible();
});

test('DAPP-3 a review cannot be confirmed before the user has seen it', async () => {
  jest.useFakeTimers();
  open('sample');
  const { send } = await findDapp(/^Sample DApp/);
  send('signMessage', { message: 'Too early' });
  const dialog = await screen.findByRole('dialog', { name: 'Review a message' });
  const confirm = within(dialog).getByRole('button', { name: 'Continue to your wallet' });
  expect(confirm).toHaveAttribute('aria-disabled', 'true');
  fireEvent.click(confirm);
  expect(within(dialog).getByDisplayValue('Too early')).toBeVisible();
  await waitFor(() => expect(confirm).toHaveAttribute('aria-disabled', 'false'));
});
