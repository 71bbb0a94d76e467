import { QueryClient, useQueryClient } from '@tanstack/react-query';
import { act, cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { SWRConfig, unstable_serialize, useSWRConfig } from 'swr';
import {
  type Address,
  concat,
  encodeFunctionData,
  erc20Abi,
  erc721Abi,
  getAddress,
  type Hex,
  hashMessage,
  isHash,
  maxUint256,
  numberToHex,
  parseAbi,
  parseEther,
  parseUnits,
  recoverMessageAddress,
  recoverTypedDataAddress,
  size,
  toHex,
} from 'viem';
import { generatePrivateKey, type PrivateKeyAccount, privateKeyToAccount } from 'viem/accounts';
import { Dapps } from '@/components/wallet/dapps/dapps';
import { TransactionWatcher } from '@/components/wallet/shell/transaction-watcher';
import type { CoinPrice } from '@/lib/api/types';
import { useNotices } from '@/lib/browser/notices';
import { useSession } from '@/lib/session/session';
import { routerAbi } from '@/lib/wallet/swap/abi';
import { useLedger } from '@/lib/wallet/transactions/transaction-ledger';
import { anvilHttp } from '@/scripts/launcher/chains/anvil-client';
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
import { sendTo } from '../../../support/wallet-tokens';

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
  useLedger.setState({ entries: [] });
  useNotices.setState({ notices: [] });
  localStorage.clear();
});
afterEach(() => {
  cleanup();
  jest.restoreAllMocks();
});
afterAll(() => chain.stop());

const noBatches: WalletMethods = {
  wallet_getCapabilities: () => {
    throw new RpcFailure(4200, 'unsupported');
  },
};

let queries = new QueryClient();
let setPrices: (prices: CoinPrice[]) => Promise<unknown> = () =>
  Promise.reject(new Error('no page is shown'));

/** Exposes the page's query client and prices. */
function Queries() {
  const { mutate } = useSWRConfig();
  queries = useQueryClient();
  setPrices = (prices) => mutate(['/coin/pricing', 'USD'], prices, { revalidate: false });
  return null;
}

/** Returns prices in dollars as the API would, by symbol. */
const pricesOf = (prices: Record<string, string>): CoinPrice[] =>
  chain.lists.coins.flatMap(({ id: coinId, symbol }) => {
    const price = prices[symbol];
    const at = new Date().toISOString();
    const rest = { change24h: null, sources: [], at, stale: false, spark: [], sample: false };
    return price === undefined ? [] : [{ coinId, price, ...rest }];
  });

/** Opens the sample DApp for an account whose transactions the node signs. */
async function open(address: Address, methods: WalletMethods, prices: Record<string, string> = {}) {
  await chain.client.impersonateAccount({ address });
  await chain.client.setBalance({ address, value: parseEther('10') });
  const config = await connectOwnChain(chain, address, undefined, undefined, methods);
  useSession.setState({ token: 'token', account: address });
  const fallback = { [unstable_serialize(['/coin/pricing', 'USD'])]: pricesOf(prices) };
  const view = (
    <SWRConfig value={{ fallback }}>
      <Dapps />
      <TransactionWatcher />
      <Queries />
    </SWRConfig>
  );
  renderOnOwnChain(view, chain, config, 'dapp=sample');
  return findDapp(/^Sample DApp/);
}

/** Opens the sample DApp with a smart account that sends a batch in one transaction. */
async function openBatching(prices: Record<string, string> = {}) {
  const wallet = new SmartAccount(person(), 'delegating', () => chain.rpcUrl);
  await wallet.prepare();
  const methods: WalletMethods = {
    wallet_getCapabilities: () => ({ [numberToHex(chain.id)]: { atomic: { status: 'supported' } } }),
  };
  return { wallet, ...(await open(wallet.address, methods, prices)) };
}

/** Opens the sample DApp for a new account with a local key. `methods` override the wallet's own. */
async function openAs(
  owner: PrivateKeyAccount,
  methods: WalletMethods = {},
  prices: Record<string, string> = {},
) {
  const own = {
    ...noBatches,
    personal_sign: ([data]: readonly unknown[]) => owner.signMessage({ message: { raw: data as Hex } }),
    eth_signTypedData_v4: ([, data]: readonly unknown[]) => owner.signTypedData(JSON.parse(String(data))),
    ...methods,
  };
  return open(owner.address, own, prices);
}
const person = () => privateKeyToAccount(generatePrivateKey());

const balanceOf = (address: Address) => chain.client.getBalance({ address });
const review = (name: string) => screen.findByRole('dialog', { name });
const press = async (dialog: HTMLElement, name: string) => {
  const button = within(dialog).getAllByRole('button', { name }).at(-1) as HTMLElement;
  await waitFor(() => expect(button).not.toHaveAttribute('aria-busy', 'true'), { timeout: 30_000 });
  await userEvent.click(button);
};
const transfer = (to: Address, amount: bigint) =>
  encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args: [to, amount] });

test('DAPP-3 a transaction is reviewed with the DApp’s name, origin, and network, and sent only after a click', async () => {
  const owner = person();
  const { send, answerTo, ask } = await openAs(owner);
  const before = await balanceOf(STRANGER);
  const id = send('sendTransactions', {
    txs: [{ to: STRANGER, value: parseEther('0.25').toString(), data: '0x' }],
    params: { safeTxGas: 21_000 },
  });
  const dialog = await review('Review a transaction');
  expect(dialog).toHaveTextContent('Sample DApp');
  expect(dialog).toHaveTextContent(ORIGIN);
  expect(dialog).toHaveTextContent('Requested by this DApp on North Sea');
  expect(await within(dialog).findByRole('heading', { name: /^Send 0\.25\s?ETH/i })).toBeVisible();
  expect(await within(dialog).findByText(/Based on a simulation/, {}, { timeout: 30_000 })).toBeVisible();
  expect(await balanceOf(STRANGER)).toBe(before);
  expect(useLedger.getState().entries).toEqual([]);
  await press(dialog, 'Continue to your wallet');
  const { data } = await answerTo(id);
  const { safeTxHash } = data as { safeTxHash: Hex };
  expect(isHash(safeTxHash)).toBe(true);
  await chain.client.waitForTransactionReceipt({ hash: safeTxHash });
  expect((await balanceOf(STRANGER)) - before).toBe(parseEther('0.25'));
  await waitFor(async () =>
    expect((await ask('getTxBySafeTxHash', { safeTxHash })).data).toMatchObject({
      txHash: safeTxHash,
      txStatus: 'SUCCESS',
      safeAddress: owner.address,
    }),
  );
  expect(useLedger.getState().entries).toMatchObject([
    { hash: safeTxHash, kind: 'dapp', dapp: { name: 'Sample DApp', origin: ORIGIN } },
  ]);
  await waitFor(() =>
    expect(useNotices.getState().notices.map(({ message }) => message)).toContain(
      'The transaction from Sample DApp is confirmed.',
    ),
  );
  expect(await ask('rpcCall', { call: 'eth_getTransactionReceipt', params: [safeTxHash] })).toMatchObject({
    data: { status: '0x1' },
  });
});

test('DAPP-3 a rejected transaction is not sent, and the rejection is reported to the DApp', async () => {
  const { send, answerTo } = await openAs(person());
  for (const name of ['Reject', 'close'] as const) {
    const id = send('sendTransactions', { txs: [{ to: STRANGER, value: '0x1', data: '0x' }] });
    const dialog = await review('Review a transaction');
    if (name === 'Reject') await press(dialog, name);
    else await userEvent.keyboard('{Escape}');
    expect(await answerTo(id)).toMatchObject({ success: false, error: 'The user rejected the request' });
  }
  expect(useLedger.getState().entries).toEqual([]);
});

test('DAPP-3 an unlimited approval for a stranger requires the second step, and shows what it allows', async () => {
  const owner = person();
  const { send, answerTo } = await openAs(owner);
  const data = encodeFunctionData({ abi: erc20Abi, functionName: 'approve', args: [STRANGER, maxUint256] });
  const id = send('sendTransactions', { txs: [{ to: chain.addresses.tUsdt, value: '0', data }] });
  const dialog = await review('Review a transaction');
  expect(await within(dialog).findByText(/could take your entire balance of this token/)).toBeVisible();
  await press(dialog, 'Continue to your wallet');
  expect(within(dialog).getByRole('checkbox')).toHaveFocus();
  expect(useLedger.getState().entries).toEqual([]);
  await userEvent.click(within(dialog).getByRole('checkbox'));
  await press(dialog, 'Continue to your wallet');
  expect(await answerTo(id)).toMatchObject({ success: true });
});

test('DAPP-3 a call that would fail is not sent, and the reason is reported to the user and the DApp', async () => {
  const { send, answerTo } = await openAs(person());
  const id = send('sendTransactions', {
    txs: [{ to: chain.addresses.tUsdt, data: transfer(STRANGER, parseUnits('6', 6)) }],
  });
  const dialog = await review('Review a transaction');
  expect(await within(dialog).findByText(/will probably fail/, {}, { timeout: 30_000 })).toBeVisible();
  expect(dialog).toHaveTextContent(/couldn't be simulated, so it may take tokens or NFTs that aren't listed/);
  await press(dialog, 'Continue to your wallet');
  expect(await answerTo(id)).toMatchObject({
    success: false,
    error: 'The simulation of the transaction failed',
  });
  expect(useNotices.getState().notices.at(-1)?.message).toMatch(
    /balance is too low|rejected this transaction/,
  );
  expect(useLedger.getState().entries).toEqual([]);
});

test('DAPP-3 a call without a descriptor is simulated, and the review shows what leaves the account', async () => {
  const { send, answerTo } = await openAs(person());
  const call = { target: STRANGER, allowFailure: false, value: parseEther('0.2'), callData: '0x' } as const;
  const id = send('sendTransactions', {
    txs: [
      {
        to: chain.addresses.multicall,
        value: call.value.toString(),
        data: encodeFunctionData({
          abi: parseAbi([
            'function aggregate3Value((address target, bool allowFailure, uint256 value, bytes callData)[] calls) payable',
          ]),
          functionName: 'aggregate3Value',
          args: [[call]],
        }),
      },
    ],
  });
  const dialog = await review('Review a transaction');
  expect(await within(dialog).findByText(/Based on a simulation/, {}, { timeout: 30_000 })).toBeVisible();
  expect(dialog).toHaveTextContent(/Leaves0\.2\sETH/);
  expect(dialog).toHaveTextContent(
    /simulation that compared \d+ balances\. Transfers and approvals of other tokens and NFTs are listed/,
  );
  expect(dialog).not.toHaveTextContent(/although the request itself/);
  await press(dialog, 'Reject');
  expect(await answerTo(id)).toMatchObject({ success: false });
});

test('DAPP-3 the amounts that the user agrees to aren’t simulated again when the page is shown again', async () => {
  const { send } = await openAs(person());
  send('sendTransactions', { txs: [{ to: STRANGER, value: '1', data: '0x' }] });
  const dialog = await review('Review a transaction');
  expect(await within(dialog).findByText(/Based on a simulation/, {}, { timeout: 30_000 })).toBeVisible();
  await waitFor(() => expect(queries.isFetching({ queryKey: ['natures'] })).toBe(0), { timeout: 30_000 });
  act(() => queries.getQueryCache().onFocus());
  expect(queries.isFetching({ queryKey: ['natures'] })).toBe(1);
  expect(queries.isFetching({ queryKey: ['balanceChanges'] })).toBe(0);
});

/** Returns the bytecode of a contract that always makes one call, whatever its calldata. */
const codeThatCalls = (target: Address, data: Hex): Hex =>
  concat([
    ...['0x61', numberToHex(size(data), { size: 2 }), '0x6100285f39'],
    ...['0x5f5f61', numberToHex(size(data), { size: 2 }), '0x5f5f73', target, '0x5af15000', data],
  ] as Hex[]);

test('DAPP-3 a call with hidden transfers requires the second step, and shows the NFT and its recipient', async () => {
  const owner = person();
  const nfts = { address: chain.addresses.collectible, abi: erc721Abi } as const;
  const holder = await chain.client.readContract({ ...nfts, functionName: 'ownerOf', args: [1n] });
  const trap: Address = getAddress('0x7a00000000000000000000000000000000000001');
  await chain.client.setCode({
    address: trap,
    bytecode: codeThatCalls(
      nfts.address,
      encodeFunctionData({
        abi: erc721Abi,
        functionName: 'transferFrom',
        args: [owner.address, STRANGER, 1n],
      }),
    ),
  });
  const { send, answerTo } = await openAs(owner);
  for (const [account, functionName, args] of [
    [holder, 'transferFrom', [holder, owner.address, 1n]],
    [owner.address, 'setApprovalForAll', [trap, true]],
  ] as const) {
    await chain.client.impersonateAccount({ address: account });
    const data = encodeFunctionData({ abi: erc721Abi, functionName, args } as Parameters<
      typeof encodeFunctionData<typeof erc721Abi>
    >[0]);
    const hash = await chain.client.sendTransaction({ account, to: nfts.address, data });
    await chain.client.waitForTransactionReceipt({ hash });
  }
  const data = encodeFunctionData({
    abi: parseAbi(['function claim(address to)']),
    functionName: 'claim',
    args: [owner.address],
  });
  const id = send('sendTransactions', { txs: [{ to: trap, value: '0', data }] });
  const dialog = await review('Review a transaction');
  expect(
    await within(dialog).findByText(
      /from your account, although the request itself/,
      {},
      { timeout: 30_000 },
    ),
  ).toBeVisible();
  const group = within(dialog).getByRole('heading', { name: 'Leaves your account' }).parentElement;
  expect(group).toHaveTextContent(/Token ID1Amount1Collection/);
  expect(group).toHaveTextContent(STRANGER);
  await press(dialog, 'Continue to your wallet');
  expect(within(dialog).getByRole('checkbox')).toHaveFocus();
  expect(useLedger.getState().entries).toEqual([]);
  await press(dialog, 'Reject');
  expect(await answerTo(id)).toMatchObject({ success: false });
});

/** Returns a swap of native currency for test dollars that accepts `percent` of what the pool pays now. */
async function swapFor(recipient: Address, value: bigint, percent = 99n) {
  const { router, weth, tUsdt } = chain.addresses;
  const path = [weth, tUsdt] as const;
  const amounts = await chain.client.readContract({
    address: router,
    abi: routerAbi,
    functionName: 'getAmountsOut',
    args: [value, path],
  });
  const data = encodeFunctionData({
    abi: routerAbi,
    functionName: 'swapExactETHForTokensSupportingFeeOnTransferTokens',
    args: [((amounts.at(-1) ?? 0n) * percent) / 100n, path, recipient, maxUint256],
  });
  return { to: router, value: value.toString(), data };
}

test('DAPP-3 WAL-5 a swap that brings in far less than it costs is a danger, at current prices', async () => {
  // The pool pays 2,500 test dollars.
  for (const [tUSDT, warning] of [
    ['1', null],
    ['0.5', /worth less than 85%/],
    [undefined, /couldn't be compared with the market price/],
  ] as const) {
    const owner = person();
    const { send } = await openAs(owner, {}, { ETH: '2500', ...(tUSDT ? { tUSDT } : {}) });
    send('sendTransactions', { txs: [await swapFor(owner.address, parseEther('0.1'))] });
    const dialog = await review('Review a transaction');
    if (warning) expect(await within(dialog).findByText(warning, {}, { timeout: 30_000 })).toBeVisible();
    else
      expect(await within(dialog).findByText(/^No known risks found/, {}, { timeout: 30_000 })).toBeVisible();
    expect(within(dialog).queryAllByText(/^Danger:/)).toHaveLength(tUSDT === '0.5' ? 1 : 0);
    cleanup();
  }
});

test('DAPP-3 WAL-5 a swap that guarantees far less than it costs is a danger, whatever arrives in the simulation', async () => {
  // The minimum alone is a caution, and so is the slightly low price.
  for (const [percent, dangers] of [
    [90n, 0],
    [85n, 1],
  ] as const) {
    const owner = person();
    const { send } = await openAs(owner, {}, { ETH: '2500', tUSDT: '0.97' });
    send('sendTransactions', { txs: [await swapFor(owner.address, parseEther('0.1'), percent)] });
    const dialog = await review('Review a transaction');
    await within(dialog).findByText(/more than 5% below/, {}, { timeout: 30_000 });
    await waitFor(() => expect(within(dialog).queryByText(/Checking/)).toBeNull(), { timeout: 30_000 });
    expect(within(dialog).queryAllByText(/worth less than 85%/)).toHaveLength(dangers);
    cleanup();
  }
});

test('DAPP-3 WAL-5 the first current price after the simulation counts, even if it arrives while the review is open', async () => {
  const owner = person();
  const { send } = await openAs(owner, {}, { ETH: '2500' });
  send('sendTransactions', { txs: [await swapFor(owner.address, parseEther('0.1'))] });
  const dialog = await review('Review a transaction');
  await within(dialog).findByText(/couldn't be compared/, {}, { timeout: 30_000 });
  await waitFor(() => expect(within(dialog).queryByText(/Checking/)).toBeNull(), { timeout: 30_000 });
  await act(() => setPrices(pricesOf({ ETH: '2500', tUSDT: '0.5' })));
  await within(dialog).findByText(/worth less than 85%/);
  expect(within(dialog).queryByText(/couldn't be compared/)).toBeNull();
  await act(() => setPrices(pricesOf({ ETH: '1', tUSDT: '1' })));
  await waitFor(() => expect(dialog).toHaveTextContent(/\$249\.\d\d/));
  expect(within(dialog).getByText(/worth less than 85%/)).toBeVisible();
});

test('DAPP-3 WAL-5 the value of a swap stays as it was judged first', async () => {
  const owner = person();
  const { send } = await openAs(owner, {}, { ETH: '2500', tUSDT: '0.5' });
  send('sendTransactions', { txs: [await swapFor(owner.address, parseEther('0.1'))] });
  const dialog = await review('Review a transaction');
  await within(dialog).findByText(/worth less than 85%/, {}, { timeout: 30_000 });
  expect(dialog).toHaveTextContent(/\$124\.\d\d/);
  const fair = pricesOf({ ETH: '2500', tUSDT: '1' });
  await act(() => setPrices(fair));
  await waitFor(() => expect(dialog).toHaveTextContent(/\$249\.\d\d/));
  expect(within(dialog).getByText(/worth less than 85%/)).toBeVisible();
  await act(() => setPrices(fair.map((price) => ({ ...price, stale: true }))));
  expect(within(dialog).getByText(/worth less than 85%/)).toBeVisible();
  expect(within(dialog).queryByText(/couldn't be compared/)).toBeNull();
});

test('DAPP-3 several transactions are reviewed and sent one by one, each after the previous one has confirmed', async () => {
  const owner = person();
  const { send, answerTo } = await openAs(owner);
  await sendTo(chain.client, chain.addresses.tUsdt, 'transfer', [owner.address, parseUnits('5', 6)]);
  await chain.client.setAutomine(false);
  try {
    const id = send('sendTransactions', {
      txs: [1, 2].map((amount) => ({
        to: chain.addresses.tUsdt,
        value: '0',
        data: transfer(STRANGER, parseUnits(String(amount), 6)),
      })),
    });
    const first = await review('Review a transaction');
    expect(first).toHaveTextContent('Transaction 1 of 2. Each one is sent separately.');
    await press(first, 'Continue to your wallet');
    expect(await screen.findByRole('heading', { name: 'Transaction 1 of 2 sent' })).toBeVisible();
    await chain.client.mine({ blocks: 1 });
    await screen.findByText('Transaction 2 of 2. Each one is sent separately.', {}, { timeout: 30_000 });
    await press(await review('Review a transaction'), 'Continue to your wallet');
    await waitFor(() => expect(useLedger.getState().entries).toHaveLength(2), { timeout: 30_000 });
    await chain.client.mine({ blocks: 1 });
    const { data } = await answerTo(id);
    expect(data).toEqual({ safeTxHash: useLedger.getState().entries.at(-1)?.hash });
  } finally {
    await chain.client.setAutomine(true);
  }
});

test('DAPP-3 the first failure stops the rest, and the sent transactions are reported to the DApp', async () => {
  const { send, answerTo } = await openAs(person());
  const id = send('sendTransactions', {
    txs: [1, 2, 3].map((value) => ({ to: STRANGER, value, data: '0x' })),
  });
  await press(await review('Review a transaction'), 'Continue to your wallet');
  await screen.findByText('Transaction 2 of 3. Each one is sent separately.', {}, { timeout: 30_000 });
  await press(await review('Review a transaction'), 'Reject');
  const [sent] = useLedger.getState().entries;
  expect(await answerTo(id)).toMatchObject({
    success: false,
    error: `The user rejected the request. 1 of 3 transactions were sent (${sent?.hash})`,
  });
  expect(useLedger.getState().entries).toHaveLength(1);
});

test('DAPP-3 a frame that navigates between two calls of a request shows no further review', async () => {
  const owner = person();
  let answer: () => void = () => undefined;
  const answered = new Promise<void>((resolve) => {
    answer = resolve;
  });
  let isAsked = false;
  const { send, answerTo, frame } = await openAs(owner, {
    eth_sendTransaction: async (params) => {
      isAsked = true;
      await answered;
      return anvilHttp(chain.rpcUrl)({}).request({ method: 'eth_sendTransaction', params });
    },
  });
  act(() => void frame.dispatchEvent(new Event('load')));
  const id = send('sendTransactions', {
    txs: [1, 2].map((value) => ({ to: STRANGER, value, data: '0x' })),
  });
  await press(await review('Review a transaction'), 'Continue to your wallet');
  // The frame navigates while the wallet's prompt is open.
  await waitFor(() => expect(isAsked).toBe(true));
  act(() => void frame.dispatchEvent(new Event('load')));
  answer();
  expect(await answerTo(id)).toMatchObject({
    success: false,
    error: expect.stringContaining('1 of 2 transactions were sent'),
  });
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(useLedger.getState().entries).toHaveLength(1);
});

test('DAPP-3 a wallet with atomic batches gets one request, after a review of all transactions', async () => {
  const owner = person();
  const wallet = new SmartAccount(owner, 'delegating', () => chain.rpcUrl);
  await wallet.prepare();
  const { send, answerTo, ask } = await open(wallet.address, {
    wallet_getCapabilities: () => ({ [numberToHex(chain.id)]: { atomic: { status: 'supported' } } }),
    wallet_sendCalls: ([batch]) => wallet.sendCalls(batch),
    wallet_getCallsStatus: ([id]) => wallet.callsStatus(id),
  });
  await sendTo(chain.client, chain.addresses.tUsdt, 'transfer', [wallet.address, parseUnits('5', 6)]);
  const id = send('sendTransactions', {
    txs: [
      { to: chain.addresses.tUsdt, value: '0', data: transfer(STRANGER, parseUnits('1', 6)) },
      { to: STRANGER, value: toHex(parseEther('0.5')), data: '0x' },
    ],
  });
  const dialog = await review('Review several transactions');
  expect(dialog).toHaveTextContent('Your wallet asks once for all 2 transactions.');
  expect(await within(dialog).findByRole('heading', { name: /^Send 1\stUSDT/i })).toBeVisible();
  expect(within(dialog).getByRole('heading', { name: /^Send 0\.5\sETH/i })).toBeVisible();
  await press(dialog, 'Continue to your wallet');
  const { data } = await answerTo(id);
  const { safeTxHash } = data as { safeTxHash: Hex };
  await waitFor(
    async () =>
      expect((await ask('getTxBySafeTxHash', { safeTxHash })).data).toMatchObject({ txStatus: 'SUCCESS' }),
    { timeout: 30_000 },
  );
  const { data: details } = await ask('getTxBySafeTxHash', { safeTxHash });
  expect(isHash((details as { txHash: string }).txHash)).toBe(true);
});

test('DAPP-3 WAL-16 an approval in a batch is compared with the balance that the calls before it leave', async () => {
  const { wallet, send } = await openBatching();
  const { tUsdt } = chain.addresses;
  // The swap brings in nearly 2,500 test dollars.
  const swap = await swapFor(wallet.address, parseEther('1'));
  await sendTo(chain.client, tUsdt, 'transfer', [wallet.address, parseUnits('5', 6)]);
  const approvals = [
    ['0x7a00000000000000000000000000000000000002', '2000'],
    ['0x7a00000000000000000000000000000000000003', '50000'],
  ] as const;
  for (const [address] of approvals) await chain.client.setCode({ address, bytecode: '0x00' });
  send('sendTransactions', {
    txs: [
      swap,
      ...approvals.map(([spender, amount]) => ({
        to: tUsdt,
        value: '0',
        data: encodeFunctionData({
          abi: erc20Abi,
          functionName: 'approve',
          args: [spender, parseUnits(amount, 6)],
        }),
      })),
    ],
  });
  const dialog = await review('Review several transactions');
  await waitFor(() => expect(within(dialog).queryByText(/Checking/)).toBeNull(), { timeout: 30_000 });
  const dangers = within(dialog).getAllByText(/could take your entire balance of this token/);
  expect(dangers).toHaveLength(1);
  expect(dangers[0]).toHaveTextContent('0x7A00…0003');
  expect(within(dialog).queryByText(/couldn't be compared with the balance/)).toBeNull();
});

test('DAPP-3 WAL-5 the minimum of a swap that can’t be simulated is compared with current prices', async () => {
  const { router, weth, tUsdt } = chain.addresses;
  for (const [minimum, warning] of [
    ['0.099', null],
    ['0.09', null],
    ['0.089', /^Caution: .* worth less than 95%/],
    ['0.000001', /^Danger: .* worth less than 85%/],
  ] as const) {
    const owner = person();
    const { send } = await openAs(owner, {}, { ETH: '2500', tUSDT: '1' });
    // The router may not take the tokens.
    const data = encodeFunctionData({
      abi: routerAbi,
      functionName: 'swapExactTokensForETH',
      args: [parseUnits('250', 6), parseEther(minimum), [tUsdt, weth], owner.address, maxUint256],
    });
    send('sendTransactions', { txs: [{ to: router, value: '0', data }] });
    const dialog = await review('Review a transaction');
    expect(await within(dialog).findByText(/couldn't be simulated/, {}, { timeout: 30_000 })).toBeVisible();
    await waitFor(() => expect(within(dialog).queryByText(/Checking/)).toBeNull(), { timeout: 30_000 });
    const warnings = within(dialog).queryAllByText(/worth less than/);
    expect(warnings).toHaveLength(warning ? 1 : 0);
    if (warning) expect(warnings[0]).toHaveTextContent(warning);
    expect(within(dialog).queryByText(/couldn't be compared/)).toBeNull();
    cleanup();
  }
});

test('DAPP-3 WAL-5 a swap for the native currency is judged by its minimum if the balance can’t be read', async () => {
  const { router, weth, tUsdt } = chain.addresses;
  const all = [...chain.lists.contracts];
  const amount = parseUnits('250', 6);
  try {
    chain.lists.contracts = all.filter(({ name }) => name !== 'multicall');
    for (const [minimum, dangers] of [
      ['0.095', 0],
      ['0.000001', 1],
    ] as const) {
      const owner = person();
      const { send } = await openAs(owner, {}, { ETH: '2500', tUSDT: '1' });
      await sendTo(chain.client, tUsdt, 'transfer', [owner.address, amount]);
      const approval = encodeFunctionData({
        abi: erc20Abi,
        functionName: 'approve',
        args: [router, amount],
      });
      await chain.client.sendTransaction({ account: owner.address, to: tUsdt, data: approval });
      const data = encodeFunctionData({
        abi: routerAbi,
        functionName: 'swapExactTokensForETH',
        args: [amount, parseEther(minimum), [tUsdt, weth], owner.address, maxUint256],
      });
      send('sendTransactions', { txs: [{ to: router, value: '0', data }] });
      const dialog = await review('Review a transaction');
      const warning = await within(dialog).findByText(
        /couldn't be compared with the market price/,
        {},
        { timeout: 30_000 },
      );
      expect(warning).toHaveTextContent(/^Caution:/);
      await waitFor(() => expect(within(dialog).queryByText(/Checking/)).toBeNull(), { timeout: 30_000 });
      expect(within(dialog).queryByText(/couldn't be simulated/)).toBeNull();
      expect(within(dialog).queryAllByText(/worth less than/)).toHaveLength(dangers);
      expect(within(dialog).queryAllByText(/^Danger:/)).toHaveLength(dangers);
      cleanup();
    }
  } finally {
    chain.lists.contracts = all;
  }
});

test('DAPP-3 WAL-5 a swap of a batch that can’t be simulated counts with what it guarantees', async () => {
  const { wallet, send } = await openBatching({ ETH: '2500', tUSDT: '1' });
  const { router, weth, tUsdt } = chain.addresses;
  // The router may not take the tokens.
  const data = encodeFunctionData({
    abi: routerAbi,
    functionName: 'swapExactTokensForETH',
    args: [parseUnits('250', 6), parseEther('0.093'), [tUsdt, weth], wallet.address, maxUint256],
  });
  send('sendTransactions', {
    txs: [{ to: router, value: '0', data }, await swapFor(wallet.address, parseEther('0.093'))],
  });
  const dialog = await review('Review several transactions');
  const warning = await within(dialog).findByText(/worth less than 85%/, {}, { timeout: 30_000 });
  await waitFor(() => expect(within(dialog).queryByText(/Checking/)).toBeNull(), { timeout: 30_000 });
  expect(warning.closest('ol > li')).toHaveTextContent('2 of 2');
  expect(within(dialog).getAllByText(/^Danger:/)).toHaveLength(1);
});

test('DAPP-3 WAL-5 the swaps of a batch are also compared by what they add up to', async () => {
  const { wallet, send } = await openBatching({ ETH: '2500', tUSDT: '1' });
  const { router, weth, tUsdt } = chain.addresses;
  const value = parseEther('0.1');
  const [, bought = 0n] = await chain.client.readContract({
    address: router,
    abi: routerAbi,
    functionName: 'getAmountsOut',
    args: [value, [weth, tUsdt]],
  });
  // The accepted minimum arrives at least, and almost all of it is sold again.
  const sold = (bought * 99n) / 100n;
  send('sendTransactions', {
    txs: [
      await swapFor(wallet.address, value),
      {
        to: tUsdt,
        value: '0',
        data: encodeFunctionData({ abi: erc20Abi, functionName: 'approve', args: [router, sold] }),
      },
      {
        to: router,
        value: '0',
        data: encodeFunctionData({
          abi: routerAbi,
          functionName: 'swapExactTokensForETH',
          args: [sold, (value * 97n) / 100n, [tUsdt, weth], wallet.address, maxUint256],
        }),
      },
    ],
  });
  const dialog = await review('Review several transactions');
  await waitFor(() => expect(within(dialog).queryByText(/Checking/)).toBeNull(), { timeout: 30_000 });
  const warning = await within(dialog).findByText(/worth less than/);
  expect(warning).toHaveTextContent(/^Danger: At current prices, what you'd get may be worth less than 85%/);
  expect(warning.closest('ol > li')).toHaveTextContent('3 of 3');
  expect(within(dialog).getAllByText(/^Danger:/)).toHaveLength(1);
});

test('DAPP-3 a message is shown in full, and signed as shown', async () => {
  const owner = person();
  const { send, answerTo, ask } = await openAs(owner);
  const message = 'Hello from the DApp.\n<b>Not markup</b>';
  const id = send('signMessage', { message });
  const dialog = await review('Review a message');
  expect(within(dialog).getByRole('textbox', { name: "What you're signing" })).toHaveValue(message);
  await press(dialog, 'Continue to your wallet');
  const { data } = await answerTo(id);
  const { messageHash, signature } = data as { messageHash: Hex; signature: Hex };
  expect(messageHash).toBe(hashMessage(message));
  expect(await recoverMessageAddress({ message, signature })).toBe(owner.address);
  expect((await ask('getOffChainSignature', messageHash)).data).toBe(signature);
  expect((await ask('getOffChainSignature', hashMessage('another'))).data).toBe('0x');
});

test('DAPP-3 a sign-in is checked against the DApp’s origin instead of this site’s', async () => {
  const owner = person();
  const { send } = await openAs(owner);
  const signIn = (host: string, uri: string) =>
    `${host} wants you to sign in with your Ethereum account:\n${owner.address}\n\n\nURI: ${uri}\nVersion: 1\nChain ID: 31337\nNonce: 0123456789abcdef\nIssued At: 2026-01-01T00:00:00.000Z`;
  send('signMessage', { message: signIn('127.0.0.1:3412', ORIGIN) });
  const own = await review('Review a message');
  expect(
    await within(own).findByText('No known risks found. Review the details before you sign.'),
  ).toBeVisible();
  await press(own, 'Reject');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  send('signMessage', { message: signIn(window.location.host, window.location.origin) });
  const foreign = await review('Review a message');
  expect(await within(foreign).findByText(/^Danger:/)).toBeVisible();
  expect(within(foreign).getByRole('checkbox')).not.toBeChecked();
});

test('DAPP-3 typed data is reviewed field by field and signed as shown, including the SDK’s shorter form', async () => {
  const owner = person();
  const { send, answerTo } = await openAs(owner);
  const typed = {
    domain: { name: 'Sample', version: '1', chainId: 31337, verifyingContract: STRANGER },
    types: {
      Mail: [
        { name: 'to', type: 'address' },
        { name: 'count', type: 'uint256' },
      ],
    },
    primaryType: 'Mail',
    message: { to: STRANGER, count: 7n },
  } as const;
  const { primaryType: _, ...shorter } = typed;
  const id = send('signTypedMessage', { typedData: shorter });
  const dialog = await review('Review a message');
  expect(dialog).toHaveTextContent('count7');
  // The effect of a signature of this type is unknown.
  await userEvent.click(await within(dialog).findByRole('checkbox'));
  await press(dialog, 'Continue to your wallet');
  const { data } = await answerTo(id);
  const { signature } = data as { signature: Hex };
  expect(await recoverTypedDataAddress({ ...typed, signature })).toBe(owner.address);
});

test('DAPP-2 malformed requests, and requests for another network, are refused without a dialog', async () => {
  const { ask } = await openAs(person());
  const transactions = (...txs: unknown[]) => ask('sendTransactions', { txs });
  const typed = (changes: object) =>
    ask('signTypedMessage', {
      typedData: {
        domain: { chainId: 31337 },
        types: { Note: [{ name: 'text', type: 'string' }] },
        message: { text: 'x' },
        ...changes,
      },
    });
  for (const answer of [
    await ask('sendTransactions'),
    await transactions(),
    await transactions({ to: 'vitalik.eth', value: '0', data: '0x' }),
    await transactions({ value: '0', data: '0x60' }),
    await transactions({ to: STRANGER, value: '-1', data: '0x' }),
    await transactions({ to: STRANGER, value: '1.5', data: '0x' }),
    await transactions({ to: STRANGER, value: `0x1${'0'.repeat(64)}`, data: '0x' }),
    await transactions({ to: STRANGER, value: '0', data: '0x123' }),
    await transactions({ to: STRANGER, value: '0', data: '0x', operation: 1 }),
    await transactions(...Array.from({ length: 21 }, () => ({ to: STRANGER, value: '0', data: '0x' }))),
    await ask('signMessage', { message: { toString: 'x' } }),
    await ask('signMessage', { message: 'x'.repeat(40_000) }),
    await typed({ domain: { chainId: 1 } }),
    await typed({ message: { text: 7 } }),
    await typed({ types: { Note: [{ name: 'text', type: 'strin' }] } }),
    await ask('getTxBySafeTxHash', { safeTxHash: '0x00' }),
    await ask('getTxBySafeTxHash', { safeTxHash: hashMessage('none') }),
    await ask('eth_sign', [STRANGER, hashMessage('x')]),
  ])
    expect(answer).toMatchObject({ success: false, error: expect.any(String) });
  expect(screen.queryByRole('dialog')).toBeNull();
});

test('DAPP-3 a wallet error after the review is reported to the user and the DApp', async () => {
  const owner = person();
  const { send, answerTo } = await openAs(owner, {
    personal_sign: () => {
      throw new RpcFailure(4100, 'not authorized');
    },
  });
  const id = send('signMessage', { message: 'Hello' });
  await press(await review('Review a message'), 'Continue to your wallet');
  expect(await answerTo(id)).toMatchObject({ error: 'The wallet could not complete the request' });
  expect(useNotices.getState().notices.at(-1)?.message).toMatch(/doesn't allow this site/);
});

test('DAPP-2 reads are sent to the chain’s node, and the DApp receives a revert’s reason', async () => {
  const { ask } = await openAs(person());
  const node = anvilHttp(chain.rpcUrl)({});
  expect((await ask('rpcCall', { call: 'eth_getBalance', params: [STRANGER, 'latest'] })).data).toBe(
    await node.request({ method: 'eth_getBalance', params: [STRANGER, 'latest'] }),
  );
  const data = transfer(STRANGER, 10n ** 30n);
  const answer = await ask('rpcCall', {
    call: 'eth_call',
    params: [{ from: STRANGER, to: chain.addresses.tUsdt, data }, 'latest'],
  });
  expect(answer.error).toMatch(/revert.*0x/);
  expect(answer.error).not.toContain(chain.rpcUrl);
});
