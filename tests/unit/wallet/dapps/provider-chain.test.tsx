import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import {
  type Address,
  encodeAbiParameters,
  encodeFunctionData,
  erc20Abi,
  getAddress,
  type Hex,
  isHash,
  numberToHex,
  parseAbiParameters,
  parseEther,
  parseUnits,
  recoverMessageAddress,
  recoverTypedDataAddress,
  stringToHex,
} from 'viem';
import { generatePrivateKey, type PrivateKeyAccount, privateKeyToAccount } from 'viem/accounts';
import { Dapps } from '@/components/wallet/dapps/dapps';
import { TransactionWatcher } from '@/components/wallet/shell/transaction-watcher';
import { useDialogs } from '@/lib/browser/dialogs';
import { useNotices } from '@/lib/browser/notices';
import { useSession } from '@/lib/session/session';
import { allowAccess, useDappAccess } from '@/lib/wallet/dapps/access';
import { useCustomTokens } from '@/lib/wallet/tokens/custom-tokens';
import { useLedger } from '@/lib/wallet/transactions/transaction-ledger';
import { RpcFailure } from '../../../support/chain-plans';
import { findDapp } from '../../../support/dapp-frame';
import {
  connectOwnChain,
  type OwnChain,
  renderOnOwnChain,
  startOwnChain,
  type WalletMethods,
} from '../../../support/own-chain';
import { SmartAccount } from '../../../support/smart-account';
import { deployToken } from '../../../support/wallet-tokens';

jest.mock('@/config/dapps.json', () => jest.requireActual('../../../support/dapps.json'));

const ORIGIN = 'http://127.0.0.1:3412';
const STRANGER: Address = '0xdbF03B407c01E7cD3CBea99509d93f8DDDC8C6FB';
let chain: OwnChain;

beforeAll(async () => {
  // jsdom doesn't implement scrolling.
  Object.assign(window, { scrollTo: () => undefined });
  chain = await startOwnChain();
});
beforeEach(() => {
  localStorage.clear();
  useLedger.setState({ entries: [] });
  useNotices.setState({ notices: [] });
  useCustomTokens.setState({ entries: [] });
  useDappAccess.setState({ entries: [] });
  useDialogs.setState({ open: null });
});
afterEach(() => {
  cleanup();
  jest.restoreAllMocks();
});
afterAll(() => chain.stop());

const person = () => privateKeyToAccount(generatePrivateKey());
const noBatches: WalletMethods = {
  wallet_getCapabilities: () => {
    throw new RpcFailure(4200, 'unsupported');
  },
};
const hex = () => numberToHex(chain.id);

/** Opens the sample DApp for an account that it may see, and whose transactions the node signs. */
async function open(address: Address, methods: WalletMethods = noBatches, account = address) {
  for (const one of new Set([address, account])) {
    await chain.client.impersonateAccount({ address: one });
    await chain.client.setBalance({ address: one, value: parseEther('10') });
  }
  const config = await connectOwnChain(chain, address, undefined, undefined, methods);
  useSession.setState({ token: 'token', account: address });
  allowAccess({ origin: ORIGIN, owner: address, account });
  renderOnOwnChain(
    <>
      <Dapps />
      <TransactionWatcher />
    </>,
    chain,
    config,
    'dapp=sample',
  );
  return findDapp(/^Sample DApp/);
}

const signer = (owner: PrivateKeyAccount): WalletMethods => ({
  ...noBatches,
  personal_sign: ([data]: readonly unknown[]) => owner.signMessage({ message: { raw: data as Hex } }),
  eth_signTypedData_v4: ([, data]: readonly unknown[]) => owner.signTypedData(JSON.parse(String(data))),
});

const review = (name: string) => screen.findByRole('dialog', { name });
async function press(dialog: HTMLElement, name: string) {
  const button = within(dialog).getAllByRole('button', { name }).at(-1) as HTMLElement;
  await waitFor(() => expect(button).not.toHaveAttribute('aria-busy', 'true'), { timeout: 30_000 });
  await userEvent.click(button);
}
async function confirm(name: string) {
  const dialog = await review(name);
  const box = within(dialog).queryByRole('checkbox');
  if (box) await userEvent.click(box);
  await press(dialog, 'Continue to your wallet');
}
const balanceOf = (address: Address) => chain.client.getBalance({ address });
type Status = { status: number; atomic: boolean; receipts: { transactionHash: Hex; status: Hex }[] };

test('DAPP-6 personal_sign and eth_signTypedData_v4 sign what the review showed', async () => {
  const owner = person();
  const dapp = await open(owner.address, signer(owner));
  const asked = dapp.call('personal_sign', [stringToHex('Hello'), owner.address.toLowerCase(), 'a password']);
  const dialog = await review('Review a message');
  expect(within(dialog).getByDisplayValue('Hello')).toBeVisible();
  await press(dialog, 'Continue to your wallet');
  const { result: signature } = await asked;
  expect(await recoverMessageAddress({ message: 'Hello', signature: signature as Hex })).toBe(owner.address);

  const data = {
    types: {
      EIP712Domain: [
        { name: 'name', type: 'string' },
        { name: 'chainId', type: 'uint256' },
      ],
      Order: [{ name: 'owner', type: 'address' }],
    },
    primaryType: 'Order' as const,
    domain: { name: 'Sample', chainId: chain.id },
    message: { owner: owner.address },
  };
  for (const given of [JSON.stringify(data), data]) {
    const answer = dapp.call('eth_signTypedData_v4', [owner.address, given]);
    await confirm('Review a message');
    const { result } = await answer;
    const { EIP712Domain: _, ...types } = data.types;
    expect(await recoverTypedDataAddress({ ...data, types, signature: result as Hex })).toBe(owner.address);
  }
});

test('DAPP-6 eth_sendTransaction answers with the hash after the review, and with 4001 after a rejection', async () => {
  const { address } = person();
  const dapp = await open(address);
  const transaction = {
    from: address,
    to: STRANGER,
    value: '0x2386f26fc10000',
    gas: '0x5208',
    gasPrice: '0x1',
  };
  const rejected = dapp.call('eth_sendTransaction', [transaction]);
  await press(await review('Review a transaction'), 'Reject');
  expect(await rejected).toMatchObject({ error: { code: 4001 } });
  const before = await balanceOf(STRANGER);
  const sent = dapp.call('eth_sendTransaction', [transaction]);
  await confirm('Review a transaction');
  const { result } = await sent;
  expect(isHash(String(result))).toBe(true);
  await chain.client.waitForTransactionReceipt({ hash: result as Hex });
  expect((await balanceOf(STRANGER)) - before).toBe(parseEther('0.01'));
  expect(await dapp.call('eth_getTransactionReceipt', [result])).toMatchObject({
    result: { status: '0x1', from: address.toLowerCase() },
  });
  expect(useLedger.getState().entries).toMatchObject([
    { kind: 'dapp', dapp: { origin: ORIGIN }, account: address },
  ]);
});

test('DAPP-6 closing a request that the wallet was asked for is no rejection, because it may be sent', async () => {
  const { address } = person();
  let answer: (hash: unknown) => void = () => undefined;
  const asked = jest.fn(() => new Promise((resolve) => (answer = resolve)));
  const dapp = await open(address, { ...noBatches, eth_sendTransaction: asked });
  const sent = dapp.call('eth_sendTransaction', [{ to: STRANGER, value: '0x1' }]);
  await confirm('Review a transaction');
  await waitFor(() => expect(asked).toHaveBeenCalledTimes(1), { timeout: 20_000 });
  await userEvent.click(within(await review('Review a transaction')).getByRole('button', { name: 'Close' }));
  // Not a hash, so nobody knows whether something was sent.
  answer('done');
  expect(await sent).toEqual({
    error: { code: -32603, message: 'The wallet may have sent the transaction' },
  });
});

test('DAPP-6 closing a request before the wallet is asked for a signature is a rejection, without a notice', async () => {
  const { address } = person();
  let answer: (chainId: unknown) => void = () => undefined;
  let isHeld = false;
  const dapp = await open(address, {
    ...noBatches,
    eth_chainId: () => (isHeld ? new Promise((resolve) => (answer = resolve)) : hex()),
    personal_sign: () => {
      throw new Error('the wallet was asked');
    },
  });
  isHeld = true;
  const signed = dapp.call('personal_sign', ['0x61', address]);
  await confirm('Review a message');
  await screen.findByRole('heading', { name: 'Confirm in your wallet' });
  await userEvent.click(within(await review('Review a message')).getByRole('button', { name: 'Close' }));
  answer(hex());
  expect(await signed).toMatchObject({ error: { code: 4001 } });
  expect(useNotices.getState().notices).toEqual([]);
});

test('DAPP-6 a read that reverts has the node’s code and the revert’s data', async () => {
  const dapp = await open(person().address);
  const data = encodeFunctionData({
    abi: erc20Abi,
    functionName: 'transfer',
    args: [STRANGER, parseUnits('1', 30)],
  });
  const { error } = await dapp.call('eth_call', [{ to: chain.addresses.tUsdt, data }, 'latest']);
  expect(error).toMatchObject({ code: 3, data: expect.stringMatching(/^0x[0-9a-f]{8}/) });
});

test('DAPP-7 another account that the wallet exposes signs and sends, and its transaction is followed', async () => {
  const [site, other] = [person(), person()];
  const accounts = () => [site.address, other.address];
  const dapp = await open(
    site.address,
    { ...signer(other), eth_accounts: accounts, eth_requestAccounts: accounts },
    other.address,
  );
  expect(await dapp.call('eth_accounts')).toEqual({ result: [other.address] });
  const signed = dapp.call('personal_sign', ['0x61', other.address]);
  await confirm('Review a message');
  const signature = (await signed).result as Hex;
  expect(await recoverMessageAddress({ message: 'a', signature })).toBe(other.address);
  const sent = dapp.call('eth_sendTransaction', [{ from: other.address, to: STRANGER, value: '0x1' }]);
  await confirm('Review a transaction');
  const hash = (await sent).result as Hex;
  const { from } = await chain.client.getTransaction({ hash });
  expect(getAddress(from)).toBe(other.address);
  await waitFor(() =>
    expect(useLedger.getState().entries).toMatchObject([{ account: other.address, status: 'confirmed' }]),
  );
});

test('DAPP-8 an atomic batch is one transaction, found by the DApp’s ID after a reload, and by no other DApp', async () => {
  const wallet = new SmartAccount(person(), 'delegating', () => chain.rpcUrl);
  await wallet.prepare();
  const methods: WalletMethods = {
    wallet_getCapabilities: () => ({ [hex()]: { atomic: { status: 'supported' } } }),
    wallet_sendCalls: ([batch]) => wallet.sendCalls(batch),
    wallet_getCallsStatus: ([id]) => wallet.callsStatus(id),
  };
  const dapp = await open(wallet.address, methods);
  expect(await dapp.call('wallet_getCapabilities', [wallet.address])).toEqual({
    result: { [hex()]: { atomic: { status: 'supported' } } },
  });
  const id = `my batch ${'€'.repeat(1_000)}`;
  const batch = {
    version: '2.0.0',
    id,
    from: wallet.address,
    chainId: hex(),
    atomicRequired: true,
    capabilities: { paymasterService: { url: 'https://pay.example', optional: true } },
    calls: [
      { to: STRANGER, value: '0x1' },
      { to: STRANGER, value: '0x2', data: '0x' },
    ],
  };
  const sent = dapp.call('wallet_sendCalls', [batch]);
  await confirm('Review several transactions');
  expect(await sent).toEqual({ result: { id } });
  const status = async () => (await dapp.call('wallet_getCallsStatus', [id])).result as Status;
  await waitFor(async () => expect((await status()).status).toBe(200), { timeout: 20_000 });
  expect(await status()).toMatchObject({
    version: '2.0.0',
    id,
    chainId: hex(),
    atomic: true,
    receipts: [{ status: '0x1', transactionHash: useLedger.getState().entries[0]?.hash }],
  });
  expect(await dapp.call('wallet_sendCalls', [batch])).toMatchObject({ error: { code: 5720 } });
  expect(await dapp.call('wallet_showCallsStatus', [id])).toEqual({ result: null });
  expect(useDialogs.getState().open).toBe('transaction');
  // Another DApp, or another account, doesn't find it.
  const [entry] = useLedger.getState().entries;
  if (!entry?.dapp) throw new Error('there is no entry');
  expect(localStorage.getItem('tidewell.transactions')).not.toContain('my batch');
  const others = [{ ...entry, dapp: { ...entry.dapp, origin: 'https://other.example' } }];
  localStorage.setItem('tidewell.transactions', JSON.stringify(others));
  expect(await dapp.call('wallet_getCallsStatus', [id])).toMatchObject({ error: { code: 5730 } });
});

test('DAPP-8 without atomic batches, calls are sent in order, and a stop midway is a partial failure', async () => {
  const { address } = person();
  const dapp = await open(address);
  const batch = {
    version: '2.0.0',
    from: address,
    chainId: hex(),
    atomicRequired: false,
    calls: [
      { to: STRANGER, value: '0x1' },
      { to: STRANGER, value: '0x2' },
    ],
  };
  const status = async (id: unknown) => (await dapp.call('wallet_getCallsStatus', [id])).result as Status;

  const rejected = dapp.call('wallet_sendCalls', [{ ...batch, id: '0x01' }]);
  await press(await review('Review a transaction'), 'Reject');
  expect(await rejected).toMatchObject({ error: { code: 4001 } });
  expect(await dapp.call('wallet_getCallsStatus', ['0x01'])).toMatchObject({ error: { code: 5730 } });

  const whole = dapp.call('wallet_sendCalls', [batch]);
  await confirm('Review a transaction');
  await screen.findByText('Transaction 2 of 2. Each one is sent separately.', {}, { timeout: 20_000 });
  await confirm('Review a transaction');
  const { id } = (await whole).result as { id: string };
  expect(id).toMatch(/^0x[0-9a-f]{64}$/);
  await waitFor(async () => expect((await status(id)).status).toBe(200), { timeout: 20_000 });
  expect(await status(id)).toMatchObject({ atomic: false, receipts: [{ status: '0x1' }, { status: '0x1' }] });

  const partial = dapp.call('wallet_sendCalls', [{ ...batch, id: '0x01', calls: batch.calls.toReversed() }]);
  await confirm('Review a transaction');
  await screen.findByText('Transaction 2 of 2. Each one is sent separately.', {}, { timeout: 20_000 });
  expect(await status('0x01')).toMatchObject({ status: 100 });
  await press(await review('Review a transaction'), 'Reject');
  expect(await partial).toEqual({ result: { id: '0x01' } });
  await waitFor(async () => expect((await status('0x01')).status).toBe(600));
  expect(await status('0x01')).toMatchObject({ atomic: false, receipts: [{ status: '0x1' }] });
});

test('DAPP-9 a token is added with what its own contract says, after a review, and never with the DApp’s words', async () => {
  const { address } = person();
  const dapp = await open(address);
  const options = {
    address: chain.addresses.multicall,
    symbol: '<img src=x onerror=alert(1)>',
    decimals: 0,
    image: 'https://evil.example/tracker.svg',
  };
  expect(await dapp.call('wallet_watchAsset', { type: 'ERC20', options })).toMatchObject({
    error: { code: -32602 },
  });
  // A listed token needs no review.
  const listed = { ...options, address: chain.addresses.tUsdt };
  expect(await dapp.call('wallet_watchAsset', [{ type: 'ERC20', options: listed }])).toEqual({
    result: true,
  });
  expect(screen.queryByRole('dialog')).toBeNull();

  const types = parseAbiParameters('string, string, uint256, uint256, uint256');
  const facts = encodeAbiParameters(types, ['Harbor Coin', 'HARB', 1n, 6n, 1n]);
  const token = getAddress(await deployToken(chain.client, 'ClaimingToken', facts));
  const asked = { type: 'ERC20', options: { ...options, address: token.toLowerCase() } };
  const rejected = dapp.call('wallet_watchAsset', asked);
  const dialog = await review('Add a token');
  expect(dialog).toHaveTextContent('HARB');
  expect(dialog).toHaveTextContent('6 decimal places');
  expect(dialog).not.toHaveTextContent('img');
  expect(dialog.querySelector('img')).toBeNull();
  await press(dialog, 'Reject');
  expect(await rejected).toMatchObject({ error: { code: 4001 } });
  expect(useCustomTokens.getState().entries).toEqual([]);
  const added = dapp.call('wallet_watchAsset', asked);
  await press(await review('Add a token'), 'Add HARB');
  expect(await added).toEqual({ result: true });
  expect(useCustomTokens.getState().entries).toEqual([
    { chainId: chain.id, address: token, symbol: 'HARB', name: 'Harbor Coin', decimals: 6 },
  ]);
});
