import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { SWRConfig, unstable_serialize } from 'swr';
import { type Address, erc20Abi, parseEther, parseUnits } from 'viem';
import { generatePrivateKey, privateKeyToAddress } from 'viem/accounts';
import { ValueHistory } from '@/components/wallet/portfolio/value-history';
import type { PriceHistory } from '@/lib/api/types';
import { activityTokens } from '@/lib/wallet/activity/activity-row';
import { type HeldPart, totalOf, valueParts } from '@/lib/wallet/portfolio/holdings';
import { noteHoldings, useSnapshots } from '@/lib/wallet/portfolio/snapshots';
import { demoAccount } from '@/scripts/launcher/chains/anvil-client';
import { startForgetfulNode } from '../../../support/faulty-nodes';
import { connectOwnChain, type OwnChain, renderOnOwnChain, startOwnChain } from '../../../support/own-chain';

const HOUR_MS = 3_600_000;
const STEP_MS = 6 * HOUR_MS;
const POINTS = 29;
let chain: OwnChain;

beforeAll(async () => {
  chain = await startOwnChain();
});
afterAll(() => chain.stop());

/** Returns prices of ETH (ID 1) and tUSDT (ID 2) for each step of a week that ends at `endMs` (ms since the epoch). */
const pricesUntil = (endMs: number, eth: (index: number) => string | null): PriceHistory => ({
  period: 'week',
  from: new Date(endMs - (POINTS - 1) * STEP_MS).toISOString(),
  stepMs: STEP_MS,
  coins: [
    { coinId: 1, prices: Array.from({ length: POINTS }, (_, index) => eth(index)), sample: false },
    { coinId: 2, prices: Array.from({ length: POINTS }, () => '1'), sample: false },
  ],
});

async function show(account: Address, history: PriceHistory, parts: HeldPart[], rpcUrl = chain.rpcUrl) {
  const lists = { ...chain.lists, chains: chain.lists.chains.map((entry) => ({ ...entry, rpcUrl })) };
  const config = await connectOwnChain({ ...chain, lists }, account);
  const tokens = activityTokens(chain.id, chain.lists.coins, []);
  const fallback = { [unstable_serialize(['/coin/history', 'USD', 'week'])]: history };
  const price = (coinId: number) =>
    ({
      coinId,
      price: coinId === 1 ? '3000' : '1',
      change24h: null,
      sources: [],
      at: '',
      stale: false,
      spark: [],
      sample: false,
    }) as const;
  return renderOnOwnChain(
    <SWRConfig value={{ fallback }}>
      <ValueHistory
        account={account}
        chainIds={[chain.id]}
        tokensOf={() => tokens}
        contracts={chain.lists.contracts}
        total={totalOf(valueParts(parts, (coinId) => price(coinId).price))}
        prices={{
          priceOf: (coinId) => ({ ...price(coinId), sources: [], spark: [] }),
          isStale: () => false,
          isWaiting: false,
          money: { currency: 'USD', locale: 'en', decimals: 2 },
        }}
        nameOf={() => 'North Sea'}
      />
    </SWRConfig>,
    chain,
    config,
  );
}

/** Expands the table and returns its values, latest first. */
async function figures(user: ReturnType<typeof userEvent.setup>) {
  await user.click(await screen.findByText('Show as a table'));
  const rows = within(screen.getByRole('table')).getAllByRole('row').slice(1);
  return rows.map((row) => within(row).getByRole('cell').textContent);
}

test('WAL-13 the history shows past holdings at the prices of that time, with a table of all values', async () => {
  const user = userEvent.setup();
  const account = privateKeyToAddress(generatePrivateKey());
  const { timestamp } = await chain.client.getBlock();
  // The account receives ETH after two steps, and test dollars three steps later.
  const start = Number(timestamp) * 1_000;
  const at = async (ms: number) => {
    await chain.client.setNextBlockTimestamp({ timestamp: BigInt(Math.floor(ms / 1_000)) });
    await chain.client.mine({ blocks: 1 });
  };
  await at(start + 2 * STEP_MS);
  await chain.client.setBalance({ address: account, value: parseEther('2') });
  await at(start + 2.5 * STEP_MS);
  await chain.client.setNextBlockTimestamp({ timestamp: BigInt(Math.floor((start + 5 * STEP_MS) / 1_000)) });
  const hash = await chain.client.writeContract({
    address: chain.addresses.tUsdt,
    abi: erc20Abi,
    functionName: 'transfer',
    args: [account, parseUnits('500', 6)],
    account: demoAccount(1).address,
  });
  await chain.client.waitForTransactionReceipt({ hash });
  const end = start + 6 * STEP_MS;
  await at(end + HOUR_MS);

  const tokens = activityTokens(chain.id, chain.lists.coins, []);
  const [eth, usdt] = [...tokens.values()];
  if (!eth || !usdt) throw new Error('no tokens');
  await show(
    account,
    pricesUntil(end, (index) => (index < 2 ? null : String(2_000 + index))),
    [
      { chainId: chain.id, token: eth, place: 'wallet', amount: parseEther('2') },
      { chainId: chain.id, token: usdt, place: 'wallet', amount: parseUnits('500', 6) },
    ],
  );
  const fiatValues = await figures(user);
  // Two ETH and 500 dollars, then only ETH at falling prices. The line begins with the first holding, not at zero.
  expect(fiatValues).toEqual(['$6,500.00', '$4,556.00', '$4,554.00', '$4,052.00', '$4,050.00', '$4,048.00']);
  expect(screen.getByText(/Lowest \$4,048\.00, highest \$6,500\.00\.$/)).toBeVisible();
  expect(
    screen.getByText(/^Starts on .*\. Before that, this account held no tokens with a known price\.$/),
  ).toBeVisible();
  expect(
    screen.getByText(/^Each point shows the value of your holdings at that time, at the prices/),
  ).toBeVisible();
  // jsdom has no canvas, so the chart reports an error, but the table still works.
  expect(await screen.findByText("Can't draw the chart. The table shows the same values.")).toBeVisible();
});

test('WAL-13 if past prices are unknown, no values are invented, and the first known date is shown', async () => {
  const user = userEvent.setup();
  const account = privateKeyToAddress(generatePrivateKey());
  await chain.client.setBalance({ address: account, value: parseEther('1') });
  await chain.client.mine({ blocks: 1 });
  const { timestamp } = await chain.client.getBlock();
  const end = (Number(timestamp) + 60) * 1_000;
  const eth = activityTokens(chain.id, chain.lists.coins, []).values().next().value;
  if (!eth) throw new Error('no token');
  const part = { chainId: chain.id, token: eth, place: 'wallet' as const, amount: parseEther('1') };
  const message = (text: string) => screen.findByText(text);
  const before = await show(
    account,
    pricesUntil(end - STEP_MS, () => null),
    [part],
  );
  // The account was empty at every step for which the chain has state, regardless of prices.
  expect(await message("No history yet. This account hasn't held anything with a price.")).toBeVisible();
  before.unmount();

  const unknown = await show(
    account,
    pricesUntil(end, (index) => (index === POINTS - 1 ? null : '2000')),
    [part],
  );
  // At the last step, the account holds something without a price.
  expect(await message('No history yet. No past balances or prices are available.')).toBeVisible();
  expect(screen.queryByText(/^Starts on/)).toBeNull();
  unknown.unmount();

  await chain.client.setNextBlockTimestamp({ timestamp: timestamp + BigInt((2 * STEP_MS) / 1_000) });
  await chain.client.mine({ blocks: 1 });
  await show(
    account,
    pricesUntil(end + 2 * STEP_MS, (index) => (index < POINTS - 1 ? null : '2000')),
    [part],
  );
  expect(await figures(user)).toEqual(['$3,000.00', '$2,000.00']);
  expect(screen.getByText(/^Starts on .*: earlier prices or holdings are unknown\.$/)).toBeVisible();
});

test('WAL-13 for a node without old state, what this device recorded is shown, with a note', async () => {
  const user = userEvent.setup();
  const account = privateKeyToAddress(generatePrivateKey());
  const node = await startForgetfulNode(chain.rpcUrl);
  const { timestamp } = await chain.client.getBlock();
  const end = (Number(timestamp) - 60) * 1_000;
  const eth = activityTokens(chain.id, chain.lists.coins, []).values().next().value;
  if (!eth) throw new Error('no token');
  const part = { chainId: chain.id, token: eth, place: 'wallet' as const, amount: parseEther('1') };
  useSnapshots.setState({ entries: [] });
  noteHoldings(account, chain.id, [{ ...part, amount: parseEther('0.5') }], end - STEP_MS - HOUR_MS);
  const { unmount } = await show(
    account,
    pricesUntil(end, () => '2000'),
    [part],
    node.url,
  );
  // The account had half a coin one step ago and has one coin now.
  expect((await figures(user)).slice(0, 2)).toEqual(['$3,000.00', '$1,000.00']);
  expect(screen.getByText(/^Past balances aren't available on North Sea\./)).toBeVisible();
  unmount();
  await node.stop();
});
