import { render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { NextIntlClientProvider } from 'next-intl';
import { useState } from 'react';
import { SWRConfig } from 'swr';
import { networkMark } from '@/components/wallet/display/token-icon';
import { AmountField } from '@/components/wallet/fields/amount-field';
import { tokenText } from '@/components/wallet/fields/use-fiat-entry';
import type { Coin } from '@/lib/api/types';
import { amountForFiat } from '@/lib/wallet/balances/fiat-value';
import { groupTokens, optionKey, type TokenOption } from '@/lib/wallet/tokens/token-choice';
import messages from '@/messages/en.json';
import { priceOf, servePrices } from '../../../support/price-api';
import { MULTICALL, TOKEN } from '../../../support/test-chains';

const served = servePrices();
// jsdom doesn't support media queries. This mock reports a device with a mouse.
beforeAll(() => {
  window.matchMedia = (() => ({ matches: false })) as unknown as typeof window.matchMedia;
});

const coin = (id: number, symbol: string, name: string): Coin => ({
  id,
  symbol,
  name,
  icon: '',
  sort: id,
  tokens: [],
});
const [ether, dollar, tide] = [
  coin(1, 'ETH', 'Ether'),
  coin(2, 'USDX', 'Dollar'),
  coin(3, 'TIDE', 'Tide'),
] as const;
const option = (of: Coin, chainId: number, amount: bigint | undefined): TokenOption => ({
  coin: of,
  chainId,
  address: of === tide ? TOKEN : MULTICALL,
  decimals: 18,
  amount,
});
const whole = 10n ** 18n;
const options = [
  option(ether, 901, whole),
  option(dollar, 901, 3_000n * whole),
  option(tide, 901, 0n),
  option(ether, 902, undefined),
];
const keys = (found: ReturnType<typeof groupTokens>) =>
  found.groups.map(({ name, items }) => [name, items.map(optionKey)]);
const grouped = (change: Partial<Parameters<typeof groupTokens>[1]> = {}) =>
  groupTokens(options, {
    query: '',
    chainId: null,
    recent: [],
    limit: 50,
    fiatValueOf: ({ coin: { id }, amount }) => (amount ?? 0n) * (id === 1 ? 2_500n : 1n),
    ...change,
  });

test('WAL-3 tokens are grouped: recent tokens, then the account’s tokens by fiat value, then all others', () => {
  expect(keys(grouped())).toEqual([
    ['held', ['901 2', '901 1']],
    ['others', ['901 3', '902 1']],
  ]);
  expect(keys(grouped({ recent: ['902 1', '77 7'] }))).toEqual([
    ['recent', ['902 1']],
    ['held', ['901 2', '901 1']],
    ['others', ['901 3']],
  ]);
});

test.each([
  ['eth', null, ['901 1', '902 1']],
  ['DOLL', null, ['901 2']],
  ['eth', 902, ['902 1']],
  [TOKEN.slice(0, 10).toUpperCase().replace('0X', '0x'), null, ['901 3']],
  ['nothing', null, []],
  [`eip155:901:${TOKEN}`, null, ['901 3']],
  [`eip155:902:${TOKEN}`, null, []],
] as const)('WAL-10 the search for %s on network %s finds the matching tokens', (query, chainId, found) => {
  const { groups } = grouped({ query, chainId, recent: ['901 3'] });
  expect(groups.flatMap(({ items }) => items.map(optionKey))).toEqual(found);
});

test('WAL-10 a long list is cut off after its limit and reports how many tokens match', () => {
  const { groups, count } = grouped({ limit: 3 });
  expect(groups.flatMap(({ items }) => items)).toHaveLength(3);
  expect(count).toBe(4);
});

test('NUM-1 a fiat value is converted to base units, truncated', () => {
  expect(amountForFiat(100n * whole, 18, '2500')).toBe(whole / 25n);
  expect(amountForFiat(1n * whole, 6, '3')).toBe(333_333n);
  expect(tokenText('100', 18, '2500')).toBe('0.04');
  expect(tokenText('0.000000000000000000999', 6, '1')).toBe('0.000000000000000000999');
  expect(tokenText('12,5', 18, '2500')).toBe('0.005');
  expect(tokenText(`1,${'1'.repeat(30)}`, 18, '1')).toBe('1.111111111111111111');
  expect(tokenText('1,234', 18, '2500')).toBe('1,234');
});

test('WAL-10 a network’s badge shows the number at the end of its name, otherwise its initial', () => {
  expect(['Local chain 2', 'Base', 'sepolia', ''].map(networkMark)).toEqual(['2', 'B', 'S', '']);
});

function Form() {
  const [amount, setAmount] = useState('');
  const [chosen, setChosen] = useState(options[0] as TokenOption);
  const [isReviewed, setReviewed] = useState(false);
  // As in the transaction sheet, the review replaces the form, which keeps only its token amount.
  if (isReviewed)
    return (
      <button type="button" onClick={() => setReviewed(false)}>
        Back
      </button>
    );
  return (
    <>
      <AmountField
        id="amount"
        label="Amount"
        amount={amount}
        onChange={setAmount}
        onBlur={() => undefined}
        source={{ available: 3n * whole, isWallet: false }}
        token={{ coinId: chosen.coin.id, symbol: chosen.coin.symbol, decimals: chosen.decimals }}
        chainId={chosen.chainId}
        picker={{ label: 'Token', options, onChoose: setChosen }}
        hint="Balance: 3 ETH"
        problem={Number(amount) > 3 ? 'Not enough ETH.' : amount === '' ? 'Enter an amount.' : undefined}
        isTouched={false}
        disabled={false}
      />
      <data value={amount}>token amount</data>
      <button type="button" onClick={() => setReviewed(true)}>
        Review
      </button>
    </>
  );
}
const show = async () => {
  const chain = (id: number, name: string) => ({ id, name });
  const fallback = {
    '/config/chainMapping': [chain(901, 'North Sea'), chain(902, 'South Sea')],
    '/coin/all': [ether, dollar, tide],
  };
  render(
    <SWRConfig value={{ provider: () => new Map(), fallback, revalidateIfStale: false }}>
      <NextIntlClientProvider locale="en" messages={messages} timeZone="UTC">
        <Form />
      </NextIntlClientProvider>
    </SWRConfig>,
  );
  return screen.findByLabelText('Amount');
};
const tokenAmount = () => screen.getByText('token amount').getAttribute('value');

test('WAL-3 NUM-1 an amount can be entered in the display currency and is converted to the token', async () => {
  const user = userEvent.setup();
  await user.type(await show(), '1');
  expect(await screen.findByText('2,500')).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Enter the amount in USD' }));
  const field = screen.getByLabelText('Amount · USD');
  expect(field).toHaveValue('2500');
  expect(tokenAmount()).toBe('1');
  await user.clear(field);
  await user.type(field, '100.50');
  expect(field).toHaveValue('100.50');
  expect(tokenAmount()).toBe('0.0402');
  await user.clear(field);
  await user.type(field, 'abc');
  expect(field).toHaveValue('abc');
  expect(tokenAmount()).toBe('abc');
  await user.click(screen.getByRole('button', { name: 'Max' }));
  expect(field).toHaveValue('7500');
  expect(tokenAmount()).toBe('3');
  await user.click(screen.getByRole('button', { name: 'Enter the amount in ETH' }));
  expect(screen.getByLabelText('Amount')).toHaveValue('3');
});

test('WAL-3 A11Y-1 an amount above the balance is a problem at once, beside the balance, until it is corrected', async () => {
  const user = userEvent.setup();
  const field = await show();
  expect(field).toHaveAccessibleDescription('Balance: 3 ETH');
  await user.type(field, '4');
  expect(field).toBeInvalid();
  expect(field).toHaveAccessibleDescription('Not enough ETH. Balance: 3 ETH');
  await user.clear(field);
  await user.type(field, '3');
  expect(field).toBeValid();
  expect(field).toHaveAccessibleDescription('Balance: 3 ETH');
});

test('WAL-3 NUM-1 A11Y-1 what was read from another spelling is announced beside the field', async () => {
  const user = userEvent.setup();
  const field = await show();
  await user.type(field, '1.5');
  expect(screen.queryByText(/Read as/)).toBeNull();
  await user.clear(field);
  await user.type(field, '1,5');
  const reading = screen.getByText('Read as 1.5 ETH');
  expect(reading).toHaveAttribute('aria-live', 'polite');
  expect(await screen.findByText('3,750')).toBeVisible();
  await user.clear(field);
  expect(reading).toBeEmptyDOMElement();
  await user.click(screen.getByRole('button', { name: 'Enter the amount in USD' }));
  await user.type(screen.getByLabelText('Amount · USD'), '１２５０');
  expect(screen.getByText('Read as 1250 USD')).toBeVisible();
  expect(tokenAmount()).toBe('0.5');
});

test.each([
  ['Use 1234', '1234'],
  ['Use 1.234', '1.234'],
])('WAL-3 NUM-1 of two readings, “%s” fills the field with %s', async (name, text) => {
  const user = userEvent.setup();
  const field = await show();
  await user.type(field, '1,234');
  expect(screen.queryByRole('button', { name: 'Enter the amount in USD' })).toBeNull();
  expect(screen.getByRole('button', { name: 'Use 1234' })).toBeVisible();
  expect(screen.getByRole('button', { name: 'Use 1.234' })).toBeVisible();
  await user.click(screen.getByRole('button', { name }));
  expect(field).toHaveValue(text);
  expect(field).toHaveFocus();
  expect(tokenAmount()).toBe(text);
  expect(await screen.findByRole('button', { name: 'Enter the amount in USD' })).toBeVisible();
});

test('WAL-3 an amount in the display currency is as it was typed after a review and Back', async () => {
  const user = userEvent.setup();
  const reviewAndBack = async () => {
    await user.click(screen.getByRole('button', { name: 'Review' }));
    await user.click(screen.getByRole('button', { name: 'Back' }));
  };
  await user.type(await show(), '1');
  await user.click(await screen.findByRole('button', { name: 'Enter the amount in USD' }));
  await user.clear(screen.getByLabelText('Amount · USD'));
  await user.type(screen.getByLabelText('Amount · USD'), '100.50');
  await reviewAndBack();
  expect(screen.getByLabelText('Amount · USD')).toHaveValue('100.50');
  expect(tokenAmount()).toBe('0.0402');
  // An amount that was entered in the token stays in the token.
  await user.click(screen.getByRole('button', { name: 'Enter the amount in ETH' }));
  await reviewAndBack();
  expect(screen.getByLabelText('Amount')).toHaveValue('0.0402');
});

test('WAL-3 without a reliable price, the amount is entered in the token only', async () => {
  served.api.prices = [{ ...priceOf(1, '2500'), stale: true }];
  const user = userEvent.setup();
  await user.type(await show(), '1');
  expect(screen.queryByText('2,500')).toBeNull();
  expect(screen.queryByRole('button', { name: 'Enter the amount in USD' })).toBeNull();
});

test('WAL-10 A11Y-1 a token can be found and chosen by keyboard, and is then listed as recent', async () => {
  const user = userEvent.setup();
  await show();
  await user.click(screen.getByRole('button', { name: 'Token: ETH on North Sea' }));
  const sheet = within(await screen.findByRole('dialog', { name: 'Choose a token' }));
  expect(await sheet.findByRole('combobox')).toHaveFocus();
  expect(sheet.getAllByRole('group').map((group) => group.getAttribute('aria-label') ?? '')).toHaveLength(3);
  expect(sheet.getByRole('option', { selected: true })).toHaveAccessibleName(/^ETH Ether · North Sea/);
  await user.keyboard('tide{Enter}');
  const button = await screen.findByRole('button', { name: 'Token: TIDE on North Sea' });
  await user.click(button);
  const again = within(await screen.findByRole('dialog', { name: 'Choose a token' }));
  expect((await again.findAllByRole('option'))[0]).toHaveAccessibleName(/^TIDE Tide · North Sea/);
  await user.click(again.getByRole('button', { name: 'South Sea' }));
  expect(again.getAllByRole('option')).toHaveLength(1);
  await user.keyboard('{Escape}');
});
