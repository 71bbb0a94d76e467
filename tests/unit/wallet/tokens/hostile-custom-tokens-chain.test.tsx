import { QueryClient } from '@tanstack/react-query';
import { cleanup, fireEvent, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { type Address, encodeAbiParameters, maxUint256, parseAbiParameters } from 'viem';
import { CustomTokens } from '@/components/wallet/portfolio/custom-tokens';
import { HoldingsTable } from '@/components/wallet/portfolio/holdings-table';
import { activityTokens } from '@/lib/wallet/activity/activity-row';
import { readHoldingSources } from '@/lib/wallet/portfolio/holding-sources';
import { gatherHoldings, type HeldPart } from '@/lib/wallet/portfolio/holdings';
import { readHoldings } from '@/lib/wallet/portfolio/read-holdings';
import { addCustomToken, type CustomToken, useCustomTokens } from '@/lib/wallet/tokens/custom-tokens';
import en from '@/messages/en.json';
import { demoAccount } from '@/scripts/launcher/chains/anvil-client';
import { connectOwnChain, type OwnChain, renderOnOwnChain, startOwnChain } from '../../../support/own-chain';
import { deployToken, sendTo } from '../../../support/wallet-tokens';

const { address: account } = demoAccount(1);
let chain: OwnChain;

beforeAll(async () => {
  chain = await startOwnChain();
});
afterAll(() => chain.stop());
afterEach(() => {
  localStorage.clear();
  useCustomTokens.setState({ entries: [] });
});

const words = en.wallet.portfolio.custom;
/** The value that makes `decimals` revert. */
const REVERTS = maxUint256;

type Claims = { symbol?: string; name?: string; decimals?: bigint; balance?: bigint; repeats?: bigint };
const claim = ({ symbol = 'CLAIM', name = 'Claim', decimals = 18n, balance = 1n, repeats = 1n }: Claims) =>
  deployToken(
    chain.client,
    'ClaimingToken',
    encodeAbiParameters(parseAbiParameters('string, string, uint256, uint256, uint256'), [
      name,
      symbol,
      repeats,
      decimals,
      balance,
    ]),
  );

function Shown() {
  const custom = useCustomTokens((state) => state.entries);
  return <CustomTokens chains={chain.lists.chains} coins={chain.lists.coins} custom={custom} />;
}
async function lookUp(token: Address) {
  const view = renderOnOwnChain(<Shown />, chain, await connectOwnChain(chain, account));
  fireEvent.change(screen.getByLabelText(words.address), { target: { value: token } });
  await userEvent.click(screen.getByRole('button', { name: words.lookUp }));
  return view;
}
const found = async () => (await screen.findByText(/^This contract reports the symbol/)).textContent;

const LONG = 10_000n;
test.each<[string, Claims, string, string]>([
  ['right-to-left overrides', { symbol: 'X\u202EHTE', name: '\u2067evil\u2069 name' }, 'XHTE', 'evil name'],
  ['zero-width characters', { symbol: 'S\u200BHE\u3164LL', name: 'Sh\uFEFFell' }, 'SHELL', 'Shell'],
  ['10 kB of letters', { symbol: 'x', name: 'y', repeats: LONG }, `${'x'.repeat(16)}…`, `${'y'.repeat(48)}…`],
  ['10 kB of marks', { symbol: '\u0310', name: 'S', repeats: LONG }, '\u0310\u0310', `${'S'.repeat(48)}…`],
  [
    'markup',
    { symbol: '<b>X</b>', name: '<img src=x onerror=alert(1)>' },
    '<b>X</b>',
    '<img src=x onerror=alert(1)>',
  ],
  ['right-to-left letters', { symbol: 'שקל', name: '123 שקל' }, 'שקל', '123 שקל'],
  ['an empty name', { name: '' }, 'CLAIM', ''],
])(
  'WAL-13 a token whose symbol and name have %s is shown as plain, short text',
  async (_case, claims, symbol, name) => {
    const token = await claim(claims);
    const { container, unmount } = await lookUp(token);
    expect(await found()).toBe(
      `This contract reports the symbol ${symbol}, the name ${name}, and 18 decimal places.`,
    );
    expect(container.querySelector('img, b')).toBeNull();
    // Isolated, so that letters that run from right to left don't reorder the sentence.
    expect([...container.querySelectorAll('bdi')].map((part) => part.textContent)).toEqual([symbol, name]);
    await userEvent.click(screen.getByRole('button', { name: `Add ${symbol}` }));
    const row = await screen.findByRole('listitem');
    expect([...row.querySelectorAll('bdi')].map((part) => part.textContent)).toEqual([symbol, name]);
    expect(JSON.parse(localStorage.getItem('tidewell.tokens') ?? '[]')).toMatchObject([{ symbol, name }]);
    unmount();
  },
);

test.each<[string, Claims, string]>([
  ['the symbol in Cyrillic and Latin', { symbol: 'tUЅDТ' }, 'tUSDT'],
  ['the symbol in small capitals', { symbol: 'ᴛUSDT' }, 'tUSDT'],
  ['the symbol with an invisible letter', { symbol: 'tUS\u3164DT' }, 'tUSDT'],
  ['the symbol with a currency sign', { symbol: 'tUSD₮' }, 'tUSDT'],
  ['the native currency’s symbol', { symbol: 'ΕTH' }, 'ETH'],
  ['the name of a listed coin', { symbol: 'XYZ', name: 'Еther' }, 'ETH'],
])(
  'WAL-13 a token that imitates %s is marked before and after it is added',
  async (_case, claims, listed) => {
    await lookUp(await claim(claims));
    await found();
    const warning = words.alike.replace('{symbol}', listed);
    expect(screen.getByText(warning)).toBeVisible();
    await userEvent.click(screen.getByRole('button', { name: /^Add / }));
    expect(within(await screen.findByRole('listitem')).getByText(warning)).toBeVisible();
  },
);

test.each<[string, Claims, keyof typeof words.problem]>([
  ['reverts', { decimals: REVERTS }, 'unusable'],
  ['is 37', { decimals: 37n }, 'unusable'],
  ['is 255', { decimals: 255n }, 'unusable'],
  ['is no byte', { decimals: 2n ** 200n }, 'unusable'],
])(
  'WAL-13 a token whose number of decimals %s can’t be added, and a message says why',
  async (_case, claims, problem) => {
    await lookUp(await claim(claims));
    expect(await screen.findByText(words.problem[problem])).toBeVisible();
    expect(screen.queryByRole('button', { name: /^Add / })).toBeNull();
  },
);

test.each([
  ['is empty', ''],
  ['has only invisible characters', '\u200B\u3164\u202E'],
])('WAL-13 a token whose symbol %s can’t be added', async (_case, symbol) => {
  await lookUp(await claim({ symbol }));
  expect(await screen.findByText(words.problem.unusable)).toBeVisible();
});

test('WAL-13 a contract without metadata, and one that fails when its balance is read, are no tokens to add', async () => {
  // This contract answers any unknown call with nothing.
  await lookUp(
    await deployToken(chain.client, 'SilentToken', encodeAbiParameters(parseAbiParameters('uint256'), [1n])),
  );
  expect(await screen.findByText(words.problem.unusable)).toBeVisible();
  cleanup();
  const burning = await claim({});
  await sendTo(chain.client, burning, 'setFault', [2]);
  await lookUp(burning);
  expect(await screen.findByText(words.problem.notToken)).toBeVisible();
});

/** Adds a token as the form does, but without it. */
function add(address: Address, more: Partial<CustomToken> = {}) {
  const token = { chainId: chain.id, address, symbol: 'CLAIM', name: 'Claim', decimals: 18, ...more };
  addCustomToken(token);
  return token;
}
async function holdings(): Promise<{ parts: HeldPart[]; isIncomplete: boolean }> {
  const config = await connectOwnChain(chain, account);
  const { coins, contracts } = chain.lists;
  const tokens = activityTokens(chain.id, coins, useCustomTokens.getState().entries);
  const sources = await readHoldingSources(config, new QueryClient(), chain.id, account, tokens, contracts);
  return readHoldings(config.getClient({ chainId: chain.id }), sources);
}
const amounts = (parts: readonly HeldPart[]) =>
  Object.fromEntries(parts.map(({ token, place, amount }) => [`${place} ${token.symbol}`, amount]));
async function showHoldings() {
  const { parts } = await holdings();
  const table = (
    <HoldingsTable
      holdings={gatherHoldings(parts)}
      chains={chain.lists.chains}
      coins={chain.lists.coins}
      priceOf={() => '1'}
      money={{ currency: 'USD', locale: 'en', decimals: 2 }}
      nameOf={() => chain.name}
    />
  );
  renderOnOwnChain(table, chain, await connectOwnChain(chain, account));
}

test.each([
  [0, 7n, '7'],
  [0, maxUint256, maxUint256.toLocaleString('en')],
  [18, maxUint256, `${(maxUint256 / 10n ** 18n).toLocaleString('en')}.584007`],
  [36, 1n, '< 0.000001'],
  [36, maxUint256, '115,792,089,237,316,195,423,570,985,008,687,907,853,269.984665'],
])(
  'WAL-13 NUM-1 with %i decimals, a balance of %s is shown as %s, without a value and marked as added',
  async (decimals, balance, text) => {
    add(await claim({ decimals: BigInt(decimals), balance }), { decimals });
    await showHoldings();
    const row = within(
      (await screen.findByRole('rowheader', { name: /CLAIM/ })).closest('tr') as HTMLElement,
    );
    expect(row.getByText(text)).toBeVisible();
    expect(row.getByText(/^added by you/)).toBeVisible();
    expect(row.getByText(en.wallet.portfolio.noFiatValue)).toBeVisible();
  },
);

test.each([
  ['reverts', 1],
  ['uses up all gas', 2],
])('WAL-13 a token added earlier whose balance %s hides no other holding', async (_case, fault) => {
  const before = await holdings();
  const good = await claim({ balance: 5n });
  for (const balance of [6n, 8n]) {
    const token = await claim({ balance });
    await sendTo(chain.client, token, 'setFault', [fault]);
    add(token);
  }
  add(good, { symbol: 'GOOD' });
  const after = await holdings();
  expect(after.isIncomplete).toBe(false);
  expect(amounts(after.parts)).toEqual({ ...amounts(before.parts), 'wallet GOOD': 5n });
  expect(amounts(before.parts)).toMatchObject({ 'wallet tUSDT': expect.any(BigInt) });
});

test('WAL-13 stored tokens with text that would not be shown are dropped', async () => {
  const address = await claim({});
  const token = { chainId: chain.id, address, symbol: 'OK', name: 'Fine', decimals: 0 };
  const stored = [
    token,
    { ...token, symbol: 'US\u202EDT' },
    { ...token, symbol: 'x'.repeat(Number(LONG)) },
    { ...token, symbol: '' },
    { ...token, name: 'Te\u200Bther' },
    { ...token, decimals: 37 },
    { ...token, decimals: -1 },
    { ...token, decimals: '18' },
    { ...token, address: '0x1234' },
  ];
  localStorage.setItem('tidewell.tokens', JSON.stringify(stored));
  // Any change reads the stored list first.
  addCustomToken({ ...token, address: chain.addresses.vault });
  expect(useCustomTokens.getState().entries.map(({ symbol, name }) => [symbol, name])).toEqual([
    ['OK', 'Fine'],
    ['OK', 'Fine'],
  ]);
});
