import { screen, within } from '@testing-library/react';
import { SWRConfig, unstable_serialize } from 'swr';
import { type Abi, type Address, erc20Abi, maxUint256, parseUnits } from 'viem';
import { generatePrivateKey, privateKeyToAddress } from 'viem/accounts';
import { EarnOverview } from '@/components/wallet/earn/earn';
import { Home } from '@/components/wallet/overview/home';
import type { CoinPrice, Website } from '@/lib/api/types';
import { pledgeAbi } from '@/lib/evm/abi/pledge';
import { stakingPoolAbi } from '@/lib/evm/abi/staking-pool';
import { demoAccount } from '@/scripts/launcher/chains/anvil-client';
import { connectOwnChain, type OwnChain, renderOnOwnChain, startOwnChain } from '../../../support/own-chain';

const DAY_S = 86_400;
let chain: OwnChain;

beforeAll(async () => {
  chain = await startOwnChain();
});
afterAll(() => chain.stop());

beforeEach(() => {
  // The table's media query is the only one in use.
  window.matchMedia = (() => ({
    matches: true,
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
  })) as unknown as typeof window.matchMedia;
});

const nobody = () => privateKeyToAddress(generatePrivateKey());
const note = { en: 'Ask us about large stakes.', 'zh-Hant': '大額質押請洽詢我們。' };
const website: Pick<Website, 'earnNotes' | 'stablecoins'> = {
  earnNotes: { stake: note, pledge: null, presale: null },
  stablecoins: ['tUSDT'],
};

/** Renders the page, or another view, for an account, with a price for tUSDT but not for tTIDE. */
async function show(
  account: Address | undefined,
  lists = chain.lists,
  search = '',
  view = <EarnOverview {...lists} account={account} />,
) {
  const own = { ...chain, lists };
  const config = await connectOwnChain(own, account ?? nobody());
  const coinId = chain.lists.coins.find(({ symbol }) => symbol === 'tUSDT')?.id ?? 0;
  const at = new Date().toISOString();
  const price: CoinPrice = {
    coinId,
    price: '2',
    change24h: null,
    sources: [],
    at,
    stale: false,
    spark: [],
    sample: false,
  };
  const fallback = {
    '/config/website': website,
    [unstable_serialize(['/coin/pricing', 'USD'])]: [price],
  };
  return renderOnOwnChain(<SWRConfig value={{ fallback }}>{view}</SWRConfig>, own, config, search);
}

async function send(
  account: Address,
  address: Address,
  abi: unknown,
  functionName: string,
  args: readonly unknown[],
) {
  const call = { address, abi: abi as Abi, functionName, args, account, gas: 1_000_000n };
  const hash = await chain.client.writeContract(call);
  expect((await chain.client.waitForTransactionReceipt({ hash })).status).toBe('success');
}

const bodyRows = async () =>
  within(await screen.findByRole('table', { name: 'Offers' }))
    .getAllByRole('row')
    .slice(1);
const positions = async () => within(await screen.findByRole('region', { name: 'Your positions' }));

test('WAL-6 WAL-7 WAL-8 a visitor sees all offers and the operator’s note, and no positions', async () => {
  await show(undefined);
  expect(await screen.findByText('5 offers')).toBeVisible();
  const rows = await bodyRows();
  expect(rows.map((row) => within(row).getByText(/ risk$/).textContent)).toEqual([
    'Medium risk',
    'Medium risk',
    'Higher risk',
    'Higher risk',
    'Highest risk',
  ]);
  expect(rows[0]).toHaveTextContent('16.22%4% for 90 days, annualized.');
  expect(rows[0]).toHaveTextContent(/12,500,000 tUSDTCovered by the interest reserve\./);
  expect(rows[3]).toHaveTextContent('8%APR.');
  expect(rows[4]).toHaveTextContent('At most');
  expect(screen.queryByRole('region', { name: 'Your positions' })).toBeNull();
  expect(screen.getByText(note.en)).toBeInTheDocument();
});

test('WAL-6 a filter that matches no offers has a button to show all offers', async () => {
  const contracts = chain.lists.contracts.filter(({ name }) => name !== 'staking_contract');
  await show(undefined, { ...chain.lists, contracts }, 'show=flexible');
  expect(await screen.findByText('No offer matches this filter right now.')).toBeVisible();
  expect(screen.getByRole('button', { name: 'Show all offers' })).toBeVisible();
});

test('WAL-10 what an unreachable network lacks is marked, and the account is not reported as having no positions', async () => {
  const account = nobody();
  const { unmount } = await show(account);
  expect(await (await positions()).findByText(/^You have no positions yet/)).toBeVisible();
  unmount();

  const [first] = chain.lists.chains;
  if (!first) throw new Error('no chain');
  const dead = { ...first, id: 902, name: 'South Sea', rpcUrl: 'http://127.0.0.1:9' };
  const contracts = chain.lists.contracts.flatMap((contract) => [contract, { ...contract, chainId: 902 }]);
  await show(account, { ...chain.lists, chains: [first, dead], contracts });
  expect(await screen.findByText('Some values are missing or may be out of date.')).toBeVisible();
  expect(await screen.findByText('5 offers')).toBeVisible();
  expect(screen.queryByText(/^You have no positions yet/)).toBeNull();
});

test('WAL-6 WAL-8 positions show what they have earned: a stake by the second, a pledge by the elapsed term', async () => {
  const account = demoAccount(1).address;
  const { tUsdt, tTide, pledge, staking } = chain.addresses;
  await send(account, tUsdt, erc20Abi, 'approve', [pledge, maxUint256]);
  await send(account, pledge, pledgeAbi, 'pledge', [0n, parseUnits('600', 6)]);
  await send(account, tTide, erc20Abi, 'approve', [staking, maxUint256]);
  await send(account, staking, stakingPoolAbi, 'stake', [parseUnits('1000', 18)]);
  await chain.client.increaseTime({ seconds: 15 * DAY_S });
  await chain.client.mine({ blocks: 1 });
  const running = await show(account);
  const own = await positions();
  // The total appears after all contracts have loaded, so both positions are listed by then.
  expect(
    await own.findByText(/^Not included in the totals because no price is available: tTIDE\.$/),
  ).toBeVisible();
  // 1% of 600 for the whole term, of which half has passed.
  expect(own.getByText(/^Matures in (15 days|14 days 23 hours)/)).toBeVisible();
  const [stake, pledged] = own.getAllByRole('listitem');
  expect(pledged).toHaveTextContent(/Amount600 tUSDT\$1,200\.00Earned3\.0\d+ tUSDT\$6\.0\d/);
  expect(stake).toHaveTextContent('Earning now');
  expect(stake).toHaveTextContent(/Amount1,000 tTIDEEarned3\.2\d+ tTIDE/);
  expect(own.getByText('Total in USD').nextSibling).toHaveTextContent('$1,200.00');
  running.unmount();

  const home = await show(account, chain.lists, '', <Home account={account} />);
  const earning = within(await screen.findByRole('region', { name: 'Earning' }));
  expect(earning.getByText('In stakes, pledges, and presales').nextSibling).toHaveTextContent('$1,200.00');
  expect(earning.getByText('Earned so far').nextSibling).toHaveTextContent(/^\$6\.0\d/);
  expect(earning.getByText(/^Not included in the total.*no price is available: tTIDE\.$/)).toBeVisible();
  expect(earning.getByRole('link', { name: 'Your positions' })).toHaveAttribute('href', '/wallet/earn');
  home.unmount();

  await chain.client.increaseTime({ seconds: 15 * DAY_S });
  await chain.client.mine({ blocks: 1 });
  await show(account);
  expect(await (await positions()).findByText('Matured, ready to redeem')).toBeVisible();
  const redeem = (await positions()).getByRole('link', { name: /^Redeem Pledge, tUSDT/ });
  expect(redeem).toHaveAttribute('href', `/wallet/pledge?chain=${chain.id}`);
});
