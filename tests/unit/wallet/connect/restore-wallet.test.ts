import { waitFor } from '@testing-library/react';
import { disconnect, getConnection } from 'wagmi/actions';
import { legacyWait, useBrowserWallets } from '@/components/wallet/connect/browser-wallets';
import { NoAccountError } from '@/components/wallet/connect/connect-wallet';
import { restoreWallet, retryWallet, useWalletAbsence } from '@/components/wallet/connect/restore-wallet';
import { useSession } from '@/lib/session/session';
import { beginSession, endSession } from '@/lib/session/session-changes';
import { createWalletConfig } from '@/lib/wallet/networks/wallet-config';
import { startBoundSession } from '../../../support/bound-session';
import { FIRST, listedChain, ScriptedWallet, SECOND, walletError } from '../../../support/scripted-wallet';

const config = createWalletConfig([listedChain(31337)], new Map());
const state = () => ({ status: config.state.status, address: getConnection(config).address });
const isConnected = () => waitFor(() => expect(state()).toEqual({ status: 'connected', address: FIRST }));
const isSignedIn = () => useSession.getState().token !== null;
const absence = () => useWalletAbsence.getState();

let uuids = 0;
/** Announces a wallet (EIP-6963), as an extension does at any time. */
function announce(wallet: ScriptedWallet, rdns = 'test.harbour', name = 'Harbour') {
  uuids += 1;
  const uuid = `00000000-0000-4000-8000-${String(uuids).padStart(12, '0')}`;
  const detail = { info: { uuid, name, rdns, icon: 'data:image/png,' }, provider: wallet.provider };
  window.dispatchEvent(new CustomEvent('eip6963:announceProvider', { detail }));
}

const remember = (id: string) => localStorage.setItem('wagmi.recentConnectorId', JSON.stringify(id));
const begin = () => beginSession('secret', new Date(Date.now() + 3_600_000).toISOString(), FIRST);

beforeAll(async () => {
  remember('test.harbour');
  startBoundSession(config, FIRST);
  await legacyWait;
});
let tests = 0;
/** Starts each test as a page that was just loaded, with a session, and without any wallet. */
beforeEach(async () => {
  tests += 1;
  // The lock on repeated sign-outs has expired.
  jest.useFakeTimers({ now: Date.now() + tests * 10_000, advanceTimers: true });
  useSession.setState({ token: null, account: null });
  await disconnect(config);
  useBrowserWallets.setState({ announced: [], legacy: [], isWaiting: false });
  useWalletAbsence.setState({ reason: 'missing', wallet: null });
  Reflect.deleteProperty(window, 'ethereum');
  remember('test.harbour');
  begin();
});
afterEach(() => jest.useRealTimers());

test('AUTH-5 WAL-1 a wallet that announces itself at any later time is connected without a prompt', async () => {
  await restoreWallet(config);
  expect(state()).toEqual({ status: 'disconnected', address: undefined });
  expect(absence()).toEqual({ reason: 'missing', wallet: null });
  const wallet = new ScriptedWallet();
  await jest.advanceTimersByTimeAsync(3_600_000);
  announce(wallet);
  await isConnected();
  expect(wallet.asked).not.toContain('eth_requestAccounts');
  expect(isSignedIn()).toBe(true);
});

test.each(['ethereum#initialized', 'focus'])(
  'AUTH-5 WAL-1 a wallet that is injected late at window.ethereum is connected (%s)',
  async (event) => {
    remember('injected');
    const wallet = new ScriptedWallet();
    Object.assign(window, { ethereum: wallet.provider });
    window.dispatchEvent(new Event(event));
    await isConnected();
  },
);

test('AUTH-3 WAL-1 only the wallet that was used last is asked, so another one cannot end the session', async () => {
  const other = new ScriptedWallet();
  other.accounts = [SECOND];
  announce(other, 'test.breakwater', 'Breakwater');
  await restoreWallet(config);
  other.emit('accountsChanged', [SECOND]);
  await other.settled();
  expect(other.asked).toEqual([]);
  announce(new ScriptedWallet());
  await isConnected();
  other.emit('accountsChanged', [SECOND]);
  await other.settled();
  expect(state().address).toBe(FIRST);
  expect(isSignedIn()).toBe(true);
});

test('AUTH-5 WAL-1 a locked wallet is named, and connected as soon as it is unlocked', async () => {
  const wallet = new ScriptedWallet();
  wallet.accounts = [];
  announce(wallet);
  await waitFor(() => expect(absence().reason).toBe('locked'));
  expect(absence().wallet).toEqual({ id: 'test.harbour', name: 'Harbour' });
  expect(state()).toEqual({ status: 'disconnected', address: undefined });
  wallet.accounts = [FIRST];
  wallet.emit('accountsChanged', [FIRST]);
  await isConnected();
  wallet.emit('accountsChanged', [SECOND]);
  await waitFor(() => expect(isSignedIn()).toBe(false));
});

test('AUTH-5 WAL-1 a wallet that emits no event is asked again when the page gets the focus', async () => {
  const wallet = new ScriptedWallet();
  wallet.accounts = [];
  announce(wallet);
  await waitFor(() => expect(absence().reason).toBe('locked'));
  wallet.accounts = [FIRST];
  window.dispatchEvent(new Event('focus'));
  await isConnected();
});

test('WAL-1 while a wallet takes long to answer, no account counts, and it is asked once', async () => {
  const wallet = new ScriptedWallet();
  const held = wallet.hold('eth_accounts');
  announce(wallet);
  await waitFor(() => expect(wallet.count('eth_accounts')).toBe(1));
  for (let round = 0; round < 100; round += 1) window.dispatchEvent(new Event('focus'));
  await jest.advanceTimersByTimeAsync(8_000);
  expect(absence()).toEqual({ reason: 'asked', wallet: { id: 'test.harbour', name: 'Harbour' } });
  expect(state()).toEqual({ status: 'disconnected', address: undefined });
  expect(wallet.count('eth_accounts')).toBe(1);
  held.answer([FIRST]);
  await isConnected();
});

test('AUTH-3 a slow wallet that answers with another account ends the session', async () => {
  const wallet = new ScriptedWallet();
  const held = wallet.hold('eth_accounts');
  announce(wallet);
  await waitFor(() => expect(wallet.count('eth_accounts')).toBe(1));
  held.answer([SECOND]);
  await waitFor(() => expect(isSignedIn()).toBe(false));
  await waitFor(() => expect(state().status).toBe('disconnected'));
});

test.each([[[]], [null], ['0x1'], [{}]])(
  'AUTH-5 a slow wallet that answers with %j keeps the session, without an account',
  async (accounts) => {
    const wallet = new ScriptedWallet();
    const held = wallet.hold('eth_accounts');
    announce(wallet);
    await waitFor(() => expect(wallet.count('eth_accounts')).toBe(1));
    held.answer(accounts);
    await waitFor(() => expect(absence().reason).toBe('locked'));
    expect(state()).toEqual({ status: 'disconnected', address: undefined });
    expect(isSignedIn()).toBe(true);
  },
);

test('AUTH-3 an answer after the sign-out connects nothing', async () => {
  const wallet = new ScriptedWallet();
  const held = wallet.hold('eth_accounts');
  announce(wallet);
  await waitFor(() => expect(wallet.count('eth_accounts')).toBe(1));
  endSession();
  held.answer([FIRST]);
  wallet.emit('accountsChanged', [FIRST]);
  await waitFor(() => expect(wallet.count('eth_chainId')).toBeGreaterThan(0));
  await wallet.settled();
  expect(state()).toEqual({ status: 'disconnected', address: undefined });
});

test('AUTH-5 WAL-1 trying again asks a wallet that hangs anew, and opens its window', async () => {
  const wallet = new ScriptedWallet();
  wallet.hold('eth_accounts');
  announce(wallet);
  await waitFor(() => expect(wallet.count('eth_accounts')).toBe(1));
  delete wallet.script.eth_accounts;
  await retryWallet(config);
  expect(wallet.count('eth_requestAccounts')).toBe(1);
  expect(state()).toEqual({ status: 'connected', address: FIRST });
});

test('AUTH-4 trying again says why it failed: the error of the wallet, or no account', async () => {
  const wallet = new ScriptedWallet();
  wallet.accounts = [];
  announce(wallet);
  await expect(retryWallet(config)).rejects.toThrow(NoAccountError);
  wallet.script.eth_requestAccounts = () => {
    throw walletError(4001);
  };
  await expect(retryWallet(config)).rejects.toMatchObject({ code: 4001 });
  expect(isSignedIn()).toBe(true);
});

test('AUTH-5 trying again finds a wallet that came to window.ethereum without any event', async () => {
  remember('injected');
  Object.assign(window, { ethereum: new ScriptedWallet().provider });
  await retryWallet(config);
  expect(state()).toEqual({ status: 'connected', address: FIRST });
});

test('AUTH-5 without a record of the last wallet, each one is asked', async () => {
  localStorage.setItem('wagmi.recentConnectorId', '{not JSON');
  announce(new ScriptedWallet());
  await isConnected();
});
