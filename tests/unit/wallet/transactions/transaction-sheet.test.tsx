import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { type Address, erc20Abi, numberToHex, parseEther } from 'viem';
import { DepositForm } from '@/components/wallet/deposit/deposit-form';
import { openDepositReview } from '@/components/wallet/deposit/deposit-review';
import { TransactionWatcher } from '@/components/wallet/shell/transaction-watcher';
import { stakePlan } from '@/components/wallet/stake/stake-plan';
import {
  isOnSheet,
  openEntry,
  openReview,
  resumeSheet,
  useSheet,
} from '@/components/wallet/transaction-sheet/sheet';
import { TransactionSheet } from '@/components/wallet/transaction-sheet/transaction-sheet';
import { WALLET_SLOW_AFTER_MS } from '@/components/wallet/transaction-sheet/use-is-prompted';
import { closeDialog, openDialog, useDialogs } from '@/lib/browser/dialogs';
import { useNotices } from '@/lib/browser/notices';
import { stakingPoolAbi } from '@/lib/evm/abi/staking-pool';
import { useSession } from '@/lib/session/session';
import { WALLET_READ_MS } from '@/lib/wallet/transactions/ask-wallet';
import { useLedger } from '@/lib/wallet/transactions/transaction-ledger';
import { anvilHttp, demoAccount } from '@/scripts/launcher/chains/anvil-client';
import { storeLedger } from '../../../support/ledger-entry';
import {
  connectOwnChain,
  type OwnChain,
  renderOnOwnChain,
  startOwnChain,
  type WalletMethods,
} from '../../../support/own-chain';
import { servePrices } from '../../../support/price-api';

servePrices();

const { address: account } = demoAccount(1);
let chain: OwnChain;

beforeAll(async () => {
  chain = await startOwnChain();
});
afterAll(() => chain.stop());

beforeEach(async () => {
  sessionStorage.clear();
  useNotices.setState({ notices: [] });
  useDialogs.setState({ open: null });
  // The server of this test doesn't verify anything.
  useSession.setState({ token: 'test', account: null });
  // Later stakes need an approval again.
  await chain.client.impersonateAccount({ address: account });
});

const stakeOf = () =>
  chain.client.readContract({
    address: chain.addresses.staking,
    abi: stakingPoolAbi,
    functionName: 'stakeOf',
    args: [account],
  });

function plan(amount: string, action: 'stake' | 'unstake' = 'stake') {
  const coin = chain.lists.coins.find(({ symbol }) => symbol === 'tTIDE');
  const token = coin?.tokens[0];
  if (!coin || !token) throw new Error('tTIDE is not listed');
  return stakePlan({
    action,
    chainId: chain.id,
    pool: chain.addresses.staking,
    account,
    token: {
      coinId: coin.id,
      symbol: coin.symbol,
      decimals: token.decimals,
      address: token.address as Address,
    },
    amount: parseEther(amount),
  });
}

async function approve(amount: string) {
  const hash = await chain.client.writeContract({
    address: plan('1').spending?.token ?? '0x',
    abi: erc20Abi,
    account,
    functionName: 'approve',
    args: [chain.addresses.staking, parseEther(amount)],
  });
  await chain.client.waitForTransactionReceipt({ hash });
}

/** Sends with enough gas, because what a stake uses depends on the time since the last one. */
const send = ([asked]: readonly unknown[]) =>
  anvilHttp(chain.rpcUrl)({}).request({
    method: 'eth_sendTransaction',
    params: [{ ...(asked as object), gas: '0xf4240' }],
  });

async function show(eth_sendTransaction: WalletMethods[string] = send, methods: WalletMethods = {}) {
  const config = await connectOwnChain(chain, account, undefined, undefined, {
    eth_sendTransaction,
    ...methods,
  });
  return renderOnOwnChain(
    <>
      <TransactionSheet forms={{ deposit: () => <p>the form</p>, withdraw: () => null }} />
      <TransactionWatcher />
    </>,
    chain,
    config,
  );
}

const sheet = async () => within(await screen.findByRole('dialog'));
const stage = () => document.querySelector('.sheet-steps [aria-current=step]')?.textContent;

test('WAL-6 WAL-9 a review shows what changes and what the wallet will ask, and leads to the result', async () => {
  const user = userEvent.setup();
  const before = await stakeOf();
  const { unmount } = await show();
  act(() => openReview({ account, plan: plan('2.5') }));
  const dialog = await sheet();
  expect(
    await dialog.findByRole('heading', { name: /^Stake 2\.5\stTIDE in the Tidewell\sstaking\spool$/ }),
  ).toBeVisible();
  expect(await dialog.findByText(/^Your wallet will ask twice: first to sign a permit/)).toBeVisible();
  // The call needs an approval, which the simulation makes first.
  expect(await dialog.findByText(/^Based on a simulation/)).toBeVisible();
  expect(dialog.getByText('Estimated network fee').parentElement).toHaveTextContent(/0\.\d+ ETH/);
  // Both are beside the button, and so is the fiat value of the fee.
  const bar = dialog.getByRole('button', { name: 'Stake 2.5 tTIDE' }).parentElement;
  expect(bar).toHaveTextContent(/Estimated network fee0\.\d+ ETH2 wallet prompts\$\d/);
  expect(stage()).toBe('Review');
  await user.click(dialog.getByRole('button', { name: 'Stake 2.5 tTIDE' }));
  const result = await dialog.findByRole('heading', { name: '2.5 tTIDE staked.' });
  await waitFor(() => expect(result).toHaveFocus());
  expect(stage()).toBe('Done');
  expect(dialog.getByRole('link', { name: 'View in Activity' })).toBeVisible();
  expect(dialog.getByRole('link', { name: 'Explore Earn' })).toBeVisible();
  expect(useNotices.getState().notices).toEqual([]);
  expect(await stakeOf()).toBe(before + parseEther('2.5'));
  await user.click(dialog.getByRole('button', { name: 'Done' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  unmount();
});

test('WAL-9 the bar of the buttons says if the fee is unknown because the transaction would fail', async () => {
  const { unmount } = await show();
  act(() => openReview({ account, plan: plan('999999999', 'unstake') }));
  const dialog = await sheet();
  const problem = await dialog.findByText('This transaction will probably fail.');
  expect(problem).toHaveRole('status');
  expect(problem.closest('dl')).toHaveTextContent(
    'Estimated network feeUnknownThis transaction will probably fail.',
  );
  expect(problem.closest('.dialog-action')).toContainElement(
    dialog.getByRole('button', { name: 'Unstake 999,999,999 tTIDE' }),
  );
  unmount();
});

test('WAL-3 WAL-4 a deposit review shows the current withdrawal fee with its fiat value, and each balance before and after', async () => {
  const coin = chain.lists.coins.find(({ symbol }) => symbol === 'tUSDT');
  const { unmount } = await show();
  const order = {
    ...{ chainId: chain.id, vault: chain.addresses.vault, token: chain.addresses.tUsdt },
    ...{ amount: 250_000_000n, coinId: coin?.id ?? 0, decimals: 6, symbol: 'tUSDT' },
  };
  act(() => openDepositReview(account, order));
  const dialog = await sheet();
  const fee = (await dialog.findByText('Current withdrawal fee')).parentElement;
  await waitFor(() => expect(fee).toHaveTextContent(/^Current withdrawal fee[\d.]+ tUSDT\$[\d.]+$/));
  const [amount, value] = (fee?.textContent?.match(/\d+\.?\d*/g) ?? []).map(Number);
  // The price of tUSDT is 1.
  expect(value).toBe(amount);
  // A line can break before the arrow, which stays with the second balance.
  const [after] = await dialog.findAllByText(/^→/, { selector: 'span' });
  await waitFor(() => expect(after).toHaveTextContent(/^→ [\d,.]+ tUSDT$/));
  expect(after?.parentElement).toHaveTextContent(/^[\d,.]+ → [\d,.]+ tUSDT$/);
  unmount();
});

test('WAL-3 the deposit form says that the vault earns nothing and what leaving costs, and its link to Earn closes the form', async () => {
  const config = await connectOwnChain(chain, account);
  const { unmount } = renderOnOwnChain(<DepositForm />, chain, config);
  openDialog('deposit');
  expect(
    await screen.findByText(
      /^In the vault, you can send every listed token without a network fee; in your wallet, only some\. A vault balance earns nothing\. Withdrawing costs 0\.1%/,
    ),
  ).toBeVisible();
  const link = screen.getByRole('link', { name: 'Explore Earn' });
  expect(link).toHaveAttribute('href', '/wallet/earn');
  await userEvent.click(link);
  expect(useDialogs.getState().open).toBeNull();
  unmount();
});

test('WAL-9 a rejected request returns to the review with a note, and loses nothing', async () => {
  const user = userEvent.setup();
  await approve('1');
  const { unmount } = await show(() => {
    throw Object.assign(new Error('no'), { code: 4001 });
  });
  act(() => openReview({ account, plan: plan('1') }));
  const dialog = await sheet();
  await user.click(await dialog.findByRole('button', { name: 'Stake 1 tTIDE' }));
  expect(await dialog.findByText('You rejected the request in your wallet.')).toBeVisible();
  expect(stage()).toBe('Review');
  expect(dialog.queryByRole('alert')).toBeNull();
  expect(dialog.getByRole('button', { name: 'Stake 1 tTIDE' })).toBeVisible();
  unmount();
});

test('WAL-9 an error says what to do and offers another attempt', async () => {
  const user = userEvent.setup();
  const { unmount } = await show();
  act(() => openReview({ account, plan: plan('999999999') }));
  const dialog = await sheet();
  await user.click(await dialog.findByRole('button', { name: 'Stake 999,999,999 tTIDE' }));
  expect(await dialog.findByRole('alert')).toHaveTextContent(/./);
  expect(stage()).toBe('Wallet');
  expect(dialog.getByRole('heading', { name: 'Nothing was sent' })).toBeVisible();
  expect(dialog.getByRole('button', { name: 'Try again' })).toBeVisible();
  await user.click(dialog.getByRole('button', { name: 'Back' }));
  expect(stage()).toBe('Review');
  unmount();
});

test('WAL-9 a wallet that never answers is named after a minute, with what to do', async () => {
  const user = userEvent.setup();
  const { unmount } = await show(() => new Promise(() => undefined));
  await approve('1');
  act(() => openReview({ account, plan: plan('1') }));
  const dialog = await sheet();
  const button = await dialog.findByRole('button', { name: 'Stake 1 tTIDE' });
  // Only the timer of this note is replaced: the requests to the chain need the real ones.
  const start = jest.spyOn(window, 'setTimeout');
  await user.click(button);
  expect(await dialog.findByText('Confirm the transaction in your wallet.')).toBeVisible();
  const note = /^No answer from your wallet yet\. .*or close this/;
  expect(dialog.queryByText(note)).toBeNull();
  const elapse = start.mock.calls.filter(([, delay]) => delay === WALLET_SLOW_AFTER_MS).at(-1)?.[0];
  start.mockRestore();
  if (typeof elapse !== 'function') throw new Error('no timer has started');
  act(() => elapse());
  expect(dialog.getByText(note)).toBeVisible();
  // Closing ends the order, and the request stays in the ledger: the wallet may still send it.
  await user.keyboard('{Escape}');
  const entry = useLedger.getState().entries.at(-1);
  expect(entry).toMatchObject({ status: 'pending', hash: null });
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  act(() => openEntry(entry?.id ?? '0x'));
  expect(await (await sheet()).findByText('Confirm in your wallet.')).toBeVisible();
  expect(screen.queryByText(/^Your wallet hasn't said/)).toBeNull();
  unmount();
  storeLedger([]);
  useSheet.setState({ order: null, step: 'idle' });
});

test('WAL-9 a wallet that says nothing before its request is named, with what to do', async () => {
  const user = userEvent.setup();
  let isSilent = false;
  const { unmount } = await show(send, {
    eth_chainId: () => (isSilent ? new Promise(() => undefined) : numberToHex(chain.id)),
  });
  await approve('1');
  act(() => openReview({ account, plan: plan('1') }));
  const dialog = await sheet();
  const button = await dialog.findByRole('button', { name: 'Stake 1 tTIDE' });
  const start = jest.spyOn(window, 'setTimeout');
  isSilent = true;
  await user.click(button);
  expect(await dialog.findByRole('heading', { name: 'Preparing the transaction' })).toBeVisible();
  const timers = start.mock.calls.filter(([, delay]) => delay === WALLET_READ_MS);
  start.mockRestore();
  for (const [elapse] of timers.slice(0, 1)) if (typeof elapse === 'function') act(() => elapse());
  expect(await dialog.findByText(/^This takes longer than usual\. Look in your wallet/)).toBeVisible();
  await user.keyboard('{Escape}');
  expect(useLedger.getState().entries).toEqual([]);
  unmount();
  useSheet.setState({ order: null, step: 'idle' });
});

test('WAL-9 closing the sheet keeps the wallet’s request, and the result is a notification that reopens the sheet', async () => {
  const user = userEvent.setup();
  await approve('3');
  const { unmount } = await show();
  act(() => openReview({ account, plan: plan('3') }));
  const dialog = await sheet();
  await dialog.findByRole('button', { name: 'Stake 3 tTIDE' });
  // The transaction is sent but not mined until the sheet is closed.
  await chain.client.setAutomine(false);
  await user.click(dialog.getByRole('button', { name: 'Stake 3 tTIDE' }));
  await waitFor(() => expect(stage()).toBe('Pending'));
  await waitFor(() => expect(dialog.getByRole('timer')).toHaveTextContent(/^Sent \d+ seconds? ago$/));
  await user.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await chain.client.mine({ blocks: 1 });
  await chain.client.setAutomine(true);
  await waitFor(() => expect(useNotices.getState().notices).toHaveLength(1));
  const [notice] = useNotices.getState().notices;
  expect(notice).toMatchObject({ type: 'success', message: '3 tTIDE staked.' });
  act(() => notice?.action?.onPress());
  expect(await screen.findByRole('heading', { name: '3 tTIDE staked.' })).toBeVisible();
  unmount();
});

test('WAL-9 the order that the wallet asks for is shown again instead of another one of its kind', () => {
  openReview({ account, plan: plan('1') });
  useSheet.setState({ step: 'signing' });
  closeDialog('transaction');
  openReview({ account, plan: plan('2') });
  expect(useSheet.getState().order?.plan.intent.amountRaw).toBe(parseEther('1').toString());
  expect(useDialogs.getState().open).toBe('transaction');
  useSheet.setState({ step: 'idle' });
  openReview({ account, plan: plan('2') });
  expect(useSheet.getState().order?.plan.intent.amountRaw).toBe(parseEther('2').toString());
});

test('WAL-9 a reload reopens the form or the sent transaction, and nothing that was never sent', async () => {
  const { unmount } = await show();
  act(() => openDialog('deposit'));
  expect(await screen.findByText('the form')).toBeVisible();
  act(() => closeDialog('deposit'));
  sessionStorage.setItem('tidewell.sheet', 'deposit');
  act(() => resumeSheet());
  expect(useDialogs.getState().open).toBe('deposit');

  const sent = useLedger.getState().entries.at(-1);
  if (!sent) throw new Error('nothing was sent');
  act(() => closeDialog('deposit'));
  sessionStorage.setItem('tidewell.sheet', sent.id);
  act(() => resumeSheet());
  expect(isOnSheet(sent.id)).toBe(true);

  act(() => openReview({ account, plan: plan('1') }));
  expect(sessionStorage.getItem('tidewell.sheet')).toBeNull();
  unmount();
});

test('WAL-9 a reload shows a result that arrived meanwhile, but only until the user has seen it', async () => {
  const sent = useLedger
    .getState()
    .entries.findLast(({ kind, status }) => kind === 'stake' && status === 'confirmed');
  if (!sent) throw new Error('nothing was sent');
  const result = /^[\d.]+ tTIDE staked\.$/;
  const visibility = jest.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden');
  sessionStorage.setItem('tidewell.sheet', sent.id);
  const { unmount } = await show();
  expect(await screen.findByRole('heading', { name: result })).toBeVisible();
  // The tab is in the background.
  expect(sessionStorage.getItem('tidewell.sheet')).toBe(sent.id);
  visibility.mockRestore();
  act(() => void document.dispatchEvent(new Event('visibilitychange')));
  expect(sessionStorage.getItem('tidewell.sheet')).toBeNull();
  unmount();

  useDialogs.setState({ open: null });
  const again = await show();
  act(() => resumeSheet());
  expect(useDialogs.getState().open).toBeNull();
  // The user can still open it.
  act(() => openEntry(sent.id));
  expect(await screen.findByRole('heading', { name: result })).toBeVisible();
  expect(sessionStorage.getItem('tidewell.sheet')).toBeNull();
  again.unmount();
});

test('WAL-9 an unsent review is not stored', async () => {
  const { unmount } = await show();
  act(() => openReview({ account, plan: plan('1') }));
  expect(sessionStorage.getItem('tidewell.sheet')).toBeNull();
  unmount();
});
