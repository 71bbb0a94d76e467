import { act, cleanup, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { NextIntlClientProvider } from 'next-intl';
import { SWRConfig } from 'swr';
import { isAddress } from 'viem';
import { parseSiweMessage } from 'viem/siwe';
import { WagmiContext } from 'wagmi';
import { getConnection } from 'wagmi/actions';
import { ConnectDialog } from '@/components/wallet/connect/connect-dialog';
import { requestSignIn, setSignInStep, useSignInState } from '@/components/wallet/connect/sign-in-state';
import { SignInController } from '@/components/wallet/connect/use-sign-in';
import { closeDialog, openDialog } from '@/lib/browser/dialogs';
import { useNotices } from '@/lib/browser/notices';
import { startSession, useSession } from '@/lib/session/session';
import { isSignInMarked } from '@/lib/session/sign-in-mark';
import { createWalletConfig } from '@/lib/wallet/networks/wallet-config';
import messages from '@/messages/en.json';
import { configureClient } from '../../../support/client-settings';
import { FIRST, listedChain, ScriptedWallet, walletError } from '../../../support/scripted-wallet';

const user = userEvent.setup();
const { connect, errors } = messages.wallet;
const realFetch = globalThis.fetch;
/** The page's requests about the sign-in. */
let sent: { path: string; body: Record<string, unknown> }[] = [];

/** The server's refusal of the next sign-in, if any. */
let refusal: { code: number; msg: string; data: unknown } | null = null;

/** Answers the API's requests as the server would, except that any signature is good without a `refusal`. */
function serveSignIn() {
  globalThis.fetch = jest.fn(async (input: RequestInfo | URL, init?: RequestInit) => {
    const { pathname } = new URL(String(input), 'https://tidewell.test');
    const text = String(init?.body ?? '');
    const body = text.startsWith('{') ? JSON.parse(text) : Object.fromEntries(new URLSearchParams(text));
    if (pathname.startsWith('/api/user/')) sent.push({ path: pathname, body });
    const nonce = {
      nonce: 'abcdefgh12345678',
      domain: 'tidewell.test',
      uri: 'https://tidewell.test',
      statement: 'Sign in with this account.',
      issuedAt: '2030-01-01T00:00:00.000Z',
      expirationTime: '2030-01-01T00:05:00.000Z',
    };
    const result = {
      token: 'secret',
      expiresAt: new Date(Date.now() + 3_600_000).toISOString(),
      user: { address: FIRST },
    };
    if (refusal && pathname.endsWith('/login')) return Response.json(refusal, { status: 400 });
    const data = pathname.endsWith('/generateNonce') ? nonce : pathname.endsWith('/login') ? result : {};
    return Response.json({ code: 200, msg: '', data });
  });
}

function renderSignIn() {
  const config = createWalletConfig([listedChain(31337, 'North'), listedChain(31338, 'South')], new Map());
  render(
    <NextIntlClientProvider locale="en" messages={messages} timeZone="UTC">
      <SWRConfig value={{ provider: () => new Map(), errorRetryCount: 0 }}>
        <WagmiContext value={config}>
          <SignInController />
          <ConnectDialog
            locale="en"
            wording={connect}
            onOpened={() => undefined}
            onChoose={(wish) => requestSignIn(wish)}
          />
        </WagmiContext>
      </SWRConfig>
    </NextIntlClientProvider>,
  );
  act(() => openDialog('wallet'));
  const choose = (wallet: ScriptedWallet) =>
    act(async () => requestSignIn({ by: 'browser', wallet: wallet.entry }));
  return { config, choose };
}

const signed = () => new ScriptedWallet('0x7a69', { personal_sign: () => `0x${'11'.repeat(65)}` });
const dialog = () => screen.getByRole('dialog', { name: connect.title });
const hasToken = () => useSession.getState().token !== null;
const told = () => useNotices.getState().notices.map(({ message }) => message);
const problem = () => within(dialog()).getByRole('alert');
const step = () => useSignInState.getState().step;
const cancel = () => user.click(within(dialog()).getByRole('button', { name: connect.cancel }));

beforeEach(() => {
  configureClient();
  serveSignIn();
  sent = [];
  refusal = null;
  window.localStorage.clear();
  useNotices.setState({ notices: [] });
  startSession({
    wording: { disconnected: messages.client.disconnected },
    revoke: async () => undefined,
    loadChanges: () => import('@/lib/session/session-changes'),
  });
  useSession.setState({ token: null, account: null });
  useSignInState.setState({ wish: null, step: 'idle', account: undefined, problem: null });
});
afterEach(() => {
  act(() => closeDialog('wallet'));
  cleanup();
  globalThis.fetch = realFetch;
});

test.each([
  ['a listed network', '0x7a6a', 31338],
  ['a network that is not listed', '0x1', 1],
  ['the first listed network if the wallet’s one is unreadable', null, 31337],
  ['the first listed network if the wallet’s one is not a number', 'north', 31337],
])(
  'AUTH-1 AUTH-7 WAL-1 signs in on %s, and never asks the wallet to switch',
  async (_where, chainId, named) => {
    const wallet = signed();
    wallet.chainId = chainId;
    for (const method of ['wallet_switchEthereumChain', 'wallet_addEthereumChain'])
      wallet.script[method] = () => {
        throw walletError(4001);
      };
    const { config, choose } = renderSignIn();
    await choose(wallet);
    await waitFor(() => expect(hasToken()).toBe(true));
    expect(wallet.asked.filter((method) => /Chain$/.test(method))).toEqual([]);
    expect(getConnection(config)).toMatchObject({ status: 'connected', chainId: Number(chainId) });
    const [nonce, signIn] = sent;
    expect(nonce?.body).toMatchObject({ address: FIRST, chainId: String(named) });
    const message = parseSiweMessage(String(signIn?.body.message));
    expect(message).toMatchObject({ address: FIRST, chainId: named });
    expect(isAddress(String(message.address), { strict: true })).toBe(true);
  },
);

test.each([[[]], [null]])(
  'AUTH-4 a wallet that answers with the accounts %j is told apart from an error',
  async (accounts) => {
    const wallet = signed();
    wallet.script.eth_requestAccounts = () => accounts;
    const { config, choose } = renderSignIn();
    await choose(wallet);
    await waitFor(() => expect(step()).toBe('idle'));
    expect(problem()).toHaveTextContent(accounts ? connect.noAccount : errors.unknown);
    expect(told()).toEqual([]);
    expect(getConnection(config).status).toBe('disconnected');
    expect(sent).toEqual([]);
  },
);

test.each([
  ['locked', 'eth_requestAccounts', walletError(4100), errors.walletUnauthorized],
  ['busy with an unlock request', 'eth_requestAccounts', walletError(-32002), errors.walletBusy],
  ['whose user rejects the connection', 'eth_requestAccounts', walletError(4001), errors.rejected],
  ['whose user rejects the signature', 'personal_sign', walletError(4001), errors.rejected],
  ['that cannot sign messages', 'personal_sign', walletError(-32601), errors.walletUnsupported],
])(
  'AUTH-4 AUTH-7 a wallet %s leaves the wallets, with the reason in the dialog',
  async (_kind, method, error, text) => {
    const wallet = signed();
    wallet.script[method] = () => {
      throw error;
    };
    const { config, choose } = renderSignIn();
    await choose(wallet);
    await waitFor(() => expect(problem()).toHaveTextContent(text));
    await waitFor(() => expect(getConnection(config).status).toBe('disconnected'));
    expect(within(dialog()).getByText(connect.lead)).toBeVisible();
    expect(told()).toEqual([]);
    // The next try starts without the old reason.
    wallet.script[method] = method === 'personal_sign' ? () => `0x${'11'.repeat(65)}` : () => [FIRST];
    await choose(wallet);
    await waitFor(() => expect(hasToken()).toBe(true));
    expect(useSignInState.getState().problem).toBeNull();
  },
);

const onlyListed = 'To use one, switch to a listed network.';
const switchTo = (network: string) => messages.wallet.switchTo.replace('{network}', network);

/** Signs in with a contract account on a network that isn't listed, which the server refuses. */
async function refusedByChain() {
  refusal = { code: 400, msg: onlyListed, data: { reason: 'chain' } };
  const wallet = signed();
  wallet.chainId = '0x1';
  const rendered = renderSignIn();
  await rendered.choose(wallet);
  await waitFor(() => expect(problem()).toHaveTextContent(onlyListed));
  refusal = null;
  return { wallet, ...rendered };
}

test('AUTH-7 a smart account on an unlisted network is offered the listed ones, and signs in after the switch', async () => {
  const { wallet, config } = await refusedByChain();
  expect(getConnection(config)).toMatchObject({ status: 'connected', chainId: 1 });
  wallet.script.wallet_switchEthereumChain = (params) => wallet.selectChain(params);
  await user.click(within(dialog()).getByRole('button', { name: switchTo('South') }));
  await waitFor(() => expect(hasToken()).toBe(true));
  expect(parseSiweMessage(String(sent.at(-1)?.body.message)).chainId).toBe(31338);
  expect(told()).toEqual([messages.wallet.notice.signedIn]);
});

test('AUTH-7 an account that no network can open is not offered a switch', async () => {
  refusal = { code: 400, msg: messages.api.signInOtherChain, data: { reason: 'account' } };
  const { config, choose } = renderSignIn();
  await choose(signed());
  await waitFor(() => expect(problem()).toHaveTextContent(messages.api.signInOtherChain));
  await waitFor(() => expect(getConnection(config).status).toBe('disconnected'));
  expect(within(dialog()).queryByRole('button', { name: switchTo('South') })).toBeNull();
  expect(within(dialog()).getByText(connect.lead)).toBeVisible();
});

const wanted = (text: string) => text.replace('{wanted}', 'North');
test.each([
  ['its user declines to switch', { code: 4001 }, null, errors.switchRejected],
  ['cannot switch', { code: -32601 }, null, wanted(errors.switchUnsupported)],
  [
    'lacks the network, and whose user declines to add it',
    { code: 4902 },
    { code: 4001 },
    errors.switchRejected,
  ],
  ['lacks the network, and cannot add it', { code: 4902 }, { code: 4200 }, wanted(errors.switchUnsupported)],
  ['lacks the network, and does not take it', { code: 4902 }, { code: 4902 }, wanted(errors.networkMissing)],
])(
  'AUTH-7 WAL-2 a wallet that %s stays connected, and the dialog says what to do',
  async (_kind, onSwitch, onAdd, text) => {
    const { wallet, config } = await refusedByChain();
    for (const [method, answer] of [
      ['wallet_switchEthereumChain', onSwitch],
      ['wallet_addEthereumChain', onAdd],
    ] as const)
      wallet.script[method] = () => {
        if (answer) throw walletError(answer.code);
        return null;
      };
    await user.click(within(dialog()).getByRole('button', { name: switchTo('North') }));
    await waitFor(() => expect(problem()).toHaveTextContent(text));
    expect(told()).toEqual([]);
    // The user switches in the wallet, and signs.
    wallet.chainId = '0x7a69';
    act(() => wallet.emit('chainChanged', '0x7a69'));
    await user.click(within(dialog()).getByRole('button', { name: connect.sign }));
    await waitFor(() => expect(hasToken()).toBe(true));
    expect(getConnection(config).status).toBe('connected');
  },
);

test('AUTH-4 a wallet that fails to end its connection is left all the same', async () => {
  const { wallet, config, choose } = await refusedByChain();
  const { removeListener } = wallet.provider;
  wallet.provider.removeListener = () => {
    throw new Error('relay unreachable');
  };
  await user.click(within(dialog()).getByRole('button', { name: connect.otherWallet }));
  await waitFor(() => expect(getConnection(config).status).toBe('disconnected'));
  expect(await within(dialog()).findByText(connect.lead)).toBeVisible();
  wallet.provider.removeListener = removeListener;
  await choose(wallet);
  await waitFor(() => expect(hasToken()).toBe(true));
});

test.each([
  [
    'another wallet is wanted',
    () => user.click(within(dialog()).getByRole('button', { name: connect.otherWallet })),
  ],
  ['the dialog is closed', () => user.keyboard('{Escape}')],
])('AUTH-4 a refused wallet is disconnected once %s', async (_when, leave) => {
  const { config } = await refusedByChain();
  await leave();
  await waitFor(() => expect(getConnection(config).status).toBe('disconnected'));
  expect(useSignInState.getState()).toMatchObject({ step: 'idle', problem: null });
  expect(hasToken()).toBe(false);
});

test('AUTH-4 a wallet that hangs at the connection can be canceled, and its late answer does nothing', async () => {
  const wallet = signed();
  const held = wallet.hold('eth_requestAccounts');
  const { config, choose } = renderSignIn();
  await choose(wallet);
  await waitFor(() => expect(wallet.count('eth_requestAccounts')).toBe(1));
  expect(within(dialog()).getByRole('status')).toHaveTextContent(connect.step.connecting);
  expect(within(dialog()).getByRole('status')).toHaveTextContent(connect.noPrompt);
  await cancel();
  expect(within(dialog()).getByText(connect.lead)).toBeVisible();
  expect(isSignInMarked()).toBe(false);
  held.answer([FIRST]);
  await wallet.settled();
  wallet.emit('accountsChanged', [FIRST]);
  await wallet.settled();
  expect(getConnection(config).status).toBe('disconnected');
  expect(wallet.asked).not.toContain('personal_sign');
  expect(told()).toEqual([]);
  expect(sent).toEqual([]);
});

test('AUTH-4 a wallet that hangs at the signature can be canceled, and its late signature does nothing', async () => {
  const wallet = signed();
  const held = wallet.hold('personal_sign');
  const { config, choose } = renderSignIn();
  await choose(wallet);
  await waitFor(() => expect(wallet.count('personal_sign')).toBe(1));
  expect(within(dialog()).getByRole('status')).toHaveTextContent(connect.noPrompt);
  await user.keyboard('{Escape}');
  held.answer(`0x${'11'.repeat(65)}`);
  await waitFor(() => expect(getConnection(config).status).toBe('disconnected'));
  expect(hasToken()).toBe(false);
  expect(sent.map(({ path }) => path)).not.toContain('/api/user/login');
  expect(told()).toEqual([]);
  expect(isSignInMarked()).toBe(false);
});

test('AUTH-4 after a cancellation, another wallet signs in, and the late answer of the first changes nothing', async () => {
  const first = signed();
  const held = first.hold('eth_requestAccounts');
  const { config, choose } = renderSignIn();
  await choose(first);
  await waitFor(() => expect(first.count('eth_requestAccounts')).toBe(1));
  await cancel();
  const second = signed();
  const signature = second.hold('personal_sign');
  await choose(second);
  await waitFor(() => expect(second.count('personal_sign')).toBe(1));
  held.answer([FIRST]);
  await first.settled();
  expect(step()).toBe('signing');
  expect(await getConnection(config).connector?.getProvider()).toBe(second.provider);
  signature.answer(`0x${'11'.repeat(65)}`);
  await waitFor(() => expect(hasToken()).toBe(true));
  expect(await getConnection(config).connector?.getProvider()).toBe(second.provider);
});

test('AUTH-4 a canceled wallet can be chosen again at once', async () => {
  const wallet = signed();
  wallet.hold('personal_sign');
  const { choose } = renderSignIn();
  await choose(wallet);
  await waitFor(() => expect(wallet.count('personal_sign')).toBe(1));
  await cancel();
  wallet.script.personal_sign = () => `0x${'11'.repeat(65)}`;
  await choose(wallet);
  await waitFor(() => expect(hasToken()).toBe(true));
  expect(told()).toEqual([messages.wallet.notice.signedIn]);
});

test('AUTH-1 a sign-in that the wallet has signed cannot be canceled any more', () => {
  renderSignIn();
  act(() => setSignInStep('verifying'));
  expect(within(dialog()).queryByRole('button', { name: connect.cancel })).toBeNull();
});

test('WAL-1 without a wallet, the dialog explains what one is, and why wallets of other devices are missing', async () => {
  renderSignIn();
  expect(await within(dialog()).findByText(connect.noWalletConnect)).toBeVisible();
  expect(within(dialog()).getByText(connect.aboutWallets)).toBeVisible();
  expect(within(dialog()).getByRole('link', { name: /MetaMask$/ })).toHaveAttribute('target', '_blank');
});
