import { QueryClient } from '@tanstack/react-query';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { type Abi, type Address, erc20Abi, type Hash, maxUint256, parseEther, parseUnits } from 'viem';
import { ActivityView } from '@/components/wallet/activity/activity';
import { ActivityTable } from '@/components/wallet/activity/activity-table';
import { configureApi } from '@/lib/api/api-settings';
import { useNotices } from '@/lib/browser/notices';
import { pledgeAbi } from '@/lib/evm/abi/pledge';
import { stakingPoolAbi } from '@/lib/evm/abi/staking-pool';
import { vaultAbi } from '@/lib/evm/abi/vault';
import { NATIVE_TOKEN } from '@/lib/evm/address';
import type { ActivityRow } from '@/lib/wallet/activity/activity-row';
import { activityTokens } from '@/lib/wallet/activity/activity-row';
import { readActivityScope } from '@/lib/wallet/activity/activity-scope';
import { beginActivity, type ChainActivity, renewActivity } from '@/lib/wallet/activity/scan-activity';
import { routerAbi, wrappedAbi } from '@/lib/wallet/swap/abi';
import { demoAccount } from '@/scripts/launcher/chains/anvil-client';
import { addToLedger } from '../../../support/ledger-entry';
import { connectOwnChain, type OwnChain, renderOnOwnChain, startOwnChain } from '../../../support/own-chain';
import { catchSavedFile } from '../../../support/saved-file';

const [alice, bob] = [demoAccount(1).address, demoAccount(2).address];
const usdt = (amount: string) => parseUnits(amount, 6);
let chain: OwnChain;

beforeAll(async () => {
  chain = await startOwnChain();
});
afterAll(() => chain.stop());

/** Sends a transaction directly on chain. The node signs it. */
async function send(
  address: Address,
  abi: Abi,
  functionName: string,
  args: readonly unknown[],
  value = 0n,
  account: Address = alice,
): Promise<Hash> {
  const hash = await chain.client.writeContract({
    address,
    abi,
    functionName,
    args,
    value,
    account,
    gas: 1_000_000n,
  });
  const { status } = await chain.client.waitForTransactionReceipt({ hash });
  expect([functionName, status]).toEqual([functionName, 'success']);
  return hash;
}

async function show(search = '', lists = chain.lists) {
  const own = { ...chain, lists };
  const config = await connectOwnChain(own, alice);
  return renderOnOwnChain(<ActivityView account={alice} {...lists} />, own, config, search);
}

/** Returns an element's text without the letters in its icons and without its time. */
function textWithoutIcons(cell: HTMLElement): string | null {
  const copy = cell.cloneNode(true);
  if (copy instanceof HTMLElement) for (const icon of copy.querySelectorAll('svg, time')) icon.remove();
  return copy.textContent;
}

/** Returns the texts of each transaction's cells. */
const rowTexts = () =>
  screen
    .getAllByRole('row')
    .filter((row) => within(row).queryAllByRole('cell').length > 0)
    .map((row) =>
      within(row)
        .getAllByRole('cell')
        .slice(0, 2)
        .map((cell) => textWithoutIcons(cell)),
    );

async function actOnEverything() {
  const { tUsdt, tTide, vault, staking, pledge, router, weth } = chain.addresses;
  const approve = (token: Address, spender: Address) =>
    send(token, erc20Abi as Abi, 'approve', [spender, maxUint256]);
  for (const [token, spender] of [
    [tUsdt, vault],
    [tUsdt, pledge],
    [tUsdt, router],
  ] as const)
    await approve(token, spender);
  await send(tUsdt, erc20Abi as Abi, 'transfer', [bob, usdt('1.5')]);
  await send(tUsdt, erc20Abi as Abi, 'transfer', [alice, usdt('2.25')], 0n, bob);
  await send(vault, vaultAbi as Abi, 'deposit', [tUsdt, usdt('10')]);
  await send(vault, vaultAbi as Abi, 'depositNative', [], parseEther('0.5'));
  await send(vault, vaultAbi as Abi, 'transfer', [tUsdt, usdt('4'), bob]);
  await send(vault, vaultAbi as Abi, 'transfer', [tUsdt, usdt('1'), alice], 0n, bob);
  await send(pledge, pledgeAbi as Abi, 'pledge', [0n, usdt('20')]);
  await approve(tTide, staking);
  await send(staking, stakingPoolAbi as Abi, 'stake', [parseEther('3')]);
  await chain.client.increaseTime({ seconds: 3_600 });
  await send(staking, stakingPoolAbi as Abi, 'exit', [alice]);
  await send(weth, wrappedAbi as Abi, 'deposit', [], parseEther('0.25'));
  const swap = [1n, [weth, tUsdt], alice, maxUint256];
  await send(
    router,
    routerAbi as Abi,
    'swapExactETHForTokensSupportingFeeOnTransferTokens',
    swap,
    parseEther('0.1'),
  );
  await send(router, routerAbi as Abi, 'swapExactTokensForETHSupportingFeeOnTransferTokens', [
    usdt('7'),
    1n,
    [tUsdt, weth],
    alice,
    maxUint256,
  ]);
  await send(router, routerAbi as Abi, 'swapExactTokensForTokensSupportingFeeOnTransferTokens', [
    usdt('5'),
    1n,
    [tUsdt, weth],
    alice,
    maxUint256,
  ]);
}

test('WAL-13 all activity of an account on a chain is one list, newest first', async () => {
  await actOnEverything();
  const { unmount } = await show();
  expect(await screen.findByText('North Sea: all blocks searched.')).toBeVisible();
  const rows = rowTexts();
  expect(rows.slice(0, 17)).toEqual([
    [expect.stringMatching(/^Swap/), expect.stringMatching(/^Sent −5 tUSDTReceived \+0\.00\d+ WETH$/)],
    [expect.stringMatching(/^Swap/), expect.stringMatching(/^Sent −7 tUSDTReceived \+0\.00\d+ ETH$/)],
    [expect.stringMatching(/^Swap/), expect.stringMatching(/^Sent −0\.1 ETHReceived \+\d+\.\d+ tUSDT$/)],
    [expect.stringMatching(/^Swap/), 'Sent −0.25 ETHReceived +0.25 WETH'],
    [expect.stringMatching(/^Unstaked all/), expect.stringMatching(/^Received \+3(\.\d+)? tTIDE$/)],
    [expect.stringMatching(/^Stake/), 'Sent −3 tTIDE'],
    [expect.stringMatching(/^ApprovalSpender: Tidewell staking pool/), 'unlimited tTIDE'],
    [expect.stringMatching(/^Pledge/), 'Sent −20 tUSDT'],
    [expect.stringMatching(/^Received in vault/), 'Received +1 tUSDT'],
    [expect.stringMatching(/^Sent from vault/), 'Sent −4 tUSDT'],
    [expect.stringMatching(/^Deposit/), 'Sent −0.5 ETH'],
    [expect.stringMatching(/^Deposit/), 'Sent −10 tUSDT'],
    [expect.stringMatching(/^Received/), 'Received +2.25 tUSDT'],
    [expect.stringMatching(/^Sent/), 'Sent −1.5 tUSDT'],
    ...Array.from({ length: 3 }, () => [expect.stringMatching(/^Approval/), 'unlimited tUSDT']),
  ]);
  const table = screen.getByRole('table', { name: 'Activity' });
  // The table's header and the days are rows, too.
  const days = screen.getAllByRole('rowheader');
  expect(days[0]).toHaveTextContent(/./);
  const count = String(rows.length + days.length + 1);
  expect(table).toHaveAttribute('aria-rowcount', count);
  expect(screen.getAllByRole('row').at(-1)).toHaveAttribute('aria-rowindex', count);
  unmount();

  const filtered = await show('?kind=swap&direction=out&token=ETH');
  expect(await screen.findByText(/^2 transactions of \d+$/)).toBeVisible();
  expect(screen.getByLabelText('Type')).toHaveValue('swap');
  filtered.unmount();
});

test('WAL-13 a refresh reuses the known rows, and all of them if nothing is new', async () => {
  const [{ id: chainId } = { id: 0 }] = chain.lists.chains;
  const config = await connectOwnChain(chain, alice);
  const node = config.getClient({ chainId });
  const tokens = activityTokens(chainId, chain.lists.coins, []);
  const source = { chainId, account: alice, tokens, contracts: chain.lists.contracts };
  const place = await readActivityScope(config, new QueryClient(), source);
  const look = (known: ChainActivity | null) =>
    chain.client
      .getBlockNumber({ cacheTime: 0 })
      .then((head) => (known ? renewActivity(node, place, known, head) : beginActivity(node, place, head)));

  const first = await look(null);
  expect(first.found.rows.length).toBeGreaterThan(5);
  await chain.client.mine({ blocks: 1 });
  const second = await look(first);
  expect(second.head).toBe(first.head + 1n);
  expect(second.found).toBe(first.found);

  const hash = await send(chain.addresses.tUsdt, erc20Abi as Abi, 'transfer', [bob, usdt('0.5')]);
  const third = await look(second);
  expect(third.found.rows).toHaveLength(first.found.rows.length + 1);
  const known = new Set(first.found.rows);
  expect(third.found.rows.filter((row) => !known.has(row))).toEqual([
    expect.objectContaining({ hash, kind: 'send' }),
  ]);
});

test('WAL-13 pending transactions show immediately, and an unreachable network does not hide the rows of others', async () => {
  const hash: Hash = `0x${'77'.repeat(32)}`;
  addToLedger({
    ...{ kind: 'deposit', coinId: 1, amountRaw: parseEther('1').toString(), decimals: 18, symbol: 'ETH' },
    ...{ chainId: chain.id, hash, account: alice },
  });
  const [first] = chain.lists.chains;
  if (!first) throw new Error('no chain');
  const dead = { ...first, id: 902, name: 'South Sea', rpcUrl: 'http://127.0.0.1:9' };
  const coins = chain.lists.coins.map((coin) => ({
    ...coin,
    tokens: [...coin.tokens, { chainId: 902, address: null, decimals: 18 }],
  }));
  const { unmount } = await show('', { ...chain.lists, chains: [first, dead], coins });
  expect(await screen.findByText('Some values are missing or may be out of date.')).toBeVisible();
  expect(await screen.findByText('North Sea: all blocks searched.')).toBeVisible();
  expect(rowTexts()[0]).toEqual([expect.stringMatching(/^DepositWaiting for the network/), 'Sent −1 ETH']);
  expect(screen.getAllByRole('rowheader')[0]).toHaveTextContent('Pending');
  expect(rowTexts().length).toBeGreaterThan(5);
  unmount();
});

test('WAL-13 a table of ten thousand rows renders only those near the viewport', async () => {
  const rows = Array.from(
    { length: 10_000 },
    (_, index): ActivityRow => ({
      ...{ chainId: chain.id, hash: `0x${index.toString(16).padStart(64, '0')}`, kind: 'receive', out: [] },
      in: [
        {
          token: { address: NATIVE_TOKEN, symbol: 'ETH', decimals: 18, coinId: 1 },
          amount: BigInt(index + 1),
        },
      ],
      ...{
        allowance: null,
        counterparty: null,
        at: 1_000 * (10_000 - index),
        block: BigInt(index),
        status: 'confirmed',
        isVerified: false,
      },
    }),
  );
  const config = await connectOwnChain(chain, alice);
  renderOnOwnChain(
    <ActivityTable
      coins={[]}
      rows={rows}
      chains={chain.lists.chains}
      nameOf={(_, address) => address}
      account={alice}
    />,
    chain,
    config,
  );
  expect(screen.getByRole('table')).toHaveAttribute('aria-rowcount', '10002');
  expect(screen.getAllByRole('row').length).toBeLessThan(60);
});

test('WAL-13 the CSV export contains only the filtered rows', async () => {
  const user = userEvent.setup();
  const savedFile = catchSavedFile();
  await show('?kind=pledge');
  await screen.findByText(/^1 transaction of \d+$/);
  await user.click(screen.getByRole('button', { name: 'Save as CSV' }));
  const text = await savedFile();
  const lines = text.trim().split('\r\n');
  expect(lines).toHaveLength(2);
  expect(lines[1]).toMatch(/^\d{4}-\d\d-\d\dT.*Z,North Sea,31337,pledge,confirmed,out,20,tUSDT,0x/);
});

test('WAL-30 the CSV has values at daily prices, and without prices it is saved with a warning', async () => {
  const user = userEvent.setup();
  useNotices.setState({ notices: [] });
  configureApi({
    wording: { offline: '', timeout: '', tooMany: '', unavailable: '' },
    locale: 'en',
  });
  const ask = globalThis.fetch;
  const { timestamp } = await chain.client.getBlock();
  const [tUsdt] = chain.lists.coins.filter(({ symbol }) => symbol === 'tUSDT');
  // Other tests have moved the chain's time by days.
  const prices = Array.from({ length: 60 }, (_, index) => ({
    ...{ coinId: tUsdt?.id, price: '0.5', sample: false },
    day: new Date((Number(timestamp) - index * 86_400) * 1_000).toISOString().slice(0, 10),
  }));
  globalThis.fetch = async (url, init) =>
    String(url).startsWith('/api/coin/dailyPrices?')
      ? new Response(JSON.stringify({ code: 200, msg: '', data: prices }))
      : ask(url, init);
  const line = async () => {
    const savedFile = catchSavedFile();
    await user.click(screen.getByRole('button', { name: 'Save as CSV' }));
    return (await waitFor(savedFile)).trim().split('\r\n')[1];
  };
  try {
    await show('?kind=pledge');
    await screen.findByText(/^1 transaction of \d+$/);
    expect(await line()).toMatch(/,pledge,confirmed,out,20,tUSDT,.*,no,0\.5,10,,,test$/);
    expect(useNotices.getState().notices).toEqual([]);
  } finally {
    globalThis.fetch = ask;
  }
  expect(await line()).toMatch(/,pledge,confirmed,out,20,tUSDT,.*,no,,,,,$/);
  expect(useNotices.getState().notices).toMatchObject([
    { message: expect.stringMatching(/no values in US dollars/) },
  ]);
});
