import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { act, cleanup, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { announceProvider } from 'mipd';
import { SWRConfig } from 'swr';
import { openDemoWallet } from '@/components/wallet/connect/open-demo-wallet';
import { setSignInStep, takeSignInRequest, useSignInState } from '@/components/wallet/connect/sign-in-state';
import { ConnectFlow } from '@/components/wallet/shell/connect-flow';
import { configureApi } from '@/lib/api/api-settings';
import { openDialog, useDialogs } from '@/lib/browser/dialogs';
import { useNotices } from '@/lib/browser/notices';
import { routing } from '@/lib/i18n/routing';
import loadWording, { readWording } from '@/lib/i18n/wording-loader.mjs';
import en from '@/messages/en.json';

const user = userEvent.setup();
const realFetch = globalThis.fetch;
const wording = en.wallet.connect;
const icon = 'data:image/svg+xml,<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1 1"/>';
const stops: (() => void)[] = [];
let uuids = 0;
let isWalletRootBroken = false;

function WalletRoot() {
  if (isWalletRootBroken) throw new Error('a wallet broke it');
  return <p>Island</p>;
}

type Detail = Parameters<typeof announceProvider>[0];

/** Announces a wallet. Any script on the page can do this, so the announcement may be malformed. */
function announce(info: Record<string, unknown>, provider: unknown = { request: async () => null }) {
  uuids += 1;
  const detail = {
    info: {
      uuid: `00000000-0000-4000-8000-${String(uuids).padStart(12, '0')}`,
      rdns: `test.wallet${uuids}`,
      icon,
      ...info,
    },
    provider,
  } as unknown as Detail;
  act(() => {
    stops.push(announceProvider(detail) as () => void);
  });
  return detail;
}

/** Renders the connect dialog, whose wallet code never finishes loading unless `load` is given. */
function renderConnectFlow(load: () => Promise<never> = () => new Promise(() => {})) {
  const wanted = jest.fn();
  const connectFlow = (times: number) => (
    <SWRConfig value={{ provider: () => new Map(), errorRetryCount: 0 }}>
      <ConnectFlow
        locale="en"
        wording={wording}
        failure="No island."
        wanted={times}
        onWant={wanted}
        load={load}
      />
    </SWRConfig>
  );
  const { rerender } = render(connectFlow(0));
  return { wanted, want: (times: number) => rerender(connectFlow(times)) };
}

/** Makes the API respond with this WalletConnect project ID. */
function answerWebsite(walletConnectProjectId: string | null) {
  globalThis.fetch = jest.fn(async () =>
    Response.json({ code: 200, msg: '', data: { walletConnectProjectId } }),
  );
}

/** Intercepts the sign-in request that the wallet would otherwise handle. */
function taken() {
  let wish: ReturnType<typeof takeSignInRequest> = null;
  act(() => {
    wish = takeSignInRequest();
  });
  return wish;
}

/** Opens the dialog and waits for the API's response. */
const open = () => act(async () => openDialog('wallet'));

const dialog = () => screen.getByRole('dialog', { name: wording.title });

beforeEach(() => {
  configureApi({
    wording: { offline: 'Offline.', timeout: '-', tooMany: '-', unavailable: '-' },
    locale: 'en',
  });
  useDialogs.setState({ open: null });
  useNotices.setState({ notices: [] });
  useSignInState.setState({ wish: null, step: 'idle', account: undefined });
  answerWebsite(null);
});
afterEach(() => {
  cleanup();
  globalThis.fetch = realFetch;
});
afterAll(() => {
  for (const stop of stops) stop();
});

test('WAL-1 without a wallet the connect dialog says what to do, and one that comes later is listed', async () => {
  renderConnectFlow();
  await open();
  expect(within(dialog()).getByText(wording.noWallet)).toBeVisible();
  expect(within(dialog()).getByRole('link', { name: `MetaMask ${wording.openInApp}` })).toHaveAttribute(
    'href',
    `https://link.metamask.io/dapp/${window.location.host}/`,
  );
  expect(within(dialog()).getByRole('link', { name: `${wording.install} MetaMask` })).toHaveAttribute(
    'href',
    'https://metamask.io/download',
  );
  announce({ name: 'Late Wallet' });
  expect(within(dialog()).getByRole('button', { name: 'Late Wallet' })).toBeVisible();
  expect(within(dialog()).queryByText(wording.noWallet)).toBeNull();
  expect(within(dialog()).getByText(wording.getWallet).closest('details')).not.toHaveAttribute('open');
});

test('WAL-1 wallets are listed immediately even if the API is unreachable, and no warning is shown', async () => {
  globalThis.fetch = jest.fn(() => Promise.reject(new TypeError('offline')));
  announce({ name: 'Harbour' });
  renderConnectFlow();
  await open();
  expect(within(dialog()).getByRole('button', { name: 'Harbour' })).toBeVisible();
  await waitFor(() => expect(globalThis.fetch).toHaveBeenCalled());
  expect(useNotices.getState().notices).toEqual([]);
  expect(within(dialog()).queryByRole('button', { name: /WalletConnect/ })).toBeNull();
});

test('WAL-1 announced values are shown only as text and images, or left out', async () => {
  announce({ name: '<b>Bold</b>', icon: 'https://tracker.invalid/icon.png' });
  announce({ name: { toString: 'Object' } });
  announce({ name: 'No rdns', rdns: 7 });
  announce({ name: 'No provider' }, null);
  announce({ name: 'Odd icon', icon: { trim: 'no' } });
  renderConnectFlow();
  await open();
  const buttons = within(dialog())
    .getAllByRole('button')
    .map(({ textContent }) => textContent);
  expect(buttons).toEqual(expect.arrayContaining(['<<b>Bold</b>', 'OOdd icon']));
  expect(buttons.join()).not.toMatch(/rdns|provider|object/);
  expect(document.querySelector('image[href^="https:"]')).toBeNull();
});

test('WAL-1 a malformed announcement removes no wallet from the list', async () => {
  announce({ name: 'Before' });
  act(() => {
    window.dispatchEvent(
      new CustomEvent('eip6963:announceProvider', { detail: { provider: { request: async () => null } } }),
    );
  });
  announce({ name: '\u200b\u200b' });
  announce({ name: 'After' });
  renderConnectFlow();
  await open();
  for (const name of ['Before', 'After'])
    expect(within(dialog()).getByRole('button', { name })).toBeVisible();
  for (const button of within(dialog()).getAllByRole('button')) expect(button).toHaveAccessibleName();
});

test('WAL-1 look-alike wallets show their rdns instead of their icon, and a message says why', async () => {
  announce({ name: 'Twin', rdns: 'test.twin' });
  announce({ name: 'Twin', rdns: 'evil.twin' });
  renderConnectFlow();
  await open();
  expect(within(dialog()).getByText(wording.lookAlike)).toBeVisible();
  for (const rdns of ['test.twin', 'evil.twin']) {
    const option = within(dialog()).getByRole('button', { name: `Twin ${rdns}` });
    expect(option.querySelector('image')).toBeNull();
  }
});

test('WAL-1 an error in the wallet code leaves a dialog that offers to try again', async () => {
  const consoleError = jest.spyOn(console, 'error').mockImplementation(() => undefined);
  isWalletRootBroken = true;
  const { want } = renderConnectFlow(async () => ({ WalletRoot, setup: {} }) as never);
  await open();
  setSignInStep('connecting');
  await act(async () => want(1));
  const failed = await screen.findByRole('dialog', { name: wording.failedTitle });
  expect(within(failed).getByRole('alert')).toHaveTextContent(wording.failed);
  expect(useNotices.getState().notices).toEqual([]);
  expect(useSignInState.getState().step).toBe('idle');
  isWalletRootBroken = false;
  await user.click(within(failed).getByRole('button', { name: wording.retry }));
  expect(await screen.findByText('Island')).toBeInTheDocument();
  expect(dialog()).toBeVisible();
  consoleError.mockRestore();
});

test('WAL-1 an error in the wallet code while no dialog is open shows a notice', async () => {
  const consoleError = jest.spyOn(console, 'error').mockImplementation(() => undefined);
  isWalletRootBroken = true;
  const { want } = renderConnectFlow(async () => ({ WalletRoot, setup: {} }) as never);
  await act(async () => want(1));
  expect(useNotices.getState().notices).toMatchObject([{ type: 'error', message: wording.failed }]);
  expect(screen.queryByRole('dialog')).toBeNull();
  consoleError.mockRestore();
});

test('WAL-1 WalletConnect is offered if the API returns a project ID, and requested with that ID', async () => {
  answerWebsite('project');
  // jsdom does not implement the navigation type.
  performance.getEntriesByType = () => [
    { name: 'https://tidewell.test/zh-Hant/wallet/swap' } as PerformanceEntry,
  ];
  const { wanted } = renderConnectFlow();
  await open();
  await user.click(await screen.findByRole('button', { name: /WalletConnect/ }));
  expect(taken()).toEqual({ by: 'walletConnect', projectId: 'project' });
  expect(wanted).toHaveBeenCalled();
  Reflect.deleteProperty(performance, 'getEntriesByType');
});

test('WAL-1 AUTH-1 a selected wallet waits for the wallet code in the same dialog, is handled once, and continues step by step', async () => {
  const wallet = announce({ name: 'Chosen' });
  const { wanted } = renderConnectFlow();
  await open();
  const shown = dialog();
  await user.click(within(shown).getByRole('button', { name: 'Chosen' }));
  expect(wanted).toHaveBeenCalled();
  for (const step of ['loading', 'connecting', 'signing', 'verifying'] as const) {
    act(() => setSignInStep(step));
    expect(dialog()).toBe(shown);
    expect(within(shown).getByRole('status')).toHaveTextContent(wording.step[step]);
  }
  act(() => setSignInStep('loading'));
  expect(taken()).toMatchObject({ by: 'browser', wallet: { name: 'Chosen', provider: wallet.provider } });
  expect(taken()).toBeNull();
});

test('AUTH-1 a connected account that is not signed in can sign', async () => {
  useSignInState.setState({ account: '0x00000000000000000000000000000000000000aa' });
  renderConnectFlow();
  await open();
  expect(within(dialog()).getByText('0x00000000000000000000000000000000000000aa')).toBeVisible();
  await user.click(within(dialog()).getByRole('button', { name: wording.sign }));
  expect(taken()).toEqual({ by: 'connected' });
});

test('AUTH-4 if the wallet code fails to load, one notice says so and the wallets are offered again', async () => {
  announce({ name: 'Stranded' });
  const { want } = renderConnectFlow(() => Promise.reject(new Error('no island')));
  await open();
  await user.click(within(dialog()).getByRole('button', { name: 'Stranded' }));
  want(1);
  expect(await within(dialog()).findByRole('button', { name: 'Stranded' })).toBeVisible();
  expect(useNotices.getState().notices).toMatchObject([{ type: 'error', message: 'No island.' }]);
  expect(taken()).toBeNull();
});

test('AUTH-4 a user who closes the dialog while the wallet code loads gets no request afterward', async () => {
  announce({ name: 'Left alone' });
  renderConnectFlow();
  await open();
  await user.click(within(dialog()).getByRole('button', { name: 'Left alone' }));
  await user.keyboard('{Escape}');
  expect(taken()).toBeNull();
  expect(useSignInState.getState().step).toBe('idle');
  expect(useDialogs.getState().open).toBeNull();
});

test('WAL-1 the demo connects its wallet without the list, which appears only if there is no demo wallet', async () => {
  announce({ name: 'Not the demo' });
  renderConnectFlow();
  await act(async () => openDemoWallet());
  expect(within(dialog()).getByRole('button', { name: 'Not the demo' })).toBeVisible();
  expect(taken()).toBeNull();
  act(() => useDialogs.setState({ open: null }));

  const demo = announce({ name: 'Demo wallet', rdns: 'local.tidewell.demo-wallet' });
  await act(async () => openDemoWallet());
  expect(within(dialog()).getByRole('status')).toHaveTextContent(wording.step.loading);
  expect(within(dialog()).queryByRole('button', { name: 'Demo wallet' })).toBeNull();
  expect(taken()).toMatchObject({ by: 'browser', wallet: { provider: demo.provider } });
});

test.each(routing.locales)(
  "I18N-4 the connect dialog's part of messages/%s.json equals that of the full file",
  (locale) => {
    const file = 'components/wallet/connect/connect.wording';
    const { wording: part } = readWording(readFileSync(file, 'utf8'), resolve(file), locale);
    expect(part).toEqual(JSON.parse(readFileSync(`messages/${locale}.json`, 'utf8')).wallet.connect);
  },
);

test('I18N-4 each language of the connect dialog is a separate module', () => {
  const context = { resourcePath: resolve('components/wallet/connect/connect.wording'), resourceQuery: '' };
  const source = loadWording.call(context, '');
  for (const locale of routing.locales) expect(source).toContain(`import("./connect.wording?${locale}")`);
});

test('I18N-4 a message part that is missing or has a placeholder fails the build', () => {
  const read = (part: string) =>
    readWording(JSON.stringify({ catalogues: 'messages', part }), resolve('x.wording'), 'en');
  expect(() => read('wallet.nowhere')).toThrow('has no wallet.nowhere');
  expect(() => read('wallet.demo')).toThrow('no placeholders');
});
