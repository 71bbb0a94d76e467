import { cleanup, render, screen } from '@testing-library/react';
import { NextIntlClientProvider } from 'next-intl';
import type { ReactNode } from 'react';
import { ImpactWarning } from '@/components/wallet/swap/impact-warning';
import type { SwapOffer } from '@/components/wallet/swap/swap-offer';
import { SwapResult } from '@/components/wallet/swap/swap-result';
import { SwapTerms } from '@/components/wallet/swap/swap-terms';
import type { SwapView } from '@/components/wallet/swap/use-swap';
import { NATIVE_TOKEN } from '@/lib/evm/address';
import { type ImpactTier, impactTier } from '@/lib/wallet/swap/arithmetic';
import { later, type SwapQuote } from '@/lib/wallet/swap/use-swap-quote';
import messages from '@/messages/en.json';
import { servePrices } from '../../../support/price-api';
import { MULTICALL, TOKEN, VAULT } from '../../../support/test-chains';

servePrices();

const sold = { coinId: 1, symbol: 'ETH', decimals: 18, address: NATIVE_TOKEN };
const bought = { coinId: 2, symbol: 'TOLL', decimals: 6, address: TOKEN };
const through = { coinId: 3, symbol: 'TIDE', decimals: 18, address: VAULT };
const offer: SwapOffer = {
  terms: { factory: VAULT, wrapped: MULTICALL, feePpb: 3_000_000n },
  block: 12n,
  change: null,
  path: [MULTICALL, VAULT, TOKEN],
  amount: 10n ** 18n,
  arrives: 2_475_000_000n,
  tokenFee: 25_000_000n,
  minimum: 2_462_625_000n,
  impactBps: 120n,
  tier: 'noticeable',
  gas: null,
  refusal: null,
  isUntried: false,
};
const view: SwapView = {
  amount: 10n ** 18n,
  amountProblem: null,
  balance: undefined,
  spendable: undefined,
  isBalanceFailed: false,
  state: 'ready',
  offer,
  sample: null,
  networkFee: undefined,
  isStale: false,
  slippageBps: 50n,
  seconds: 1_200n,
  retry: () => undefined,
};
const inWords = (children: ReactNode) =>
  render(
    <NextIntlClientProvider locale="en" messages={messages} timeZone="UTC">
      {children}
    </NextIntlClientProvider>,
  );
const result = (change: Partial<SwapView>) =>
  inWords(
    <SwapResult
      view={{ ...view, ...change }}
      chainId={31337}
      sold={sold}
      bought={bought}
      picker={{ label: 'You receive', options: [], onChoose: () => undefined }}
    />,
  );

test('WAL-5 a fee-on-transfer token is reported, with the amount received and the minimum', () => {
  result({});
  expect(screen.getByText(/2,475/)).toBeVisible();
  expect(screen.getByText("At least 2,462.625 TOLL, or the swap doesn't happen.")).toBeVisible();
  expect(screen.getByText(/so you receive 25 TOLL less\./)).toBeVisible();
});

test('WAL-5 the value received is compared with the value paid, and no value is compared without an amount', async () => {
  result({});
  expect(await screen.findByText(/^\(−1\.00%/)).toHaveTextContent('(−1.00% compared with what you pay)');
  cleanup();
  result({ state: 'none', offer: null });
  expect(screen.getByText('Enter an amount to get a quote.')).toBeVisible();
  expect(screen.queryByText(/compared with/)).toBeNull();
});

test('WAL-5 price both ways, impact, route and fees are shown beside a swap', () => {
  inWords(
    <SwapTerms
      {...{ offer, sample: null, sold, bought, isEmpty: false, isStale: false }}
      tokens={[sold, bought, through]}
    />,
  );
  expect(screen.getByText('1 ETH = 2,475 TOLL')).toBeVisible();
  expect(screen.getByText('1 TOLL = 0.00040404 ETH')).toBeVisible();
  expect(screen.getByText('1.2% · noticeable')).toBeVisible();
  expect(screen.getByText('ETH to TOLL through TIDE, 2 pools')).toBeVisible();
  expect(screen.getByText('0.59%')).toBeVisible();
});

test('WAL-5 without an amount, the price and route for one unit are shown, but no minimum received', () => {
  inWords(
    <SwapTerms
      {...{ offer: null, sample: offer, sold, bought, isEmpty: true, isStale: false }}
      tokens={[sold, bought, through]}
    />,
  );
  expect(screen.getByText('1 ETH = 2,475 TOLL')).toBeVisible();
  expect(screen.getByText('ETH to TOLL through TIDE, 2 pools')).toBeVisible();
  expect(screen.queryByText('Minimum received')).toBeNull();
  expect(screen.getByText(/Enter an amount/)).toBeVisible();
});

test('WAL-5 with an amount but no quote yet, the page does not ask for an amount', () => {
  inWords(
    <SwapTerms
      {...{ offer: null, sample: null, sold, bought, isEmpty: false, isStale: false }}
      tokens={[sold, bought]}
    />,
  );
  expect(screen.getByText('Details appear with the quote.')).toBeVisible();
  expect(screen.queryByText(/Enter an amount/)).toBeNull();
});

test.each([
  [{ state: 'asking', offer: null }, 'Getting a quote…'],
  [{ state: 'noRoute', offer: null }, /No route from ETH to TOLL/],
  [{ state: 'unreachable', offer: null }, /so there is no quote\. Nothing was sent/],
  [{ state: 'stale' }, /This quote has expired\. Get a new one\./],
  [{ isStale: true }, /Can't reach the network\. Showing the previous quote\./],
  [
    { offer: { ...offer, isUntried: true } },
    /This network can't simulate swaps\. The minimum received still applies\./,
  ],
  [
    { offer: { ...offer, refusal: 'tokenRefused' } },
    /still cost the network fee\. The token's contract rejected/,
  ],
] as const)('WAL-5 a quote in the state %j is explained', (change, said) => {
  result(change);
  expect(screen.getByText(said)).toBeVisible();
});

test.each([
  [50n, null],
  [100n, /moves the price: you get 1% less/],
  [350n, /High price impact.*3.5% less/],
  [500n, /Very high price impact.*5% of its value/],
  [1_500n, /of its value\. To continue, type the confirmation phrase\./],
] as const)('WAL-5 a price impact of %p basis points shows the warning for its tier', (impactBps, said) => {
  const tier: ImpactTier = impactTier(impactBps);
  const { container } = inWords(
    <ImpactWarning
      offer={{ ...offer, impactBps, tier }}
      consent={{ id: 'confirm', typed: '', isMissing: false, onType: () => undefined }}
    />,
  );
  if (said === null) expect(container).toBeEmptyDOMElement();
  else expect(screen.getByText(said)).toBeVisible();
  expect(screen.queryAllByRole('textbox')).toHaveLength(tier === 'blocked' ? 1 : 0);
});

test('WAL-5 a confirmation phrase that is missing is an error of its field, and no other field', () => {
  const blocked = { ...offer, impactBps: 1_500n, tier: impactTier(1_500n) };
  const shown = (isMissing: boolean) =>
    inWords(
      <ImpactWarning
        offer={blocked}
        consent={{ id: 'confirm', typed: '', isMissing, onType: () => undefined }}
      />,
    );
  const { unmount } = shown(false);
  expect(screen.getByRole('textbox')).toBeValid();
  unmount();
  shown(true);
  expect(screen.getByRole('textbox')).toBeInvalid();
});

test('WAL-5 of two responses to one request, the one from the later block wins, in any order', () => {
  const { terms } = offer;
  const at = (block: bigint | null): SwapQuote => ({ terms, block, route: null, trial: null });
  const [older, newer] = [at(11n), at(12n)];
  expect(later(newer, older)).toBe(newer);
  expect(later(older, newer)).toBe(newer);
  expect(later(undefined, older)).toBe(older);
});
