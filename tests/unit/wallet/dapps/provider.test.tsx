import { act, cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { type ReactNode, useEffect } from 'react';
import { SWRConfig } from 'swr';
import { type Address, getAddress, keccak256, stringToBytes } from 'viem';
import { mock, useConfig } from 'wagmi';
import { connect, disconnect } from 'wagmi/actions';
import { Dapps } from '@/components/wallet/dapps/dapps';
import { ConnectedDapps } from '@/components/wallet/display/connected-dapps';
import { useDialogs } from '@/lib/browser/dialogs';
import { updatePageParams } from '@/lib/browser/page-params';
import { shortAddress } from '@/lib/evm/address';
import { useUnreachableChains } from '@/lib/evm/node-transport';
import { useSession } from '@/lib/session/session';
import { allowAccess, endAccess, useDappAccess } from '@/lib/wallet/dapps/access';
import { useLedger } from '@/lib/wallet/transactions/transaction-ledger';
import messages from '@/messages/en.json';
import { findDapp } from '../../../support/dapp-frame';
import { entry } from '../../../support/ledger-entry';
import { renderOnChains, silent } from '../../../support/test-chains';

jest.mock('@/config/dapps.json', () => {
  const [sample, ...others] = jest.requireActual('../../../support/dapps.json');
  return [{ ...sample, networks: [901, 902] }, ...others];
});

const { access: wording, review: reviews } = messages.wallet.dapps;
const ORIGIN = 'http://127.0.0.1:3412';
const OWNER = getAddress('0x00000000000000000000000000000000000000bb');
const OTHER = getAddress('0x00000000000000000000000000000000000000cc');
const STRANGER = getAddress('0x00000000000000000000000000000000000000dd');
const nodes = new Map([
  [901, silent],
  [902, silent],
]);
const KEY = 'tidewell.dapp-access';

beforeEach(() => {
  localStorage.clear();
  useDappAccess.setState({ entries: [] });
});
afterEach(() => {
  cleanup();
  jest.restoreAllMocks();
});

/** Connects a wallet that exposes accounts before its children render. */
function Connected({
  accounts,
  children,
}: {
  accounts: readonly [Address, ...Address[]];
  children: ReactNode;
}) {
  const config = useConfig();
  useEffect(() => {
    void connect(config, { connector: mock({ accounts }) });
    return () => void disconnect(config);
  }, [config, accounts]);
  return children;
}

const onlyOwner = [OWNER] as const;
const both = [OWNER, OTHER] as const;

async function open(
  accounts: readonly [Address, ...Address[]] = onlyOwner,
  reported: readonly string[] = [],
) {
  window.history.replaceState(null, '', '/wallet/dapps?dapp=sample');
  useSession.setState({ token: 'token', account: OWNER });
  renderOnChains(
    <SWRConfig
      value={{
        fallback: {
          '/config/website': { hasReportedLists: reported.length > 0 },
          '/config/reported': { isComplete: true, readAt: null, addresses: [], origins: reported },
        },
      }}
    >
      <Connected accounts={accounts}>
        <Dapps />
        <ConnectedDapps />
      </Connected>
    </SWRConfig>,
    nodes,
  );
  return findDapp(/^Sample DApp/);
}

const accessDialog = () => screen.findByRole('dialog', { name: reviews.title.access });
async function press(dialog: HTMLElement, name: string) {
  const button = within(dialog).getAllByRole('button', { name }).at(-1) as HTMLElement;
  await waitFor(() => expect(button).not.toHaveAttribute('aria-disabled', 'true'));
  await userEvent.click(button);
}
async function allow(dapp: Awaited<ReturnType<typeof open>>) {
  const asked = dapp.call('eth_requestAccounts');
  await press(await accessDialog(), 'Connect');
  return asked;
}
const stored = () => JSON.parse(localStorage.getItem(KEY) ?? '[]');

test('DAPP-7 a DApp sees no account until the user allows it once, which this device remembers', async () => {
  const dapp = await open();
  expect(screen.getByText("Sample DApp can't see your account.")).toBeVisible();
  expect(await dapp.call('eth_accounts')).toEqual({ result: [] });
  expect(await dapp.call('wallet_getPermissions')).toEqual({ result: [] });
  const asked = dapp.call('eth_requestAccounts');
  const dialog = await accessDialog();
  expect(dialog).toHaveTextContent('Sample DApp');
  expect(dialog).toHaveTextContent(ORIGIN);
  expect(dialog).toHaveTextContent(OWNER);
  // A click that was meant for the DApp doesn't allow it.
  const confirm = within(dialog).getByRole('button', { name: 'Connect' });
  expect(confirm).toHaveAttribute('aria-disabled', 'true');
  await userEvent.click(confirm);
  expect(await dapp.call('eth_accounts')).toEqual({ result: [] });
  await press(dialog, 'Connect');
  expect(await asked).toEqual({ result: [OWNER] });
  expect(dapp.events).toEqual([{ name: 'accountsChanged', value: [OWNER] }]);
  expect(stored()).toEqual([{ origin: ORIGIN, owner: OWNER, account: OWNER, since: expect.any(Number) }]);
  expect(screen.getByText(/^Sample DApp can see your account/)).toBeVisible();
  expect(await dapp.call('eth_requestAccounts')).toEqual({ result: [OWNER] });
  cleanup();
  const again = await open();
  expect(await again.call('eth_accounts')).toEqual({ result: [OWNER] });
});

test('DAPP-7 a rejection is answered with 4001, and what is stored for another DApp or owner doesn’t count', async () => {
  allowAccess({ origin: 'https://other.example', owner: OWNER, account: OWNER });
  allowAccess({ origin: ORIGIN, owner: OTHER, account: OWNER });
  const dapp = await open();
  expect(await dapp.call('eth_accounts')).toEqual({ result: [] });
  const asked = dapp.call('eth_requestAccounts');
  await press(await accessDialog(), 'Reject');
  expect(await asked).toMatchObject({ error: { code: 4001 } });
  expect(await dapp.call('eth_accounts')).toEqual({ result: [] });
});

test('DAPP-7 RISK-2 a DApp on a list of known scams sees an account only after a second step', async () => {
  const dapp = await open(onlyOwner, [ORIGIN]);
  const asked = dapp.call('eth_requestAccounts');
  const dialog = await accessDialog();
  expect(within(dialog).getByRole('alert')).toHaveTextContent(messages.wallet.dapps.reported);
  await press(dialog, 'Connect');
  expect(within(dialog).getByRole('checkbox')).toHaveFocus();
  expect(await dapp.call('eth_accounts')).toEqual({ result: [] });
  await userEvent.click(within(dialog).getByRole('checkbox'));
  await press(dialog, 'Connect');
  expect(await asked).toEqual({ result: [OWNER] });
});

test('DAPP-7 stored values that are damaged, or name an account that the wallet doesn’t expose, allow nothing', async () => {
  const since = 1;
  const entries = [
    { origin: ORIGIN, owner: OWNER, account: STRANGER, since },
    { origin: `${ORIGIN}/`, owner: OWNER, account: OWNER, since },
    { origin: ORIGIN, owner: OWNER, account: '0x', since },
    { origin: ORIGIN, owner: OWNER, account: OWNER },
    null,
    'text',
  ];
  localStorage.setItem(KEY, JSON.stringify(entries));
  window.dispatchEvent(new StorageEvent('storage', { key: KEY }));
  const dapp = await open();
  expect(await dapp.call('eth_accounts')).toEqual({ result: [] });
  localStorage.setItem(KEY, '{"a":');
  act(() => void window.dispatchEvent(new StorageEvent('storage', { key: KEY })));
  expect(await dapp.call('eth_accounts')).toEqual({ result: [] });
});

test('DAPP-7 the user can show another account that the wallet exposes, from the dialog and from the page', async () => {
  const dapp = await open(both);
  const asked = dapp.call('eth_requestAccounts');
  const dialog = await accessDialog();
  expect(within(dialog).getByRole('radio', { name: OWNER })).toBeChecked();
  await userEvent.click(within(dialog).getByRole('radio', { name: OTHER }));
  await press(dialog, 'Connect');
  expect(await asked).toEqual({ result: [OTHER] });
  expect(await dapp.call('personal_sign', ['0x61', OWNER])).toMatchObject({ error: { code: 4100 } });
  await userEvent.click(screen.getByRole('button', { name: wording.change }));
  const again = await accessDialog();
  await userEvent.click(within(again).getByRole('radio', { name: OWNER }));
  await press(again, 'Connect');
  await waitFor(() => expect(dapp.events.at(-1)).toEqual({ name: 'accountsChanged', value: [OWNER] }));
  expect(stored()).toMatchObject([{ origin: ORIGIN, owner: OWNER, account: OWNER }]);
});

test('DAPP-7 access ends by the page, by the list, by another tab, and by the DApp, which rejects its open review', async () => {
  const dapp = await open();
  const ends: (() => Promise<unknown>)[] = [
    async () => userEvent.click(screen.getByRole('button', { name: wording.disconnect })),
    async () => userEvent.click(screen.getByRole('button', { name: 'Disconnect Sample DApp' })),
    async () => {
      localStorage.setItem(KEY, '[]');
      act(() => void window.dispatchEvent(new StorageEvent('storage', { key: KEY })));
    },
    () => dapp.call('wallet_revokePermissions', [{ eth_accounts: {} }]),
  ];
  for (const end of ends) {
    expect(await allow(dapp)).toEqual({ result: [OWNER] });
    await end();
    await waitFor(() => expect(dapp.events.at(-1)).toEqual({ name: 'accountsChanged', value: [] }));
    expect(await dapp.call('eth_accounts')).toEqual({ result: [] });
    expect(await dapp.call('personal_sign', ['0x61', OWNER])).toMatchObject({ error: { code: 4100 } });
  }
  await allow(dapp);
  const signing = dapp.call('personal_sign', ['0x61', OWNER]);
  await screen.findByRole('dialog', { name: reviews.title.message });
  act(() => endAccess({ origin: ORIGIN, owner: OWNER }));
  expect(await signing).toMatchObject({ error: { code: 4001 } });
  expect(screen.getByText(wording.empty)).toBeVisible();
});

test('DAPP-7 permissions are those of EIP-2255, and none but the account exists', async () => {
  const dapp = await open();
  const asked = dapp.call('wallet_requestPermissions', [{ eth_accounts: {} }]);
  await press(await accessDialog(), 'Connect');
  const permission = {
    invoker: ORIGIN,
    parentCapability: 'eth_accounts',
    caveats: [{ type: 'restrictReturnedAccounts', value: [OWNER] }],
  };
  expect(await asked).toEqual({ result: [permission] });
  expect(await dapp.call('wallet_getPermissions')).toEqual({ result: [permission] });
  for (const method of ['wallet_requestPermissions', 'wallet_revokePermissions'])
    for (const params of [
      undefined,
      [],
      [{}],
      [{ snap: {} }],
      [{ eth_accounts: {}, snap: {} }],
      ['eth_accounts'],
    ])
      expect([method, params, await dapp.call(method, params)]).toMatchObject([
        method,
        params,
        { error: { code: -32602 } },
      ]);
  expect(await dapp.call('eth_accounts')).toEqual({ result: [OWNER] });
});

test('DAPP-8 the DApp switches only to its own networks, and the page follows without reopening it', async () => {
  const dapp = await open();
  expect(await dapp.call('eth_chainId')).toEqual({ result: '0x385' });
  expect(await dapp.call('net_version')).toEqual({ result: '901' });
  for (const chainId of ['0x1', '0x7a69'])
    expect(await dapp.call('wallet_switchEthereumChain', [{ chainId }])).toMatchObject({
      error: { code: 4902 },
    });
  const added = { chainId: '0x1', chainName: '<b>Main</b>', rpcUrls: ['https://evil.example'] };
  expect(await dapp.call('wallet_addEthereumChain', [added])).toMatchObject({ error: { code: 4200 } });
  for (const chainId of [901, '901', '0x', '0x0385', undefined])
    expect(await dapp.call('wallet_switchEthereumChain', [{ chainId }])).toMatchObject({
      error: { code: -32602 },
    });
  expect(await dapp.call('wallet_switchEthereumChain', [{ chainId: '0x385' }])).toEqual({ result: null });
  expect(dapp.events).toEqual([]);
  expect(await dapp.call('wallet_switchEthereumChain', [{ chainId: '0x386' }])).toEqual({ result: null });
  expect(dapp.events).toEqual([{ name: 'chainChanged', value: '0x386' }]);
  expect(await dapp.call('eth_chainId')).toEqual({ result: '0x386' });
  expect(new URLSearchParams(window.location.search).get('chain')).toBe('902');
  const select = screen.getByRole('combobox', { name: 'Network' });
  await waitFor(() => expect(select).toHaveValue('902'));
  const added901 = { chainId: '0x385', chainName: 'Another name', rpcUrls: ['https://evil.example'] };
  expect(await dapp.call('wallet_addEthereumChain', [added901])).toEqual({ result: null });
  await waitFor(() => expect(select).toHaveValue('901'));
  expect(dapp.frame).toBeInTheDocument();
});

test('DAPP-8 a network that the user selects is an event for the provider, and ends the open review', async () => {
  const dapp = await open();
  await allow(dapp);
  const signing = dapp.call('personal_sign', ['0x61', OWNER]);
  await screen.findByRole('dialog', { name: reviews.title.message });
  act(() => updatePageParams({ chain: '902' }));
  expect(await signing).toMatchObject({ error: { code: 4001 } });
  expect(dapp.events.at(-1)).toEqual({ name: 'chainChanged', value: '0x386' });
  expect(await dapp.call('eth_chainId')).toEqual({ result: '0x386' });
  expect(dapp.frame).toBeInTheDocument();
});

test('DAPP-8 a page that also uses the Safe Apps SDK is opened again for another network', async () => {
  const dapp = await open();
  await dapp.call('eth_chainId');
  await dapp.ask('getSafeInfo');
  act(() => updatePageParams({ chain: '902' }));
  await waitFor(() => expect(dapp.frame).not.toBeInTheDocument());
  const again = await findDapp(/^Sample DApp/);
  expect((await again.ask('getSafeInfo')).data).toMatchObject({ chainId: 902 });
});

test('DAPP-8 a page that followed the network by the provider is opened again once it uses the Safe Apps SDK', async () => {
  const dapp = await open();
  expect(await dapp.call('wallet_switchEthereumChain', [{ chainId: '0x386' }])).toEqual({ result: null });
  await waitFor(() => expect(screen.getByRole('combobox', { name: 'Network' })).toHaveValue('902'));
  expect(dapp.frame).toBeInTheDocument();
  dapp.send('getSafeInfo');
  await waitFor(() => expect(dapp.frame).not.toBeInTheDocument());
  const again = await findDapp(/^Sample DApp/);
  expect((await again.ask('getSafeInfo')).data).toMatchObject({ chainId: 902 });
});

test('DAPP-8 a DApp shows a batch only after the open review, and not while it is paused', async () => {
  const dapp = await open();
  await allow(dapp);
  const batch = { id: keccak256(stringToBytes('mine')), calls: 1 };
  const sent = {
    ...entry,
    account: OWNER,
    kind: 'dapp',
    dapp: { name: 'Sample DApp', origin: ORIGIN, batch },
  } as const;
  localStorage.setItem('tidewell.transactions', JSON.stringify([sent]));
  useLedger.setState({ entries: [sent] });
  useDialogs.setState({ open: null });
  const signing = dapp.call('personal_sign', ['0x61', OWNER]);
  const dialog = await screen.findByRole('dialog', { name: reviews.title.message });
  const shown = dapp.call('wallet_showCallsStatus', ['mine']);
  expect(await dapp.call('wallet_getCallsStatus', ['mine'])).toMatchObject({ result: { status: 100 } });
  expect(useDialogs.getState().open).toBeNull();
  await press(dialog, 'Reject');
  expect([await signing, await shown]).toMatchObject([{ error: { code: 4001 } }, { error: { code: 4001 } }]);
  expect(await dapp.call('wallet_showCallsStatus', ['mine'])).toEqual({ result: null });
  expect(useDialogs.getState().open).toBe('transaction');
  act(() => useDialogs.setState({ open: null }));
  for (let round = 0; round < 2; round += 1) {
    const asked = dapp.call('personal_sign', ['0x61', OWNER]);
    await press(await screen.findByRole('dialog', { name: reviews.title.message }), 'Reject');
    await asked;
  }
  expect(await dapp.call('wallet_showCallsStatus', ['mine'])).toMatchObject({ error: { code: -32002 } });
  expect(useDialogs.getState().open).toBeNull();
});

test('DAPP-7 a review names the account that signs, which can be another than the Safe Apps SDK has', async () => {
  allowAccess({ origin: ORIGIN, owner: OWNER, account: OTHER });
  const dapp = await open(both);
  const asked = dapp.call('personal_sign', ['0x61', OTHER]);
  const dialog = await screen.findByRole('dialog', { name: reviews.title.message });
  expect(dialog).toHaveTextContent(shortAddress(OTHER));
  await press(dialog, 'Reject');
  await asked;
  dapp.send('signMessage', { message: 'hello' });
  expect(await screen.findByRole('dialog', { name: reviews.title.message })).toHaveTextContent(
    shortAddress(OWNER),
  );
});

test('DAPP-8 limits how often a DApp switches networks', async () => {
  const dapp = await open();
  const answers: unknown[] = [];
  for (let round = 0; round < 12; round += 1) {
    const chainId = round % 2 ? '0x385' : '0x386';
    answers.push(await dapp.call('wallet_switchEthereumChain', [{ chainId }]));
  }
  expect(answers.slice(0, 10)).toEqual(Array.from({ length: 10 }, () => ({ result: null })));
  expect(answers.slice(10)).toMatchObject([{ error: { code: -32005 } }, { error: { code: -32005 } }]);
});

test('DAPP-6 methods that don’t exist here, or that hide what is signed, are refused with 4200', async () => {
  const dapp = await open();
  await allow(dapp);
  for (const method of [
    'eth_sign',
    'eth_signTypedData',
    'eth_signTypedData_v1',
    'eth_signTypedData_v3',
    'eth_signTransaction',
    'eth_sendRawTransaction',
    'eth_getEncryptionPublicKey',
    'eth_decrypt',
    'personal_ecRecover',
    'eth_subscribe',
    'wallet_registerOnboarding',
    'getSafeInfo',
    'toString',
  ])
    expect([method, await dapp.call(method, ['0x61', OWNER])]).toMatchObject([
      method,
      { error: { code: 4200 } },
    ]);
  expect(screen.queryByRole('dialog')).toBeNull();
});

test('DAPP-6 requests of an account that isn’t allowed, and malformed ones, are refused before any review', async () => {
  const dapp = await open(both);
  const calls = (from?: string) => [
    {
      version: '2.0.0',
      chainId: '0x385',
      atomicRequired: false,
      calls: [{ to: OTHER }],
      ...(from && { from }),
    },
  ];
  const typed = JSON.stringify({
    types: { EIP712Domain: [{ name: 'chainId', type: 'uint256' }], A: [{ name: 'a', type: 'string' }] },
    primaryType: 'A',
    domain: { chainId: 1 },
    message: { a: 'b' },
  });
  const unauthorized: [string, unknown][] = [
    ['personal_sign', ['0x61', OWNER]],
    ['eth_signTypedData_v4', [OWNER, typed]],
    ['eth_sendTransaction', [{ from: OWNER, to: OTHER }]],
    ['eth_sendTransaction', [{ to: OTHER }]],
    ['wallet_sendCalls', calls(OWNER)],
    ['wallet_sendCalls', calls()],
    ['wallet_getCallsStatus', ['0x01']],
    ['wallet_showCallsStatus', ['0x01']],
    ['wallet_getCapabilities', [OWNER]],
    ['wallet_watchAsset', { type: 'ERC20', options: { address: OTHER } }],
  ];
  for (const [method, params] of unauthorized)
    expect([method, await dapp.call(method, params)]).toMatchObject([method, { error: { code: 4100 } }]);
  await allow(dapp);
  const others: [string, unknown][] = [
    ['personal_sign', ['0x61', OTHER]],
    ['eth_signTypedData_v4', [OTHER, typed]],
    ['eth_sendTransaction', [{ from: OTHER, to: OWNER }]],
    ['eth_sendTransaction', [{ from: 'me', to: OWNER }]],
    ['wallet_sendCalls', calls(OTHER)],
    ['wallet_getCapabilities', [OTHER]],
  ];
  for (const [method, params] of others)
    expect([method, await dapp.call(method, params)]).toMatchObject([method, { error: { code: 4100 } }]);
  const invalid: [string, unknown, number?][] = [
    // The address is first, so the DApp would have the address signed.
    ['personal_sign', [OWNER, 'hello']],
    ['personal_sign', [OWNER]],
    ['personal_sign', undefined],
    ['personal_sign', { message: 'hello' }],
    ['personal_sign', ['x'.repeat(40_000), OWNER]],
    ['eth_signTypedData_v4', [typed, OWNER]],
    ['eth_signTypedData_v4', [OWNER, typed]],
    ['eth_signTypedData_v4', [OWNER, '{']],
    ['eth_signTypedData_v4', [OWNER, JSON.stringify({ types: {}, message: {} })]],
    ['eth_sendTransaction', [OWNER]],
    ['eth_sendTransaction', [{ to: OTHER, value: 'invalid' }]],
    ['eth_sendTransaction', [{ to: 'invalid' }]],
    ['eth_sendTransaction', [{ to: OTHER, type: '0x5' }]],
    ['eth_sendTransaction', [{ to: OTHER, gasLimit: 'invalid' }]],
    ['eth_sendTransaction', [{ to: OTHER, maxFeePerGas: 'invalid' }]],
    ['eth_sendTransaction', [{ to: OTHER, chainId: '0x1' }]],
    ['eth_sendTransaction', [{ data: '0x6000' }], 4200],
    ['wallet_watchAsset', { type: 'ERC20', options: { address: '<img src=x>' } }],
    ['wallet_watchAsset', { type: 'ERC20', options: { address: OTHER, chainId: 1 } }],
    ['wallet_watchAsset', { type: 'ERC721', options: { address: OTHER } }, 4200],
    ['wallet_getCapabilities', []],
    ['wallet_getCapabilities', [OWNER, ['1']]],
    ['eth_call', 'latest'],
  ];
  for (const [method, params, code = -32602] of invalid)
    expect([method, params, await dapp.call(method, params)]).toMatchObject([
      method,
      params,
      { error: { code } },
    ]);
  expect(screen.queryByRole('dialog')).toBeNull();
});

test('DAPP-8 batches have the codes of EIP-5792', async () => {
  const dapp = await open();
  await allow(dapp);
  const batch = {
    version: '2.0.0',
    from: OWNER,
    chainId: '0x385',
    atomicRequired: false,
    calls: [{ to: OTHER }],
  };
  const cases: [object, number][] = [
    [{ version: '1.0' }, -32602],
    [{ version: undefined }, -32602],
    [{ atomicRequired: undefined }, -32602],
    [{ calls: [] }, -32602],
    [{ calls: [{ to: OTHER, value: 'x' }] }, -32602],
    [{ id: '' }, -32602],
    [{ id: 'x'.repeat(4_097) }, -32602],
    [{ id: '€'.repeat(2_000) }, -32602],
    [{ calls: [{ data: '0x6000' }] }, 4200],
    [{ capabilities: { paymasterService: { url: 'https://evil.example' } } }, 5700],
    [{ calls: [{ to: OTHER, capabilities: { gas: { optional: false } } }] }, 5700],
    [{ chainId: '0x386' }, 5710],
    [{ chainId: '0x1' }, 5710],
    [{ calls: Array.from({ length: 21 }, () => ({ to: OTHER })) }, 5740],
    [{ atomicRequired: true, calls: [{ to: OTHER }, { to: OTHER }] }, 5760],
  ];
  for (const [change, code] of cases)
    expect([change, await dapp.call('wallet_sendCalls', [{ ...batch, ...change }])]).toMatchObject([
      change,
      { error: { code } },
    ]);
  expect(await dapp.call('wallet_getCallsStatus', ['0x01'])).toMatchObject({ error: { code: 5730 } });
  expect(await dapp.call('wallet_showCallsStatus', ['0x01'])).toMatchObject({ error: { code: 5730 } });
  expect(await dapp.call('wallet_getCapabilities', [OWNER])).toEqual({
    result: {
      '0x385': { atomic: { status: 'unsupported' } },
      '0x386': { atomic: { status: 'unsupported' } },
    },
  });
  expect(await dapp.call('wallet_getCapabilities', [OWNER, ['0x386']])).toEqual({
    result: { '0x386': { atomic: { status: 'unsupported' } } },
  });
  expect(await dapp.call('wallet_getCapabilities', [OWNER, ['0x1']])).toEqual({ result: {} });
});

test('DAPP-5 a flood of requests for access shows one dialog, and three rejections pause the DApp', async () => {
  const dapp = await open();
  const flood = Array.from({ length: 20 }, () => dapp.call('eth_requestAccounts'));
  expect(await screen.findAllByRole('dialog')).toHaveLength(1);
  await press(await accessDialog(), 'Reject');
  const codes = (await Promise.all(flood)).map(({ error }) => error?.code);
  expect(codes.filter((code) => code === 4001)).toHaveLength(4);
  expect(codes.filter((code) => code === -32002)).toHaveLength(16);
  for (let round = 0; round < 2; round += 1) {
    const asked = dapp.call('eth_requestAccounts');
    await press(await accessDialog(), 'Reject');
    await asked;
  }
  expect(await dapp.call('eth_requestAccounts')).toMatchObject({ error: { code: -32002 } });
});

test('DAPP-5 a new page in the frame keeps the permission, but not the review of the page before', async () => {
  const dapp = await open();
  act(() => void dapp.frame.dispatchEvent(new Event('load')));
  await allow(dapp);
  const signing = dapp.call('personal_sign', ['0x61', OWNER]);
  await screen.findByRole('dialog', { name: reviews.title.message });
  act(() => void dapp.frame.dispatchEvent(new Event('load')));
  expect(await signing).toMatchObject({ error: { code: 4001 } });
  expect(await dapp.call('eth_accounts')).toEqual({ result: [OWNER] });
});

test('DAPP-5 reads fail with the chain’s code, and without the endpoint', async () => {
  const dapp = await open();
  expect(await dapp.call('eth_gasPrice')).toEqual({
    error: { code: 4901, message: 'The network cannot be reached' },
  });
  expect(await dapp.call('web3_clientVersion')).toEqual({ result: 'Tidewell' });
  act(() => useUnreachableChains.setState({ chainIds: [901] }));
  expect(dapp.events).toEqual([
    { name: 'disconnect', value: { code: 1013, message: 'The network cannot be reached' } },
  ]);
  act(() => useUnreachableChains.setState({ chainIds: [] }));
  expect(dapp.events.at(-1)).toEqual({ name: 'connect', value: { chainId: '0x385' } });
});
