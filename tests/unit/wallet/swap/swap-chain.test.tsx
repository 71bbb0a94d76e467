import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { type Address, decodeFunctionData, erc20Abi, formatUnits, maxUint256, parseEther } from 'viem';
import { Swap } from '@/components/wallet/swap/swap';
import { swapDraft } from '@/components/wallet/swap/swap-params';
import { useSheet } from '@/components/wallet/transaction-sheet/sheet';
import { useNotices } from '@/lib/browser/notices';
import { useUnreachableChains } from '@/lib/evm/node-transport';
import { formatAmount } from '@/lib/format/amount';
import { routerAbi } from '@/lib/wallet/swap/abi';
import { changeSwapPreferences, useSwapPreferences } from '@/lib/wallet/swap/swap-preferences';
import { useLedger } from '@/lib/wallet/transactions/transaction-ledger';
import { anvilHttp, demoAccount } from '@/scripts/launcher/chains/anvil-client';
import { configureOfflineApi } from '../../../support/client-settings';
import { storeLedger } from '../../../support/ledger-entry';
import { connectOwnChain, type OwnChain, renderOnOwnChain, startOwnChain } from '../../../support/own-chain';
import { servePrices } from '../../../support/price-api';
import { findSheet, SheetRoot, sendFromSheet, signInWithoutSheet } from '../../../support/transaction-sheet';

servePrices();

const [alice, bob] = [1, 2].map((index) => demoAccount(index).address) as [Address, Address];
const HEADLINE = /^Swap\s1\sETH\sfor\sat\sleast\s([\d,.]+)\stDAI,\ssent\sto\syour\saccount$/;
/** Longer than the time between two quotes. */
const NEXT_QUOTE = { timeout: 60_000 };
let chain: OwnChain;

beforeAll(async () => {
  configureOfflineApi();
  chain = await startOwnChain();
});
afterAll(() => chain.stop());
beforeEach(() => {
  signInWithoutSheet();
  storeLedger([]);
  swapDraft.save({ amount: '1' });
});

const coinId = (symbol: string) => chain.lists.coins.find((coin) => coin.symbol === symbol)?.id;

/** Sells bob's native currency (wei) for each stablecoin, which lowers its price on every route to tDAI. */
async function lowerPrice(value: bigint): Promise<void> {
  const { router, weth, tDai, tUsdt } = chain.addresses;
  for (const token of [tDai, tUsdt]) {
    const hash = await chain.client.writeContract({
      ...{ address: router, abi: routerAbi, account: bob, value, gas: 1_000_000n },
      functionName: 'swapExactETHForTokensSupportingFeeOnTransferTokens',
      args: [0n, [weth, token], bob, maxUint256],
    });
    expect((await chain.client.waitForTransactionReceipt({ hash })).status).toBe('success');
  }
}

/** Renders the swap page, and reviews a swap of 1 ETH for tDAI. `onAsked` is called when the wallet is asked. */
async function review(onAsked: () => void) {
  const config = await connectOwnChain(chain, alice, undefined, undefined, {
    // Enough gas, because what a swap uses depends on the time since the last one.
    eth_sendTransaction: ([asked]) => {
      onAsked();
      const params = [{ ...(asked as object), gas: '0xf4240' }];
      return anvilHttp(chain.rpcUrl)({}).request({ method: 'eth_sendTransaction', params });
    },
  });
  const search = `?chain=${chain.id}&sell=${coinId('ETH')}&buy=${coinId('tDAI')}`;
  const page = (
    <>
      <Swap />
      <SheetRoot />
    </>
  );
  renderOnOwnChain(page, chain, config, search);
  await screen.findByText(/^At least [1-9].* tDAI, or the swap doesn't happen\.$/);
  await screen.findByText(/^Balance: [1-9]/);
  await waitFor(async () => {
    if (!screen.queryByRole('list', { name: 'Steps of this transaction' }))
      await userEvent.click(screen.getByRole('button', { name: 'Review' }));
    expect(screen.getByRole('list', { name: 'Steps of this transaction' })).toBeVisible();
  });
  return findSheet();
}

const balanceOf = (account: Address) =>
  chain.client.readContract({
    ...{ address: chain.addresses.tDai, abi: erc20Abi, functionName: 'balanceOf' },
    args: [account],
  });

test('WAL-9 while the network is unreachable, the button says why and opens no review', async () => {
  const config = await connectOwnChain(chain, alice);
  const search = `?chain=${chain.id}&sell=${coinId('ETH')}&buy=${coinId('tDAI')}`;
  renderOnOwnChain(<Swap />, chain, config, search);
  const button = await screen.findByRole('button', { name: 'Review' });
  expect(button).toHaveAttribute('aria-disabled', 'false');
  useNotices.setState({ notices: [] });
  act(() => useUnreachableChains.setState({ chainIds: [chain.id] }));
  expect(button).toHaveAttribute('aria-disabled', 'true');
  expect(button).toHaveAccessibleDescription(/^You can't send anything on .+ right now\.$/);
  // Without a pause, because the network's next answer ends the outage.
  fireEvent.click(button);
  expect(useNotices.getState().notices.map(({ message }) => message)).toEqual([
    expect.stringMatching(/^You can't send anything on/),
  ]);
  expect(useSheet.getState().order).toBeNull();
  await waitFor(() => expect(button).toHaveAttribute('aria-disabled', 'false'));
});

test('WAL-5 a review says what the slippage tolerance does, and shows calculated amounts as balances are shown', async () => {
  const sheet = await review(() => undefined);
  const [, minimum = ''] =
    HEADLINE.exec((await sheet.findByRole('heading', { name: HEADLINE })).textContent ?? '') ?? [];
  expect(minimum).toMatch(/^[\d,]+\.\d{1,6}$/);
  expect(
    sheet.getByText(
      "Slippage tolerance 0.5%: if the price gets worse by more than this, the swap doesn't happen.",
    ),
  ).toBeVisible();
  // The simulated amount is exact in its title.
  const changes = within(sheet.getByRole('region', { name: 'What changes' }));
  const [arrives] = await changes.findAllByTitle(/^2,[\d,]+\.\d{7,18}$/);
  if (!arrives) throw new Error('no amount has a title');
  expect(arrives).toHaveTextContent(/^[\d,]+\.\d{1,6}$/);
  expect(arrives.title.startsWith(arrives.textContent ?? '-')).toBe(true);
});

test('WAL-5 if the price moves during a review, nothing is sent until the new quote is accepted', async () => {
  const onAsked = jest.fn();
  const sheet = await review(onAsked);
  await sheet.findByRole('heading', { name: HEADLINE });
  expect(sheet.queryByText(/^The price moved\./)).toBeNull();

  await lowerPrice(parseEther('30'));
  const prompt = await sheet.findByText(
    /^The price moved\. You'd now receive at least [\d,.]+ tDAI, instead of [\d,.]+ tDAI\.$/,
    undefined,
    NEXT_QUOTE,
  );
  expect(prompt.closest('[role=alert]')).not.toBeNull();
  const [after = 0, before = 0] = (prompt.textContent?.match(/[\d,]+\.\d+/g) ?? []).map((text) =>
    Number(text.replaceAll(',', '')),
  );
  expect(after).toBeGreaterThan(0);
  expect(after).toBeLessThan(before);

  // The reviewed swap isn't sent anymore.
  await sendFromSheet('Swap 1 ETH');
  await waitFor(() => expect(sheet.getByRole('button', { name: 'Swap 1 ETH' })).toBeVisible());
  expect(sheet.getByText(/^The price moved\./)).toBeVisible();
  expect(onAsked).not.toHaveBeenCalled();
  expect(useLedger.getState().entries).toEqual([]);

  await userEvent.click(sheet.getByRole('button', { name: 'Accept the new quote' }));
  await waitFor(() => expect(screen.queryByText(/^The price moved\./)).toBeNull());
  const accepted = await findSheet();
  const headline = await accepted.findByRole('heading', { name: HEADLINE });
  const [, minimum = ''] = HEADLINE.exec(headline.textContent ?? '') ?? [];
  expect(Number(minimum.replaceAll(',', ''))).toBeLessThan(before);

  const held = await balanceOf(alice);
  await sendFromSheet('Swap 1 ETH');
  await accepted.findByRole('heading', { name: /^1 ETH swapped for / });
  expect(onAsked).toHaveBeenCalledTimes(1);
  const [entry] = useLedger.getState().entries;
  const { input } = await chain.client.getTransaction({ hash: entry?.hash ?? '0x' });
  const [sentMinimum] = decodeFunctionData({ abi: routerAbi, data: input }).args ?? [];
  if (typeof sentMinimum !== 'bigint') throw new Error('the swap has no minimum');
  // What was sent is what was accepted.
  expect(formatAmount(sentMinimum, 18, 'en')).toBe(minimum);
  expect(Number(formatUnits(sentMinimum, 18))).toBeLessThan(before);
  expect(await balanceOf(alice)).toBeGreaterThanOrEqual(held + sentMinimum);
});

test('WAL-5 without a current quote, nothing is sent until there is one again', async () => {
  const onAsked = jest.fn();
  const sheet = await review(onAsked);
  await sheet.findByRole('heading', { name: HEADLINE });
  expect(sheet.queryByText(/^There's no current quote/)).toBeNull();
  const preferences = useSwapPreferences.getState();
  act(() => changeSwapPreferences({ slippage: 'none' }));
  expect(sheet.getByText(/^There's no current quote/).closest('[role=alert]')).not.toBeNull();
  await sendFromSheet('Swap 1 ETH');
  await waitFor(() => expect(sheet.getByRole('button', { name: 'Swap 1 ETH' })).toBeVisible());
  expect(onAsked).not.toHaveBeenCalled();
  expect(useLedger.getState().entries).toEqual([]);

  act(() => changeSwapPreferences(preferences));
  expect(sheet.queryByText(/^There's no current quote/)).toBeNull();
  await sendFromSheet('Swap 1 ETH');
  await sheet.findByRole('heading', { name: /^1 ETH swapped for / });
  expect(onAsked).toHaveBeenCalledTimes(1);
});
