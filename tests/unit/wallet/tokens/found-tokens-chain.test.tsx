import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { type Address, encodeAbiParameters, parseAbiParameters, parseEther } from 'viem';
import { generatePrivateKey, privateKeyToAddress } from 'viem/accounts';
import { FoundTokens } from '@/components/wallet/portfolio/found-tokens';
import { useActivityTokens } from '@/lib/wallet/activity/use-activity-tokens';
import { useCustomTokens } from '@/lib/wallet/tokens/custom-tokens';
import en from '@/messages/en.json';
import { connectOwnChain, type OwnChain, renderOnOwnChain, startOwnChain } from '../../../support/own-chain';
import { type Answer, renderOnChains, silent } from '../../../support/test-chains';
import { deployToken, sendTo } from '../../../support/wallet-tokens';

const account = privateKeyToAddress(generatePrivateKey());
let chain: OwnChain;
let shell: Address;

beforeAll(async () => {
  chain = await startOwnChain();
  await chain.client.setBalance({ address: account, value: parseEther('1') });
  await chain.client.impersonateAccount({ address: account });
  shell = await receive('SHELL', 'Sea\u200B Shell');
  await receive('ᴛUSDT', 'Dollar');
  await receive('GIFT', 'Claim at https://gift.example');
  await receive('MINE', 'Claim at https://mine.example', { from: account });
  // Neither a false event of nothing, nor a token that the account no longer holds, is found.
  await receive('NOTHING', 'Nothing', { amount: 0n });
  await receive('GONE', 'Gone', { balance: 0n });
});
afterAll(() => chain.stop());

const claim = (symbol: string, name: string, balance = 7_500_000n) =>
  deployToken(
    chain.client,
    'ClaimingToken',
    encodeAbiParameters(parseAbiParameters('string, string, uint256, uint256, uint256'), [
      ...([name, symbol, 1n, 6n, balance] as const),
    ]),
  );

/** Deploys a token that says that the account received an amount of it. */
async function receive(
  symbol: string,
  name: string,
  { amount = 1n, balance = 7_500_000n, from = undefined as Address | undefined } = {},
) {
  const token = await claim(symbol, name, balance);
  await sendTo(chain.client, token, 'pretend', [account, amount], from);
  return token;
}

function Shown() {
  const { chains, coins } = chain.lists;
  const { tokensOf } = useActivityTokens(chains, coins);
  return <FoundTokens account={account} chains={chains} coins={coins} tokensOf={tokensOf} />;
}
async function show() {
  const view = renderOnOwnChain(<Shown />, chain, await connectOwnChain(chain, account));
  const region = within(await screen.findByRole('region', { name: /^North Sea/ }));
  /** Symbols of the tokens that are offered, in alphabetical order. */
  const symbols = () =>
    region
      .queryAllByRole('button', { name: /^Add / })
      .map((button) => button.getAttribute('aria-label')?.slice('Add '.length))
      .sort();
  return { ...view, region, symbols };
}

test('WAL-22 received tokens are found with their balances; imitations are marked, and spam is folded with its reasons', async () => {
  const user = userEvent.setup();
  const { region, symbols, unmount } = await show();
  await waitFor(() => expect(symbols()).toEqual(['MINE', 'SHELL', 'ᴛUSDT']));
  const row = (symbol: string) =>
    within(region.getByRole('button', { name: `Add ${symbol}` }).closest('[role=listitem]') as HTMLElement);
  expect(row('SHELL').getByText('7.5')).toBeVisible();
  expect(row('SHELL').getByText(`North Sea · ${shell}`)).toBeVisible();
  expect(row('SHELL').getByText('Sea Shell')).toBeVisible();
  const warning = en.wallet.portfolio.custom.alike.replace('{symbol}', 'tUSDT');
  expect(row('ᴛUSDT').getByText(warning)).toBeVisible();
  expect(row('SHELL').queryByText(/looks like/)).toBeNull();
  expect(region.getByRole('heading')).toHaveTextContent('North Sea · 3');
  expect(region.getByText('All blocks searched.')).toBeVisible();

  await user.click(region.getByText('Hidden (1)'));
  const hidden = within(await region.findByRole('list', { name: 'Hidden tokens on North Sea' }));
  expect(hidden.getByRole('listitem')).toHaveTextContent(
    /^GIFT.*Its name is a web address\.Its name promises a reward\.Show$/,
  );
  unmount();
});

test('WAL-22 a found token is added like one added by its address, or hidden and shown again, on this device', async () => {
  const user = userEvent.setup();
  const { region, symbols, unmount } = await show();
  await user.click(await region.findByRole('button', { name: 'Add SHELL' }));
  await waitFor(() => expect(symbols()).not.toContain('SHELL'));
  expect(region.getByRole('heading')).toHaveFocus();
  expect(useCustomTokens.getState().entries).toEqual([
    { chainId: chain.id, address: shell, symbol: 'SHELL', name: 'Sea Shell', decimals: 6 },
  ]);
  await user.click(region.getByRole('button', { name: 'Hide MINE' }));
  expect(await region.findByText('Hidden (2)')).toBeVisible();
  unmount();

  const again = await show();
  expect(await again.region.findByText('Hidden (2)')).toBeVisible();
  expect(again.symbols()).toEqual(['ᴛUSDT']);
  await user.click(again.region.getByText('Hidden (2)'));
  await user.click(await again.region.findByRole('button', { name: 'Show MINE' }));
  expect(await again.region.findByText('Hidden (1)')).toBeVisible();
  expect(again.symbols()).toEqual(['MINE', 'ᴛUSDT']);
});

test('WAL-22 a network that does not respond is named, and the tokens of the others are looked for', async () => {
  const empty: Answer = (method) =>
    method === 'eth_blockNumber' ? '0x2' : method === 'eth_getLogs' ? [] : null;
  const [north] = chain.lists.chains;
  if (!north) throw new Error('no chain');
  const chains = [
    { ...north, id: 901 },
    { ...north, id: 902, name: 'South Sea' },
  ];
  renderOnChains(
    <FoundTokens account={account} chains={chains} coins={[]} tokensOf={() => new Map()} />,
    new Map([
      [901, silent],
      [902, empty],
    ]),
  );
  const north901 = within(screen.getByRole('region', { name: 'North Sea' }));
  expect(north901.getByRole('status')).toHaveTextContent('Looking for tokens…');
  expect(await north901.findByRole('alert')).toHaveTextContent("Can't look for tokens");
  expect(north901.getByRole('button', { name: 'Try again' })).toBeVisible();
  const south = within(screen.getByRole('region', { name: 'South Sea' }));
  expect(await south.findByText('No other tokens found on this network so far.')).toBeVisible();
  expect(south.getByText('All blocks searched.')).toBeVisible();
});
